/** The list of customers: one row each, kept by the database, so that a shop with a million orders sorts by what was spent at once. */

import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import { type Ctx, hasRight, requireRight } from '../../ctx.ts'
import { literal } from '../../fields/like.ts'
import { toE164 } from '../../fields/phone.ts'
import { customerCounts, customers } from '../schema.ts'
import type { CustomerQuery } from './contract.ts'

export type Customer = typeof customers.$inferSelect

const foldedAtOnce = 5000

/** Takes in what changed since; nothing to do costs one look. */
export async function foldCustomers(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select fold_customers(${foldedAtOnce})`)
}

const sorts: Record<CustomerQuery['sort'], SQL[]> = {
  newest: [desc(customers.joinedAt), asc(customers.userId)],
  spent: [desc(customers.spentKurus), asc(customers.userId)],
  'last-order': [sql`${customers.lastOrderAt} desc nulls last`, asc(customers.userId)],
}

/** Accounts, and guests who bought something. */
export async function listCustomers(ctx: Ctx, query: CustomerQuery): Promise<{ items: Customer[]; total: number }> {
  requireRight(ctx, 'customers')
  await foldCustomers(ctx)
  const where = and(...conditionsOf(ctx, query))
  // Sorting by a sum would reveal it to staff who may not see sums.
  const sort = query.sort === 'spent' && !hasRight(ctx, 'amounts') ? 'last-order' : query.sort
  const rows = await ctx.db
    .select({ customer: customers, total: totalOf(ctx, query, where) })
    .from(customers)
    .where(where)
    .orderBy(...sorts[sort])
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [first] = rows
  if (!first && query.page > 1) return { items: [], total: (await listCustomers(ctx, { ...query, page: 1 })).total }
  return { items: rows.map(({ customer }) => customer), total: first?.total ?? 0 }
}

/** Those that nobody searches for are counted already. */
function totalOf(ctx: Ctx, { q, returns, bought }: CustomerQuery, where: SQL | undefined): SQL<number> {
  if (q || returns) return sql`(${ctx.db.select({ n: sql`count(*)::int` }).from(customers).where(where)})`
  const kept = bought ? eq(customerCounts.bought, bought) : undefined
  return sql`(${ctx.db
    .select({ n: sql`coalesce(sum(${customerCounts.n}), 0)::int` })
    .from(customerCounts)
    .where(kept)})`
}

const boughtConditions: Record<NonNullable<CustomerQuery['bought']>, SQL> = {
  never: eq(customers.orders, 0),
  once: eq(customers.orders, 1),
  several: gt(customers.orders, 1),
}

function conditionsOf(ctx: Ctx, { q, bought, returns }: CustomerQuery): SQL[] {
  return [
    ...(q ? wordsOf(ctx, q) : []),
    ...(bought ? [boughtConditions[bought]] : []),
    ...(returns === 'open' ? [gt(customers.openReturns, 0)] : []),
  ]
}

/** A telephone number is found however it is written; by who sees none nobody is found by hers, nor by her e-mail. */
function wordsOf(ctx: Ctx, q: string): SQL[] {
  if (!hasRight(ctx, 'contacts')) {
    const name = sql`tr_fold(concat_ws(' ', ${customers.firstName}, ${customers.lastName}))`
    return q.split(/\s+/).map((word) => sql`${name} like tr_fold(${`%${literal(word)}%`})`)
  }
  const words = [toE164(q) ?? ''].filter(Boolean)
  const searched = words.length > 0 ? words : q.split(/\s+/)
  return searched.map((word) => sql`search_line like tr_fold(${`%${literal(word)}%`})`)
}
