import type { Deps } from '../ctx.ts'
import { demoProvider } from './demo.ts'
import { iyzicoProvider } from './iyzico.ts'
import type { PaymentProvider } from './provider.ts'

/** The payment provider that the settings name. */
export function openPayments(config: Deps['config'], deps: Pick<Deps, 'db' | 'clock' | 'log'>): PaymentProvider {
  const { publicUrl, threeDs, authSecret, iyzico } = config
  if (config.paymentProvider === 'demo' || !iyzico) return demoProvider({ ...deps, publicUrl, threeDs })
  return iyzicoProvider({ ...iyzico, threeDs }, { log: deps.log, pages: { ...deps, authSecret, publicUrl } })
}
