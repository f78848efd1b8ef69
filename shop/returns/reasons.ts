import { and, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import type { FitNote } from '../catalog/garment.ts'
import { products, variants } from '../catalog/schema.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inTransaction, isId, requireRight } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { after, days } from '../time.ts'
import type { ReturnReason } from './kinds.ts'
import { faultyStock, returnItems, returns } from './schema.ts'

/** How many pieces were delivered, and how many of them came back for which reason. */
export type Told = { delivered: number; reasons: Partial<Record<ReturnReason, number>> }

export type ProductReasons = Told & {
  productId: string
  name: string
  slug: string
  fitNote: FitNote | null
  /** A fit note that its page could show once the owner agrees. */
  finding: FitNote | null
  /** Pieces that came back and are not for sale. */
  faulty: number
  variants: (Told & { color: string; size: string })[]
}

/** Returns and deliveries count for this long. */
const period = days(365)

/** Fewer delivered pieces tell nothing about a fit: three of ten who agree are no coincidence. */
const leastDelivered = 10
const leastShare = 0.3

/** Whether so many found it too small, or too big, that its page could say so. */
export function fitFinding({ delivered, reasons }: Told): FitNote | null {
  if (delivered < leastDelivered) return null
  const { TOO_SMALL: small = 0, TOO_BIG: big = 0 } = reasons
  if (Math.max(small, big) < delivered * leastShare || small === big) return null
  return small > big ? 'SMALL' : 'BIG'
}

/** Why pieces came back in the last year, by product, color and size; those with most returns first. */
export async function listReasons(ctx: Ctx): Promise<ProductReasons[]> {
  requireRight(ctx, 'returns')
  return reasonsSince(ctx)
}

async function reasonsSince(ctx: Ctx, productId?: string): Promise<ProductReasons[]> {
  const since = after(ctx.clock(), -period)
  const { color, size } = orderItems
  const back = await ctx.db
    .select({
      productId: orderItems.productId,
      color,
      size,
      reason: returnItems.reason,
      n: sumOf(returnItems.quantity),
    })
    .from(returnItems)
    .innerJoin(returns, and(eq(returns.id, returnItems.returnId), ne(returns.status, 'CANCELLED')))
    .innerJoin(orderItems, eq(orderItems.id, returnItems.orderItemId))
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), gte(orders.deliveredAt, since)))
    .where(productId ? eq(orderItems.productId, productId) : undefined)
    .groupBy(orderItems.productId, color, size, returnItems.reason)
  const ids = [...new Set(back.flatMap(({ productId }) => productId ?? []))]
  if (ids.length === 0) return []
  const sold = await ctx.db
    .select({ productId: orderItems.productId, color, size, n: sumOf(orderItems.quantity) })
    .from(orderItems)
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), gte(orders.deliveredAt, since)))
    .where(inArray(orderItems.productId, ids))
    .groupBy(orderItems.productId, color, size)
  const { id, name, slug, fitNote } = products
  const aside = await ctx.db
    .select({ productId: variants.productId, n: sumOf(faultyStock.units) })
    .from(faultyStock)
    .innerJoin(variants, eq(variants.id, faultyStock.variantId))
    .where(inArray(variants.productId, ids))
    .groupBy(variants.productId)
  const known = await ctx.db.select({ id, name, slug, fitNote }).from(products).where(inArray(products.id, ids))
  return known
    .map(({ id, ...product }): ProductReasons => {
      const sizes = sold
        .filter(({ productId }) => productId === id)
        .map(({ color, size, n }) => {
          const own = back.filter((row) => row.productId === id && row.color === color && row.size === size)
          return { color, size, delivered: n, reasons: Object.fromEntries(own.map(({ reason, n }) => [reason, n])) }
        })
      const told = summed(sizes)
      const faulty = aside.find(({ productId }) => productId === id)?.n ?? 0
      return { productId: id, ...product, ...told, finding: fitFinding(told), faulty, variants: sizes }
    })
    .sort((one, other) => countOf(other) - countOf(one))
}

function sumOf(column: typeof returnItems.quantity | typeof orderItems.quantity | typeof faultyStock.units) {
  return sql<number>`sum(${column})::int`
}

function summed(list: Told[]): Told {
  const reasons: Told['reasons'] = {}
  for (const one of list)
    for (const [reason, n] of Object.entries(one.reasons) as [ReturnReason, number][])
      reasons[reason] = (reasons[reason] ?? 0) + n
  return { delivered: list.reduce((sum, { delivered }) => sum + delivered, 0), reasons }
}

function countOf({ reasons }: Told): number {
  return Object.values(reasons).reduce((sum, n) => sum + n, 0)
}

/** The owner agrees that a product's page says what its returns told, or takes that back. CONFLICT when they do not tell it. */
export async function setFitNote(ctx: Ctx, productId: string, note: FitNote | null): Promise<ProductReasons[]> {
  requireRight(ctx, 'catalog')
  await inTransaction(ctx, async (ctx) => {
    const [product] = isId(productId)
      ? await ctx.db
          .select()
          .from(products)
          .where(and(eq(products.id, productId), isNull(products.deletedAt)))
          .for('update')
      : []
    if (!product) throw notFound('Ürün bulunamadı.')
    if (note && (await reasonsSince(ctx, productId))[0]?.finding !== note) {
      throw new ShopError('CONFLICT', 'İadeler bu ürün için artık bunu söylemiyor; sayfayı yenileyin.')
    }
    await ctx.db.update(products).set({ fitNote: note }).where(eq(products.id, productId))
    await announceCatalogChange(ctx, { productIds: [productId] })
    await recordChange(ctx, {
      action: 'product.update',
      subject: { id: productId, name: product.name },
      before: { fitNote: product.fitNote },
      after: { fitNote: note },
    })
  })
  return reasonsSince(ctx)
}
