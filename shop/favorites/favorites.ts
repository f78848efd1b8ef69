/**
 * A shopper's favorites. Those of a guest are kept in her browser, and become her account's when she signs in. They are
 * personal: never in a page's HTML, always asked for through /api/v1.
 */

import { and, desc, eq } from 'drizzle-orm'
import { findProducts, type Product } from '../catalog/products.ts'
import { type Ctx, isId, newId, requireUser } from '../ctx.ts'
import { brokenConstraint, notFound } from '../errors.ts'
import { takeLimit } from '../limits.ts'
import { favorites } from './schema.ts'

/** `addedPriceKurus`: the product's price when it was added; null when unknown. */
export type Favorite = { id: string; product: Product; addedPriceKurus: number | null; addedAt: Date }

/** Returns the user's favorites that are on sale, newest first; those of another user are asked for by who may see them. */
export async function listFavorites(ctx: Ctx, userId = requireUser(ctx)): Promise<Favorite[]> {
  const rows = await ctx.db
    .select()
    .from(favorites)
    .where(eq(favorites.userId, userId))
    .orderBy(desc(favorites.createdAt), desc(favorites.id))
  const products = await findProducts(
    ctx,
    rows.map((row) => row.productId),
  )
  const byId = new Map(products.map((product) => [product.id, product]))
  return rows.flatMap(({ id, productId, priceKurus, createdAt }) => {
    const product = byId.get(productId)
    return product ? [{ id, product, addedPriceKurus: priceKurus, addedAt: createdAt }] : []
  })
}

/** Adds a favorite; an existing one stays unchanged. */
export async function addFavorite(ctx: Ctx, productId: string): Promise<void> {
  const userId = requireUser(ctx)
  await takeLimit(ctx, { key: `favorites:${userId}`, limit: 120, windowSeconds: 60 })
  const [product] = isId(productId) ? await findProducts(ctx, [productId]) : []
  if (!product) throw missing()
  await ctx.db
    .insert(favorites)
    .values({ id: newId(), userId, productId: product.id, priceKurus: product.priceKurus, createdAt: ctx.clock() })
    .onConflictDoNothing()
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'favorites_product_id_fk') throw missing()
      throw error
    })
}

/** Returns those of a guest's favorites that are on sale, newest first; `productIds` has the oldest first. */
export async function listGuestFavorites(ctx: Ctx, productIds: string[]): Promise<Product[]> {
  return (await onSale(ctx, productIds)).reverse()
}

/**
 * Adds a guest's favorites to her account: the union of both, however often it is asked for. Those that are no longer on
 * sale are left out. Returns the ids of all of the account's, newest first.
 */
export async function mergeFavorites(ctx: Ctx, productIds: string[]): Promise<string[]> {
  const userId = requireUser(ctx)
  await takeLimit(ctx, { key: `favorites:${userId}`, limit: 120, windowSeconds: 60 })
  await addAll(ctx, userId, productIds)
  return (await listFavorites(ctx)).map(({ product }) => product.id)
}

async function addAll(ctx: Ctx, userId: string, productIds: string[]): Promise<void> {
  const createdAt = ctx.clock()
  const rows = (await onSale(ctx, productIds)).map((product) => ({
    id: newId(),
    userId,
    productId: product.id,
    priceKurus: product.priceKurus,
    createdAt,
  }))
  if (rows.length === 0) return
  try {
    await ctx.db.insert(favorites).values(rows).onConflictDoNothing()
  } catch (error) {
    // One of them was deleted in between; without it the others go in.
    if (brokenConstraint(error) !== 'favorites_product_id_fk') throw error
    await addAll(ctx, userId, productIds)
  }
}

/** Those that are on sale, each once, in the order given. */
async function onSale(ctx: Ctx, productIds: string[]): Promise<Product[]> {
  const ids = [...new Set(productIds.map((id) => id.toLowerCase()))].filter(isId)
  const byId = new Map((await findProducts(ctx, ids)).map((product) => [product.id, product]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Removes a favorite, if it is one. */
export async function removeFavorite(ctx: Ctx, productId: string): Promise<void> {
  const userId = requireUser(ctx)
  if (!isId(productId)) throw missing()
  await ctx.db.delete(favorites).where(and(eq(favorites.userId, userId), eq(favorites.productId, productId)))
}

function missing() {
  return notFound('Bu ürün artık satışta değil.')
}
