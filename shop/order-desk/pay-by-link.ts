/**
 * Paying by a link. Anybody who has it may pay, and several may have it open. One attempt waits for the order (AWAITING_LINK); each try is
 * an attempt of its own, begun while the waiting one is locked and only while no other is open. The charge that comes first ends the
 * waiting; the money of any other goes back (docs/payments.md, 'Payment links').
 */

import { eq } from 'drizzle-orm'
import { findContracts, keepContracts } from '../agreements/order-contracts.ts'
import { endAtBank } from '../checkout/holds.ts'
import { cardsTriedFor, limitCards, limitLinkPayment } from '../checkout/payment-limits.ts'
import { stateOf } from '../checkout/payment-state.ts'
import { insertAttempt } from '../checkout/place-order.ts'
import { deadlineOf, dueOf, giveReference } from '../checkout/ways/transfer/transfer.ts'
import type { PaymentState, Started, Way } from '../checkout/ways/way.ts'
import { wayFor } from '../checkout/ways/ways.ts'
import { type Ctx, inRetriedTransaction, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { fromTl, toTl } from '../money.ts'
import { announceOrder } from '../orders/feed.ts'
import { lockOrder, lockWaitingPayment } from '../orders/locked.ts'
import { queueTransferMail } from '../orders/mails.ts'
import { orderEvents, orders } from '../orders/schema.ts'
import { type Attempt, move } from '../payments/attempt-rows.ts'
import { byHand } from '../payments/providers.ts'
import { paymentAttempts } from '../payments/schema.ts'
import type { LinkPayment } from './contract.ts'
import { getOrder, limitLinks, methodsFor, quoteOfOrder } from './linked-order.ts'
import { findOpenTries, orderOfToken } from './links.ts'

type Begun = { started: Started; way: Way } | { waiting: Attempt }

/**
 * Pays the order that a token opens. LINK_EXPIRED once it ended, PRICE_CHANGED when it costs something else than was seen, CONFLICT
 * when it is paid or somebody is just paying it.
 */
export async function payByLink(ctx: Ctx, input: LinkPayment): Promise<PaymentState> {
  await limitLinks(ctx)
  const orderId = await orderOfToken(ctx, input.token)
  await limitLinkPayment(ctx, orderId, input.paymentData?.cardNumber)
  if (ctx.config.mode === 'live' && !input.acceptedContracts) {
    throw new ShopError(
      'CONTRACTS_NOT_ACCEPTED',
      'Ödemeden önce ön bilgilendirme formunu ve mesafeli satış sözleşmesini onaylayın.',
    )
  }
  // Ends an unfinished payment at a bank first: without our last call no money moves there.
  await endAtBank(ctx, eq(paymentAttempts.orderId, orderId))
  const seen = await getOrder(ctx, orderId)
  const possible = await methodsFor(ctx, seen, await quoteOfOrder(ctx, seen, input.paymentMethod))
  const whyNot = possible.includes(input.paymentMethod) ? undefined : notThisWay
  const begun = await inRetriedTransaction(ctx, (ctx) => begin(ctx, orderId, input, whyNot))
  if ('waiting' in begun) return stateOf(ctx, begun.waiting)
  const { started, way } = begun
  ctx.atStep?.('attempt-written')
  const settled = (await way.proceed?.(ctx, started)) ?? started.attempt
  ctx.atStep?.('settled')
  return stateOf(ctx, settled)
}

async function begin(ctx: Ctx, orderId: string, input: LinkPayment, whyNot: string | undefined): Promise<Begun> {
  const waiting = await lockWaitingPayment(ctx, orderId)
  const { status, paidAt } = await lockOrder(ctx, orderId)
  if (paidAt && status !== 'CANCELLED')
    throw new ShopError('CONFLICT', 'Bu siparişin ödemesi alınmış; yeniden ödemeyin.')
  if (waiting?.status !== 'AWAITING_LINK' || waiting.amountKurus === 0 || waiting.leaseUntil <= ctx.clock())
    throw ended()
  if ((await findOpenTries(ctx, waiting.id)).length > 0) throw beingPaid()
  const order = await getOrder(ctx, orderId)
  const quote = await quoteOfOrder(ctx, order, input.paymentMethod)
  if (fromTl(input.totalAmount) !== quote.chargeKurus) throw priceChanged(quote.chargeKurus)
  // Counted again: of several requests at once the others' cards are seen only now.
  if (input.paymentData) limitCards(ctx, await cardsTriedFor(ctx, orderId), input.paymentData.cardNumber)
  const way = wayFor({ ...quote, whyNot })
  const accepted = input.acceptedContracts
  // Kept once: what a change of the order makes of them since is kept by the change.
  if (accepted && (await findContracts(ctx, orderId)).length === 0)
    await keepContracts(ctx, orderId, accepted, order, quote)
  if (input.paymentMethod === 'BANK_TRANSFER') return { waiting: await awaitTransfer(ctx, waiting) }
  const { paymentMethod, paymentData, totalAmount } = input
  const payment = { orderData: { cartItems: [], customerInfo: order, totalAmount }, paymentMethod, paymentData }
  const beginning = await way.begin(ctx, payment)
  const { amountKurus } = waiting
  const attempt = await insertAttempt(ctx, { orderId, amountKurus, linkOf: waiting.id, ...beginning })
  return { started: { userId: order.userId, attempt, quote, input: payment }, way }
}

/** She transfers it: what waited for the link waits for the transfer. */
async function awaitTransfer(ctx: Ctx, waiting: Attempt): Promise<Attempt> {
  const { orderId } = waiting
  const leaseUntil = await deadlineOf(ctx)
  const set = { provider: byHand.transfer, leaseUntil }
  const moved = await move(ctx, waiting, ['AWAITING_LINK'], 'AWAITING_TRANSFER', 'she pays by transfer', set)
  if (!moved) throw ended()
  await giveReference(ctx, moved)
  const now = ctx.clock()
  const [order] = await ctx.db
    .update(orders)
    .set({ paymentMethod: 'BANK_TRANSFER', paymentStatus: 'AWAITING_TRANSFER', updatedAt: now })
    .where(eq(orders.id, orderId))
    .returning({ totalKurus: orders.totalKurus })
  const note = 'Müşteri havaleyle ödeyecek'
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'note', note, createdAt: now })
  await queueTransferMail(ctx, 'placed', await dueOf(ctx, moved))
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: order?.totalKurus ?? 0 })
  return moved
}

const notThisWay = 'Bu ödeme yöntemi şu anda kullanılamıyor; lütfen başka bir yöntem seçin.'

function ended(): ShopError {
  return new ShopError(
    'LINK_EXPIRED',
    'Bu ödeme bağlantısının süresi doldu; lütfen mağazadan yeni bir bağlantı isteyin.',
  )
}

function beingPaid(): ShopError {
  const message = 'Bu sipariş şu anda başka bir pencerede ödeniyor; lütfen birkaç dakika sonra sayfayı yenileyin.'
  return new ShopError('CONFLICT', message)
}

function priceChanged(totalKurus: number): ShopError {
  const message = 'Sipariş bu sırada değişti; lütfen yeni tutarı kontrol edip tekrar deneyin.'
  return new ShopError('PRICE_CHANGED', message, { data: { totalAmount: toTl(totalKurus) } })
}
