import { eq, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { countCreditBack, giveRefundAsCredit } from '../credit/of-orders.ts'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { formatKurus } from '../money.ts'
import { shownOrderId } from '../order-id.ts'
import { findAttempt } from '../payments/attempt-rows.ts'
import {
  askForRefund,
  closeDiscrepanciesOf,
  closeRefund,
  findRefund,
  findWaitingFor,
  isWaitingItsTurn,
  noteKeptExcess,
  type Refund,
} from '../payments/refunds.ts'
import type { NewItemRefund } from './contract.ts'
import { announceOrder } from './feed.ts'
import { type FreeRefund, requestFreeRefund, settleFreeRefund } from './giving-back/free.ts'
import { clearRefundedStatus, noteGivenBack } from './giving-back/given.ts'
import { findExcess } from './giving-back/left.ts'
import { givenFacts, givenWords, sumOf } from './giving-back/order-refunds.ts'
import { endUnsent } from './giving-back/unsent.ts'
import { releaseItemRefund, requestItemRefund, settleItemRefund } from './item-refunds.ts'
import { lockBeforePayment, lockOrigin, unpromise } from './locked.ts'
import {
  queueCancellationMail,
  queueDifferenceMail,
  queueExcessMail,
  queueFreeRefundMail,
  queueOwedMail,
  queuePaidBackMail,
} from './mails.ts'
import { itemRefunds, orderEvents, orders } from './schema.ts'
import { returnStock } from './stock.ts'

/**
 * Finishes a requested refund: asks the provider (asking twice pays once, by the refund's id), then writes the consequences
 * in one transaction. Throws CONFLICT (CANCELLATION_REFUSED for a cancellation) when the bank refuses, UNAVAILABLE while the
 * outcome is unknown.
 */
export async function finishRefund(ctx: Ctx, refundId: string): Promise<void> {
  if (await settleWithoutMoney(ctx, refundId)) return
  const asked = await askForRefund(ctx, refundId)
  if (!asked) return throwUnlessRefunded(ctx, refundId)
  const { refund, answer } = asked
  switch (answer.kind) {
    case 'unknown':
      throw stillOpen()
    case 'unsent':
      throw new ShopError('UNAVAILABLE', 'Bankaya şu anda ulaşılamıyor; mağaza iadeyi kendiliğinden yeniden isteyecek.')
    case 'refused':
      await settleRefund(ctx, refund, 'FAILED')
      throw refusedByBank(refund.reason, answer.message)
    case 'refunded':
      if (await settleRefund(ctx, refund, 'SUCCEEDED')) return
      ctx.log.info({ refundId }, 'a refund that was carried out had been settled before')
  }
}

/** A refund of store credit alone is settled without the bank; false for any other. */
async function settleWithoutMoney(ctx: Ctx, refundId: string): Promise<boolean> {
  const refund = await findRefund(ctx, refundId)
  if (refund?.amountKurus !== 0 || (await isWaitingItsTurn(ctx, refund))) return false
  await settleRefund(ctx, refund, 'SUCCEEDED')
  return true
}

/** For a refund that another process finishes or has finished: the caller must not report success before it is. */
async function throwUnlessRefunded(ctx: Ctx, refundId: string): Promise<void> {
  const refund = await findRefund(ctx, refundId)
  // The owner pays it and says when.
  if (refund?.byHand) return
  if (refund?.status === 'REQUESTED') throw stillOpen()
  if (refund?.status === 'FAILED') throw refusedByBank(refund.reason, 'Banka kabul etmedi.')
}

function stillOpen(): ShopError {
  return new ShopError(
    'UNAVAILABLE',
    'Banka iadeyi henüz sonuçlandırmadı; mağaza sonucu kendiliğinden takip ediyor, yeniden istemeyin.',
  )
}

/** Settles a refund with everything that follows from it, in one transaction; false when it already was. */
export async function settleRefund(ctx: Ctx, refund: Refund, status: 'SUCCEEDED' | 'FAILED'): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    await lockOrigin(ctx, refund.orderId)
    await lockBeforePayment(ctx, refund.orderId)
    if (!(await closeRefund(ctx, refund, status))) return false
    if (status === 'SUCCEEDED') await giveRefundAsCredit(ctx, refund)
    if (status === 'FAILED') {
      await failWaiting(ctx, refund)
      await takeBackOver(ctx, refund)
      if (refund.reason === 'items') await releaseItemRefund(ctx, refund)
      if (refund.reason === 'change') await noteRefusedDifference(ctx, refund)
      await clearRefundedStatus(ctx, refund)
    } else if (refund.reason === 'cancellation' && refund.byHand) await markPaidBack(ctx, refund)
    else if (refund.reason === 'cancellation') await markCancelled(ctx, refund)
    else if (refund.reason === 'items') await settleItemRefund(ctx, refund)
    else if (refund.reason === 'goodwill') await settleFreeRefund(ctx, refund)
    else if (refund.reason === 'exchange') await settleExchangeRefund(ctx, refund)
    else if (refund.reason === 'excess' || refund.reason === 'change') await settleExcessRefund(ctx, refund)
    if (status === 'SUCCEEDED') {
      await oweWaiting(ctx, refund)
      // With the last money of what she withdrew from before it left.
      await endUnsent(ctx, refund.orderId, refund.actorId)
    }
    return true
  })
}

/** Money of an older order is refunded only together with the order's own money, which the bank refused. */
async function failWaiting(ctx: Ctx, first: Refund): Promise<void> {
  for (const refund of await findWaitingFor(ctx, first)) {
    if (await closeRefund(ctx, refund, 'FAILED')) await takeBackOver(ctx, refund, { withFirst: true })
  }
}

/** The bank has paid: what the owner pays by hand beside it is owed from now on. Other banks are asked by the recovery. */
async function oweWaiting(ctx: Ctx, first: Refund): Promise<void> {
  for (const refund of await findWaitingFor(ctx, first)) {
    if (!refund.byHand || first.byHand) continue
    await giveRefundAsCredit(ctx, refund)
    const [asked] = await ctx.db.select().from(itemRefunds).where(eq(itemRefunds.refundId, refund.id))
    if (asked) await queueOwedMail(ctx, refund, asked.note)
  }
}

/**
 * After the bank refused: credit is not given, and what went over the payment of an older order is its own order's again. A
 * refund beside another one that went stays with the older order, from which the owner can give it back; `withFirst`: that one failed.
 */
async function takeBackOver(ctx: Ctx, refund: Refund, { withFirst = false } = {}): Promise<void> {
  const payment = await findAttempt(ctx, refund.attemptId)
  if (!payment) return
  await countCreditBack(ctx, payment.orderId, -refund.creditKurus, -refund.giftKurus)
  if (refund.reason === 'exchange' && !withFirst) return noteRefusedExchange(ctx, refund, payment.orderId)
  const kurus = sumOf(refund)
  for (let id = refund.orderId; id !== payment.orderId; ) {
    const [{ exchangeOf } = { exchangeOf: null }] = await ctx.db
      .update(orders)
      .set({ exchangeBackKurus: sql`${orders.exchangeBackKurus} - ${kurus}` })
      .where(eq(orders.id, id))
      .returning({ exchangeOf: orders.exchangeOf })
    if (!exchangeOf) throw new Error(`refund ${refund.id} went over a payment of another order`)
    await ctx.db
      .update(orders)
      .set({ movedKurus: sql`${orders.movedKurus} + ${kurus}` })
      .where(eq(orders.id, exchangeOf))
    id = exchangeOf
  }
}

async function noteRefusedExchange(ctx: Ctx, refund: Refund, orderId: string): Promise<void> {
  const note = `${formatKurus(sumOf(refund))} bankadan iade edilemedi (${shownOrderId(refund.orderId)}); bu siparişten yeniden iade edin`
  await ctx.db
    .insert(orderEvents)
    .values({ id: newId(), orderId, type: 'refund', note, actorId: refund.actorId, createdAt: ctx.clock() })
}

/** After the value of exchanged pieces went back, beside another refund of the same order. */
async function settleExchangeRefund(ctx: Ctx, refund: Refund): Promise<void> {
  await noteGivenBack(ctx, refund, `Değişilen ürünün bedeli: ${givenWords(refund)}`, givenFacts(refund))
  await queueFreeRefundMail(ctx, refund, 'Değişimle gelen ürünün iadesi')
}

/** After what the shop had beyond the order's amount went back: the order stays as it is, its history and its buyer are told. */
async function settleExcessRefund(
  ctx: Ctx,
  { orderId, attemptId, amountKurus, actorId, byHand, reason }: Refund,
): Promise<void> {
  const now = ctx.clock()
  const [order] = await ctx.db
    .update(orders)
    .set({ updatedAt: now })
    .where(eq(orders.id, orderId))
    .returning({ totalKurus: orders.totalKurus })
  const what = reason === 'change' ? 'Değişikliğin farkı' : `Fazla ${byHand ? 'ödenen' : 'çekilen'}`
  const note = `${what} ${formatKurus(amountKurus)} iade edildi`
  if (byHand && reason === 'excess') await closeExcess(ctx, attemptId, note)
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'refund', note, actorId, createdAt: now })
  if (reason === 'change') await queueDifferenceMail(ctx, orderId, amountKurus)
  else await queueExcessMail(ctx, orderId, amountKurus)
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: order?.totalKurus ?? 0 })
}

/** No books will ever say that it went back. What came too much meanwhile stays in sight. */
async function closeExcess(ctx: Ctx, attemptId: string, note: string): Promise<void> {
  await closeDiscrepanciesOf(ctx, attemptId, note)
  const attempt = await findAttempt(ctx, attemptId)
  if (attempt && (await findExcess(ctx, [attempt])).get(attemptId)) await noteKeptExcess(ctx, attempt)
}

/** The order is cheaper now, and the bank did not give the difference back: it waits under Ödemeler as money taken too much. */
async function noteRefusedDifference(ctx: Ctx, { orderId, attemptId, amountKurus, actorId }: Refund): Promise<void> {
  const attempt = await findAttempt(ctx, attemptId)
  if (attempt) await noteKeptExcess(ctx, attempt)
  const note = `Değişikliğin farkı ${formatKurus(amountKurus)} iade edilemedi`
  const createdAt = ctx.clock()
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'refund', note, actorId, createdAt })
}

function refusedByBank(reason: Refund['reason'], why: string): ShopError {
  return reason === 'cancellation'
    ? new ShopError('CANCELLATION_REFUSED', `Sipariş iptal edilemedi: ${why}`)
    : new ShopError('CONFLICT', `İade yapılamadı: ${why}`)
}

/** Refunds units of an order through the bank; after a crash in between, recovery finishes it. */
export async function refundItems(ctx: Ctx, orderId: string, input: NewItemRefund, key?: string): Promise<void> {
  const refundId = await requestItemRefund(ctx, orderId, input, key)
  ctx.atStep?.('refund-written')
  await finishRefund(ctx, refundId)
}

/** Gives back a sum of the owner's choice; after a crash in between, recovery finishes it. */
export async function refundFreely(ctx: Ctx, orderId: string, input: FreeRefund, key?: string): Promise<void> {
  const refundId = await requestFreeRefund(ctx, orderId, input, key)
  ctx.atStep?.('refund-written')
  await finishRefund(ctx, refundId)
}

/** The money of an order that was cancelled before went back by the owner's hand. */
async function markPaidBack(ctx: Ctx, { orderId, amountKurus, actorId }: Refund): Promise<void> {
  const now = ctx.clock()
  const [order] = await ctx.db
    .update(orders)
    .set({ paymentStatus: 'REFUNDED', updatedAt: now })
    .where(eq(orders.id, orderId))
    .returning({ totalKurus: orders.totalKurus })
  const note = `${formatKurus(amountKurus)} iade edildi`
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'refund', note, actorId, createdAt: now })
  await queuePaidBackMail(ctx, orderId, amountKurus)
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: order?.totalKurus ?? 0 })
}

/**
 * After the whole payment was refunded: cancels the order, returns its units to stock and mails the buyer. `isOwed`: the
 * owner still has to pay it back.
 */
export async function markCancelled(
  ctx: Ctx,
  refund: Pick<Refund, 'orderId' | 'actorId' | 'amountKurus' | 'creditKurus' | 'giftKurus' | 'restock'> & {
    isOwed?: boolean
  },
): Promise<void> {
  const now = ctx.clock()
  const [before] = await ctx.db.select().from(orders).where(eq(orders.id, refund.orderId))
  if (!before) throw new Error(`order ${refund.orderId} is gone`)
  await ctx.db
    .update(orders)
    .set({
      status: 'CANCELLED',
      ...(refund.isOwed ? {} : { paymentStatus: 'REFUNDED' }),
      cancelledAt: now,
      updatedAt: now,
    })
    .where(eq(orders.id, refund.orderId))
  await unpromise(ctx, before)
  const byBuyer = refund.actorId === before.userId
  await ctx.db.insert(orderEvents).values({
    id: newId(),
    orderId: refund.orderId,
    type: 'cancelled',
    status: 'CANCELLED',
    note: byBuyer ? 'Müşteri iptal etti' : '',
    actorId: refund.actorId,
    createdAt: now,
  })
  if (refund.restock) await returnStock(ctx, refund.orderId)
  await queueCancellationMail(ctx, refund, refund.isOwed)
  await announceOrder(ctx, { kind: 'changed', orderId: before.id, totalKurus: before.totalKurus })
  if (byBuyer) return
  await recordChange(ctx, {
    action: 'order.cancel',
    subject: { id: before.id, name: shownOrderId(before.id) },
    before: { status: before.status },
    after: { status: 'CANCELLED', ...givenFacts(refund) },
    ...(refund.actorId ? { actorId: refund.actorId } : {}),
  })
}
