import { exemptionsOf, makeContracts } from '../agreements/order-contracts.ts'
import { askCode } from '../campaigns/guesses.ts'
import { findSpendable } from '../credit/ledger.ts'
import { type Ctx, requireBuyer } from '../ctx.ts'
import { askSpendableCards } from '../gift-cards/spendable.ts'
import { takeLimit } from '../limits.ts'
import type { ContractPreview } from './contract.ts'
import { priceLines } from './lines.ts'
import { findInstallmentOffer, quoteOf, usesCredit } from './quote.ts'

/** Both texts as they would be accepted now, made from the database's prices and the shop's settings; nothing is kept. */
export async function previewContracts(ctx: Ctx, { orderData, paymentMethod, paymentData }: ContractPreview) {
  const buyerId = requireBuyer(ctx)
  await takeLimit(ctx, { key: `contracts:${buyerId}`, limit: 60, windowSeconds: 60 })
  const { installments = 1, bin = '' } = paymentData ?? {}
  const lines = await priceLines(ctx, orderData.cartItems)
  const { city } = orderData.customerInfo
  const spendableKurus = usesCredit(paymentMethod, orderData.useCredit) ? await findSpendable(ctx) : 0
  const giftCards = await askSpendableCards(ctx, orderData.giftCards)
  const campaigns = { ...(await askCode(ctx, orderData.coupon)), phone: orderData.customerInfo.phone }
  const choice = { method: paymentMethod, city, installments, spendableKurus, giftCards, campaigns }
  const quote = await quoteOf(ctx, lines, choice, await findInstallmentOffer(ctx, lines, choice, bin))
  return {
    contracts: await makeContracts(ctx, orderData.customerInfo, quote),
    exemptions: exemptionsOf(quote.lines),
    totalKurus: quote.chargeKurus,
  }
}
