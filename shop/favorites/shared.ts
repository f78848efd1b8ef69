/** Her favorites for whoever she gives the link to: what she marked, as it is then, under a title of her own; never her name. */

import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { type Card, findCards } from '../catalog/search/cards.ts'
import { type Ctx, requireUser } from '../ctx.ts'
import { networkOf, takeLimit } from '../limits.ts'
import type { SharedTitle } from './contract.ts'
import { favoriteLists, favorites } from './schema.ts'

export type SharedList = { title: string; url: string; createdAt: Date }

/** Undefined while she shows them to nobody. */
export async function findSharedList(ctx: Ctx): Promise<SharedList | undefined> {
  const [list] = await ctx.db
    .select()
    .from(favoriteLists)
    .where(eq(favoriteLists.userId, requireUser(ctx)))
  return list && present(ctx, list)
}

function present(ctx: Ctx, { title, token, createdAt }: typeof favoriteLists.$inferSelect): SharedList {
  return { title, url: `${ctx.config.publicUrl}/liste/${token}`, createdAt }
}

/** Makes the link, or gives the one that there is another title. */
export async function shareFavorites(ctx: Ctx, { title }: SharedTitle): Promise<SharedList> {
  const userId = requireUser(ctx)
  await takeLimit(ctx, { key: `favorite-list:${userId}`, limit: 30, windowSeconds: 3600 })
  const token = randomBytes(16).toString('base64url')
  const [list] = await ctx.db
    .insert(favoriteLists)
    .values({ userId, token, title, createdAt: ctx.clock() })
    .onConflictDoUpdate({ target: favoriteLists.userId, set: { title } })
    .returning()
  if (!list) throw new Error('insert returned no row')
  return present(ctx, list)
}

/** From now on the link leads nowhere; the next one is another. */
export async function endSharing(ctx: Ctx): Promise<void> {
  await ctx.db.delete(favoriteLists).where(eq(favoriteLists.userId, requireUser(ctx)))
}

/** More than anybody looks through. */
const mostShown = 100

/** The favorites behind a link, newest first and only products on sale; undefined for no list. Guessing is limited by network. */
export async function openSharedList(ctx: Ctx, token: string): Promise<{ title: string; cards: Card[] } | undefined> {
  await takeLimit(ctx, { key: `shared-list:${networkOf(ctx)}`, limit: 120, windowSeconds: 60 })
  if (!/^[\w-]{22}$/.test(token)) return undefined
  const [list] = await ctx.db.select().from(favoriteLists).where(eq(favoriteLists.token, token))
  if (!list) return undefined
  const rows = await ctx.db
    .select({ id: favorites.productId })
    .from(favorites)
    .where(eq(favorites.userId, list.userId))
    .orderBy(desc(favorites.createdAt), desc(favorites.id))
    .limit(mostShown)
  const cards = await findCards(
    ctx,
    rows.map(({ id }) => id),
  )
  return { title: list.title, cards }
}
