/**
 * Buying reads top to bottom. One transaction prices the lines, takes the stock (an UPDATE that finds a row only while enough
 * is left) and writes the order, the payment attempt and the claim of the Idempotency-Key; the order is invisible until it is
 * paid. The provider is asked outside any transaction; no answer in time is an unknown outcome and is looked up. One more
 * transaction (`settleAttempt`) moves the attempt by a guarded UPDATE; order, stock, history and mails follow. An attempt left
 * open past its lease is settled by recovery.ts. docs/payments.md has the states and transitions.
 */

import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { keepContracts } from '../agreements/order-contracts.ts'
import { addressOf, type Ctx, inRetriedTransaction, newId, requireUser } from '../ctx.ts'
import { brokenConstraint, ShopError } from '../errors.ts'
import { fromTl, toTl } from '../money.ts'
import { orderItems, orders } from '../orders/schema.ts'
import type { Card, ChargeRequest, PaymentOutcome } from '../payment-provider.ts'
import { askProvider } from '../payments/ask.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import { idempotencyKeys, paymentAttempts, paymentEvents } from '../payments/schema.ts'
import { after } from '../time.ts'
import { toCardName } from '../turkish.ts'
import { attemptLease, settleAttempt } from './attempts.ts'
import type { NewPayment } from './contract.ts'
import { boundHolds, endOlderHolds, holderOf, lockHolder } from './holds.ts'
import { type Claim, claimOf, findClaimed } from './idempotency.ts'
import { holdStock, priceLines } from './lines.ts'
import { limitCards, limitPayment, shownPart, uncountPayment } from './payment-limits.ts'
import { type PaymentState, stateOf } from './payment-state.ts'
import { findInstallmentOffer, type InstallmentOffer, type Quote, quoteOf } from './quote.ts'
import { awaitState, doOnce, type Tell } from './repeats.ts'

/**
 * Buys the cart: prices it from the database, holds its stock and writes order and payment attempt in one transaction;
 * asks the provider outside any transaction; settles in a second one. The same idempotency key with the same input gives
 * the same answer and one charge. Whatever is cut short is settled by payments/recovery.ts.
 */
export async function placeOrder(ctx: Ctx, input: NewPayment, key: string | undefined): Promise<PaymentState> {
  const userId = requireUser(ctx)
  if (key === undefined) return pay(ctx, userId, input, undefined, () => {})
  const claim = claimOf(ctx, userId, key, input)
  return doOnce(`${userId} ${key} ${claim.requestHash}`, (tell) => pay(ctx, userId, input, claim, tell))
}

async function pay(
  ctx: Ctx,
  userId: string,
  input: NewPayment,
  claim: Claim | undefined,
  tell: Tell,
): Promise<PaymentState> {
  await requireVerifiedEmail(ctx, userId)
  if (ctx.config.mode === 'live' && !input.orderData.acceptedContracts) {
    throw new ShopError(
      'CONTRACTS_NOT_ACCEPTED',
      'Ödemeden önce ön bilgilendirme formunu ve mesafeli satış sözleşmesini onaylayın.',
    )
  }
  const claimed = await countTry(ctx, userId, input, claim)
  if (claimed) return awaitState(ctx, claimed, tell)

  await endOlderHolds(ctx, userId)
  const started = await startAttempt(ctx, userId, input, claim, await askForInstallments(ctx, input))
  if ('claimedBy' in started) {
    await uncountPayment(ctx, userId)
    return awaitState(ctx, started.claimedBy, tell)
  }
  const { attempt, quote } = started
  tell(attempt)
  ctx.atStep?.('attempt-written')

  let outcome = await askProvider(ctx.payments.charge(chargeRequest(ctx, userId, attempt, quote, input)))
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

/** Counts the try, unless its key already has an attempt: then that one's id, and nothing is counted. */
async function countTry(ctx: Ctx, userId: string, input: NewPayment, claim: Claim | undefined) {
  const claimed = claim && (await findClaimed(ctx, claim))
  if (claimed) return claimed
  try {
    await limitPayment(ctx, userId, input.paymentData.cardNumber)
    return undefined
  } catch (error) {
    // The same key may have come to another process at the same time. That both counted it is no matter: no try is left.
    const claimed = claim && (await findClaimed(ctx, claim))
    if (!claimed) throw error
    return claimed
  }
}

/** After a time-out: what the provider knows. 'Nothing' so soon may only mean that the charge is still on its way. */
async function lookUp(ctx: Ctx, attempt: Attempt): Promise<PaymentOutcome> {
  const outcome = await askProvider(ctx.payments.find(attempt.conversationId))
  return outcome.kind === 'none' ? { kind: 'unknown', reason: 'not there yet' } : outcome
}

/** The fee of the chosen installments. It is asked before stock is held, as the provider may take its time. */
async function askForInstallments(ctx: Ctx, { orderData, paymentData }: NewPayment): Promise<Offer> {
  const { installments, cardNumber } = paymentData
  if (installments === 1) return undefined
  return findInstallmentOffer(ctx, await priceLines(ctx, orderData.cartItems), installments, cardNumber)
}

type Offer = InstallmentOffer | undefined
type Started = { attempt: Attempt; quote: Quote }

async function startAttempt(
  ctx: Ctx,
  userId: string,
  input: NewPayment,
  claim: Claim | undefined,
  offer: Offer,
): Promise<Started | { claimedBy: string }> {
  try {
    return await inRetriedTransaction(ctx, (ctx) => writeAttempt(ctx, userId, input, claim, offer))
  } catch (error) {
    // The same key at the same instant: the other request was first and its order is the one.
    const claimedBy = claim && (await findClaimed(ctx, claim))
    if (claimedBy && (brokenConstraint(error) === 'idempotency_keys_pk' || error instanceof ShopError))
      return { claimedBy }
    throw error
  }
}

async function writeAttempt(
  ctx: Ctx,
  userId: string,
  input: NewPayment,
  claim: Claim | undefined,
  offer: Offer,
): Promise<Started> {
  const { acceptedContracts, customerInfo: customer, cartItems } = input.orderData
  const { installments, cardNumber } = input.paymentData
  const quote = quoteOf(await priceLines(ctx, cartItems), installments, offer)
  requireTotal(quote, input)
  const orderId = await writeOrder(ctx, userId, input, quote.totalKurus)
  if (acceptedContracts) await keepContracts(ctx, orderId, acceptedContracts, customer, quote)
  const holder = holderOf(ctx, userId)
  await lockHolder(ctx, holder)
  // Counted again: of several requests at once the others' cards are seen only now.
  await limitCards(ctx, userId, cardNumber)
  const amounts = { amountKurus: quote.totalKurus, feeKurus: quote.installmentFeeKurus, installments }
  const attempt = await insertAttempt(ctx, { orderId, ...amounts, network: holder.network, ...shownPart(cardNumber) })
  if (claim) {
    await ctx.db.insert(idempotencyKeys).values({ ...claim, attemptId: attempt.id, createdAt: attempt.createdAt })
  }
  // Late, so that others who want the same goods wait as short as can be; and before the items, which would lock the
  // same sizes in the order of the cart.
  await holdStock(ctx, quote.lines)
  await boundHolds(ctx, holder, quote.lines)
  await ctx.db
    .insert(orderItems)
    .values(quote.lines.map((line, position) => ({ ...line.item, id: newId(), orderId, position })))
  return { attempt, quote }
}

/** PRICE_CHANGED when the shopper saw another sum. */
function requireTotal({ totalKurus }: Quote, input: NewPayment): void {
  if (fromTl(input.orderData.totalAmount) === totalKurus) return
  throw new ShopError(
    'PRICE_CHANGED',
    'Sepetinizdeki fiyatlar değişti; lütfen yeni tutarı kontrol edip tekrar deneyin.',
    { data: { totalAmount: toTl(totalKurus) } },
  )
}

async function writeOrder(ctx: Ctx, userId: string, { orderData }: NewPayment, totalKurus: number): Promise<string> {
  const { customerInfo, acceptedContracts = null } = orderData
  const [id, now] = [newId(), ctx.clock()]
  await ctx.db
    .insert(orders)
    .values({ ...customerInfo, id, userId, totalKurus, acceptedContracts, createdAt: now, updatedAt: now })
  return id
}

type NewAttempt = Pick<
  Attempt,
  'orderId' | 'amountKurus' | 'feeKurus' | 'installments' | 'network' | 'cardBin' | 'cardLast4'
>

async function insertAttempt(ctx: Ctx, given: NewAttempt): Promise<Attempt> {
  const now = ctx.clock()
  const [attempt] = await ctx.db
    .insert(paymentAttempts)
    .values({
      ...given,
      id: newId(),
      provider: ctx.payments.name,
      conversationId: randomBytes(18).toString('base64url'),
      status: 'STARTED',
      leaseUntil: after(now, attemptLease),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!attempt) throw new Error('insert returned no row')
  await ctx.db
    .insert(paymentEvents)
    .values({ id: newId(), attemptId: attempt.id, toStatus: 'STARTED', cause: 'the shopper pays', createdAt: now })
  return attempt
}

async function requireVerifiedEmail(ctx: Ctx, userId: string): Promise<void> {
  const [user] = await ctx.db.select({ verifiedAt: users.emailVerifiedAt }).from(users).where(eq(users.id, userId))
  if (!user?.verifiedAt) {
    throw new ShopError(
      'EMAIL_NOT_VERIFIED',
      'Ödeme yapmadan önce e-posta adresinizi doğrulayın; size gönderdiğimiz bağlantıyı açın.',
    )
  }
}

function chargeRequest(ctx: Ctx, userId: string, attempt: Attempt, { lines }: Quote, input: NewPayment): ChargeRequest {
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
