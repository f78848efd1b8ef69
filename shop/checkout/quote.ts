/**
 * What a purchase costs. The contracts, the order, its charge and what the shopper is shown are all made from a quote, so that
 * they cannot differ; docs/payments.md says what it adds up.
 */

import type { Ctx } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { networkOf, takeLimit } from '../limits.ts'
import { installmentFee } from '../payments/installments.ts'
import type { QuoteRequest } from './contract.ts'
import { type PricedLine, priceLines } from './lines.ts'

/** Money in kuruş: the lines sum up to `goodsKurus`, and with the fee to `totalKurus`, which is what the card is charged. */
export type Quote = {
  lines: PricedLine[]
  goodsKurus: number
  installments: number
  installmentFeeKurus: number
  totalKurus: number
}

/** The bank's fee for so many installments; it counts only for goods of this price. */
export type InstallmentOffer = { goodsKurus: number; feeKurus: number }

/**
 * Asks the provider, who may take its time: never while stock is held. INVALID, of the field `at`, when the card does not
 * allow them.
 */
export async function findInstallmentOffer(
  ctx: Ctx,
  lines: PricedLine[],
  installments: number,
  cardNumber: string,
  at?: string,
): Promise<InstallmentOffer> {
  const goodsKurus = sumOf(lines)
  return { goodsKurus, feeKurus: await installmentFee(ctx, goodsKurus, installments, cardNumber, at) }
}

/** Adds up the lines as they are priced now. An offer for goods of another price is none. */
export function quoteOf(lines: PricedLine[], installments: number, offer: InstallmentOffer | undefined): Quote {
  const goodsKurus = sumOf(lines)
  const installmentFeeKurus = offer?.goodsKurus === goodsKurus ? offer.feeKurus : 0
  return { lines, goodsKurus, installments, installmentFeeKurus, totalKurus: goodsKurus + installmentFeeKurus }
}

/** Prices a cart as payments/create would charge it now. Holds nothing; who asks needs no account. */
export async function makeQuote(
  ctx: Ctx,
  { cartItems, installments, cardPrefix }: Pick<QuoteRequest, 'cartItems' | 'installments' | 'cardPrefix'>,
): Promise<Quote> {
  await takeLimit(ctx, { key: `quote:${networkOf(ctx)}`, limit: 60, windowSeconds: 60 })
  if (installments > 1 && !cardPrefix) throw invalid({ cardPrefix: ['Taksit için kartın ilk 6–8 rakamını gönderin'] })
  const lines = await priceLines(ctx, cartItems, 'cartItems')
  const offer = await findInstallmentOffer(ctx, lines, installments, cardPrefix ?? '', 'installments')
  return quoteOf(lines, installments, offer)
}

function sumOf(lines: PricedLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceKurus * line.quantity, 0)
}
