import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { itemRefunds, orderEvents, orderItems, orders, refundItems } from '#shop/orders/schema.ts'
import { paymentAttempts, refunds } from '#shop/payments/schema.ts'
import type { WildBank } from '../outside/wild-bank.ts'
import type { Row, World } from '../payment-truths.ts'

/** For each try it took once what was asked for; the payment's own amount falls when its order is changed. */
export function isHonest(charges: WildBank['charges']): boolean {
  const tries = new Set(charges.map(({ conversationId }) => conversationId))
  return charges.length === tries.size && charges.every(({ amountKurus, askedKurus }) => amountKurus === askedKurus)
}

/** A card gets back of the payment that it made, for its own order or one that came in exchange for it. */
export async function goesBackAsItCame({ ctx, bank }: World): Promise<void> {
  const all = await ctx.db
    .select({ id: refunds.id, orderId: refunds.orderId, payment: paymentAttempts })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
  const origins = new Map((await ctx.db.select().from(orders)).map(({ id, exchangeOf }) => [id, exchangeOf]))
  for (const { id, orderId, payment } of all) {
    const charge = bank.charges.find((charge) => charge.refunds.has(id))
    if (charge) expect(payment.conversationId, 'the card that paid').toBe(charge.conversationId)
    let from: string | null | undefined = orderId
    while (from && from !== payment.orderId) from = origins.get(from)
    expect(from, 'the order that was paid').toBe(payment.orderId)
  }
}

/**
 * An order costs its goods, its delivery, its way to pay and its installments, and that is what money, balances and older pieces paid.
 * Pieces that went back had their share of it, the fee for installments included, and money goes back before credit.
 */
export async function ordersAddUp(world: World, rows: Row[]): Promise<void> {
  const { ctx, bank } = world
  const items = Map.groupBy(await ctx.db.select().from(orderItems), ({ orderId }) => orderId)
  const changed = await ctx.db.select().from(orderEvents).where(eq(orderEvents.type, 'change'))
  for (const { attempt, order } of rows) {
    if (attempt.linkOf && attempt.status !== 'SUCCEEDED') continue
    const goodsKurus = priceOf(items.get(order.id) ?? [])
    const goodsWithFee = goodsKurus + attempt.feeKurus
    const { totalKurus, deliveryKurus, methodFeeKurus, creditKurus, exchangeKurus, movedKurus } = order
    expect(totalKurus, 'the total is its parts').toBe(goodsWithFee + deliveryKurus + methodFeeKurus)
    if (attempt.status !== 'SUCCEEDED') continue
    const amounts = [attempt.amountKurus, attempt.feeKurus <= attempt.amountKurus]
    expect(amounts, 'what was paid is the total').toEqual([totalKurus - creditKurus - exchangeKurus, true])
    const taken = bank.charges.filter(({ orderId, timesCharged }) => orderId === order.id && timesCharged > 0)
    const isChanged = changed.some(({ orderId }) => orderId === order.id)
    const isPlain = isHonest(taken) && !isChanged && !order.exchangeOf && movedKurus === 0
    if (!isPlain || world.decided.has(attempt.id)) continue
    await sharesAreRight(world, attempt, { goodsKurus, goodsWithFee })
    await moneyGoesFirst(world, { attempt, order })
  }
}

type Goods = { goodsKurus: number; goodsWithFee: number }

async function sharesAreRight({ ctx }: World, { id }: Row['attempt'], { goodsKurus, goodsWithFee }: Goods) {
  const done = and(eq(refunds.attemptId, id), eq(refunds.status, 'SUCCEEDED'))
  const all = await ctx.db.select().from(refunds).where(done)
  // A sum of the owner's choice leaves less for the pieces.
  if (all.length === 0 || all.some(({ reason, movedKurus }) => reason !== 'items' || movedKurus > 0)) return
  const ids = all.map((refund) => refund.id)
  const units = await ctx.db
    .select({ refundId: itemRefunds.refundId, quantity: refundItems.quantity, item: orderItems })
    .from(itemRefunds)
    .innerJoin(refundItems, eq(refundItems.refundId, itemRefunds.refundId))
    .innerJoin(orderItems, eq(orderItems.id, refundItems.orderItemId))
    .where(inArray(itemRefunds.refundId, ids))
  // With the last piece delivery goes back too.
  if (units.every(({ item }) => item.refundedQuantity === item.quantity)) return
  for (const refund of all) {
    const own = units.filter(({ refundId }) => refundId === refund.id)
    const share = priceOf(own.map(({ item, quantity }) => ({ ...item, quantity })))
    expect(refund.amountKurus + refund.creditKurus, 'the share of its pieces, with their installments').toBe(
      Math.round((share * goodsWithFee) / goodsKurus),
    )
  }
}

/**
 * Balances get back what they paid once all of the money is back, the fee for installments too, unless she took credit instead.
 * What was taken beyond the order goes last, with all of it.
 */
async function moneyGoesFirst({ ctx }: World, { attempt: { id, amountKurus }, order }: Row): Promise<void> {
  // A refund over an older payment is beside the refund that she took as credit.
  const taken = ctx.db
    .select({ id: itemRefunds.refundId })
    .from(itemRefunds)
    .where(sql`${itemRefunds.asCredit} and ${itemRefunds.refundId} in (${refunds.id}, ${refunds.afterRefundId})`)
  const all = await ctx.db
    .select({ refund: refunds, asCredit: sql<boolean>`exists (${taken})` })
    .from(refunds)
    .where(eq(refunds.attemptId, id))
  if (all.some(({ refund, asCredit }) => asCredit || refund.status === 'FAILED')) return
  if (all.every(({ refund }) => refund.creditKurus === 0)) return
  const back = all.reduce((sum, { refund }) => sum + refund.amountKurus, 0)
  expect(Math.min(back, amountKurus), 'money goes back before credit').toBe(amountKurus)
  if (back > amountKurus) expect(order.creditBackKurus, 'too much goes back after credit').toBe(order.creditKurus)
}

function priceOf(items: { unitPriceKurus: number; quantity: number }[]): number {
  return items.reduce((sum, { unitPriceKurus, quantity }) => sum + unitPriceKurus * quantity, 0)
}
