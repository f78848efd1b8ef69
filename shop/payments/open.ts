import type { Deps } from '../ctx.ts'
import { demoProvider } from './demo.ts'
import type { PaymentProvider } from './provider.ts'

/** The payment provider that the settings name. */
export function openPayments(config: Deps['config'], deps: Pick<Deps, 'db' | 'clock'>): PaymentProvider {
  switch (config.paymentProvider) {
    case 'demo':
      return demoProvider({ ...deps, publicUrl: config.publicUrl, threeDs: config.threeDs })
  }
}
