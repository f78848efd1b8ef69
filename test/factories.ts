import { createCategory } from '#shop/catalog/categories.ts'
import { createProduct } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { images } from '#shop/media/schema.ts'

let serial = 0
const next = () => ++serial

/** Each factory writes one valid row, unique by itself; a test names only what it is about. */

export async function aCategory(ctx: Ctx, given: { name?: string; slug?: string } = {}) {
  const n = next()
  return createCategory(ctx, { name: given.name ?? `Elbise ${n}`, slug: given.slug })
}

export async function anImage(ctx: Ctx) {
  const id = next().toString(16).padStart(32, '0')
  await ctx.db.insert(images).values({ id, width: 1200, height: 1500, tone: '#d9c3a6', createdAt: ctx.clock() })
  return id
}

type VariantGiven = { sku?: string; color?: string; size?: string; priceKurus?: number; stock?: number }

export async function aProduct(
  ctx: Ctx,
  given: { name?: string; categoryId?: string; originalPriceKurus?: number; variants?: VariantGiven[] } = {},
) {
  const n = next()
  return createProduct(ctx, {
    name: given.name ?? `Keten Elbise ${n}`,
    description: 'Hafif keten elbise.',
    categoryId: given.categoryId ?? (await aCategory(ctx)).id,
    originalPriceKurus: given.originalPriceKurus,
    images: [await anImage(ctx)],
    variants: (given.variants ?? [{}]).map((variant, index) => ({
      sku: variant.sku ?? `SKU-${n}-${index}`,
      color: variant.color ?? 'Kum',
      size: variant.size ?? ['S', 'M', 'L', 'XL'][index] ?? `B${index}`,
      priceKurus: variant.priceKurus ?? 119_900,
      stock: variant.stock ?? 5,
    })),
  })
}
