/**
 * The legal contracts of an order. They are made from the same priced lines as the order and kept in its transaction; their
 * PDF is made when it is sent or fetched. docs/law.md says what the law asks for and where it is.
 */

import { createHash } from 'node:crypto'
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm'
import { ownOrders } from '../accounts/guests/own-orders.ts'
import { addressOf, type Ctx, hasRight, isId } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { orders } from '../orders/schema.ts'
import type { TextPart } from '../texts/text.ts'
import { getContracts } from '../texts/texts.ts'
import type { ContractKind } from './contract.ts'
import { type ContractedCosts, type ContractedOrder, exemptLines, orderPart } from './order-parts.ts'
import { orderContracts } from './schema.ts'
import { plainText } from './written.ts'

export type OrderContract = typeof orderContracts.$inferSelect

/** A text made for one order; `version` names the shop's own words in it. */
type MadeContract = { kind: ContractKind; title: string; version: string; parts: TextPart[]; text: string }

/** One line of the cart as the contracts state it. Money in kuruş. */
type ContractedLine = {
  quantity: number
  unitPriceKurus: number
  withdrawalExemption: string | null
  item: { productName: string; color: string; size: string }
}

/** The purchase with its costs in kuruş: the quote of the checkout. */
type Bought = {
  lines: ContractedLine[]
} & ContractedCosts

/**
 * Stores the accepted contracts in the transaction that creates the order. Versions other than the current ones are
 * CONTRACTS_NOT_ACCEPTED: nobody is bound to words that she did not see.
 */
export async function keepContracts(
  ctx: Ctx,
  orderId: string,
  accepted: { preInformation: string; distanceSales: string },
  customer: ContractedOrder['customer'],
  bought: Bought,
): Promise<void> {
  const contracts = await makeContracts(ctx, customer, bought)
  const versions = { 'pre-information': accepted.preInformation, 'distance-sales': accepted.distanceSales }
  if (contracts.some(({ kind, version }) => versions[kind] !== version)) {
    throw new ShopError(
      'CONTRACTS_NOT_ACCEPTED',
      'Sözleşme metinleri güncellendi; lütfen yeni metinleri okuyup yeniden onaylayın.',
    )
  }
  await insertContracts(ctx, orderId, contracts, 0)
}

/**
 * Keeps what the contracts of an order say once it was changed, beside what was accepted, in the transaction that changes it. False
 * for an order that has none.
 */
export async function keepChangedContracts(
  ctx: Ctx,
  orderId: string,
  customer: ContractedOrder['customer'],
  bought: Bought,
): Promise<boolean> {
  const [latest] = await ctx.db
    .select({ revision: orderContracts.revision })
    .from(orderContracts)
    .where(eq(orderContracts.orderId, orderId))
    .orderBy(desc(orderContracts.revision))
    .limit(1)
  if (!latest) return false
  const revision = latest.revision + 1
  const contracts = await makeContracts(ctx, customer, bought)
  const titled = contracts.map((contract) => ({ ...contract, title: `${contract.title} (değişiklik ${revision})` }))
  await insertContracts(ctx, orderId, titled, revision)
  return true
}

/** Keeps what is agreed on where pieces are exchanged and nothing is to be paid; an order that has contracts keeps those. */
export async function keepExchangeContracts(
  ctx: Ctx,
  orderId: string,
  customer: ContractedOrder['customer'],
  bought: Bought,
): Promise<void> {
  if ((await findContracts(ctx, orderId)).length > 0) return
  const contracts = await makeContracts(ctx, customer, bought)
  const titled = contracts.map((contract) => ({ ...contract, title: `${contract.title} (değişim)` }))
  await insertContracts(ctx, orderId, titled, 0)
}

async function insertContracts(ctx: Ctx, orderId: string, contracts: MadeContract[], revision: number): Promise<void> {
  await ctx.db.insert(orderContracts).values(
    contracts.map((contract) => ({
      ...contract,
      orderId,
      revision,
      sha256: createHash('sha256').update(contract.text).digest('hex'),
      acceptedAt: ctx.clock(),
      address: addressOf(ctx),
    })),
  )
}

/** Returns the contracts of one's own paid order, or of any as admin; orders older than this feature have none. */
export async function listOrderContracts(ctx: Ctx, orderId: string): Promise<OrderContract[]> {
  // They name what was paid and where she lives.
  const seen = hasRight(ctx, 'orders-read') && hasRight(ctx, 'amounts') && hasRight(ctx, 'contacts')
  const own = seen ? undefined : ownOrders(ctx)
  const found = isId(orderId)
    ? await ctx.db.$count(orders, and(eq(orders.id, orderId), isNotNull(orders.placedAt), own))
    : 0
  if (found === 0) throw notFound('Sipariş bulunamadı.')
  return findContracts(ctx, orderId)
}

/** Returns an order's contracts, what was accepted first; of each revision the pre-information form first. */
export async function findContracts(ctx: Ctx, orderId: string): Promise<OrderContract[]> {
  return ctx.db
    .select()
    .from(orderContracts)
    .where(eq(orderContracts.orderId, orderId))
    .orderBy(asc(orderContracts.revision), desc(orderContracts.kind))
}

/** Makes both texts for a purchase without storing them. */
export async function makeContracts(
  ctx: Ctx,
  customer: ContractedOrder['customer'],
  bought: Bought,
): Promise<MadeContract[]> {
  const { preInformation, distanceSales } = await getContracts(ctx)
  const order = contracted(ctx, customer, bought)
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

/** The lines that the law exempts from withdrawal, with the reasons. */
export function exemptionsOf(lines: ContractedLine[]): string[] {
  return exemptLines(lines.map(({ item, withdrawalExemption }) => ({ name: item.productName, withdrawalExemption })))
}

function made(kind: ContractKind, title: string, version: string, parts: TextPart[]): MadeContract {
  return { kind, title, version, parts, text: plainText(parts) }
}

function contracted(ctx: Ctx, customer: ContractedOrder['customer'], { lines, ...bought }: Bought): ContractedOrder {
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
    costs: bought,
    date: ctx.clock(),
  }
}
