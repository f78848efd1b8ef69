import { and, eq, sql } from 'drizzle-orm'
import { countCreditBack, giftPartOf, giveRefundAsCredit } from '../../credit/of-orders.ts'
import type { Ctx } from '../../ctx.ts'
import { formatKurus } from '../../money.ts'
import type { Attempt } from '../../payments/attempt-rows.ts'
import { findRefund, firstLease, isWaitingItsTurn, type Refund, requestRefund } from '../../payments/refunds.ts'
import { after } from '../../time.ts'
import { getPaid } from '../locked.ts'
import type { OrderRow } from '../orders.ts'
import { orderItems, orders } from '../schema.ts'
import { exchangeLeft, leftOf, moneyOf } from './left.ts'
import { note, tooMuch } from './requests.ts'

type Asked = {
  amountKurus: number
  /** All of it as store credit, as the customer agreed. */
  asCredit?: boolean
  reason: Refund['reason']
  /** A sum of the owner's choice, with which nothing else goes back. */
  alone?: boolean
  actorId: string | undefined
  /** The part of the amount that stays in the payment, promised to the order that came in exchange. */
  movedKurus?: number
  /** For which order it is given back, where that is not the payment's own. */
  orderId?: string
  /** Beside which refund of another payment. */
  afterRefundId?: string | undefined
}

/**
 * Writes a refund of a locked order: money first, as far as money was paid and is not back yet, the rest as store credit and to
 * gift cards, as they paid it; what was taken beyond the order only once nothing else of it is left. CONFLICT when more is asked for
 * than is left. Where the money is paid by hand the credit is given at once.
 */
export async function requestOrderRefund(ctx: Ctx, order: OrderRow, paid: Attempt, asked: Asked): Promise<Refund> {
  const { movedKurus = 0, asCredit = false, reason, actorId, orderId = order.id, afterRefundId } = asked
  const { alone = reason === 'goodwill' } = asked
  const amountKurus = asked.amountKurus - movedKurus
  if (amountKurus > leftOf(order, paid)) throw tooMuch()
  const moneyKurus = asCredit ? 0 : await moneyOf(ctx, order, paid, amountKurus)
  const restKurus = amountKurus - moneyKurus
  const leaseUntil = after(ctx.clock(), firstLease)
  const giftKurus = asCredit || order.exchangeOf ? 0 : giftPartOf(order, restKurus)
  const write = async (creditKurus: number) => {
    const given = { amountKurus: moneyKurus, creditKurus, giftKurus, movedKurus, orderId, reason, actorId }
    const id = await requestRefund(ctx, paid, { ...given, afterRefundId, leaseUntil })
    const refund = id && (await findRefund(ctx, id))
    if (!refund) throw tooMuch()
    return refund
  }
  if (restKurus > 0 && order.exchangeOf) {
    // Credit is given for older pieces first, and beyond their value for the order's own money.
    const overKurus = Math.min(restKurus, exchangeLeft(order))
    const ownKurus = restKurus - overKurus
    const own = moneyKurus + movedKurus + ownKurus > 0 ? await write(ownKurus) : undefined
    await countCreditBack(ctx, order.id, ownKurus)
    if (own && overKurus === 0) return own
    const over = {
      ...{ asCredit, alone, actorId, orderId, reason: own ? ('exchange' as const) : reason },
      afterRefundId: afterRefundId ?? own?.id,
    }
    const other = await refundOverOrigin(ctx, order, overKurus, over)
    return own ?? other
  }
  const refund = await write(restKurus)
  await countCreditBack(ctx, order.id, restKurus, giftKurus)
  if (refund.byHand && !(await isWaitingItsTurn(ctx, refund))) await giveRefundAsCredit(ctx, refund)
  return refund
}

/** Refunds the value of older pieces over the payment of the order that they came from. */
async function refundOverOrigin(
  ctx: Ctx,
  order: OrderRow,
  kurus: number,
  asked: Omit<Asked, 'amountKurus'>,
): Promise<Refund> {
  const { exchangeBackKurus, movedKurus } = orders
  await ctx.db
    .update(orders)
    .set({ exchangeBackKurus: sql`${exchangeBackKurus} + ${kurus}` })
    .where(eq(orders.id, order.id))
  const [origin] = await ctx.db
    .update(orders)
    .set({ movedKurus: sql`${movedKurus} - ${kurus}` })
    .where(eq(orders.id, order.exchangeOf ?? ''))
    .returning()
  if (!origin) throw new Error(`order ${order.id} came in exchange of nothing`)
  const refund = await requestOrderRefund(ctx, origin, await getPaid(ctx, origin.id), { ...asked, amountKurus: kurus })
  await giveDeliveryBack(ctx, origin.id, { ...asked, afterRefundId: asked.afterRefundId ?? refund.id })
  return refund
}

/** The same where a sum of the owner's choice took all that had been paid for it before. */
export async function giveOriginsDeliveryBack(
  ctx: Ctx,
  { exchangeOf }: OrderRow,
  asked: Pick<Asked, 'asCredit' | 'actorId'>,
): Promise<void> {
  if (!exchangeOf) return
  await ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, exchangeOf)).for('update')
  await giveDeliveryBack(ctx, exchangeOf, { ...asked, reason: 'items' })
}

/**
 * Once all exchanged pieces are sent back nothing of the older order is kept either: the fees for its delivery and its way to pay
 * are refunded too, as with the last piece of any order (Mesafeli Sözleşmeler Yönetmeliği m.12).
 */
async function giveDeliveryBack(ctx: Ctx, id: string, asked: Omit<Asked, 'amountKurus'>): Promise<void> {
  const { alone, asCredit = false, actorId, afterRefundId } = asked
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, id))
  if (!order || alone || order.movedKurus > 0) return
  const isKept = and(eq(orderItems.orderId, id), sql`${orderItems.refundedQuantity} < ${orderItems.quantity}`)
  if ((await ctx.db.$count(orderItems, isKept)) > 0) return
  const paid = await getPaid(ctx, id)
  const amountKurus = Math.min(order.deliveryKurus + order.methodFeeKurus, leftOf(order, paid))
  if (amountKurus <= 0) return
  const given = { amountKurus, asCredit, reason: 'goodwill', actorId, afterRefundId } as const
  const refund = await requestOrderRefund(ctx, order, paid, given)
  const words = 'Teslimat ücreti: değişimle gelen ürünler de geri döndü'
  await note(ctx, refund, { items: [], freeKurus: amountKurus, asCredit, restock: false, reason: words }, undefined)
}

type Given = Pick<Refund, 'amountKurus' | 'creditKurus' | 'giftKurus'>

/** Money and credit of a refund, in kuruş. */
export function sumOf({ amountKurus, creditKurus }: Pick<Refund, 'amountKurus' | 'creditKurus'>): number {
  return amountKurus + creditKurus
}

/** '100,00 TL iade edildi', and how, where some of it is store credit or went to gift cards. */
export function givenWords(given: Given): string {
  const { amountKurus, creditKurus, giftKurus } = given
  const ownKurus = creditKurus - giftKurus
  const others: [number, string][] = [
    [ownKurus, 'mağaza kredisi olarak'],
    [giftKurus, 'hediye kartına'],
  ]
  const parts = others.filter(([kurus]) => kurus > 0)
  const [only] = parts
  if (!only) return `${formatKurus(amountKurus)} iade edildi`
  if (only[0] === sumOf(given)) return `${formatKurus(only[0])} ${only[1]} iade edildi`
  const told = parts.map(([kurus, how]) => `${formatKurus(kurus)} ${how}`).join(', ')
  return `${formatKurus(sumOf(given))} iade edildi (${told})`
}

/** As the audit keeps them. */
export function givenFacts({ amountKurus, creditKurus, giftKurus }: Given) {
  return {
    refundedKurus: amountKurus,
    ...(creditKurus > giftKurus ? { creditKurus: creditKurus - giftKurus } : {}),
    ...(giftKurus > 0 ? { giftKurus } : {}),
  }
}
