import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, gt } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { keepContracts } from '../contracts/order-contracts.ts'
import { addressOf, type Ctx, inTransaction, newId, requireUser } from '../ctx.ts'
import { brokenConstraint, ShopError } from '../errors.ts'
import { isWithinLimit, networkOf, scaled, takeLimit } from '../limits.ts'
import { fromTl, toTl } from '../money.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { askProvider } from '../payments/ask.ts'
import { type Attempt, attemptLease, findAttempt, isOpen, settleAttempt } from '../payments/attempts.ts'
import { installmentFee } from '../payments/installments.ts'
import type { Card, ChargeRequest, PaymentOutcome } from '../payments/provider.ts'
import { idempotencyKeys, paymentAttempts, paymentEvents } from '../payments/schema.ts'
import { after, hours, minutes, seconds } from '../time.ts'
import { toCardName } from '../turkish.ts'
import type { NewPayment } from './contract.ts'
import { type Claim, claimOf, findClaimed } from './idempotency.ts'
import { holdStock, type PricedLine, priceLines } from './lines.ts'

/** How a payment stands, as the shopper hears it. */
export type PaymentState =
  | { status: 'SUCCESS'; paymentId: string; orderId: string; totalKurus: number }
  | { status: '3DS_REQUIRED'; orderId: string; redirectUrl: string; totalKurus: number }
  | { status: 'PENDING'; orderId: string; totalKurus: number }
  | { status: 'DECLINED'; orderId: string; totalKurus: number; message: string }

/**
 * Buys the cart: prices it from the database, holds its stock and writes order and payment attempt in one transaction;
 * asks the provider outside any transaction; settles in a second one. The same idempotency key with the same input gives
 * the same answer and one charge. Whatever is cut short is settled by payments/recovery.ts.
 */
export async function placeOrder(ctx: Ctx, input: NewPayment, key: string | undefined): Promise<PaymentState> {
  const userId = requireUser(ctx)
  await requireVerifiedEmail(ctx, userId)
  if (ctx.config.mode === 'live' && !input.orderData.acceptedContracts) {
    throw new ShopError(
      'CONTRACTS_NOT_ACCEPTED',
      'Ödemeden önce ön bilgilendirme formunu ve mesafeli satış sözleşmesini onaylayın.',
    )
  }
  const claim = key === undefined ? undefined : claimOf(ctx, userId, key, input)
  const claimed = claim && (await findClaimed(ctx, claim))
  if (claimed) return awaitState(ctx, claimed)

  if (!(claim && (await isRepeat(ctx, claim)))) await limitAttempts(ctx, userId, input)
  const offer = await priceInstallments(ctx, input)
  const started = await startAttempt(ctx, userId, input, claim, offer)
  if ('claimedBy' in started) return awaitState(ctx, started.claimedBy)
  const { attempt, lines } = started
  ctx.atStep?.('attempt-written')

  let outcome = await askProvider(ctx.payments.charge(chargeRequest(ctx, userId, attempt, lines, input)))
  let cause = 'answer of the provider'
  if (outcome.kind === 'unknown') {
    outcome = await lookUp(ctx, attempt)
    cause = 'looked up after no answer'
  }
  ctx.atStep?.('provider-asked')
  const settled = await settleAttempt(ctx, attempt.id, outcome, cause)
  ctx.atStep?.('settled')
  return stateOf(settled)
}

/** After a time-out: what the provider knows. 'Nothing' so soon may only mean that the charge is still on its way. */
async function lookUp(ctx: Ctx, attempt: Attempt): Promise<PaymentOutcome> {
  const outcome = await askProvider(ctx.payments.find(attempt.conversationId))
  return outcome.kind === 'none' ? { kind: 'unknown', reason: 'not there yet' } : outcome
}

/** What the chosen instalments add, asked before anything is held: the provider may take its time. */
async function priceInstallments(ctx: Ctx, { orderData, paymentData }: NewPayment) {
  const { installments, cardNumber } = paymentData
  if (installments === 1) return undefined
  const goodsKurus = sumOf(await priceLines(ctx, orderData.cartItems))
  return { goodsKurus, feeKurus: await installmentFee(ctx, goodsKurus, installments, cardNumber) }
}

function sumOf(lines: PricedLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceKurus * line.quantity, 0)
}

async function startAttempt(
  ctx: Ctx,
  userId: string,
  input: NewPayment,
  claim: Claim | undefined,
  offer: { goodsKurus: number; feeKurus: number } | undefined,
): Promise<{ attempt: Attempt; lines: PricedLine[] } | { claimedBy: string }> {
  const { customerInfo, acceptedContracts, cartItems } = input.orderData
  const now = ctx.clock()
  try {
    return await inTransaction(ctx, async (ctx) => {
      const lines = await priceLines(ctx, cartItems)
      const goodsKurus = sumOf(lines)
      const feeKurus = offer?.goodsKurus === goodsKurus ? offer.feeKurus : 0
      const totalKurus = goodsKurus + feeKurus
      if (fromTl(input.orderData.totalAmount) !== totalKurus) {
        throw new ShopError(
          'PRICE_CHANGED',
          'Sepetinizdeki fiyatlar değişti; lütfen yeni tutarı kontrol edip tekrar deneyin.',
          {
            data: { totalAmount: toTl(totalKurus) },
          },
        )
      }
      const orderId = newId()
      await ctx.db.insert(orders).values({
        ...customerInfo,
        id: orderId,
        userId,
        totalKurus,
        acceptedContracts: acceptedContracts ?? null,
        createdAt: now,
        updatedAt: now,
      })
      await ctx.db
        .insert(orderItems)
        .values(lines.map((line, position) => ({ ...line.item, id: newId(), orderId, position })))
      if (acceptedContracts) {
        const { installments } = input.paymentData
        await keepContracts(ctx, orderId, acceptedContracts, {
          customer: customerInfo,
          lines,
          installments,
          feeKurus,
        })
      }
      const digits = input.paymentData.cardNumber.replace(/ /g, '')
      const [attempt] = await ctx.db
        .insert(paymentAttempts)
        .values({
          id: newId(),
          orderId,
          provider: ctx.payments.name,
          conversationId: randomBytes(18).toString('base64url'),
          status: 'STARTED',
          amountKurus: totalKurus,
          feeKurus,
          installments: input.paymentData.installments,
          cardBin: digits.slice(0, 6),
          cardLast4: digits.slice(-4),
          leaseUntil: after(now, attemptLease),
          createdAt: now,
          updatedAt: now,
        })
        .returning()
      if (!attempt) throw new Error('insert returned no row')
      await ctx.db
        .insert(paymentEvents)
        .values({ id: newId(), attemptId: attempt.id, toStatus: 'STARTED', cause: 'the shopper pays', createdAt: now })
      if (claim) await ctx.db.insert(idempotencyKeys).values({ ...claim, attemptId: attempt.id, createdAt: now })
      // Last, so that others who want the same goods wait as short as can be.
      await holdStock(ctx, lines)
      return { attempt, lines }
    })
  } catch (error) {
    // The same key at the same instant: the other request was first and its order is the one.
    const claimedBy = claim && (await findClaimed(ctx, claim))
    if (claimedBy && (brokenConstraint(error) === 'idempotency_keys_pk' || error instanceof ShopError))
      return { claimedBy }
    throw error
  }
}

/** Waits while another request or process is busy with the attempt, then tells how it stands. */
async function awaitState(ctx: Ctx, attemptId: string): Promise<PaymentState> {
  for (let waited = 0; ; waited += 100) {
    const attempt = await findAttempt(ctx, attemptId)
    if (!attempt) throw new Error(`payment attempt ${attemptId} is gone`)
    if (attempt.status !== 'STARTED' || waited >= seconds(25)) return stateOf(attempt)
    await wait(100)
  }
}

/** How the payment of one's own order stands; undefined when there is no such order. */
export async function findPaymentState(ctx: Ctx, orderId: string): Promise<PaymentState | undefined> {
  const userId = requireUser(ctx)
  const [row] = await ctx.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  return row && stateOf(row.attempt)
}

function stateOf(attempt: Attempt): PaymentState {
  const common = { orderId: attempt.orderId, totalKurus: attempt.amountKurus }
  if (attempt.status === 'SUCCEEDED')
    return { ...common, status: 'SUCCESS', paymentId: attempt.providerPaymentId ?? '' }
  if (attempt.status === 'AWAITING_3DS' && attempt.threeDsUrl) {
    return { ...common, status: '3DS_REQUIRED', redirectUrl: attempt.threeDsUrl }
  }
  if (isOpen(attempt)) return { ...common, status: 'PENDING' }
  if (attempt.status === 'REFUNDED') return { ...common, status: 'DECLINED', message: cameTooLate }
  const message = attempt.declineMessage ?? 'Ödeme tamamlanmadı ve kartınızdan para çekilmedi; lütfen tekrar deneyin.'
  return { ...common, status: 'DECLINED', message }
}

const cameTooLate = 'Ödemeniz bize geç ulaştı ve sipariş tamamlanamadı; çekilen tutar kartınıza iade ediliyor.'

async function requireVerifiedEmail(ctx: Ctx, userId: string): Promise<void> {
  const [user] = await ctx.db.select({ verifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, userId))
  if (!user?.verifiedAt) {
    throw new ShopError(
      'EMAIL_NOT_VERIFIED',
      'Ödeme yapmadan önce e-posta adresinizi doğrulayın; size gönderdiğimiz bağlantıyı açın.',
    )
  }
}

/** The same key again is the same try, and one key reaches the bank at most once: it is not counted twice. */
async function isRepeat(ctx: Ctx, claim: Claim): Promise<boolean> {
  const key = `pay:key:${claim.userId}:${claim.key}`
  return !(await isWithinLimit(ctx, { key, limit: 1, windowSeconds: minutes(10) / 1000 }))
}

/** Against card testing: few tries in a short time, few different cards in an hour. */
async function limitAttempts(ctx: Ctx, userId: string, input: NewPayment): Promise<void> {
  await takeLimit(ctx, { key: `pay:user:${userId}`, limit: 5, windowSeconds: minutes(10) / 1000 })
  await takeLimit(ctx, { key: `pay:address:${networkOf(ctx)}`, limit: 10, windowSeconds: hours(1) / 1000 })
  const digits = input.paymentData.cardNumber.replace(/ /g, '')
  const since = after(ctx.clock(), -hours(1))
  const used = await ctx.db
    .selectDistinct({ bin: paymentAttempts.cardBin, last4: paymentAttempts.cardLast4 })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.userId, userId), gt(orders.createdAt, since)))
  const isNew = !used.some((card) => digits.startsWith(card.bin) && digits.endsWith(card.last4))
  if (isNew && used.length >= scaled(ctx, 3)) {
    throw new ShopError(
      'RATE_LIMITED',
      'Kısa sürede çok sayıda farklı kart denediniz; lütfen bir saat sonra tekrar deneyin.',
      {
        retryAfterSeconds: hours(1) / 1000,
      },
    )
  }
}

function chargeRequest(
  ctx: Ctx,
  userId: string,
  attempt: Attempt,
  lines: PricedLine[],
  input: NewPayment,
): ChargeRequest {
  const { customerInfo } = input.orderData
  return {
    conversationId: attempt.conversationId,
    orderId: attempt.orderId,
    amountKurus: attempt.amountKurus,
    installments: attempt.installments,
    card: cardOf(input.paymentData),
    buyer: { ...customerInfo, id: userId, ip: addressOf(ctx) },
    items: lines.map((line) => ({
      id: line.item.variantId,
      name: line.item.productName,
      category: line.categoryName,
      amountKurus: line.unitPriceKurus * line.quantity,
    })),
    callbackUrl: `${ctx.config.publicUrl}/api/v1/payments/3ds-callback?conversationId=${attempt.conversationId}`,
  }
}

function cardOf(data: NewPayment['paymentData']): Card {
  return {
    holderName: toCardName(data.cardHolderName),
    number: data.cardNumber.replace(/ /g, ''),
    expireMonth: data.expiryDate.slice(0, 2),
    expireYear: `20${data.expiryDate.slice(3)}`,
    cvc: data.cvv,
  }
}
