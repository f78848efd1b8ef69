import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { skuKey } from '../catalog/edits/sku-key.ts'
import { onSale } from '../catalog/on-sale.ts'
import { products, variants } from '../catalog/schema.ts'
import { type Ctx, isId, requireRight } from '../ctx.ts'
import { literal } from '../fields/like.ts'
import { findImages, type Image } from '../media/images.ts'

/** A size and color that an order may hold; the price in kuruş. */
export type Piece = {
  productId: string
  variantId: string
  name: string
  color: string
  size: string
  sku: string
  priceKurus: number
  stock: number
  image: Image | undefined
}

const most = 60

/** Finds what is on sale, sold-out sizes too: by words of name, color and SKU, by the SKU that a scanner reads, or all of a product. */
export async function findPieces(
  ctx: Ctx,
  { q, product }: { q: string; product?: string | undefined },
): Promise<Piece[]> {
  requireRight(ctx, 'orders')
  const words = q.split(/\s+/).filter((word) => word !== '')
  if (product !== undefined) return isId(product) ? select(ctx, eq(products.id, product)) : []
  if (words.length === 0) return []
  const scanned = await select(ctx, sql`sku_key(${variants.sku}) = ${skuKey(q.trim())}`)
  if (scanned.length > 0) return scanned
  const hold = words.map((word) => sql`search_line like '%' || tr_fold(${literal(word)}) || '%'`)
  return select(
    ctx,
    sql`${products.id} in (with found as materialized (select id from ${products} where ${and(isNull(products.deletedAt), ...hold)})
      select id from found)`,
  )
}

async function select(ctx: Ctx, which: ReturnType<typeof sql>): Promise<Piece[]> {
  const rows = await ctx.db
    .select({ variant: variants, product: products })
    .from(products)
    .innerJoin(variants, eq(variants.productId, products.id))
    .where(and(onSale, isNull(variants.retiredAt), which))
    .orderBy(desc(products.createdAt), desc(products.id), asc(variants.position), asc(variants.id))
    .limit(most)
  const pictureOf = ({ variant, product }: (typeof rows)[number]) => variant.images[0] ?? product.images[0] ?? ''
  const pictures = await findImages(ctx, rows.map(pictureOf))
  return rows.map((row) => {
    const { id: variantId, productId, color, size, sku, priceKurus, stock } = row.variant
    const { name } = row.product
    return { productId, variantId, name, color, size, sku, priceKurus, stock, image: pictures.get(pictureOf(row)) }
  })
}
