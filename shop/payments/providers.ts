import type { Ctx } from '../ctx.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import type { Attempt } from './attempt-rows.ts'

/** Names in place of a provider's: only the owner knows of the money, and only she gives it back. With `credit` there is no money. */
export const byHand = { transfer: 'transfer', door: 'door', link: 'link', credit: 'credit' } as const

/** Whether no provider is behind an attempt. */
export function isByHand({ provider }: Pick<Attempt, 'provider'>): boolean {
  return Object.values<string>(byHand).includes(provider)
}

/** All that are set up, the chosen one first. */
export function allProviders({
  payments,
  otherPayments = [],
}: Pick<Ctx, 'payments' | 'otherPayments'>): PaymentProvider[] {
  return [payments, ...otherPayments]
}

/** The provider that an attempt was begun with, which it never changes. Where its keys are gone, nobody can tell. */
export function providerOf(ctx: Ctx, { provider }: Pick<Attempt, 'provider'>): PaymentProvider {
  return allProviders(ctx).find(({ name }) => name === provider) ?? goneProvider(provider)
}

/** Whether the keys of its provider are gone, so that nobody can be asked what became of it. */
export function isProviderGone(ctx: Ctx, attempt: Pick<Attempt, 'provider'>): boolean {
  return !isByHand(attempt) && !allProviders(ctx).some(({ name }) => name === attempt.provider)
}

/** The provider that takes a new payment: while the chosen one does not answer, the one that PAYMENT_STANDBY names. */
export function providerForNew(ctx: Ctx): PaymentProvider {
  if (isAnswering(ctx.payments)) return ctx.payments
  const standby = ctx.otherPayments?.find(({ name }) => name === ctx.config.paymentStandby)
  return standby && isAnswering(standby) ? standby : ctx.payments
}

function isAnswering({ isAnswering }: PaymentProvider): boolean {
  return isAnswering?.() ?? true
}

/** Takes no payment, because its saved keys cannot be read; what it has in hand waits for them. */
export function closedProvider(name: string): PaymentProvider {
  const message = 'Mağazamızda kart ödemesi şu anda alınamıyor; lütfen daha sonra yeniden deneyin.'
  return { ...goneProvider(name), charge: async () => ({ kind: 'declined', code: 'CLOSED', message }) }
}

/** It answers nothing, so that what it has in hand is neither lost nor given to another. */
function goneProvider(name: string): PaymentProvider {
  const gone = async () => ({ kind: 'unknown' as const, reason: `${name} is not set up any more` })
  return {
    name,
    memory: Number.POSITIVE_INFINITY,
    isAnswering: () => false,
    charge: gone,
    readReturn: () => ({ kind: 'unproven' }),
    finishThreeDs: gone,
    find: gone,
    refund: async () => ({ kind: 'unsent', reason: `${name} is not set up any more` }),
    findRefund: gone,
    listInstallments: async () => undefined,
    listCharges: async () => undefined,
    findBooks: async () => undefined,
  }
}
