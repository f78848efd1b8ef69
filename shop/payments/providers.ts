import type { Ctx } from '../ctx.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import type { Attempt } from './attempt-rows.ts'

/** Names in place of a provider's: nobody but the owner knows of the money, and only she gives it back. */
export const byHand = { transfer: 'transfer', door: 'door' } as const

/** Whether no provider is behind an attempt. */
export function isByHand({ provider }: Pick<Attempt, 'provider'>): boolean {
  return Object.values<string>(byHand).includes(provider)
}

/** The provider that an attempt was begun with, which it never changes. */
export function providerOf(ctx: Ctx, _attempt: Pick<Attempt, 'provider'>): PaymentProvider {
  return ctx.payments
}
