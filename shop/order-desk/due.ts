/**
 * The money of a changed order. An unpaid order is due at its new total, less the store credit spent on it.
 * A paid order can only become cheaper: order and payment are lowered together, and the difference goes back, money first by
 * the machine of refunds, as money that the shop has beyond the order's amount, and then the store credit, at once.
 * docs/payments.md, 'An order that is changed', has the rule.
 */

import { eq } from 'drizzle-orm'
import { settleAttempt } from '../checkout/attempts.ts'
import { dueOf } from '../checkout/ways/transfer/transfer.ts'
import { giftPartOf, giveSpentBack } from '../credit/of-orders.ts'
import { type Ctx, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { formatKurus } from '../money.ts'
import { leftOf, ownMoneyLeft } from '../orders/giving-back/left.ts'
import { getPaid } from '../orders/locked.ts'
import { orderEvents, orders } from '../orders/schema.ts'
import { type Attempt, lockAttempt } from '../payments/attempt-rows.ts'
import { isByHand } from '../payments/providers.ts'
import { beyondGoingBack, firstLease, requestRefund } from '../payments/refunds.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { takenKurus } from '../payments/taken.ts'
import { after } from '../time.ts'
import { changedTotal, lowered } from './changed-total.ts'
import type { ChangedLines } from './lines.ts'

type Order = typeof orders.$inferSelect

/** The order's new sum, what the buyer is told of it, and the refund that the bank is still to be asked for. */
export type Due = { totalKurus: number; told: string[]; refundId?: string | undefined }

/** Follows a change of the goods' price. The caller has locked the payment that waits, if there is one, and the order. */
export async function changeDue(
  ctx: Ctx,
  order: Order,
  waiting: Attempt | undefined,
  { beforeKurus, afterKurus }: ChangedLines,
  actorId: string | undefined,
): Promise<Due> {
  if (beforeKurus === afterKurus) return { totalKurus: order.totalKurus, told: [] }
  if (order.exchangeOf) throw inExchange()
  const goods = { beforeKurus, afterKurus }
  if (waiting) return changeWaiting(ctx, order, waiting, goods, actorId)
  return lowerPaid(ctx, order, await lockAttempt(ctx, (await getPaid(ctx, order.id)).id), goods, actorId)
}

type Goods = { beforeKurus: number; afterKurus: number }

/** More or less is due. The credit spent on it stays as it is, so something has to be left to pay. */
async function changeWaiting(
  ctx: Ctx,
  order: Order,
  attempt: Attempt,
  goods: Goods,
  actorId: string | undefined,
): Promise<Due> {
  const { feeKurus, totalKurus } = changedTotal({ ...order, feeKurus: attempt.feeKurus }, goods)
  const amountKurus = totalKurus - order.creditKurus
  if (amountKurus <= 0) throw nothingDue()
  await ctx.db.update(orders).set({ totalKurus, updatedAt: ctx.clock() }).where(eq(orders.id, order.id))
  const changed = await changeAttempt(ctx, attempt, { amountKurus, feeKurus })
  return { totalKurus, ...(await settleWaiting(ctx, order, changed, actorId)) }
}

async function lowerPaid(
  ctx: Ctx,
  order: Order,
  attempt: Attempt,
  goods: Goods,
  actorId: string | undefined,
): Promise<Due> {
  const { amountKurus, feeKurus } = attempt
  const moneyLeftKurus = await ownMoneyLeft(ctx, attempt)
  const lower = lowered({ ...order, amountKurus, feeKurus, moneyLeftKurus }, goods)
  const { totalKurus, moneyKurus, creditKurus } = lower
  if (totalKurus > order.totalKurus) throw dearer(totalKurus - order.totalKurus)
  const leftKurus = leftOf(order, attempt)
  if (moneyKurus + creditKurus > leftKurus) throw tooLittleLeft(leftKurus)
  await ctx.db
    .update(orders)
    .set({
      totalKurus,
      creditKurus: order.creditKurus - creditKurus,
      giftKurus: order.giftKurus - giftPartOf(order, creditKurus),
      updatedAt: ctx.clock(),
    })
    .where(eq(orders.id, order.id))
  const changed = await changeAttempt(ctx, attempt, {
    amountKurus: amountKurus - moneyKurus,
    feeKurus: lower.feeKurus,
    chargedKurus: takenKurus(attempt),
  })
  const { refundId, told } = await giveBack(ctx, order, changed, moneyKurus, actorId)
  return { totalKurus, refundId, told: [...told, ...(await giveCreditBack(ctx, order, creditKurus, actorId))] }
}

type Amounts = Pick<Attempt, 'amountKurus' | 'feeKurus'> & Partial<Pick<Attempt, 'chargedKurus'>>

async function changeAttempt(ctx: Ctx, { id }: Attempt, amounts: Amounts): Promise<Attempt> {
  const [changed] = await ctx.db
    .update(paymentAttempts)
    .set({ ...amounts, updatedAt: ctx.clock() })
    .where(eq(paymentAttempts.id, id))
    .returning()
  if (!changed) throw new Error(`payment attempt ${id} is gone`)
  return changed
}

type Back = Omit<Due, 'totalKurus'>

async function giveBack(
  ctx: Ctx,
  { guest }: Order,
  attempt: Attempt,
  differenceKurus: number,
  actorId: string | undefined,
): Promise<Back> {
  const spareKurus = takenKurus(attempt) - attempt.amountKurus - (await beyondGoingBack(ctx, attempt.id))
  const amountKurus = Math.min(differenceKurus, spareKurus)
  const leaseUntil = after(ctx.clock(), firstLease)
  const refundId = await requestRefund(ctx, attempt, { amountKurus, reason: 'change', actorId, leaseUntil })
  if (!refundId) return { told: [] }
  const amount = formatKurus(amountKurus)
  if (!isByHand(attempt)) return { refundId, told: [`Aradaki ${amount} ödemeyi yaptığınız karta iade edilir.`] }
  const where = guest ? '' : 'hesabınızdaki “Siparişlerim” sekmesinde '
  const told = `Aradaki ${amount} banka hesabınıza havale edilir. Bunun için ${where}siparişinizi açıp IBAN’ınızı yazın.`
  return { refundId, told: [told] }
}

/** The part of the difference that store credit and gift cards had paid is theirs again at once; returns what she is told. */
async function giveCreditBack(ctx: Ctx, order: Order, kurus: number, actorId: string | undefined) {
  if (kurus === 0) return []
  const giftKurus = await giveSpentBack(ctx, order, kurus)
  const [own, gift] = [formatKurus(kurus - giftKurus), formatKurus(giftKurus)]
  const isOwn = kurus > giftKurus
  const how = [...(isOwn ? [`${own} mağaza kredisi olarak`] : []), ...(giftKurus > 0 ? [`${gift} hediye kartına`] : [])]
  const note = `Değişikliğin farkı ${how.join(', ')} iade edildi`
  const createdAt = ctx.clock()
  await ctx.db
    .insert(orderEvents)
    .values({ id: newId(), orderId: order.id, type: 'refund', note, actorId: actorId ?? null, createdAt })
  return [
    ...(isOwn ? [`Aradaki farkın ${own} kadarı mağaza krediniz olarak hesabınıza geri eklendi.`] : []),
    ...(giftKurus > 0 ? [`Aradaki farkın ${gift} kadarı kullandığınız hediye kartına geri yüklendi.`] : []),
  ]
}

/** Returns what the buyer is told of her new sum. A transfer that came in part may now pay all of it, or more than that. */
async function settleWaiting(ctx: Ctx, order: Order, attempt: Attempt, actorId: string | undefined): Promise<Back> {
  const { amountKurus: allKurus, chargedKurus: cameKurus } = attempt
  const all = formatKurus(allKurus)
  if (attempt.status === 'AWAITING_LINK')
    return { told: [`Ödeyeceğiniz tutar artık ${all}; ödeme bağlantınız yeni tutarı gösterir.`] }
  if (attempt.status !== 'AWAITING_TRANSFER') return { told: [`Teslim alırken ödeyeceğiniz tutar artık ${all}.`] }
  const { reference, dueKurus } = await dueOf(ctx, attempt)
  if (cameKurus === null || cameKurus < allKurus) {
    const rest = formatKurus(dueKurus)
    return { told: [`Havale edeceğiniz tutar artık ${rest}; açıklamaya ${reference} yazmayı unutmayın.`] }
  }
  const came = { kind: 'charged', paymentId: reference, amountKurus: cameKurus } as const
  const paid = await settleAttempt(ctx, attempt.id, came, 'what had come pays the changed order')
  return giveBack(ctx, order, paid, cameKurus - allKurus, actorId)
}

function dearer(moreKurus: number): ShopError {
  const more = formatKurus(moreKurus)
  const message = `Sipariş ${more} pahalanıyor ve ödemesi alınmış; eski fiyata verin ya da farkı olmayan bir ürün seçin.`
  return new ShopError('CONFLICT', message, { data: { difference: moreKurus / 100 } })
}

function inExchange(): ShopError {
  const message = 'Değişim siparişinin tutarı değiştirilemez; değişimi İadeler bölümünden iadeye çevirin.'
  return new ShopError('CONFLICT', message)
}

function nothingDue(): ShopError {
  const way = 'siparişi iptal edin, müşteri kredisiyle yeniden sipariş versin.'
  return new ShopError('CONFLICT', `Kalan ürünlerin tamamını müşterinin mağaza kredisi karşılıyor; ${way}`)
}

function tooLittleLeft(leftKurus: number): ShopError {
  const left = `Bu siparişin geri verilebilecek tutarı ${formatKurus(leftKurus)}`
  return new ShopError('CONFLICT', `${left}; daha az ürün çıkarın ya da siparişi iptal edin.`)
}
