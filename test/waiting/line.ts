import { and, asc, eq, sql } from 'drizzle-orm'
import { variants } from '#shop/catalog/schema.ts'
import { serveWaiting } from '#shop/catalog/stock/serving.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { tendKept } from '#shop/restock/kept.ts'
import { stockRequests } from '#shop/restock/schema.ts'
import { after } from '#shop/time.ts'

/** Puts people in line for a size, one second after the other, as if each had confirmed; returns their requests' ids in order. */
export async function inLine(
  ctx: Ctx,
  { productId, size = 'M', color = null }: { productId: string; size?: string; color?: string | null },
  names: string[],
): Promise<string[]> {
  const rows = names.map((name, n) => {
    const createdAt = after(ctx.clock(), (n - names.length) * 1000)
    return {
      ...{ id: newId(), productId, size, color, email: `${name}@posta.example` },
      ...{ confirmedAt: createdAt, createdAt },
    }
  })
  await ctx.db.insert(stockRequests).values(rows)
  return rows.map(({ id }) => id)
}

/** Adds pieces, or takes them; then does the work of a commit and of the timer. */
export async function comesIn(ctx: Ctx, variantId: string, units: number): Promise<void> {
  await ctx.db
    .update(variants)
    .set({ stock: sql`${variants.stock} + ${units}` })
    .where(eq(variants.id, variantId))
  await atCommit(ctx)
}

/** In a test that never commits: what the commit would do, and then what time asks for. */
export async function atCommit(ctx: Ctx): Promise<void> {
  await serveWaiting(ctx)
  await tendKept(ctx)
  await serveWaiting(ctx)
  await tendKept(ctx)
}

/** The people in the line with their states, by name, in its order. */
export async function lineOf(ctx: Ctx, productId: string): Promise<string[]> {
  const rows = await ctx.db
    .select()
    .from(stockRequests)
    .where(and(eq(stockRequests.productId, productId)))
    .orderBy(asc(stockRequests.createdAt), asc(stockRequests.id))
  return rows.map(({ email, hold, notifiedAt, confirmedAt }) => {
    const state = hold ?? (notifiedAt ? 'told' : confirmedAt ? 'waits' : 'unconfirmed')
    return `${email.split('@')[0]} ${state}`
  })
}
