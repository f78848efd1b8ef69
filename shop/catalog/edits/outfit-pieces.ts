import { and, inArray, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { invalid } from '../../errors.ts'
import { pieceMissing } from '../contract.ts'
import { outfitLeast } from '../product-fields.ts'
import { lineColumns, type ProductLine, withPictures } from '../product-lines.ts'
import { products } from '../schema.ts'

/** Replaces the ids of each row's outfit by its pieces, in their order, without those that were deleted since. */
export async function withOutfits<T extends { outfit: string[] }>(ctx: Ctx, rows: T[]) {
  const pieces = await findPieces(
    ctx,
    rows.flatMap(({ outfit }) => outfit),
  )
  return rows.map((row) => ({ ...row, outfit: row.outfit.flatMap((id) => pieces.get(id) ?? []) }))
}

async function findPieces(ctx: Ctx, ids: string[]): Promise<Map<string, ProductLine>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select(lineColumns)
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.deletedAt)))
  return new Map((await withPictures(ctx, rows)).map((piece) => [piece.id, piece]))
}

/** Refuses an outfit that names products which are not there, the product itself, or fewer pieces than make one. */
export async function checkOutfit(ctx: Ctx, productId: string | undefined, outfit: string[]): Promise<void> {
  if (outfit.length === 0) return
  const refuse = (message: string) => invalid({ outfit: [message] })
  if (outfit.length < outfitLeast) throw refuse(`Kombin için en az ${outfitLeast} parça seçin ya da hiç seçmeyin`)
  if (productId && outfit.includes(productId)) throw refuse('Ürün kendi kombininde yer alamaz')
  const known = await findPieces(ctx, outfit)
  if (outfit.some((id) => !known.has(id))) throw refuse(pieceMissing)
}
