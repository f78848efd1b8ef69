import { createHash } from 'node:crypto'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { CustomerInfo } from '../checkout/contract.ts'
import { type PricedLine, priceLines } from '../checkout/lines.ts'
import { addressOf, type Ctx, isId, requireAdmin, requireUser } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { orders } from '../orders/schema.ts'
import { installmentFee } from '../payments/installments.ts'
import { getContracts, type TextPart } from '../settings/texts.ts'
import type { ContractKind, ContractPreview } from './contract.ts'
import { type ContractedOrder, orderPart } from './order-parts.ts'
import { orderContracts } from './schema.ts'
import { plainText } from './written.ts'

export type OrderContract = typeof orderContracts.$inferSelect

/** A text made for one order; `version` names the shop's own words in it. */
type MadeContract = { kind: ContractKind; title: string; version: string; parts: TextPart[]; text: string }

type Bought = {
  customer: CustomerInfo
  lines: PricedLine[]
  installments: number
  feeKurus: number
}

/** Both texts as they would be accepted now, made from the database's prices and the shop's settings; nothing is kept. */
export async function previewContracts(ctx: Ctx, { orderData, paymentData }: ContractPreview) {
  requireUser(ctx)
  const lines = await priceLines(ctx, orderData.cartItems)
  const { installments = 1, bin = '' } = paymentData ?? {}
  const feeKurus = await installmentFee(ctx, goodsOf(lines), installments, bin)
  const contracts = await makeContracts(ctx, { customer: orderData.customerInfo, lines, installments, feeKurus })
  return { contracts, totalKurus: goodsOf(lines) + feeKurus }
}

/**
 * Keeps what the buyer accepted, in the transaction that makes her order. Versions other than those of this moment are
 * CONTRACTS_NOT_ACCEPTED: nobody is bound to words that she did not see.
 */
export async function keepContracts(
  ctx: Ctx,
  orderId: string,
  accepted: { preInformation: string; distanceSales: string },
  bought: Bought,
): Promise<void> {
  const contracts = await makeContracts(ctx, bought)
  const versions = { 'pre-information': accepted.preInformation, 'distance-sales': accepted.distanceSales }
  if (contracts.some(({ kind, version }) => versions[kind] !== version)) {
    throw new ShopError(
      'CONTRACTS_NOT_ACCEPTED',
      'Sözleşme metinleri güncellendi; lütfen yeni metinleri okuyup yeniden onaylayın.',
    )
  }
  await ctx.db.insert(orderContracts).values(
    contracts.map((contract) => ({
      ...contract,
      orderId,
      sha256: createHash('sha256').update(contract.text).digest('hex'),
      acceptedAt: ctx.clock(),
      address: addressOf(ctx),
    })),
  )
}

/** What was accepted with one's own paid order, or any as admin; an order from before has none. */
export async function listOrderContracts(ctx: Ctx, orderId: string): Promise<OrderContract[]> {
  const userId = requireUser(ctx)
  const [order] = isId(orderId)
    ? await ctx.db
        .select({ userId: orders.userId })
        .from(orders)
        .where(and(eq(orders.id, orderId), isNotNull(orders.paidAt)))
    : []
  if (!order) throw notFound('Sipariş bulunamadı.')
  if (order.userId !== userId) {
    await requireAdmin(ctx).catch(() => {
      throw notFound('Sipariş bulunamadı.')
    })
  }
  return findContracts(ctx, orderId)
}

/** The pre-information form first. */
export async function findContracts(ctx: Ctx, orderId: string): Promise<OrderContract[]> {
  const rows = await ctx.db
    .select()
    .from(orderContracts)
    .where(eq(orderContracts.orderId, orderId))
    .orderBy(asc(orderContracts.kind))
  return rows.reverse()
}

async function makeContracts(ctx: Ctx, bought: Bought): Promise<MadeContract[]> {
  const { preInformation, distanceSales } = await getContracts(ctx)
  const order = contracted(ctx, bought)
  const [opening, ...rest] = preInformation.parts
  const [form, ...articles] = distanceSales.parts.toReversed()
  if (!opening || !form) throw new Error('a contract has no parts')
  const summary = orderPart('Sipariş özeti', order)
  const annex = orderPart('Ek 1: Sipariş özeti', order)
  return [
    made('pre-information', 'Ön Bilgilendirme Formu', preInformation.version, [opening, summary, ...rest]),
    made('distance-sales', 'Mesafeli Satış Sözleşmesi', distanceSales.version, [...articles.reverse(), annex, form]),
  ]
}

function made(kind: ContractKind, title: string, version: string, parts: TextPart[]): MadeContract {
  return { kind, title, version, parts, text: plainText(parts) }
}

function contracted(ctx: Ctx, { customer, lines, installments, feeKurus }: Bought): ContractedOrder {
  return {
    items: lines.map(({ item, quantity, unitPriceKurus, withdrawalExemption }) => ({
      name: item.productName,
      color: item.color,
      size: item.size,
      quantity,
      unitPriceKurus,
      withdrawalExemption,
    })),
    customer,
    goodsKurus: goodsOf(lines),
    feeKurus,
    installments,
    date: ctx.clock(),
  }
}

function goodsOf(lines: PricedLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitPriceKurus * line.quantity, 0)
}
