import { goodsOf, makeContracts } from '../agreements/order-contracts.ts'
import { type Ctx, requireUser } from '../ctx.ts'
import { installmentFee } from '../payments/installments.ts'
import type { ContractPreview } from './contract.ts'
import { priceLines } from './lines.ts'

/** Both texts as they would be accepted now, made from the database's prices and the shop's settings; nothing is kept. */
export async function previewContracts(ctx: Ctx, { orderData, paymentData }: ContractPreview) {
  requireUser(ctx)
  const lines = await priceLines(ctx, orderData.cartItems)
  const { installments = 1, bin = '' } = paymentData ?? {}
  const feeKurus = await installmentFee(ctx, goodsOf(lines), installments, bin)
  const contracts = await makeContracts(ctx, { customer: orderData.customerInfo, lines, installments, feeKurus })
  return { contracts, totalKurus: goodsOf(lines) + feeKurus }
}
