import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import fc from 'fast-check'
import { variants } from '#shop/catalog/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { LinkPayment } from '#shop/order-desk/contract.ts'
import { payByLink } from '#shop/order-desk/pay-by-link.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { changeOrderStatus } from '#shop/orders/status.ts'
import { approveReturn, completeReturn, keepWithdrawn, receiveReturn, refuseReturn } from '#shop/returns/decisions.ts'
import {
  chooseAgain,
  makeDifferenceLink,
  turnIntoReturn,
  turnIntoReturnAsStaff,
} from '#shop/returns/exchanges/again.ts'
import { pieceConditions } from '#shop/returns/kinds.ts'
import { askForReturn, enterReturn, markReturnSent, takeReturnBack } from '#shop/returns/requests.ts'
import { getReturn, isOpen } from '#shop/returns/returns.ts'
import { returnItems, returns } from '#shop/returns/schema.ts'
import { goodCard, paymentWith } from '../checkout.ts'
import type { World } from '../payment-truths.ts'
import { herOf } from '../ways/actors.ts'

const steps = [
  ...(['set back', 'write down'] as const),
  ...(['ship', 'deliver', 'ask', 'approve', 'receive', 'complete', 'pay early', 'refuse', 'take back'] as const),
  ...(['pack', 'keep', 'exchange', 'sent', 'pay the difference', 'choose', 'turn', 'sell out', 'buy in'] as const),
] as const

/** An event of an order that was sent; `n` picks among the orders, or the returns, so far. */
export const anAfterSale = fc.record({
  do: fc.constant('after the sale' as const),
  n: fc.nat({ max: 7 }),
  what: fc.constantFrom(...steps),
  quantity: fc.integer({ min: 1, max: 2 }),
  condition: fc.constantFrom(...pieceConditions),
  /** Another size, a dearer piece or a cheaper one. */
  wanted: fc.nat({ max: 2 }),
})
type AfterSale = typeof anAfterSale extends fc.Arbitrary<infer E> ? E : never

const settled = ['approve', 'receive', 'complete'] as const

/** A return from end to end, which chance alone seldom makes: of what arrived, never came, came after she had withdrawn, or never left. */
export const aWholeReturn = fc
  .record({
    event: anAfterSale,
    way: fc.constantFrom<AfterSale['what'][]>(
      ['deliver', 'ask', ...settled],
      ['ship', 'ask', ...settled],
      ['ship', 'ask', 'deliver', ...settled],
      ['pack', 'ask', 'ship', 'keep'],
      ['pack', 'write down', 'keep'],
      ['ship', 'ask', 'approve', 'receive', 'set back', 'ship', 'complete'],
      ['deliver', 'ask', 'approve', 'receive', 'set back', 'complete', 'deliver'],
    ),
  })
  .map(({ event, way }): AfterSale[] => way.map((what) => ({ ...event, what })))

/** In which an order may be packed, shipped, delivered, returned, exchanged. */
const possibleIn = {
  pack: ['PENDING', 'CONFIRMED'],
  'set back': ['SHIPPED', 'DELIVERED'],
  'write down': ['PREPARED', 'SHIPPED', 'DELIVERED'],
  ship: ['PENDING', 'CONFIRMED', 'PREPARED'],
  deliver: ['PENDING', 'CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED'],
  ask: ['PREPARED', 'SHIPPED', 'DELIVERED'],
  exchange: ['DELIVERED'],
} as const

/** An exchange from end to end, and what became of the new pieces. */
export const aWholeExchange = fc
  .record({
    event: anAfterSale,
    after: fc.constantFrom<AfterSale['what'][]>(
      ['deliver', 'ask', 'approve', 'receive', 'complete'],
      ['exchange', 'pay early'],
      [],
    ),
    isPaid: fc.boolean(),
  })
  .map(({ event, after, isPaid }): AfterSale[] => {
    const paid = isPaid ? (['pay the difference'] as const) : []
    const whole = ['deliver', 'exchange', ...paid, 'approve', 'receive', 'complete', ...after] as const
    return whole.map((what) => ({ ...event, what }))
  })

function isOfOrder(what: AfterSale['what']): what is keyof typeof possibleIn {
  return what in possibleIn
}

export async function afterSale(world: World, event: AfterSale): Promise<unknown> {
  const { ctx, exchanged } = world
  const { n, what, quantity, condition } = event
  const newVariantId = exchanged[event.wanted] ?? ''
  if (what === 'sell out' || what === 'buy in') return moveStock(world, newVariantId, what === 'buy in')
  const pick = <T>(list: T[]) => list[n % Math.max(list.length, 1)]
  if (isOfOrder(what)) {
    // Among those to which it can happen: few others would ever get far.
    const possible = inArray(orders.status, [...possibleIn[what]])
    const list = ctx.db
      .select()
      .from(orders)
      .where(and(isNotNull(orders.placedAt), possible))
    const order = pick(await list.orderBy(asc(orders.id)))
    if (!order) return
    if (what === 'pack' || what === 'set back') return changeOrderStatus(ctx, order.id, { status: 'PREPARED' })
    const seen = { withdrawalSeen: event.wanted > 0 }
    if (what === 'ship') return changeOrderStatus(ctx, order.id, { status: 'SHIPPED', ...seen })
    if (what === 'deliver') return changeOrderStatus(ctx, order.id, { status: 'DELIVERED' })
    const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const piece = { itemId: item?.id ?? '', quantity, reason: 'TOO_SMALL' as const }
    if (what === 'write down') return enterReturn(ctx, order.id, { items: [piece], note: '' })
    const more = { note: '', images: [] }
    const her = await herOf(world, order)
    if (what === 'ask') return askForReturn(her, order.id, { kind: 'RETURN', items: [piece], ...more })
    const items = [{ ...piece, newVariantId }]
    return askForReturn(her, order.id, { kind: 'EXCHANGE', items, ...more })
  }
  const all = await ctx.db.select().from(returns).orderBy(asc(returns.id))
  const open = all.filter(isOpen)
  const found = pick(open.length > 0 && what !== 'refuse' ? open : all)
  if (!found) return
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, found.orderId))
  const her = await herOf(world, order)
  switch (what) {
    case 'approve':
      return approveReturn(ctx, found.id)
    case 'receive': {
      const [unit] = await ctx.db.select().from(returnItems).where(eq(returnItems.returnId, found.id))
      // One of two was not in the parcel, or the only one.
      const missing = unit && { itemId: unit.orderItemId, condition, arrived: unit.quantity - 1 }
      return receiveReturn(ctx, found.id, { condition, items: missing && event.wanted === 2 ? [missing] : [] })
    }
    case 'complete':
      return completeReturn(ctx, found.id, { withoutParcel: false })
    case 'pay early':
      return completeReturn(ctx, found.id, { withoutParcel: true })
    case 'keep':
      return keepWithdrawn(ctx, found.id)
    case 'refuse':
      return refuseReturn(ctx, found.id, { reason: 'Yıpranmış' })
    case 'take back':
      return takeReturnBack(her, found.id)
    case 'sent':
      return markReturnSent(her, found.id, { trackingNumber: '' })
    case 'turn':
      return n % 2 === 0 ? turnIntoReturnAsStaff(ctx, found.id) : turnIntoReturn(her, found.id)
    case 'pay the difference':
      return payDifference(her, found.id)
    case 'choose': {
      const [unit] = await ctx.db.select().from(returnItems).where(eq(returnItems.returnId, found.id))
      const items = [{ itemId: unit?.orderItemId ?? '', newVariantId }]
      return chooseAgain(her, found.id, { items })
    }
  }
}

async function payDifference(ctx: Ctx, id: string): Promise<unknown> {
  const { url } = await makeDifferenceLink(ctx, id)
  const found = await getReturn(ctx, id)
  return payByLink(
    ctx,
    LinkPayment.parse({
      token: url.split('token=')[1],
      totalAmount: (found.exchange?.differenceKurus ?? 0) / 100,
      paymentData: paymentWith(goodCard),
    }),
  )
}

/** Somebody else buys all that there is elsewhere, or it comes in again. */
async function moveStock({ ctx, sold }: World, id: string, isBack: boolean): Promise<void> {
  const [row] = await ctx.db.select().from(variants).where(eq(variants.id, id))
  const units = isBack ? -(sold.get(id) ?? 0) : (row?.stock ?? 0)
  await ctx.db
    .update(variants)
    .set({ stock: (row?.stock ?? 0) - units })
    .where(eq(variants.id, id))
  sold.set(id, (sold.get(id) ?? 0) + units)
}
