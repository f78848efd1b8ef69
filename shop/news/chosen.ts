import { inArray } from 'drizzle-orm'
import { lineColumns, type ProductLine, withPictures } from '../catalog/product-lines.ts'
import { products } from '../catalog/schema.ts'
import type { Ctx } from '../ctx.ts'
import { findImages, type Image } from '../media/images.ts'
import type { NewsBlock } from './contract.ts'

/** The products and pictures that blocks name, for who edits them; drafts too. */
export async function findChosen(ctx: Ctx, blocks: NewsBlock[]): Promise<{ products: ProductLine[]; images: Image[] }> {
  const ids = blocks.flatMap((block) => (block.kind === 'products' ? block.productIds : []))
  const rows = ids.length > 0 ? await ctx.db.select(lineColumns).from(products).where(inArray(products.id, ids)) : []
  const images = await findImages(
    ctx,
    blocks.flatMap((block) => (block.kind === 'picture' ? [block.imageId] : [])),
  )
  return { products: await withPictures(ctx, rows), images: [...images.values()] }
}
