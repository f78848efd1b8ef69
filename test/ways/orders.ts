import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { changeOrder } from '#shop/order-desk/change.ts'
import { OrderChange } from '#shop/order-desk/contract.ts'
import { swapOwnSize } from '#shop/order-desk/own-changes.ts'
import { refundFreely, refundItems } from '#shop/orders/refunds.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { cancelMyOrder, cancelOrder } from '#shop/orders/status.ts'
import type { World } from '../payment-truths.ts'
import { herOf } from './actors.ts'

/** In which an order may be changed, given back of or cancelled. */
const possibleIn = {
  change: ['PENDING', 'CONFIRMED', 'PREPARED'],
  'own size': ['PENDING', 'CONFIRMED'],
  cancel: ['PENDING', 'CONFIRMED'],
  'buyer cancels': ['PENDING', 'CONFIRMED'],
  'give an item back': ['PENDING', 'CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED'],
  'give a sum back': ['PENDING', 'CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED'],
} as const

/** Anything that may happen to an order, however it is paid and wherever it came from; `n` picks among them, `line` its piece. */
export const anOrderEvent = fc.record({
  do: fc.constant('to an order' as const),
  n: fc.nat({ max: 7 }),
  how: fc.constantFrom(
    ...(['change', 'change', 'change', 'own size', 'cancel', 'buyer cancels'] as const),
    ...(['give an item back', 'give an item back', 'give a sum back', 'give a sum back'] as const),
  ),
  line: fc.nat({ max: 1 }),
  quantity: fc.integer({ min: 1, max: 2 }),
  /** Another size, a dearer piece or a cheaper one; left out: fewer of it, or none. */
  wanted: fc.option(fc.nat({ max: 2 })),
  keepPrice: fc.boolean(),
  kurus: fc.integer({ min: 1, max: 12_000 }),
  /** Store credit instead of money. */
  asCredit: fc.boolean(),
})
type OrderEvent = typeof anOrderEvent extends fc.Arbitrary<infer E> ? E : never

export async function happenToOrder(world: World, event: OrderEvent): Promise<unknown> {
  const { ctx, exchanged } = world
  const { how, quantity, asCredit, kurus: amountKurus, keepPrice } = event
  const possible = and(isNotNull(orders.placedAt), inArray(orders.status, [...possibleIn[how]]))
  const all = await ctx.db.select().from(orders).where(possible).orderBy(asc(orders.id))
  const order = all[event.n % Math.max(all.length, 1)]
  if (!order) return
  const items = await ctx.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(orderItems.position)
  const item = items[event.line % items.length]
  const itemId = item?.id ?? ''
  const variantId = event.wanted === null ? undefined : exchanged[event.wanted]
  switch (how) {
    case 'cancel':
      return cancelOrder(ctx, order.id)
    case 'buyer cancels':
      return cancelMyOrder(await herOf(world, order), order.id)
    case 'own size':
      return swapOwnSize(await herOf(world, order), order.id, itemId, { variantId: exchanged[0] ?? '' })
    case 'give an item back': {
      const asked = { items: [{ itemId, quantity: 1 }], restock: quantity === 1, reason: '', asCredit }
      return refundItems(ctx, order.id, asked)
    }
    case 'give a sum back':
      return refundFreely(ctx, order.id, { amountKurus, asCredit, reason: 'Geç geldi' })
    case 'change': {
      const left = quantity === 1 ? 0 : 1
      const change = variantId
        ? { variantId, keepPrice, quantity: Math.min(quantity, item?.quantity ?? 1) }
        : { quantity: left }
      return changeOrder(ctx, order.id, OrderChange.parse({ items: [{ itemId, ...change }] }))
    }
  }
}
