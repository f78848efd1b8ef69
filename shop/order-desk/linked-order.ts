import { eq, inArray } from 'drizzle-orm'
import { exemptionsOf, makeContracts } from '../agreements/order-contracts.ts'
import { categories, products } from '../catalog/schema.ts'
import type { PricedLine } from '../checkout/lines.ts'
import { stateOf } from '../checkout/payment-state.ts'
import { dueOf } from '../checkout/ways/transfer/transfer.ts'
import type { Quote, TransferDue } from '../checkout/ways/way.ts'
import { listWays } from '../checkout/ways/ways.ts'
import type { Ctx } from '../ctx.ts'
import { networkOf, takeLimit } from '../limits.ts'
import { type Order, withItems } from '../orders/orders.ts'
import { orders } from '../orders/schema.ts'
import type { Attempt } from '../payments/attempt-rows.ts'
import { paymentAttempts } from '../payments/schema.ts'
import { after, minutes } from '../time.ts'
import type { LinkPayment } from './contract.ts'
import { findOpenTries, orderOfToken } from './links.ts'

/** Ways to pay by a link, in the order in which they are offered. */
const methods = ['CARD', 'HOSTED', 'BANK_TRANSFER'] as const

/** How an order of a link stands: to be paid, being paid, paid, over, or waiting for its transfer. */
type LinkState = 'OPEN' | 'PAYING' | 'PAID' | 'ENDED' | 'AWAITING_TRANSFER'

export type LinkedOrder = {
  order: Order
  state: LinkState
  /** While it is open. */
  open?: {
    expiresAt: Date
    methods: LinkPayment['paymentMethod'][]
    contracts: Awaited<ReturnType<typeof makeContracts>>
    /** The lines that cannot be sent back, with the reasons. */
    exemptions: string[]
    /** Why the last try was not paid, for who comes back from the bank. */
    declined?: string | undefined
  }
  transfer?: TransferDue
}

/** Reads the order behind a link. LINK_EXPIRED for an unknown token; RATE_LIMITED after many tries. */
export async function readLinkedOrder(ctx: Ctx, token: string): Promise<LinkedOrder> {
  await limitLinks(ctx)
  const order = await getOrder(ctx, await orderOfToken(ctx, token))
  const attempts = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, order.id))
  const waitsFor = (status: Attempt['status']) => attempts.find((attempt) => attempt.status === status)
  const transfer = waitsFor('AWAITING_TRANSFER')
  if (transfer) return { order, state: 'AWAITING_TRANSFER', transfer: await dueOf(ctx, transfer) }
  const waiting = waitsFor('AWAITING_LINK')
  if (!waiting) return { order, state: order.paidAt && order.status !== 'CANCELLED' ? 'PAID' : 'ENDED' }
  if ((await findOpenTries(ctx, waiting.id)).some(({ status }) => status !== 'AWAITING_3DS'))
    return { order, state: 'PAYING' }
  if (waiting.amountKurus === 0 || waiting.leaseUntil <= ctx.clock()) return { order, state: 'ENDED' }
  const quote = await quoteOfOrder(ctx, order, 'CARD')
  const open = {
    expiresAt: waiting.leaseUntil,
    methods: await methodsFor(ctx, order, quote),
    contracts: await makeContracts(ctx, order, quote),
    exemptions: exemptionsOf(quote.lines),
    declined: await whyDeclined(ctx, attempts),
  }
  return { order, state: 'OPEN', open }
}

/** Only for a while: links are passed on, and how a try ended concerns the one who made it. */
async function whyDeclined(ctx: Ctx, attempts: Attempt[]): Promise<string | undefined> {
  const tries = attempts.filter(({ linkOf }) => linkOf !== null)
  const last = tries.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]
  if (last?.status !== 'DECLINED' || after(last.updatedAt, minutes(10)) < ctx.clock()) return undefined
  const state = await stateOf(ctx, last)
  return state.status === 'DECLINED' ? state.message : undefined
}

/** Against guessing, and against many tries: of an address, in a minute. */
export async function limitLinks(ctx: Ctx): Promise<void> {
  await takeLimit(ctx, { key: `payment-link:${networkOf(ctx)}`, limit: 60, windowSeconds: 60 })
}

export async function getOrder(ctx: Ctx, orderId: string): Promise<Order> {
  const [order] = await withItems(ctx, await ctx.db.select().from(orders).where(eq(orders.id, orderId)))
  if (!order) throw new Error(`order ${orderId} is gone`)
  return order
}

export async function methodsFor(ctx: Ctx, { city }: Order, quote: Quote): Promise<LinkPayment['paymentMethod'][]> {
  const shop: Ctx = { ...ctx, actor: { kind: 'system' } }
  const ways = await listWays(shop, { ...quote, city, spendableKurus: 0 })
  return methods.filter((method) => ways.some((way) => way.method === method && !way.why))
}

/** The quote of the order from the prices stored with it; those of the catalog may have changed. */
export async function quoteOfOrder(ctx: Ctx, order: Order, method: Quote['method']): Promise<Quote> {
  const lines = await linesOf(ctx, order)
  const goodsKurus = lines.reduce((sum, { unitPriceKurus, quantity }) => sum + unitPriceKurus * quantity, 0)
  const { deliveryKurus, methodFeeKurus, totalKurus, creditKurus, giftKurus, exchangeKurus } = order
  return {
    lines,
    method,
    goodsKurus,
    discountKurus: order.discountKurus,
    deliveryKurus,
    methodFeeKurus,
    totalKurus,
    creditKurus,
    giftKurus,
    exchangeKurus,
    chargeKurus: totalKurus - creditKurus - exchangeKurus,
    installments: 1,
    installmentFeeKurus: 0,
  }
}

async function linesOf(ctx: Ctx, { items }: Order): Promise<PricedLine[]> {
  const ids = items.flatMap(({ productId }) => productId ?? [])
  const rows = await ctx.db
    .select({ id: products.id, product: products, category: categories })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(inArray(products.id, ids))
  const known = new Map(rows.map((row) => [row.id, row]))
  return items.map(({ id, productId, variantId, quantity, unitPriceKurus, ...item }) => {
    const product = known.get(productId ?? '')
    return {
      quantity,
      unitPriceKurus,
      categoryId: product?.category.id ?? '',
      categoryName: product?.category.name ?? 'Giyim',
      // As it was when it was ordered, which is what a return asks.
      withdrawalExemption: item.withdrawalExemption,
      weightClass: product?.product.weightClass ?? null,
      // A product that was deleted since is named by the order's own line.
      item: { ...item, quantity, unitPriceKurus, productId: productId ?? id, variantId: variantId ?? id },
    }
  })
}
