import { and, desc, inArray, isNotNull, isNull } from 'drizzle-orm'
import { holding } from '../catalog/edits/admin-products.ts'
import { lineColumns, type ProductLine, withPictures } from '../catalog/product-lines.ts'
import { products } from '../catalog/schema.ts'
import { type Ctx, hasRight, requireRight } from '../ctx.ts'
import { findImages, type Image } from '../media/images.ts'
import type { NewsBlock, NewsProductQuery } from './contract.ts'

/** Finds products for a newsletter, newest first: published ones, and drafts too for staff who may edit the catalog. */
export async function findChoosable(ctx: Ctx, { q, limit }: NewsProductQuery): Promise<ProductLine[]> {
  requireRight(ctx, 'news')
  const seen = hasRight(ctx, 'catalog') ? undefined : isNotNull(products.publishedAt)
  const rows = await ctx.db
    .select(lineColumns)
    .from(products)
    .where(and(isNull(products.deletedAt), seen, q ? holding(q) : undefined))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(limit)
  return withPictures(ctx, rows)
}

/** The products, drafts too, and pictures that blocks name, for the editor. */
export async function findChosen(ctx: Ctx, blocks: NewsBlock[]): Promise<{ products: ProductLine[]; images: Image[] }> {
  const ids = blocks.flatMap((block) => (block.kind === 'products' ? block.productIds : []))
  const rows = ids.length > 0 ? await ctx.db.select(lineColumns).from(products).where(inArray(products.id, ids)) : []
  const images = await findImages(
    ctx,
    blocks.flatMap((block) => (block.kind === 'picture' ? [block.imageId] : [])),
  )
  return { products: await withPictures(ctx, rows), images: [...images.values()] }
}
