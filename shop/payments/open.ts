import type { Deps } from '../ctx.ts'
import type { PaymentProvider } from './provider.ts'

export function openPayments(_config: Deps['config'], _deps: Pick<Deps, 'db' | 'clock'>): PaymentProvider {
  throw new Error('not yet')
}
