import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { serveWaiting } from '#shop/catalog/stock/serving.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { tendKept } from '#shop/restock/kept.ts'
import { comeBack, leaveLine, openNotice } from '#shop/restock/line.ts'
import { noticeToken } from '#shop/restock/links.ts'
import { stockRequests } from '#shop/restock/schema.ts'
import type { World } from '../payment-truths.ts'
import { inLine } from '../waiting/line.ts'

/** Somebody waits for a size, or does what her link can do; `n` picks among those who ever asked. */
export const aWaitingEvent = fc.record({
  do: fc.constant('wait for a size' as const),
  n: fc.nat({ max: 5 }),
  size: fc.constantFrom('S', 'M'),
  how: fc.constantFrom('ask', 'ask', 'ask', 'open', 'come back', 'leave'),
})
type WaitingEvent = typeof aWaitingEvent extends fc.Arbitrary<infer E> ? E : never

export async function waitForSize({ ctx, product }: World, { how, n, size }: WaitingEvent): Promise<unknown> {
  const all = await ctx.db.select().from(stockRequests).orderBy(asc(stockRequests.id))
  if (how === 'ask') {
    const left = and(eq(variants.productId, product.id), eq(variants.size, size), sql`${variants.stock} > 0`)
    // Nobody waits for what is on sale.
    if ((await ctx.db.$count(variants, left)) > 0) return
    // Not by how many there are: who left is counted no more.
    return inLine(ctx, { productId: product.id, size }, [`kisi-${newId()}`])
  }
  const found = all[n % Math.max(all.length, 1)]
  if (!found) return
  return { open: openNotice, 'come back': comeBack, leave: leaveLine }[how](ctx, noticeToken(ctx, found.id))
}

/** The links of pieces that are kept now. */
export async function linksOfKept(ctx: Ctx): Promise<string[]> {
  const kept = await ctx.db
    .select()
    .from(stockRequests)
    .where(eq(stockRequests.hold, 'held'))
    .orderBy(asc(stockRequests.id))
  return kept.map(({ id }) => noticeToken(ctx, id))
}

/** Does the work of an event's end and of the minute after it. */
export async function serveThem(ctx: Ctx): Promise<void> {
  if ((await ctx.db.$count(stockRequests)) === 0) return
  await serveWaiting(ctx)
  await tendKept(ctx)
  await serveWaiting(ctx)
}

/** Nothing is on sale for others while somebody waits for it. */
export async function lineComesFirst({ ctx, product }: World): Promise<void> {
  const ids = product.variants.map(({ id }) => id)
  const waits = await ctx.db
    .select({ email: stockRequests.email, stock: variants.stock })
    .from(stockRequests)
    .innerJoin(variants, and(eq(variants.productId, stockRequests.productId), eq(variants.size, stockRequests.size)))
    .where(and(inArray(variants.id, ids), isNull(stockRequests.notifiedAt), sql`${variants.stock} > 0`))
  expect(waits, 'nothing is on sale while somebody waits for it').toEqual([])
}
