import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  like,
  lt,
  lte,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type Ctx, hasRight, requireRight } from '../ctx.ts'
import { literal } from '../fields/like.ts'
import { toE164 } from '../fields/phone.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { after, days, startOfIstanbulDay } from '../time.ts'
import type { OrderQuery } from './contract.ts'
import { type Order, withItems } from './orders.ts'
import { orderCounts, orders, saleCounts } from './schema.ts'
import { waitingCondition } from './waiting.ts'

/** `late`: what `waiting` means now. */
type Asked = OrderQuery & { late?: SQL | undefined }

/**
 * Totals of a filtered list, in kuruş: bought, of orders whose money came or comes at the door; and given back or being given back,
 * as money, store credit or on a gift card.
 */
type OrderTotals = { count: number; boughtKurus: number; refundedKurus: number }

type Sorted = { id: Column; createdAt: Column; totalKurus: Column }
type Column = AnyColumn | SQL.Aliased

const sorts: Record<OrderQuery['sort'], (rows: Sorted) => SQL[]> = {
  newest: ({ createdAt, id }) => [desc(createdAt), desc(id)],
  oldest: ({ createdAt, id }) => [asc(createdAt), asc(id)],
  'total-desc': ({ totalKurus, id }) => [desc(totalKurus), desc(id)],
  'total-asc': ({ totalKurus, id }) => [asc(totalKurus), asc(id)],
}

/**
 * Returns paid orders for the admin; `q` searches number, name, e-mail, phone, tracking number and a transfer's reference. Staff who
 * may not see e-mails and phones cannot search them either: a search by parts of one would reveal it letter by letter.
 */
export async function listOrders(ctx: Ctx, asked: OrderQuery): Promise<{ items: Order[]; totals: OrderTotals }> {
  requireRight(ctx, 'orders-read')
  const late = asked.waiting && (await waitingCondition(ctx, asked.waiting))
  const query = { ...asked, late, sort: seenSort(ctx, asked.sort) }
  if (query.q) return searchOrders(ctx, query, query.q)
  const { from, offset } = await findStart(ctx, query)
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(and(isNotNull(orders.placedAt), from, ...conditionsOf(ctx, query)))
    .orderBy(...sorts[query.sort](orders))
    .limit(query.limit)
    .offset(offset)
  return { items: await withItems(ctx, rows), totals: await totalsOf(ctx, query) }
}

/** Sorting by a sum would reveal it to staff who may not see sums. */
function seenSort(ctx: Ctx, sort: OrderQuery['sort']): OrderQuery['sort'] {
  return hasRight(ctx, 'amounts') || sort === 'oldest' ? sort : 'newest'
}

/** A whole phone number is looked up in an index first; without a hit it may be part of an e-mail address. */
async function searchOrders(ctx: Ctx, query: Asked, q: string) {
  const referred = isReference(q) && (await findOrders(ctx, query, hasReference(q)))
  if (referred && referred.totals.count > 0) return referred
  const phone = toE164(q)
  const words = hasWords(phone ? q.replace(/\s/g, '') : q)
  if (!hasRight(ctx, 'contacts')) return findOrders(ctx, query, and(words, hasWords(q, shownText)))
  const byNumber = phone && (await findOrders(ctx, query, hasNumber(phone, q)))
  return byNumber && byNumber.totals.count > 0 ? byNumber : findOrders(ctx, query, words)
}

/** Searches the text once, for the page and its totals. */
async function findOrders(ctx: Ctx, query: Asked, text: SQL | undefined) {
  const found = ctx.db.$with('found').as(
    ctx.db
      .select({
        ...{ id: orders.id, createdAt: orders.createdAt, totalKurus: orders.totalKurus },
        ...{ boughtKurus: bought.as('bought_kurus'), creditBackKurus: orders.creditBackKurus },
      })
      .from(orders)
      .where(and(isNotNull(orders.placedAt), ...conditionsOf(ctx, query), text)),
  )
  const page = ctx.db
    .select({ id: found.id })
    .from(found)
    .orderBy(...sorts[query.sort](found))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const refunded = ctx.db
    .select({ kurus: sumOf(paymentAttempts.refundKurus) })
    .from(paymentAttempts)
    .innerJoin(found, refundedPayment(found.id))
  const [all] = await ctx.db
    .with(found)
    .select({
      ids: sql<string[] | null>`(select json_agg(id) from ${page} page)`,
      count: count(),
      boughtKurus: sumOf(found.boughtKurus),
      refundedKurus: sql`${refunded} + ${sumOf(found.creditBackKurus)}`.mapWith(Number),
    })
    .from(found)
  const ids = all?.ids ?? []
  const rows = ids.length === 0 ? [] : await ctx.db.select().from(orders).where(inArray(orders.id, ids))
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  const { count: n = 0, boughtKurus = 0, refundedKurus = 0 } = all ?? {}
  return { items: await withItems(ctx, rows), totals: { count: n, boughtKurus, refundedKurus } }
}

/** Finds where a page begins: far back, at the day in which it begins, so that the days before are not read. */
async function findStart(ctx: Ctx, query: Asked): Promise<{ from?: SQL; offset: number }> {
  const offset = (query.page - 1) * query.limit
  const newest = query.sort === 'newest'
  if (offset < 1000 || !isCounted(query) || !(newest || query.sort === 'oldest')) return { offset }
  let before = 0
  for (const { day, n } of await countDays(ctx, query, newest)) {
    if (before + n > offset) {
      const began = startOfIstanbulDay(day)
      const from = newest ? lt(orders.createdAt, after(began, days(1))) : gte(orders.createdAt, began)
      return { from, offset: offset - before }
    }
    before += n
  }
  return { from: sql`false`, offset: 0 }
}

async function totalsOf(ctx: Ctx, query: Asked): Promise<OrderTotals> {
  const { count, boughtKurus } = await sumBought(ctx, query)
  return { count, boughtKurus, refundedKurus: await sumRefunded(ctx, query) }
}

async function sumBought(ctx: Ctx, query: Asked): Promise<Omit<OrderTotals, 'refundedKurus'>> {
  if (isCounted(query)) return sumCounted(ctx, query)
  if (query.payment === 'paid' && isCounted({ ...query, payment: undefined })) {
    // Orders without a refund: all that are not refunded in full, minus the few that are refunded in part.
    const all = await sumCounted(ctx, query)
    const partly = await sumEach(ctx, { ...query, payment: 'partly-refunded' })
    return { count: all.count - partly.count, boughtKurus: all.boughtKurus - partly.boughtKurus }
  }
  return sumEach(ctx, query)
}

async function sumEach(ctx: Ctx, query: Asked) {
  const [all] = await ctx.db
    .select({ count: count(), boughtKurus: sumOf(bought) })
    .from(orders)
    .where(and(isNotNull(orders.placedAt), ...conditionsOf(ctx, query)))
  return { count: all?.count ?? 0, boughtKurus: all?.boughtKurus ?? 0 }
}

async function sumRefunded(ctx: Ctx, query: Asked): Promise<number> {
  if (query.payment === 'paid') return 0
  const isWhole = isCounted(query) && !query.status && !query.payment
  const money = isWhole
    ? ctx.db
        .select({ kurus: sumOf(saleCounts.refundedKurus) })
        .from(saleCounts)
        .where(within(saleCounts.day, query))
    : ctx.db
        .select({ kurus: sumOf(paymentAttempts.refundKurus) })
        .from(orders)
        .innerJoin(paymentAttempts, refundedPayment(orders.id))
        .where(and(isNotNull(orders.placedAt), ...conditionsOf(ctx, query)))
  const [all] = await ctx.db
    .select({ kurus: sql`${sumOf(orders.creditBackKurus)} + ${money}`.mapWith(Number) })
    .from(orders)
    .where(and(isNotNull(orders.placedAt), sql`credit_back_kurus > 0`, ...conditionsOf(ctx, query)))
  return all?.kurus ?? 0
}

/** Whether the daily counts can answer these filters without reading orders. */
function isCounted({ customer, payment, waiting }: Asked): boolean {
  return !customer && !waiting && (payment === undefined || payment === 'refunded')
}

const wholly: { [P in NonNullable<Asked['payment']>]?: string } = { paid: 'SUCCESS', refunded: 'REFUNDED' }

function countedOf({ status, payment, ...query }: Asked): SQL | undefined {
  const paymentStatus = payment && wholly[payment]
  return and(
    within(orderCounts.day, query),
    status && eq(orderCounts.status, status),
    paymentStatus ? eq(orderCounts.paymentStatus, paymentStatus) : undefined,
  )
}

function within(day: typeof orderCounts.day | typeof saleCounts.day, { from, to }: Pick<OrderQuery, 'from' | 'to'>) {
  return and(from ? gte(day, from) : undefined, to ? lte(day, to) : undefined)
}

async function sumCounted(ctx: Ctx, query: Asked) {
  const [all] = await ctx.db
    .select({ count: sumOf(orderCounts.n), boughtKurus: sumOf(orderCounts.kurus) })
    .from(orderCounts)
    .where(countedOf(query))
  return { count: all?.count ?? 0, boughtKurus: all?.boughtKurus ?? 0 }
}

function countDays(ctx: Ctx, query: Asked, newest: boolean) {
  return ctx.db
    .select({ day: orderCounts.day, n: sumOf(orderCounts.n) })
    .from(orderCounts)
    .where(countedOf(query))
    .groupBy(orderCounts.day)
    .orderBy(newest ? desc(orderCounts.day) : asc(orderCounts.day))
}

function conditionsOf(ctx: Ctx, { status, payment, from, to, customer, late }: Asked): (SQL | undefined)[] {
  return [
    late,
    status && eq(orders.status, status),
    payment && paymentCondition(ctx, payment),
    from ? gte(orders.createdAt, startOfIstanbulDay(from)) : undefined,
    to ? lt(orders.createdAt, after(startOfIstanbulDay(to), days(1))) : undefined,
    customer ? eq(orders.userId, customer) : undefined,
  ]
}

/**
 * The kuruş that an order adds to the totals, as in the SQL function count_order: 0 while a card or a transfer is awaited or has failed,
 * all of it for cash on delivery; for an exchange, only the part that older pieces did not pay.
 */
const bought = sql<number>`case when ${orders.paymentStatus} in ('PENDING', 'AWAITING_TRANSFER', 'FAILED') then 0
  else ${orders.totalKurus} - ${orders.exchangeKurus} end`

/** Matches a phone number however it is spaced, with or without 0 or +90; a tracking number may look like one. */
function hasNumber(phone: string, q: string) {
  return or(eq(orders.phone, phone), like(orders.trackingNumber, `${q.replace(/\D/g, '')}%`))
}

function hasWords(q: string, text: SQL = sql`search_line`) {
  const words = q.split(/\s+/).flatMap((word) => word.replace(/^#/, '') || [])
  return and(...words.map((word) => sql`${text} like tr_fold(${`%${literal(word)}%`})`))
}

/** The shape of the code that a buyer writes beside her transfer: it is all that the bank's books say of her order. */
function isReference(q: string): boolean {
  return /^[2-9A-Z]{6}$/i.test(q)
}

function hasReference(q: string): SQL {
  return sql`${orders.id} in (select a.order_id from transfers t join payment_attempts a on a.id = t.attempt_id
    where t.reference = ${q.toUpperCase()})`
}

/** The part of `search_line` that everybody who sees orders may search. */
const shownText = sql`tr_fold(concat_ws(' ', ${orders.firstName}, ${orders.lastName}, ${orders.id}, ${orders.trackingNumber}))`

function refundedPayment(orderId: Column) {
  return and(
    eq(paymentAttempts.orderId, orderId),
    eq(paymentAttempts.status, 'SUCCEEDED'),
    gt(paymentAttempts.refundKurus, 0),
  )
}

/** Orders of which something was given back, as money or as store credit; found by the few rows that say so. */
function givenBack(ctx: Ctx) {
  const money = ctx.db
    .select({ id: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.status, 'SUCCEEDED'), gt(paymentAttempts.refundKurus, 0)))
  const credit = ctx.db.select({ id: orders.id }).from(orders).where(sql`credit_back_kurus > 0`)
  return money.unionAll(credit)
}

/**
 * Orders whose money is still to come by transfer or link. They go no further, so that the few new ones alone are read. Pieces that are
 * all exchanged bring no money.
 */
export const awaitsMoney = sql`${orders.status} = 'PENDING' and ${orders.paymentStatus} in ('PENDING', 'AWAITING_TRANSFER')
  and ${orders.totalKurus} > ${orders.exchangeKurus}`

function paymentCondition(ctx: Ctx, payment: NonNullable<Asked['payment']>): SQL | undefined {
  const refunded = ctx.db.select({ one: sql`1` }).from(paymentAttempts).where(refundedPayment(orders.id))
  switch (payment) {
    case 'paid':
      return and(eq(orders.paymentStatus, 'SUCCESS'), eq(orders.creditBackKurus, 0), notExists(refunded))
    case 'awaited':
      return awaitsMoney
    case 'new':
      return sql`${orders.status} = 'PENDING' and not (${awaitsMoney})`
    case 'at-door':
      return eq(orders.paymentStatus, 'CASH_ON_DELIVERY')
    case 'partly-refunded':
      return and(eq(orders.paymentStatus, 'SUCCESS'), inArray(orders.id, givenBack(ctx)))
    case 'refunded':
      return eq(orders.paymentStatus, 'REFUNDED')
    case 'refunding':
      return exists(
        ctx.db
          .select({ one: sql`1` })
          .from(refunds)
          .where(and(eq(refunds.orderId, orders.id), eq(refunds.status, 'REQUESTED'))),
      )
  }
}

/** Sums in JavaScript's numbers: a sum may exceed the database's integer. */
function sumOf(column: Column | SQL) {
  return sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
}
