/**
 * Links by which a manual order is paid. Every link of an order opens the same one, as it then stands; only hashes of the tokens
 * are kept. The order waits until its own deadline, which each new link renews, and then ends.
 */

import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { hashToken } from '../accounts/sessions/sessions.ts'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inRetriedTransaction, requireRight } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import { lockOrder, lockWaitingPayment } from '../orders/locked.ts'
import { queuePaymentLinkMail } from '../orders/mails.ts'
import { cancelUnpaid } from '../orders/placed.ts'
import { orders } from '../orders/schema.ts'
import { type Attempt, lockAttempt } from '../payments/attempt-rows.ts'
import { openStatuses, paymentAttempts } from '../payments/schema.ts'
import { after, hours } from '../time.ts'
import { paymentLinks } from './schema.ts'
import { findOrderDeskSettings } from './settings.ts'

export type PaymentLink = { url: string; expiresAt: Date }

/** Makes a link to pay an order that waits for it, and renews its deadline; also mailed to its customer, if asked. */
export async function makePaymentLink(ctx: Ctx, orderId: string, { byMail = false } = {}): Promise<PaymentLink> {
  requireRight(ctx, 'orders')
  return inRetriedTransaction(ctx, async (ctx) => {
    const waiting = await lockWaitingPayment(ctx, orderId)
    const { exchangeOf } = await lockOrder(ctx, orderId)
    if (waiting?.status !== 'AWAITING_LINK' || waiting.amountKurus === 0) throw notByLink()
    // The reservation of an exchange has its own end.
    const expiresAt = exchangeOf ? waiting.leaseUntil : await linkEnd(ctx)
    await ctx.db
      .update(paymentAttempts)
      .set({ leaseUntil: expiresAt, updatedAt: ctx.clock() })
      .where(eq(paymentAttempts.id, waiting.id))
    const subject = { id: orderId, name: shownOrderId(orderId) }
    await recordChange(ctx, { action: 'order.link', subject, after: { expiresAt: expiresAt.toISOString() } })
    if (byMail) await queuePaymentLinkMail(ctx, orderId, expiresAt)
    const token = await issuePaymentToken(ctx, orderId)
    return { url: `${ctx.config.publicUrl}/odeme-baglantisi#token=${token}`, expiresAt }
  })
}

/** The time until which an order waits when its link is made now. */
export async function linkEnd(ctx: Ctx): Promise<Date> {
  return after(ctx.clock(), hours((await findOrderDeskSettings(ctx)).linkHours))
}

/** A token of 192 random bits; its hash alone is kept. */
export async function issuePaymentToken(ctx: Ctx, orderId: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const createdBy = ctx.actor.kind === 'user' ? ctx.actor.id : null
  await ctx.db.insert(paymentLinks).values({ tokenHash: hashToken(token), orderId, createdBy, createdAt: ctx.clock() })
  return token
}

/** The order that a token opens; LINK_EXPIRED when there is none. */
export async function orderOfToken(ctx: Ctx, token: string): Promise<string> {
  const [link] = await ctx.db
    .select({ orderId: paymentLinks.orderId })
    .from(paymentLinks)
    .where(eq(paymentLinks.tokenHash, hashToken(token)))
  if (!link)
    throw new ShopError('LINK_EXPIRED', 'Bu ödeme bağlantısı geçersiz; lütfen size gönderilen son bağlantıyı açın.')
  return link.orderId
}

/** Tries to pay by a link whose end is not known yet. */
export async function findOpenTries(ctx: Ctx, waitingId: string): Promise<Attempt[]> {
  return ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.linkOf, waitingId), inArray(paymentAttempts.status, [...openStatuses])))
}

/** Ends the orders whose link was not used in time; one that somebody is just paying is left until that is known. */
export async function endForgottenLinks(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, and(eq(orders.id, paymentAttempts.orderId), isNull(orders.exchangeOf)))
    .where(and(eq(paymentAttempts.status, 'AWAITING_LINK'), lt(paymentAttempts.leaseUntil, ctx.clock())))
    .limit(100)
  for (const { id } of due) {
    await inRetriedTransaction(ctx, (ctx) => endForgotten(ctx, id)).catch((error: unknown) =>
      ctx.log.error({ err: error, attemptId: id }, 'an order whose link has expired could not be ended'),
    )
  }
}

async function endForgotten(ctx: Ctx, id: string): Promise<void> {
  const waiting = await lockAttempt(ctx, id)
  if (waiting.status !== 'AWAITING_LINK' || waiting.leaseUntil > ctx.clock()) return
  if ((await findOpenTries(ctx, id)).length > 0) return
  await lockOrder(ctx, waiting.orderId)
  await cancelUnpaid(ctx, waiting, {
    cause: 'the link has expired',
    note: 'Ödeme bağlantısının süresi doldu',
    told: 'ödeme bağlantısının süresi dolduğu için iptal edildi',
    restock: true,
  })
}

function notByLink(): ShopError {
  const message =
    'Bu sipariş ödeme bağlantısıyla ödenmeyi beklemiyor; ödenmiş, iptal edilmiş ya da başka yolla ödenecek.'
  return new ShopError('CONFLICT', message)
}
