/**
 * Buying reads top to bottom. The statement that would count a try refuses it when the goods are gone already. One
 * transaction prices the lines, takes the stock (an UPDATE that finds a row only while enough is left) and writes the order,
 * the payment attempt and the claim of the Idempotency-Key; the order is invisible until it is paid. The provider is asked
 * outside any transaction; no answer in time is an unknown outcome and is looked up. One more transaction (`settleAttempt`)
 * moves the attempt by a guarded UPDATE; order, stock, history and mails follow. An attempt left open past its lease is settled
 * by recovery.ts. docs/payments.md has the states and transitions.
 */

import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { keepContracts } from '../agreements/order-contracts.ts'
import { batched, byKeysOf, oneOf } from '../batched.ts'
import { allowedCode } from '../campaigns/guesses.ts'
import { countUses, type RefusedUse } from '../campaigns/uses.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { findBalance, findSpendable } from '../credit/ledger.ts'
import { spendCredit } from '../credit/of-orders.ts'
import { type Ctx, inRetriedTransaction, newId, requireBuyer, requireUser, together } from '../ctx.ts'
import { brokenConstraint, invalid, ShopError } from '../errors.ts'
import { isGuestOf } from '../fields/guest-address.ts'
import { spendGifts } from '../gift-cards/of-orders.ts'
import { findSpendableCards } from '../gift-cards/spendable.ts'
import { fromTl, toTl } from '../money.ts'
import { orderItems, orders } from '../orders/schema.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import { idempotencyKeys, paymentAttempts, paymentEvents } from '../payments/schema.ts'
import type { Turn } from '../ports.ts'
import { takeKept } from '../restock/kept.ts'
import { findGuestCheckout } from '../settings/guests/guest-checkout.ts'
import { type Discount, discountWords } from './campaigns/discounted.ts'
import type { NewPayment } from './contract.ts'
import {
  attemptsOf,
  boundHolds,
  endOlderHolds,
  findHeld,
  holderOf,
  lockHolder,
  refuseShort,
  refuseSoldOut,
  soldOutOf,
  wasGoneLately,
} from './holds.ts'
import { attemptOf, type Claim, claimOf, findClaimed } from './idempotency.ts'
import { inTurn, requireCalled, spendTurn } from './line/admission.ts'
import { type PricedLine, priceLines, takeStock } from './lines.ts'
import { limitCards, limitPayment, triedCards, uncountPayment } from './payment-limits.ts'
import { stateOf } from './payment-state.ts'
import { type Choice, findInstallmentOffer, type InstallmentOffer, quoteOf, usesCredit } from './quote.ts'
import { awaitState, doOnce, type Tell } from './repeats.ts'
import { endOwnCodes } from './ways/door/confirm.ts'
import type { Beginning, PaymentState, Quote, Started, Way } from './ways/way.ts'
import { wayFor } from './ways/ways.ts'

/** Buys the cart, as the head of this file says. The same idempotency key with the same input gives the same answer and one charge. */
export async function placeOrder(
  ctx: Ctx,
  input: NewPayment,
  key: string | undefined,
  ticket?: string,
): Promise<PaymentState> {
  const userId = requireBuyer(ctx)
  await requireCalled(ctx, userId, input, ticket)
  // The owner's settings are read once and hold to the end of the purchase.
  const once = { ...ctx, asked: new Map() }
  const purchase = { userId, input, ticket }
  if (key === undefined) return pay(once, { ...purchase, claim: undefined }, () => {})
  const claim = claimOf(ctx, userId, key, input)
  return doOnce(ctx, `${userId} ${key} ${claim.requestHash}`, (tell) => pay(once, { ...purchase, claim }, tell))
}

type Purchase = { userId: string; input: NewPayment; claim: Claim | undefined; ticket: string | undefined }

async function pay(ctx: Ctx, purchase: Purchase, tell: Tell): Promise<PaymentState> {
  const { userId, input, claim } = purchase
  const payer = await findPayer(ctx, userId, claim)
  await requireProvenEmail(ctx, payer, input)
  if (ctx.config.mode === 'live' && !input.orderData.acceptedContracts) {
    throw new ShopError(
      'CONTRACTS_NOT_ACCEPTED',
      'Ödemeden önce ön bilgilendirme formunu ve mesafeli satış sözleşmesini onaylayın.',
    )
  }
  if (claim && payer.claimed) return awaitState(ctx, attemptOf(claim, payer.claimed), tell)
  const { isAtBank } = payer
  const started = await inTurn(ctx, { ...purchase, isAtBank }, (turn) => begin(ctx, purchase, payer, turn))
  if ('claimedBy' in started) return awaitState(ctx, started.claimedBy, tell)
  tell(started.attempt)
  ctx.atStep?.('attempt-written')
  const settled = (await started.way.proceed?.(ctx, started)) ?? started.attempt
  ctx.atStep?.('settled')
  return stateOf(ctx, settled)
}

type Payer = Awaited<ReturnType<typeof findPayer>>

async function findPayer(ctx: Ctx, userId: string, claim: Claim | undefined) {
  const payer = await findAccount(ctx, { userId, key: claim?.key })
  if (!payer) throw emailNotVerified()
  return payer
}

/** The payer, the cards that she tried lately, whether a payment of hers waits at her bank, and the attempt that her key made already. */
const findAccount = batched(async (ctx: Ctx, asked: { userId: string; key: string | undefined }[]) => {
  const { id, guest, email, emailVerifiedAt: verifiedAt } = users
  const { key, requestHash, attemptId } = idempotencyKeys
  const keys = asked.map(({ key = '' }) => key)
  const people = asked.map(({ userId }) => userId)
  const found = await ctx.db
    .select({
      ...{ id, guest, email, verifiedAt },
      tried: triedCards(ctx),
      isAtBank: sql<boolean>`exists ${attemptsOf(ctx, ['AWAITING_3DS'])}`,
      claimed: { key, requestHash, attemptId },
    })
    .from(users)
    .leftJoin(idempotencyKeys, and(eq(idempotencyKeys.userId, users.id), oneOf(key, keys)))
    .where(byKeysOf(oneOf(users.id, people)))
  // An account that sends several keys at the same moment may have several rows.
  const byId = Map.groupBy(found, ({ id }) => id)
  return asked.map(({ userId, key }) => {
    const rows = byId.get(userId) ?? []
    return rows.find(({ claimed }) => claimed?.key === key) ?? (rows[0] && { ...rows[0], claimed: null })
  })
})

type Begun = Written | { claimedBy: string }

/** Writes the payment, or finds the one that its key has made meanwhile. */
async function begin(ctx: Ctx, purchase: Purchase, payer: Payer, turn: Turn | undefined): Promise<Begun> {
  const { userId, input, claim } = purchase
  const take = <T>(work: () => Promise<T>) => (turn ? turn.take(work) : work())
  const count = () => countTry(ctx, purchase, payer)
  const start = async (offer?: Offer) => {
    const started = await startAttempt(ctx, { userId, input, claim, offer, turn })
    if ('claimedBy' in started) await uncountPayment(ctx, userId)
    return started
  }
  if (!payer.isAtBank && !asksForInstallments(input)) {
    const attempt = async () => (await count()) ?? start()
    const begun = await take(async () => (wasGoneLately(ctx, purchase) ? undefined : attempt()))
    if (begun) return begun
    // Those whose turn comes now hear it together, and others have their turn meanwhile.
    await refuseSoldOut(ctx, purchase)
    return take(attempt)
  }
  // A provider may take its time: others have their turn meanwhile, and the goods may be theirs after it.
  const claimed = await take(count)
  if (claimed) return claimed
  if (payer.isAtBank) await endOlderHolds(ctx, userId)
  const offer = await askForInstallments(ctx, input)
  return take(async () => {
    await refuseSoldOut(ctx, purchase)
    return start(offer)
  })
}

/** Counts the try, unless its key already has an attempt: then that one's id. OUT_OF_STOCK for what is gone, which is no try. */
async function countTry(ctx: Ctx, purchase: Purchase, { tried }: Payer): Promise<{ claimedBy: string } | undefined> {
  const { userId, input, claim } = purchase
  const refusal = soldOutOf(ctx, purchase)
  const counting = limitPayment(ctx, userId, input.paymentData?.cardNumber, { tried, refusal })
  // The same key may have come to another process at the same time. That both counted it is no matter: no try is left.
  const claimedBy = await counting.then(
    (short) => refuseShort(ctx, short),
    async (error: unknown) => {
      const claimed = claim && (await findClaimed(ctx, claim))
      if (!claimed) throw error
      return claimed
    },
  )
  return claimedBy === undefined ? undefined : { claimedBy }
}

function asksForInstallments({ paymentMethod, paymentData }: NewPayment): boolean {
  return paymentMethod === 'CARD' && paymentData !== undefined && paymentData.installments !== 1
}

/** The fee of the chosen installments. It is asked before stock is held, as the provider may take its time. */
async function askForInstallments(ctx: Ctx, input: NewPayment): Promise<Offer> {
  const { orderData, paymentData } = input
  if (!paymentData || !asksForInstallments(input)) return undefined
  const lines = await priceLines(ctx, orderData.cartItems)
  return findInstallmentOffer(ctx, lines, await choiceOf(ctx, input), paymentData.cardNumber)
}

async function choiceOf(ctx: Ctx, { orderData, paymentMethod, paymentData }: NewPayment): Promise<Choice> {
  const installments = paymentData?.installments ?? 1
  const spendableKurus = usesCredit(paymentMethod, orderData.useCredit) ? await findSpendable(ctx) : 0
  const { city, phone } = orderData.customerInfo
  const giftCards = await findSpendableCards(ctx, orderData.giftCards)
  const campaigns = { ...(await allowedCode(ctx, orderData.coupon)), phone }
  return { method: paymentMethod, city, installments, spendableKurus, giftCards, campaigns }
}

type Offer = InstallmentOffer | undefined
type Written = Started & { way: Way }

type Writing = Omit<Purchase, 'ticket'> & { offer: Offer; turn: Turn | undefined }

async function startAttempt(ctx: Ctx, writing: Writing): Promise<Begun> {
  const { claim } = writing
  try {
    return await inRetriedTransaction(ctx, (ctx) => writeAttempt(ctx, writing))
  } catch (error) {
    // The same key at the same instant: the other request was first and its order is the one.
    const claimedBy = claim && (await findClaimed(ctx, claim))
    if (claimedBy && (brokenConstraint(error) === 'idempotency_keys_pk' || error instanceof ShopError))
      return { claimedBy }
    throw error
  }
}

async function writeAttempt(ctx: Ctx, { userId, input, claim, offer, turn }: Writing): Promise<Written> {
  const { acceptedContracts, customerInfo: customer, cartItems } = input.orderData
  const [choice, cart] = await together(choiceOf(ctx, input), priceLines(ctx, cartItems))
  const quote = await quoteOf(ctx, cart, choice, offer)
  const way = wayFor(quote)
  requireTotal(quote, input)
  const [orderId, holder] = [newId(), holderOf(ctx, userId)]
  await together(
    writeOrder(ctx, { orderId, userId, input, quote }),
    lockHolder(ctx, holder),
    spendTurn(ctx, turn, userId, orderId),
  )
  const [others] = await together(
    findOthers(ctx, userId),
    acceptedContracts ? keepContracts(ctx, orderId, acceptedContracts, customer, quote) : undefined,
  )
  if (others?.isAwaitingCode) await endOwnCodes(ctx, userId)
  // Counted again: when several requests come at once, the others' cards show only now.
  if (input.paymentData) limitCards(ctx, others?.tried ?? [], input.paymentData.cardNumber)
  const begun = await way.begin(ctx, input)
  await spendBalances(ctx, { userId, orderId, input, quote, choice, offer })
  const refused = quote.discount && (await countDiscount(ctx, orderId, quote.discount))
  if (refused) {
    const campaigns = { ...choice.campaigns, refused: { id: refused.campaign.id, why: refused.why } }
    throw priceChanged(await quoteOf(ctx, cartOf(quote), { ...choice, campaigns }, offer))
  }
  // Late, so that others who want the same goods wait as short as can be; and before the items, which would lock the
  // same sizes in the order of the cart.
  const kept = await takeKept(ctx, input.orderData.stockNotices ?? [], quote.lines, orderId)
  const { chargeKurus: amountKurus, installmentFeeKurus: feeKurus, installments } = quote
  const amounts = { amountKurus, feeKurus, installments }
  const [attempt, held, shelf] = await together(
    insertAttempt(ctx, { orderId, ...amounts, network: holder.network, ...begun }, { claim }),
    findHeld(ctx, holder),
    takeStock(ctx, quote.lines, { orderId, kept }),
  )
  boundHolds(ctx, quote.lines, held, shelf)
  await together(
    announceCatalogChange(ctx, { productIds: quote.lines.map(({ item }) => item.productId) }),
    ctx.db.insert(orderItems).values(
      quote.lines.map(({ item, withdrawalExemption }, position) => {
        return { ...item, withdrawalExemption, id: newId(), orderId, position }
      }),
    ),
  )
  const started = { userId, attempt, quote, input }
  await way.written?.(ctx, started)
  return { ...started, way }
}

/** Her other attempts, read while her account is locked: whether one awaits a code, and the cards that she tried. */
async function findOthers(ctx: Ctx, userId: string) {
  const isAwaitingCode = sql<boolean>`exists ${attemptsOf(ctx, ['AWAITING_CODE'])}`
  const where = eq(users.id, userId)
  const [others] = await ctx.db
    .select({ isAwaitingCode, tried: triedCards(ctx) })
    .from(users)
    .where(where)
  return others
}

type Spending = { userId: string; orderId: string; input: NewPayment; quote: Quote; choice: Choice; offer: Offer }

/** Takes what gift cards and store credit pay; PRICE_CHANGED with the new sum when others were faster. */
async function spendBalances(ctx: Ctx, { userId, orderId, input, quote, choice, offer }: Spending): Promise<void> {
  const { creditKurus, giftKurus = 0, gifts = [] } = quote
  if (!(await spendGifts(ctx, orderId, gifts))) {
    const giftCards = await findSpendableCards(ctx, input.orderData.giftCards)
    throw priceChanged(await quoteOf(ctx, cartOf(quote), { ...choice, giftCards }, offer), 'hediye kartınızın bakiyesi')
  }
  const kurus = creditKurus - giftKurus
  if (kurus > 0 && !(await spendCredit(ctx, { userId, orderId, kurus }))) {
    const spendableKurus = await findBalance(ctx, userId)
    throw priceChanged(await quoteOf(ctx, cartOf(quote), { ...choice, spendableKurus }, offer))
  }
}

/** PRICE_CHANGED when the shopper saw another sum. */
function requireTotal(quote: Quote, input: NewPayment): void {
  if (fromTl(input.orderData.totalAmount) !== quote.chargeKurus) throw priceChanged(quote)
}

/** The lines at their prices on the shelf. */
function cartOf({ discount, lines }: Quote): PricedLine[] {
  return discount?.cart ?? lines
}

/** Counts the campaigns that made this price; returns the one whose limit was reached meanwhile. */
async function countDiscount(ctx: Ctx, orderId: string, discount: Discount): Promise<RefusedUse | undefined> {
  const { deductions, deliveryKurus, buyer } = discount
  if (deductions.length === 0 || !buyer) return undefined
  const bearer = deductions.find(({ freeDelivery }) => freeDelivery)
  const uses = deductions.map((taken) => {
    return { campaign: taken.campaign, discountKurus: taken.kurus, deliveryKurus: taken === bearer ? deliveryKurus : 0 }
  })
  return countUses(ctx, orderId, uses, buyer)
}

function priceChanged({ chargeKurus, creditKurus, giftKurus = 0, discount }: Quote, balance = ''): ShopError {
  const { coupon } = discount ?? {}
  const own = balance || (giftKurus > 0 ? 'hediye kartınızın bakiyesi' : creditKurus > 0 ? 'mağaza krediniz' : '')
  const what = `Sepetinizdeki fiyatlar${own ? ` ya da ${own}` : ''}`
  const why = coupon?.why ? `“${coupon.code}” kodu uygulanmadı: ${coupon.why} Tutar` : what
  return new ShopError('PRICE_CHANGED', `${why} değişti; lütfen yeni tutarı kontrol edip tekrar deneyin.`, {
    data: { totalAmount: toTl(chargeKurus), ...(coupon ? { coupon } : {}) },
  })
}

type NewOrder = { orderId: string; userId: string; input: NewPayment; quote: Quote }

async function writeOrder(ctx: Ctx, { orderId, userId, input, quote }: NewOrder): Promise<void> {
  const { customerInfo, acceptedContracts = null } = input.orderData
  const { method: paymentMethod, totalKurus, deliveryKurus, methodFeeKurus, creditKurus, giftKurus } = quote
  const reduced = quote.discount && {
    discountKurus: quote.discount.kurus,
    discountReason: discountWords(quote.discount),
  }
  const costs = { paymentMethod, totalKurus, deliveryKurus, methodFeeKurus, creditKurus, giftKurus, ...reduced }
  const now = ctx.clock()
  await ctx.db.insert(orders).values({
    ...customerInfo,
    ...costs,
    id: orderId,
    userId,
    guest: ctx.actor.kind === 'buyer',
    acceptedContracts,
    createdAt: now,
    updatedAt: now,
  })
}

type NewAttempt = Beginning &
  Pick<Attempt, 'orderId' | 'amountKurus'> &
  Partial<Pick<Attempt, 'feeKurus' | 'installments' | 'network' | 'linkOf'>>

/** Writes an attempt with the first line of its history, and with what its key claims. */
export async function insertAttempt(
  ctx: Ctx,
  given: NewAttempt,
  { cause = 'the shopper pays', claim }: { cause?: string; claim?: Claim | undefined } = {},
): Promise<Attempt> {
  const { db } = ctx
  const [attemptId, now] = [newId(), ctx.clock()]
  const conversationId = randomBytes(18).toString('base64url')
  const values = { ...given, id: attemptId, conversationId, createdAt: now, updatedAt: now }
  const event = { id: newId(), attemptId, toStatus: given.status, cause, createdAt: now }
  const written = db.$with('written').as(db.insert(paymentAttempts).values(values).returning())
  const noted = db.$with('noted').as(db.insert(paymentEvents).values(event).returning({ id: paymentEvents.id }))
  const claimed = claim && [
    db.$with('claimed').as(
      db
        .insert(idempotencyKeys)
        .values({ ...claim, attemptId, createdAt: now })
        .returning({ key: idempotencyKeys.key }),
    ),
  ]
  const [attempt] = await db
    .with(written, noted, ...(claimed ?? []))
    .select()
    .from(written)
  if (!attempt) throw new Error('insert returned no row')
  return attempt
}

/** An account's address is verified; a guest's order goes to the address that she proved, while guests may buy at all. */
async function requireProvenEmail(ctx: Ctx, user: Payer, { orderData }: NewPayment): Promise<void> {
  if (!user.verifiedAt) throw emailNotVerified()
  if (!user.guest) return
  if (!(await findGuestCheckout(ctx)).on) requireUser(ctx)
  if (isGuestOf(user, orderData.customerInfo.email)) return
  throw invalid({
    'orderData.customerInfo.email': ['Kodu bu adrese göndermedik; başka bir adres için yeni bir kod isteyin.'],
  })
}

function emailNotVerified(): ShopError {
  const message = 'Ödeme yapmadan önce e-posta adresinizi doğrulayın; size gönderdiğimiz bağlantıyı açın.'
  return new ShopError('EMAIL_NOT_VERIFIED', message)
}
