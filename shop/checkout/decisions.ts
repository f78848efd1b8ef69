import { and, eq } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import type { Facts } from '../audit/contract.ts'
import { giveUsesBack } from '../campaigns/uses.ts'
import { returnCredit } from '../credit/of-orders.ts'
import { type Ctx, inRetriedTransaction, isId, requireRight } from '../ctx.ts'
import { invalid, notFound, ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import { announceSettled } from '../orders/feed.ts'
import { findExcess } from '../orders/giving-back/left.ts'
import { lockBeforePayment } from '../orders/locked.ts'
import { finishRefund } from '../orders/refunds.ts'
import { orders } from '../orders/schema.ts'
import { holdsStock, retakeHeld, returnStock } from '../orders/stock.ts'
import { type Attempt, findAttempt, isOpen, lockAttempt, move, type Paid } from '../payments/attempt-rows.ts'
import type { Resolution } from '../payments/contract.ts'
import { isByHand, isProviderGone } from '../payments/providers.ts'
import { requestRefund } from '../payments/refunds.ts'
import { type AttemptStatus, refunds } from '../payments/schema.ts'
import { takenKurus } from '../payments/taken.ts'
import { endUnasked, holdEnd, succeed } from './attempts.ts'
import { askWhereTo, cameLate, giveBackLateCharge } from './late-charges.ts'
import { findBooksOf, learnTaken } from './reconciliation/books.ts'
import { hasDiscrepancies, recheck, settleDiscrepancies } from './reconciliation/discrepancies.ts'
import { askAgain, askOnceMore } from './recovery.ts'
import { suggestionFor } from './resolution.ts'

type Decision = { action?: Resolution | undefined; note?: string | undefined }

/**
 * Does with an unsettled payment what the owner chose, or what is right: asks again, completes the order, gives back, or
 * closes with her note what she settled elsewhere. What is no longer possible is CONFLICT and changes nothing. The
 * history holds what she wanted either way.
 */
export async function resolvePayment(ctx: Ctx, attemptId: string, { action, note }: Decision): Promise<Attempt> {
  requireRight(ctx, 'payments')
  const seen = isId(attemptId) ? await findAttempt(ctx, attemptId) : undefined
  if (!seen) throw notFound('Ödeme bulunamadı.')
  const resolution = action ?? suggestionFor(seen)
  if (resolution === 'close' && !note) throw invalid({ note: ['Açıklama gerekli'] })
  try {
    if (resolution === 'ask') await ask(ctx, seen)
    else await decide(ctx, seen, resolution, note ?? '')
  } catch (error) {
    if (error instanceof ShopError) await noteDecision(ctx, seen, { resolution, error: error.message })
    throw error
  }
  return (await findAttempt(ctx, seen.id)) ?? seen
}

/** Asks about a payment. One that is settled is compared with the provider's books: a discrepancy ends when they agree. */
async function ask(ctx: Ctx, attempt: Attempt): Promise<void> {
  if (isOpen(attempt)) await askAgain(ctx, attempt, 'asked by the owner')
  else if (attempt.status === 'EXPIRED' || attempt.status === 'DECLINED') await askOnceMore(ctx, attempt)
  else if (!(await recheck(ctx, attempt))) throw noAnswer()
  const now = (await findAttempt(ctx, attempt.id)) ?? attempt
  if (!isOpen(now) || (await hasDiscrepancies(ctx, now))) await recheck(ctx, now)
  await noteDecision(ctx, attempt, { resolution: 'ask', status: now.status })
}

/** Others may have settled the payment since the owner looked at it: the locked row says what can still be done. */
async function decide(ctx: Ctx, seen: Attempt, resolution: keyof typeof moves, note: string): Promise<void> {
  const { id: attemptId, orderId } = seen
  const isExcess = resolution === 'refund-excess'
  if (isExcess && seen.status !== 'SUCCEEDED') throw notPossible(seen)
  const known = resolution.startsWith('refund') && (await askWhatIsTaken(ctx, attemptId))
  if (isExcess && !known) throw noAnswer()
  const refundId = await inRetriedTransaction(ctx, async (ctx) => {
    // Refunds and the cancellation of a completed order lock it before its payment.
    if (isExcess) await lockBeforePayment(ctx, orderId)
    const attempt = await lockAttempt(ctx, attemptId)
    const refundId = await moves[resolution](ctx, attempt, note)
    const ended = isBeyondAsking(ctx, attempt) ? 'EXPIRED' : 'REFUNDED'
    const status = resolution === 'complete' || isExcess ? 'SUCCEEDED' : ended
    const more = resolution === 'close' ? { note } : isExcess ? { refundedKurus: await findExcessOf(ctx, attempt) } : {}
    await noteDecision(ctx, attempt, { resolution, status, ...more })
    await announceSettled(ctx, orderId)
    return refundId
  })
  if (refundId) await finishRefund(ctx, refundId)
  const now = await findAttempt(ctx, attemptId)
  if (now && resolution !== 'close') await recheck(ctx, now)
}

/** All that goes back is what the provider has now: what it said when it took the money may have been wrong. False without its books. */
async function askWhatIsTaken(ctx: Ctx, attemptId: string): Promise<boolean> {
  const attempt = await findAttempt(ctx, attemptId)
  // The owner entered this money herself: there is no provider to ask.
  if (attempt && isByHand(attempt)) return true
  // An amount in another currency has no kuruş.
  if (!attempt || attempt.heldReason?.startsWith('currency')) return false
  const books = await findBooksOf(ctx, attempt)
  if (books) await learnTaken(ctx, attempt, books)
  return books !== undefined
}

const moves = { complete, refund: giveBack, 'refund-excess': giveBackExcess, close: closeByHand }

/** The owner accepts what the provider took: the order appears, if its goods can be had. */
async function complete(ctx: Ctx, attempt: Attempt): Promise<undefined> {
  const { orderId, providerPaymentId, chargedKurus } = attempt
  if (!isHeld(attempt) || !providerPaymentId) throw notPossible(attempt)
  if (!attempt.linkOf && !(await holdsStock(ctx, orderId)) && !(await retakeHeld(ctx, orderId))) {
    throw new ShopError('OUT_OF_STOCK', await whatIsGone(ctx, orderId))
  }
  if (!(await succeed(ctx, attempt, ['PENDING'], { providerPaymentId, chargedKurus }, 'accepted by the owner')))
    throw notPossible(attempt)
}

async function whatIsGone(ctx: Ctx, orderId: string): Promise<string> {
  const { creditKurus, giftKurus } = orders
  const [order] = await ctx.db.select({ creditKurus, giftKurus }).from(orders).where(eq(orders.id, orderId))
  if (order?.giftKurus)
    return 'Siparişteki ürünler ya da siparişte kullanılan hediye kartının bakiyesi artık yok; ödemeyi iade edin.'
  return order?.creditKurus
    ? 'Siparişteki ürünler ya da siparişte kullanılan mağaza kredisi artık yok; ödemeyi iade edin.'
    : 'Siparişteki ürünler artık stokta yok; ödemeyi iade edin.'
}

/** The refund to be finished: of a held payment, whose order ends with it, or of late money that has not gone back yet. */
async function giveBack(ctx: Ctx, attempt: Attempt): Promise<string> {
  const { providerPaymentId, chargedKurus } = attempt
  if (!providerPaymentId) throw notPossible(attempt)
  const paid = { providerPaymentId, chargedKurus }
  const refundId = isHeld(attempt) ? await giveBackHeld(ctx, attempt, paid) : await giveBackRest(ctx, attempt)
  if (!refundId) throw notPossible(attempt)
  return refundId
}

async function giveBackHeld(ctx: Ctx, attempt: Attempt, paid: Paid): Promise<string | undefined> {
  const refundId = await giveBackLateCharge(ctx, attempt, paid)
  await endOrder(ctx, attempt)
  return refundId
}

/** A try to pay by a link ends alone: its order waits on. */
async function endOrder(ctx: Ctx, { orderId, linkOf }: Attempt): Promise<void> {
  if (linkOf) return
  await ctx.db.update(orders).set({ paymentStatus: 'FAILED', updatedAt: ctx.clock() }).where(eq(orders.id, orderId))
  await returnCredit(ctx, orderId)
  await giveUsesBack(ctx, orderId)
  await returnStock(ctx, orderId)
}

async function giveBackRest(ctx: Ctx, attempt: Attempt): Promise<string | undefined> {
  if (!isRestOwed(attempt) || (await isGoingBack(ctx, attempt))) return undefined
  const actorId = requireRight(ctx, 'payments')
  const amountKurus = takenKurus(attempt) - attempt.refundKurus
  const refundId = await requestRefund(ctx, attempt, { amountKurus, reason: 'late-charge', actorId })
  await askWhereTo(ctx, refundId, cameLate)
  return refundId
}

/** Late money of which something has not gone back. */
function isRestOwed(attempt: Attempt): boolean {
  return attempt.status === 'REFUNDED' && attempt.refundKurus < takenKurus(attempt)
}

/** Gives back only what the provider took beyond the amount of a completed order; the order stays, and stays paid. */
async function giveBackExcess(ctx: Ctx, attempt: Attempt): Promise<string> {
  if (await isGoingBack(ctx, attempt)) throw new ShopError('CONFLICT', goingBack)
  const actorId = requireRight(ctx, 'payments')
  const amountKurus = await findExcessOf(ctx, attempt)
  const refundId = await requestRefund(ctx, attempt, { amountKurus, reason: 'excess', actorId })
  if (!refundId) throw new ShopError('CONFLICT', noExcess)
  await askWhereTo(ctx, refundId, 'Ödemeniz siparişin tutarından fazlaydı.')
  return refundId
}

async function findExcessOf(ctx: Ctx, attempt: Attempt): Promise<number> {
  return (await findExcess(ctx, [attempt])).get(attempt.id) ?? 0
}

/** Whether a refund is under way. Finishing one locks the order, then waits for the attempt, which is locked here. */
async function isGoingBack(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  return (await ctx.db.$count(refunds, and(eq(refunds.attemptId, attempt.id), eq(refunds.status, 'REQUESTED')))) > 0
}

/** She has settled it past the shop, such as in the provider's own panel: it waits for nobody any more. */
async function closeByHand(ctx: Ctx, attempt: Attempt, note: string): Promise<undefined> {
  if (isBeyondAsking(ctx, attempt)) {
    if (holdEnd(ctx, attempt) > ctx.clock()) throw new ShopError('CONFLICT', mayStillPay)
    await endUnasked(ctx, attempt)
    return
  }
  const isOwed = isRestOwed(attempt) && attempt.settledNote === null && !(await isGoingBack(ctx, attempt))
  if (!isHeld(attempt) && !isOwed) throw notPossible(attempt)
  const set = { settledNote: note, heldReason: null, recheckAt: null }
  await move(ctx, attempt, ['PENDING', 'REFUNDED'], 'REFUNDED', 'settled elsewhere by the owner', set)
  if (isHeld(attempt)) await endOrder(ctx, attempt)
  await settleDiscrepancies(ctx, { attemptId: attempt.id }, note)
}

/** Nobody can be asked how it ends: the keys of its provider are gone. */
function isBeyondAsking(ctx: Ctx, attempt: Attempt): boolean {
  return isOpen(attempt) && !isHeld(attempt) && isProviderGone(ctx, attempt)
}

/** The provider has money that does not fit our books, and a human is waited for. */
function isHeld(attempt: Attempt): boolean {
  return attempt.status === 'PENDING' && attempt.heldReason !== null
}

async function noteDecision(ctx: Ctx, { orderId, status }: Attempt, after: Facts): Promise<void> {
  await recordChange(ctx, {
    action: 'payment.resolve',
    subject: { id: orderId, name: `Sipariş ${shownOrderId(orderId)}` },
    before: { status },
    after: { status, ...after },
  })
}

function notPossible(attempt: Attempt): ShopError {
  const { status } = attempt
  if (isHeld(attempt) && takenKurus(attempt) <= 0) return new ShopError('CONFLICT', nothingLeft)
  const why = changes[status] ?? 'Bu ödeme için bu işlem şu anda yapılamaz; önce durumunu yeniden sorgulayın.'
  return new ShopError('CONFLICT', why)
}

const nothingLeft =
  'Ödeme kuruluşunda bu ödemeden geri gönderilecek para kalmamış; panelden iade edildiyse not yazıp kapatın.'

const mayStillPay =
  'Müşteri bu ödemeyi şu anda yapıyor olabilir, hiçbir şey değiştirilmedi; ürünleri ayrılmış kaldığı süre dolunca kapatın.'
const goingBack = 'Bu ödemenin bir iadesi bankada sürüyor, hiçbir şey değiştirilmedi; o sonuçlanınca yeniden bakın.'
const noExcess = 'Bu ödemede geri gönderilecek fazla para yok, hiçbir şey değiştirilmedi; listeyi yenileyin.'

const changes: Partial<Record<AttemptStatus, string>> = {
  SUCCEEDED: 'Bu ödemenin siparişi bu arada tamamlanmış, hiçbir şey değiştirilmedi; listeyi yenileyip siparişe bakın.',
  REFUNDED: 'Bu ödemenin iadesi bu arada başlatılmış, hiçbir şey değiştirilmedi; listeyi yenileyip iadeye bakın.',
}

function noAnswer(): ShopError {
  return new ShopError('UNAVAILABLE', 'Ödeme kuruluşu bu ödemenin kaydını şu anda vermiyor; biraz sonra yeniden sorun.')
}
