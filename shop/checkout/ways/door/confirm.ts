import { and, eq, lt } from 'drizzle-orm'
import { ownOrders } from '../../../accounts/guests/own-orders.ts'
import { type Ctx, inRetriedTransaction, inTransaction, isId } from '../../../ctx.ts'
import { notFound, ShopError } from '../../../errors.ts'
import { wrongCode } from '../../../mail/mailed-code.ts'
import { formatKurus } from '../../../money.ts'
import { lockBeforePayment } from '../../../orders/locked.ts'
import { queueOrderConfirmation } from '../../../orders/mails.ts'
import { cancelUnpaid, markPlaced } from '../../../orders/placed.ts'
import { orders } from '../../../orders/schema.ts'
import { type Attempt, lockAttempt, move } from '../../../payments/attempt-rows.ts'
import { byHand } from '../../../payments/providers.ts'
import { paymentAttempts } from '../../../payments/schema.ts'
import { stateOf } from '../../payment-state.ts'
import type { PaymentState } from '../way.ts'
import { forgetCode, giveAnotherCode, tryCode } from './code.ts'
import { findDoorSettings, takenAtDoor } from './settings.ts'

/**
 * Places one's own order that is paid at the door, by the code that was sent. The right code again answers the same.
 * WRONG_CODE tells how many tries are left; CODE_OVER once there are none or the time is up: its units are on sale again.
 */
export async function confirmAtDoor(ctx: Ctx, orderId: string, code: string): Promise<PaymentState> {
  const confirmed = await inRetriedTransaction(ctx, async (ctx) => {
    const attempt = await lockMine(ctx, orderId)
    if (attempt.status !== 'AWAITING_CODE') return attempt
    if (attempt.leaseUntil <= ctx.clock()) return endUnconfirmed(ctx, attempt, 'the code came too late')
    const tried = await tryCode(ctx, attempt, code)
    if (tried === 'right') return place(ctx, attempt)
    if (tried.triesLeft === 0) return endUnconfirmed(ctx, attempt, 'too many wrong codes')
    return tried
  })
  if ('triesLeft' in confirmed) {
    throw wrongCode(confirmed.triesLeft, confirmed.sentBy === 'SMS' ? { where: 'telefonunuza gelen' } : {})
  }
  if (!isConfirmed(confirmed)) throw codeOver()
  return stateOf(ctx, confirmed)
}

/** Sends another code for one's own order; the earlier one no longer counts, the time to enter it stays. */
export async function resendDoorCode(ctx: Ctx, orderId: string): Promise<PaymentState> {
  const attempt = await inRetriedTransaction(ctx, async (ctx) => {
    const attempt = await lockMine(ctx, orderId)
    if (attempt.status === 'AWAITING_CODE' && attempt.leaseUntil > ctx.clock()) await giveAnotherCode(ctx, attempt)
    return attempt
  })
  if (attempt.status === 'AWAITING_CODE' ? attempt.leaseUntil <= ctx.clock() : !isConfirmed(attempt)) throw codeOver()
  return stateOf(ctx, attempt)
}

/** Ends the orders whose code was not entered in time. */
export async function endForgottenCodes(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.status, 'AWAITING_CODE'), lt(paymentAttempts.leaseUntil, ctx.clock())))
    .orderBy(paymentAttempts.leaseUntil)
    .limit(100)
  for (const { id } of due) await endById(ctx, id, 'no code came in time')
}

/** Ends one's orders that wait for a code, in the transaction that begins another payment: a repeat of the same one undoes it. */
export async function endOwnCodes(ctx: Ctx, userId: string): Promise<void> {
  const waiting = await ctx.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.userId, userId), eq(paymentAttempts.status, 'AWAITING_CODE')))
  for (const { id } of waiting) await endById(ctx, id, 'the shopper pays in another way')
}

async function endById(ctx: Ctx, id: string, cause: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const attempt = await lockAttempt(ctx, id)
    if (attempt.status === 'AWAITING_CODE') await endUnconfirmed(ctx, attempt, cause)
  })
}

/** Locks the payment, as whoever changes it does first, then its order. */
async function lockMine(ctx: Ctx, orderId: string): Promise<Attempt> {
  const own = ownOrders(ctx)
  const [mine] = isId(orderId)
    ? await ctx.db
        .select({ id: paymentAttempts.id })
        .from(paymentAttempts)
        .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
        .where(and(eq(orders.id, orderId), own, eq(paymentAttempts.provider, byHand.door)))
    : []
  if (!mine) throw notFound('Sipariş bulunamadı.')
  return lockAttempt(ctx, mine.id)
}

async function place(ctx: Ctx, attempt: Attempt): Promise<Attempt> {
  const moved = await move(ctx, attempt, ['AWAITING_CODE'], 'AWAITING_COLLECTION', 'the code was right')
  if (!moved) throw new Error(`attempt ${attempt.id} was not locked`)
  await forgetCode(ctx, attempt)
  await lockBeforePayment(ctx, attempt.orderId)
  await placeAtDoor(ctx, attempt)
  return moved
}

/** An order that is paid when it is delivered. */
export async function placeAtDoor(ctx: Ctx, attempt: Attempt): Promise<void> {
  await markPlaced(ctx, attempt.orderId, 'CASH_ON_DELIVERY')
  const how = takenAtDoor(await findDoorSettings(ctx))
  const amount = formatKurus(attempt.amountKurus)
  const toPay = `Ödemeyi paketinizi teslim alırken ${how} yapacaksınız; lütfen ${amount} tutarını hazır bulundurun.`
  await queueOrderConfirmation(ctx, attempt.orderId, { toPay })
}

/** Returns the attempt as it is then. */
async function endUnconfirmed(ctx: Ctx, attempt: Attempt, cause: string): Promise<Attempt> {
  await lockBeforePayment(ctx, attempt.orderId)
  await forgetCode(ctx, attempt)
  const words = { note: 'Onay kodu girilmedi', told: 'onay kodu girilmediği için iptal edildi' }
  await cancelUnpaid(ctx, attempt, { cause, ...words, restock: true })
  return { ...attempt, status: 'EXPIRED' }
}

function isConfirmed({ status }: Attempt): boolean {
  return status === 'AWAITING_COLLECTION' || status === 'SUCCEEDED'
}

function codeOver(): ShopError {
  const message =
    'Siparişiniz onaylanmadı: kodun süresi doldu ya da çok kez yanlış girildi. Siparişi yeniden verebilirsiniz.'
  return new ShopError('CODE_OVER', message)
}
