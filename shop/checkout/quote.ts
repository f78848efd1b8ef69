/**
 * What a purchase costs. The contracts, the order, its charge and what the shopper is shown are all made from a quote, so that
 * they cannot differ; docs/payments.md says what it adds up.
 */

import type { Ctx } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { networkOf, takeLimit } from '../limits.ts'
import type { PaymentMethod } from '../payment-method.ts'
import { installmentFee } from '../payments/installments.ts'
import { feeFor, findDeliveryFee } from '../settings/delivery-fee.ts'
import type { QuoteRequest } from './contract.ts'
import { type PricedLine, priceLines } from './lines.ts'
import type { Quote } from './ways/way.ts'
import { listWays, type OfferedWay, offerOf } from './ways/ways.ts'

/** What a price depends on beside the lines. `city`: the province that it goes to, if it is known. */
export type Choice = {
  method: PaymentMethod
  city?: string | undefined
  installments: number
  /** The shop bears the delivery. */
  freeDelivery?: boolean
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
  const { baseKurus } = await costsOf(ctx, lines, choice)
  return { baseKurus, feeKurus: await installmentFee(ctx, baseKurus, choice.installments, cardNumber, at) }
}

/** Adds up the lines as they are priced now, and what comes to them. An offer for another sum is none. */
export async function quoteOf(
  ctx: Ctx,
  lines: PricedLine[],
  choice: Choice,
  offer: InstallmentOffer | undefined,
): Promise<Quote> {
  const { baseKurus, ...costs } = await costsOf(ctx, lines, choice)
  const { method, installments } = choice
  const installmentFeeKurus = offer?.baseKurus === baseKurus ? offer.feeKurus : 0
  return { lines, method, ...costs, installments, installmentFeeKurus, totalKurus: baseKurus + installmentFeeKurus }
}

async function costsOf(ctx: Ctx, lines: PricedLine[], { method, city, freeDelivery = false }: Choice) {
  const goodsKurus = lines.reduce((sum, line) => sum + line.unitPriceKurus * line.quantity, 0)
  const classes = lines.map(({ weightClass }) => weightClass)
  const deliveryKurus = freeDelivery ? 0 : feeFor(await findDeliveryFee(ctx), goodsKurus, { city, classes })
  const purchase = { lines, goodsKurus, deliveryKurus, city }
  const { feeKurus: methodFeeKurus, why: whyNot } = await offerOf(ctx, method, purchase)
  const baseKurus = goodsKurus + deliveryKurus + methodFeeKurus
  return { goodsKurus, deliveryKurus, methodFeeKurus, whyNot, baseKurus }
}

/** A cart's price, and the ways to pay for it. */
export type PricedCart = { quote: Quote; ways: OfferedWay[] }

/** Prices a cart as payments/create would charge it now. Holds nothing; who asks needs no account. */
export async function makeQuote(
  ctx: Ctx,
  { cartItems, paymentMethod: method, installments, cardPrefix, city }: QuoteRequest,
): Promise<PricedCart> {
  await takeLimit(ctx, { key: `quote:${networkOf(ctx)}`, limit: 60, windowSeconds: 60 })
  if (installments > 1 && !cardPrefix) throw invalid({ cardPrefix: ['Taksit için kartın ilk 6–8 rakamını gönderin'] })
  const lines = await priceLines(ctx, cartItems, 'cartItems')
  const choice = { method, city, installments: method === 'CARD' ? installments : 1 }
  const offer = await findInstallmentOffer(ctx, lines, choice, cardPrefix ?? '', 'installments')
  const quote = await quoteOf(ctx, lines, choice, offer)
  return { quote, ways: await listWays(ctx, { ...quote, city }) }
}
