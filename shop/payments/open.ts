import type { Deps } from '../ctx.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { demo } from './demo/module.ts'
import { iyzico } from './iyzico/module.ts'
import { paytr } from './paytr/module.ts'
import type { ProviderModule } from './provider-module.ts'
import { closedProvider } from './providers.ts'
import type { ProviderName } from './settings.ts'

export const providers: Record<ProviderName, ProviderModule> = { demo, iyzico, paytr }

/** The payment provider that the settings name, and the others that are set up. */
export function openPayments(
  config: Deps['config'],
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  traced = (provider: PaymentProvider) => provider,
): { payments: PaymentProvider; otherPayments: PaymentProvider[] } {
  const isLost = (name: ProviderName) => name !== 'demo' && config.lostSettings.length > 0 && !config[name]
  const open = (name: ProviderName) => traced(isLost(name) ? closedProvider(name) : providers[name].open(config, deps))
  return { payments: open(config.paymentProvider), otherPayments: config.otherProviders.map(open) }
}
