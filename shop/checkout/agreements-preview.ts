import { makeContracts } from '../agreements/order-contracts.ts'
import { type Ctx, requireUser } from '../ctx.ts'
import type { ContractPreview } from './contract.ts'
import { priceLines } from './lines.ts'
import { findInstallmentOffer, quoteOf } from './quote.ts'

/** Both texts as they would be accepted now, made from the database's prices and the shop's settings; nothing is kept. */
export async function previewContracts(ctx: Ctx, { orderData, paymentData }: ContractPreview) {
  requireUser(ctx)
  const { installments = 1, bin = '' } = paymentData ?? {}
  const lines = await priceLines(ctx, orderData.cartItems)
  const quote = quoteOf(lines, installments, await findInstallmentOffer(ctx, lines, installments, bin))
  return { contracts: await makeContracts(ctx, orderData.customerInfo, quote), totalKurus: quote.totalKurus }
}
