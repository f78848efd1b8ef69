/**
 * The carts of shoppers who agreed to mails, one each, so that she can be told of one that she left (tell.ts). A purchase deletes it by
 * a trigger (0104), consent taken back by the ledger (accounts/consents).
 */

import { and, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { findState } from '../../accounts/consents/ledger.ts'
import { hashToken } from '../../accounts/sessions/sessions.ts'
import { getUser } from '../../accounts/users.ts'
import { findProducts, type Product } from '../../catalog/products.ts'
import { type Ctx, requireUser } from '../../ctx.ts'
import { notFound } from '../../errors.ts'
import { networkOf, takeLimit } from '../../limits.ts'
import { keepsCarts } from '../../settings/carts/kept-carts.ts'
import { after, days } from '../../time.ts'
import { keptCarts } from '../schema.ts'
import type { CartPiece, SentCart } from './contract.ts'

/** A cart is kept this long after its last change, and its link works as long. */
const keptFor = days(14)
/** That a cart was told is remembered longer, so that it is not told again. */
const toldFor = days(90)

/** Keeps her cart as it is now; false, with nothing kept, while the shop does not tell of carts or she has not agreed to mails. */
export async function keepCart(ctx: Ctx, { items }: SentCart): Promise<boolean> {
  const userId = requireUser(ctx)
  if (items.length === 0) {
    await forgetCart(ctx, userId)
    return false
  }
  if (!(await keepsCarts(ctx))) return false
  const { email } = await getUser(ctx)
  await takeLimit(ctx, { key: `cart:${userId}`, limit: 60, windowSeconds: 600 })
  const consent = await findState(ctx, { recipient: email.toLowerCase(), channel: 'EMAIL' })
  if (consent?.status !== 'GIVEN') return false
  const lines = items.map(({ variantId, quantity }) => ({ variantId, quantity }))
  const changed = { lines, changedAt: ctx.clock() }
  await ctx.db
    .insert(keptCarts)
    .values({ userId, ...changed })
    .onConflictDoUpdate({
      target: keptCarts.userId,
      set: changed,
      // The same lines again, for example from another tab, are no change.
      setWhere: ne(keptCarts.lines, lines),
    })
  return true
}

export async function forgetCart(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(keptCarts).where(eq(keptCarts.userId, userId))
}

/** A piece as the link shows it: it does not say whose account the cart belongs to. */
export type KeptPiece = { product: Product; variant: Product['variants'][number]; quantity: number }

/** The pieces that can still be bought, at their price now, in the order in which they were put in; `gone`: the others. */
export async function findPieces(ctx: Ctx, lines: CartPiece[]): Promise<{ pieces: KeptPiece[]; gone: number }> {
  if (lines.length === 0) return { pieces: [], gone: 0 }
  const ids = sql`${sql.param(lines.map(({ variantId }) => variantId))}::uuid[]`
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select distinct product_id as id from variants where id = any(${ids})`,
  )
  const products = await findProducts(
    ctx,
    rows.map(({ id }) => id),
  )
  const pieces = lines.flatMap(({ variantId, quantity }) =>
    products.flatMap((product) => {
      const variant = product.variants.find(({ id }) => id === variantId)
      return variant && variant.stock > 0 ? [{ product, variant, quantity: Math.min(quantity, variant.stock) }] : []
    }),
  )
  return { pieces, gone: lines.length - pieces.length }
}

/** The cart of the link in a mail, for whoever has it; NOT_FOUND once it is gone. */
export async function openKeptCart(ctx: Ctx, token: string): Promise<Awaited<ReturnType<typeof findPieces>>> {
  await takeLimit(ctx, { key: `kept-cart:${networkOf(ctx)}`, limit: 60, windowSeconds: 600 })
  const [cart] = await ctx.db
    .select({ lines: keptCarts.lines })
    .from(keptCarts)
    .where(eq(keptCarts.tokenHash, hashToken(token)))
  if (!cart || cart.lines.length === 0) throw notFound('Bu sepet artık saklanmıyor; parçaları mağazada bulabilirsiniz.')
  return findPieces(ctx, cart.lines)
}

/** The owner switched the feature off: contents go at once, the fact that a cart was told stays. */
export async function forgetAllCarts(ctx: Ctx): Promise<void> {
  await ctx.db.delete(keptCarts).where(isNull(keptCarts.toldAt))
  await ctx.db.update(keptCarts).set({ lines: [], tokenHash: null })
}

/** Deletes old carts. A cart that was told keeps a row without its lines until `toldFor` has passed. */
export async function forgetOldCarts(ctx: Ctx): Promise<void> {
  const isOld = lt(keptCarts.changedAt, after(ctx.clock(), -keptFor))
  await ctx.db.delete(keptCarts).where(lt(keptCarts.changedAt, after(ctx.clock(), -toldFor)))
  await ctx.db
    .update(keptCarts)
    .set({ lines: [], tokenHash: null })
    .where(and(isOld, isNotNull(keptCarts.toldAt), ne(keptCarts.lines, [])))
  await ctx.db.delete(keptCarts).where(and(isOld, isNull(keptCarts.toldAt)))
}
