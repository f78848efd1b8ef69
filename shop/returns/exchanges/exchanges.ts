import { inArray } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { type Order, withItems } from '../../orders/orders.ts'
import { orders } from '../../orders/schema.ts'
import type { ReturnRow } from '../schema.ts'

/**
 * How the new pieces stand: no longer kept (ENDED), their difference is to be paid (TO_PAY), waiting for the old ones (KEPT), to
 * be prepared (READY), on their way or with her (SENT).
 */
export const exchangeStates = ['ENDED', 'TO_PAY', 'KEPT', 'READY', 'SENT'] as const
type ExchangeState = (typeof exchangeStates)[number]

/** Money in kuruş. */
export type Exchange = {
  order: Order
  state: ExchangeState
  /** The price of the new pieces less the worth of the old ones; negative: the amount that goes back. */
  differenceKurus: number
}

/** The orders of the new pieces of exchanges, by the ids of their returns. */
export async function exchangesOf(ctx: Ctx, rows: ReturnRow[]): Promise<Map<string, Exchange>> {
  const ids = rows.flatMap(({ replacementId }) => replacementId ?? [])
  if (ids.length === 0) return new Map()
  const found = await withItems(ctx, await ctx.db.select().from(orders).where(inArray(orders.id, ids)))
  return new Map(
    rows.flatMap(({ id, replacementId, worthKurus }) => {
      const order = found.find(({ id }) => id === replacementId)
      if (!order) return []
      return [[id, { order, state: stateOf(order), differenceKurus: order.totalKurus - (worthKurus ?? 0) }]]
    }),
  )
}

function stateOf({ status, paidAt, exchangeKurus, totalKurus, waitsForReturn, shippedAt }: Order): ExchangeState {
  if (status === 'CANCELLED') return 'ENDED'
  if (!paidAt && totalKurus > exchangeKurus) return 'TO_PAY'
  if (waitsForReturn) return 'KEPT'
  return shippedAt || status === 'SHIPPED' || status === 'DELIVERED' ? 'SENT' : 'READY'
}
