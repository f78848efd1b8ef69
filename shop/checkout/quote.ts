/**
 * The price of a purchase. The contracts, the order, its charge and what the shopper is shown are all made from a quote, so that
 * they cannot differ; docs/payments.md says what it adds up.
 */

import { askCode } from '../campaigns/guesses.ts'
import { findSpendable } from '../credit/ledger.ts'
import type { Ctx } from '../ctx.ts'
import { invalid } from '../errors.ts'
import type { GiftShare } from '../gift-cards/of-orders.ts'
import { type AskedCard, askSpendableCards } from '../gift-cards/spendable.ts'
import { networkOf, takeLimit } from '../limits.ts'
import type { PaymentMethod } from '../payment-method.ts'
import { installmentFee } from '../payments/installments.ts'
import { findFeeAndCampaigns } from '../settings/campaigns/switches.ts'
import { feeFor } from '../settings/delivery-fee.ts'
import { type Discount, discountedLines, discountFor, type Wish } from './campaigns/discounted.ts'
import type { QuoteRequest } from './contract.ts'
import { type PricedLine, priceLines } from './lines.ts'
import type { Quote } from './ways/way.ts'
import { listWays, type OfferedWay, offerOf } from './ways/ways.ts'

/**
 * All that a price depends on beside the lines. `city`: the province that it goes to, if it is known. `spendableKurus`: the
 * store credit that she has and wants to use.
 */
export type Choice = {
  method: PaymentMethod
  city?: string | undefined
  installments: number
  spendableKurus: number
  /** Gift cards whose codes she typed; they pay before her store credit. */
  giftCards?: AskedCard[]
  /** The shop bears the delivery. */
  freeDelivery?: boolean
  /** Campaigns count, with what the shopper wishes of them. */
  campaigns?: Wish
}

/** The bank's fee for so many installments; it counts only for a sum of this price. */
export type InstallmentOffer = { baseKurus: number; feeKurus: number }

/**
 * Asks the provider, who may take its time: never while stock is held. Undefined for a single payment, which has no fee.
 * INVALID, of the field `at`, when the card does not allow them.
 */
export async function findInstallmentOffer(
  ctx: Ctx,
  lines: PricedLine[],
  choice: Choice,
  cardNumber: string,
  at?: string,
): Promise<InstallmentOffer | undefined> {
  if (choice.installments === 1) return undefined
  const { baseKurus, installments } = await costsOf(ctx, lines, choice)
  if (installments === 1) return undefined
  return { baseKurus, feeKurus: await installmentFee(ctx, baseKurus, installments, cardNumber, at) }
}

/** Adds up the lines as they are priced now, and what comes to them. An offer for another sum is none. */
export async function quoteOf(
  ctx: Ctx,
  lines: PricedLine[],
  choice: Choice,
  offer: InstallmentOffer | undefined,
): Promise<Quote> {
  const { baseKurus, ...costs } = await costsOf(ctx, lines, choice)
  const installmentFeeKurus = offer?.baseKurus === baseKurus ? offer.feeKurus : 0
  const chargeKurus = baseKurus + installmentFeeKurus
  return { ...costs, installmentFeeKurus, chargeKurus, totalKurus: chargeKurus + costs.creditKurus }
}

/** `baseKurus`: what is charged, but for the fee of installments. */
async function costsOf(ctx: Ctx, cart: PricedLine[], choice: Choice) {
  const { city, giftCards = [] } = choice
  const onCards = giftCards.reduce((sum, card) => sum + card.spendableKurus, 0)
  const spendableKurus = choice.spendableKurus + onCards
  const { discount, feeKurus } = await reductionOf(ctx, cart, choice)
  const lines = discount ? (discountedLines(cart, discount.shares) ?? cart) : cart
  const goodsKurus = sumOf(lines)
  const deliveryKurus = choice.freeDelivery ? 0 : feeKurus - (discount?.deliveryKurus ?? 0)
  // Where gift cards and credit pay in full, no other way is needed, nor its fee.
  const method = spendableKurus >= goodsKurus + deliveryKurus ? 'STORE_CREDIT' : choice.method
  const purchase = { lines, goodsKurus, deliveryKurus, city, spendableKurus }
  const { feeKurus: methodFeeKurus, why: whyNot } = await offerOf(ctx, method, purchase)
  const allKurus = goodsKurus + deliveryKurus + methodFeeKurus
  const creditKurus = Math.min(spendableKurus, allKurus)
  const gifts = giftShares(giftCards, creditKurus)
  const giftKurus = gifts.reduce((sum, { kurus }) => sum + kurus, 0)
  const installments = method === 'CARD' ? choice.installments : 1
  const baseKurus = allKurus - creditKurus
  const costs = { method, installments, goodsKurus, deliveryKurus, methodFeeKurus, whyNot, creditKurus, baseKurus }
  return { lines, discount, discountKurus: discount?.kurus ?? 0, gifts, giftKurus, ...costs }
}

/** The share of each card: the first that was typed pays as far as it goes, then the next. */
function giftShares(cards: AskedCard[], kurus: number): GiftShare[] {
  let left = kurus
  return cards.flatMap(({ cardId, spendableKurus }) => {
    const share = Math.min(left, spendableKurus)
    left -= share
    return cardId && share > 0 ? [{ cardId, kurus: share }] : []
  })
}

function sumOf(lines: PricedLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceKurus * line.quantity, 0)
}

/** The delivery fee and the discount by campaigns. A cart that has earned free delivery keeps it, however much they take off. */
async function reductionOf(
  ctx: Ctx,
  cart: PricedLine[],
  { city, campaigns: wish }: Choice,
): Promise<{ feeKurus: number; discount?: Discount }> {
  const { fee, campaigns } = await findFeeAndCampaigns(ctx)
  const feeKurus = feeFor(fee, sumOf(cart), { city, classes: cart.map(({ weightClass }) => weightClass) })
  if (!wish || !(campaigns?.automatic || wish.code)) return { feeKurus }
  return { feeKurus, discount: await discountFor(ctx, cart, wish, feeKurus) }
}

/** A cart's price, the ways to pay for it, the store credit that she may use, used or not, and the gift cards that she asked for. */
export type PricedCart = { quote: Quote; ways: OfferedWay[]; spendableKurus: number; giftCards: AskedCard[] }

/** Prices a cart as payments/create would charge it now. Holds nothing; who asks needs no account. */
export async function makeQuote(
  ctx: Ctx,
  { cartItems, paymentMethod, installments, cardPrefix, city, useCredit, coupon, giftCards: codes }: QuoteRequest,
): Promise<PricedCart> {
  await takeLimit(ctx, { key: `quote:${networkOf(ctx)}`, limit: 60, windowSeconds: 60 })
  if (installments > 1 && !cardPrefix) throw invalid({ cardPrefix: ['Taksit için kartın ilk 6–8 rakamını gönderin'] })
  const lines = await priceLines(ctx, cartItems, 'cartItems')
  const spendableKurus = await findSpendable(ctx)
  const used = usesCredit(paymentMethod, useCredit) ? spendableKurus : 0
  const giftCards = await askSpendableCards(ctx, codes)
  const campaigns = await askCode(ctx, coupon)
  const choice = { method: paymentMethod, city, installments, spendableKurus: used, giftCards, campaigns }
  const offer = await findInstallmentOffer(ctx, lines, choice, cardPrefix ?? '', 'installments')
  const quote = await quoteOf(ctx, lines, choice, offer)
  const ways =
    quote.method === 'STORE_CREDIT'
      ? [{ method: quote.method, feeKurus: 0 }]
      : await listWays(ctx, { ...quote, city, spendableKurus: 0 })
  return { quote, ways, spendableKurus, giftCards }
}

export function usesCredit(method: PaymentMethod, useCredit = false): boolean {
  return useCredit || method === 'STORE_CREDIT'
}
