import { type Credit, getMyCredit } from '#shop/credit/customers.ts'
import { toTl } from '#shop/money.ts'
import { ok, resource, userFailures } from '../api.ts'
import { own } from '../authenticate.ts'
import { route } from '../route.ts'
import type { WireCredit } from '../wire/credit.ts'

export function toWireCredit({ balanceKurus, entries }: Credit): WireCredit {
  return {
    balance: toTl(balanceKurus),
    entries: entries.map(({ id, amountKurus, cause, orderId, note, createdAt }) => ({
      ...{ id, cause, orderId, note },
      amount: toTl(amountKurus),
      createdAt: createdAt.toISOString(),
    })),
  }
}

export const accountCredit = resource().openapi(
  route('GET /account/credit', {
    tags: ['Account'],
    summary: 'The user’s store credit, and where it came from and went',
    ...own,
    failures: userFailures,
  }),
  async (c) => ok(c, toWireCredit(await getMyCredit(c.get('ctx')))),
)
