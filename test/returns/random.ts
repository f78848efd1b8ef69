import { and, asc, eq, isNotNull, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { newId } from '#shop/ctx.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { changeOrderStatus } from '#shop/orders/status.ts'
import { pieceConditions } from '#shop/returns/contract.ts'
import { approveReturn, completeReturn, receiveReturn, refuseReturn } from '#shop/returns/decisions.ts'
import { askForReturn, takeReturnBack } from '#shop/returns/requests.ts'
import { isOpen } from '#shop/returns/returns.ts'
import { returns } from '#shop/returns/schema.ts'
import type { World } from '../payment-truths.ts'

const steps = ['deliver', 'ask', 'approve', 'receive', 'complete', 'pay early', 'refuse', 'take back'] as const

/** What may happen to an order after it was sent; `n` picks among the orders, or the returns, so far. */
export const anAfterSale = fc.record({
  do: fc.constant('after the sale' as const),
  n: fc.nat({ max: 7 }),
  what: fc.constantFrom(...steps),
  quantity: fc.integer({ min: 1, max: 2 }),
  condition: fc.constantFrom(...pieceConditions),
})
type AfterSale = typeof anAfterSale extends fc.Arbitrary<infer E> ? E : never

/** A return from end to end, which chance alone seldom makes. */
export const aWholeReturn = anAfterSale.map((event): AfterSale[] =>
  (['deliver', 'ask', 'approve', 'receive', 'complete'] as const).map((what) => ({ ...event, what })),
)

export async function afterSale({ ctx }: World, { n, what, quantity, condition }: AfterSale): Promise<unknown> {
  const pick = <T>(list: T[]) => list[n % Math.max(list.length, 1)]
  if (what === 'deliver' || what === 'ask') {
    // Among those to which it can happen: few others would ever get far.
    const possible = what === 'ask' ? eq(orders.status, 'DELIVERED') : ne(orders.status, 'CANCELLED')
    const list = ctx.db
      .select()
      .from(orders)
      .where(and(isNotNull(orders.placedAt), possible))
    const order = pick(await list.orderBy(asc(orders.id)))
    if (!order) return
    if (what === 'deliver') return changeOrderStatus(ctx, order.id, { status: 'DELIVERED' })
    const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const her = { kind: 'user' as const, id: order.userId, sessionId: newId(), address: '127.0.0.1', rights: [] }
    const items = [{ itemId: item?.id ?? '', quantity, reason: 'TOO_SMALL' as const }]
    return askForReturn({ ...ctx, actor: her }, order.id, { kind: 'RETURN', items, note: '', images: [] })
  }
  const all = await ctx.db.select().from(returns).orderBy(asc(returns.id))
  const open = all.filter(isOpen)
  const found = pick(open.length > 0 && what !== 'refuse' ? open : all)
  if (!found) return
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, found.orderId))
  const her = { kind: 'user' as const, id: order?.userId ?? '', sessionId: newId(), address: '127.0.0.1', rights: [] }
  switch (what) {
    case 'approve':
      return approveReturn(ctx, found.id)
    case 'receive':
      return receiveReturn(ctx, found.id, { condition, items: [] })
    case 'complete':
      return completeReturn(ctx, found.id, { withoutParcel: false })
    case 'pay early':
      return completeReturn(ctx, found.id, { withoutParcel: true })
    case 'refuse':
      return refuseReturn(ctx, found.id, { reason: 'Yıpranmış' })
    case 'take back':
      return takeReturnBack({ ...ctx, actor: her }, found.id)
  }
}
