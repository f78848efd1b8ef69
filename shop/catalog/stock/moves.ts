import { count, desc, eq, inArray } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import { type Ctx, isId, requireRight } from '../../ctx.ts'
import { missingProduct } from '../edits/admin-products.ts'
import { variants } from '../schema.ts'
import type { StockCause, StockMovesQuery } from './contract.ts'
import { stockMoves } from './schema.ts'

export type StockMove = {
  id: number
  variantId: string
  color: string
  size: string
  before: number
  after: number
  cause: StockCause
  orderId: string | null
  /** Somebody of the staff; null for shoppers and the shop itself. */
  actor: string | null
  note: string
  at: Date
}

/** Lists the moves of a product's stock, newest first, those of sizes that left the shop too. */
export async function listStockMoves(
  ctx: Ctx,
  productId: string,
  query: StockMovesQuery,
): Promise<{ items: StockMove[]; total: number }> {
  requireRight(ctx, 'catalog')
  const sizes = isId(productId)
    ? await ctx.db.select({ id: variants.id }).from(variants).where(eq(variants.productId, productId))
    : []
  if (sizes.length === 0) throw missingProduct()
  const ids = sizes.map(({ id }) => id).filter((id) => query.variant === undefined || id === query.variant)
  if (ids.length === 0) return { items: [], total: 0 }
  const where = inArray(stockMoves.variantId, ids)
  const rows = await ctx.db
    .select({
      move: stockMoves,
      color: variants.color,
      size: variants.size,
      first: users.firstName,
      last: users.lastName,
    })
    .from(stockMoves)
    .innerJoin(variants, eq(variants.id, stockMoves.variantId))
    .leftJoin(users, eq(users.id, stockMoves.actorId))
    .where(where)
    .orderBy(desc(stockMoves.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(stockMoves).where(where)
  const items = rows.map(({ move: { actorId, ...move }, color, size, first, last }) => ({
    ...move,
    color,
    size,
    actor: actorId && (first === null ? 'Silinmiş hesap' : `${first} ${last}`),
  }))
  return { items, total }
}
