import { demoSettings } from './demo/settings.ts'
import { type IyzicoConfig, iyzicoSettings } from './iyzico/settings.ts'
import { type PaytrConfig, paytrSettings } from './paytr/settings.ts'

/** The settings of every provider, under the name that PAYMENT_PROVIDER takes. */
export const providerSettings = { demo: demoSettings, iyzico: iyzicoSettings, paytr: paytrSettings }
/** The config that the chosen provider is opened with. */
export type ProviderConfig = Partial<IyzicoConfig & PaytrConfig>

export type ProviderName = keyof typeof providerSettings
export const providerNames = Object.keys(providerSettings) as [ProviderName, ...ProviderName[]]
