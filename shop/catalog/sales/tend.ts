/**
 * Moves prices when sales start and end. The prices themselves change, a hundred products a transaction, each announced as
 * any change of the catalog: pages, lists, search, checkout and exports need to know of no sale. A line's state moves with
 * its price in one transaction, so what a kill cuts short is gone on with by any process, and two do nothing twice.
 *
 * Ends come before starts: a sale that begins in the minute in which another ends begins from the price before both. A sale
 * whose end passed while no process ran never starts. Somebody's own price in between stays (a trigger says so, see the
 * migration 0060). States only go forward, so a clock that is set back starts nothing again.
 */

import { type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { recordChange } from '../../audit/audit.ts'
import { announceCatalogChange } from '../../catalog-changes.ts'
import { type Ctx, inRetriedTransaction } from '../../ctx.ts'
import type { SaleLineState } from './contract.ts'
import { factsOf, type Sale } from './sale.ts'
import { sales } from './schema.ts'

/** Products whose prices move in one transaction: those of a long sale would hold up the checkouts of all. */
const batch = 100

const now = (ctx: Ctx) => sql`${ctx.clock().toISOString()}::timestamptz`

/** Starts and ends the sales that are due; returns when the next is, undefined while none is planned or has an end. */
export async function tendSales(ctx: Ctx): Promise<Date | undefined> {
  while (await inRetriedTransaction(ctx, (ctx) => moveBatch(ctx))) ctx.atStep?.('sale-moved')
  await inRetriedTransaction(ctx, (ctx) => turnSales(ctx))
  return findNextMoment(ctx)
}

/** Moves the prices of one sale that is due, inside the caller's transaction. */
export async function moveDuePrices(ctx: Ctx, saleId: string): Promise<void> {
  while (await moveBatch(ctx, sql`and s.id = ${saleId}`));
  await turnSales(ctx, sql`and s.id = ${saleId}`)
}

async function findNextMoment(ctx: Ctx): Promise<Date | undefined> {
  const { rows } = await ctx.db.execute<{ next: string | null }>(sql`
    select least(
      (select min(starts_at) from sales where state = 'PLANNED'),
      (select min(ends_at) from sales where state = 'RUNNING')) as next`)
  const next = rows[0]?.next
  return next ? new Date(next) : undefined
}

/** Lines to end, to start or to pass over at this moment. */
function due(ctx: Ctx, only: SQL): SQL {
  return sql`s.id = l.sale_id and s.state in ('PLANNED', 'RUNNING') and (
    (l.state = 'RUNNING' and s.ends_at <= ${now(ctx)}) or (l.state = 'PLANNED' and s.starts_at <= ${now(ctx)})) ${only}`
}

/** True while there may be more. */
async function moveBatch(ctx: Ctx, only: SQL = sql``): Promise<boolean> {
  await addNewSizes(ctx, only)
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select distinct l.product_id as id from sale_lines l join sales s on ${due(ctx, only)} order by 1 limit ${batch}`,
  )
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  await lockProducts(ctx, ids)
  const of = sql`l.product_id = any(${sql.param(ids)}::uuid[]) ${only}`
  const ended = await endDue(ctx, of)
  const started = await startDue(ctx, of)
  await noteMoved(ctx, [...new Set([...ended, ...started])])
  ctx.atStep?.('sale-moving')
  return true
}

/** A product that is in a sale as a whole is so with the sizes that it got since. */
async function addNewSizes(ctx: Ctx, only: SQL): Promise<void> {
  await ctx.db.execute(sql`
    insert into sale_lines (sale_id, product_id, variant_id, state)
    select s.id, v.product_id, v.id, 'PLANNED'
    from sales s join sale_products sp on sp.sale_id = s.id and sp.whole
    join variants v on v.product_id = sp.product_id and v.retired_at is null
    where s.state = 'PLANNED' and s.starts_at <= ${now(ctx)} ${only}
      and not exists (select 1 from sale_lines l where l.sale_id = s.id and l.variant_id = v.id)
    on conflict do nothing`)
}

/** In the order in which an editor takes them, and then the sizes in that of a checkout. */
export async function lockProducts(ctx: Ctx, ids: string[]): Promise<void> {
  const products = sql`${sql.param(ids)}::uuid[]`
  await ctx.db.execute(sql`select id from products where id = any(${products}) order by id for no key update`)
  await ctx.db.execute(sql`
    select id from variants where product_id = any(${products}) and retired_at is null order by id for update`)
}

async function endDue(ctx: Ctx, of: SQL): Promise<string[]> {
  return endLines(ctx, sql`${of} and s.ends_at <= ${now(ctx)}`)
}

/** Ends lines that run and gives their sizes the price before, inside a transaction that holds the products. */
export async function endLines(ctx: Ctx, which: SQL): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ productId: string; variantId: string; beforeKurus: number }>(sql`
    update sale_lines l set state = 'ENDED', ended_at = ${now(ctx)} from sales s
    where s.id = l.sale_id and l.state = 'RUNNING' and ${which}
    returning l.product_id as "productId", l.variant_id as "variantId", l.before_kurus as "beforeKurus"`)
  await setPrices(
    ctx,
    rows.map(({ variantId, beforeKurus }) => ({ variantId, priceKurus: beforeKurus })),
  )
  return rows.map(({ productId }) => productId)
}

/** Starts what can start; what is over already, gone or no dearer than the sale is passed over. */
async function startDue(ctx: Ctx, of: SQL): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ productId: string; variantId: string; priceKurus: number | null }>(sql`
    with lines as (
      select l.sale_id, l.variant_id, v.price_kurus as before_kurus,
        coalesce(s.price_kurus, greatest(1, round(v.price_kurus * (100 - s.percent) / 100.0)::integer)) as price_kurus,
        (s.ends_at is null or s.ends_at > ${now(ctx)}) and v.retired_at is null
          and not exists (select 1 from sale_lines o where o.variant_id = v.id and o.state = 'RUNNING') as possible
      from sale_lines l join sales s on s.id = l.sale_id join variants v on v.id = l.variant_id
      where l.state = 'PLANNED' and s.state in ('PLANNED', 'RUNNING') and s.starts_at <= ${now(ctx)} and ${of}
    ), judged as (select *, possible and price_kurus < before_kurus as starts from lines)
    update sale_lines l set
      state = case when starts then 'RUNNING' else 'SKIPPED' end,
      before_kurus = judged.before_kurus,
      price_kurus = case when starts then judged.price_kurus end,
      started_at = case when starts then ${now(ctx)} end,
      ended_at = case when not starts then ${now(ctx)} end
    from judged where judged.sale_id = l.sale_id and judged.variant_id = l.variant_id
    returning l.product_id as "productId", l.variant_id as "variantId", l.price_kurus as "priceKurus"`)
  const started = rows.flatMap(({ productId, variantId, priceKurus }) =>
    priceKurus === null ? [] : [{ productId, variantId, priceKurus }],
  )
  await setPrices(ctx, started)
  return started.map(({ productId }) => productId)
}

async function setPrices(ctx: Ctx, prices: { variantId: string; priceKurus: number }[]): Promise<void> {
  if (prices.length === 0) return
  await ctx.db.execute(sql`
    update variants v set price_kurus = p.price
    from unnest(${sql.param(prices.map(({ variantId }) => variantId))}::uuid[],
      ${sql.param(prices.map(({ priceKurus }) => priceKurus))}::integer[]) as p(id, price)
    where v.id = p.id and v.retired_at is null`)
}

/** An editor that was opened before must not write the earlier price again, so the products count as changed. */
export async function noteMoved(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db.execute(sql`
    update products set version = version + 1, updated_at = ${now(ctx)} where id = any(${sql.param(ids)}::uuid[])`)
  await refreshShown(ctx, ids)
}

/** Writes again what product pages show of their sale. Lists change too, as a new price moves a product in each of them. */
export async function refreshShown(ctx: Ctx, ids: string[]): Promise<void> {
  await ctx.db.execute(sql`select refresh_product_sale(id) from unnest(${sql.param(ids)}::uuid[]) id`)
  await announceCatalogChange(ctx, 'everything')
}

/** Moves the sales whose lines have all moved, and keeps that in the audit. */
async function turnSales(ctx: Ctx, only: SQL = sql``): Promise<void> {
  const begun = await turn(ctx, {
    set: { state: 'RUNNING', startedAt: sql`(select min(started_at) from sale_lines where sale_id = ${sales.id})` },
    ready: sql`s.state = 'PLANNED' and s.starts_at <= ${now(ctx)} ${only} and ${noLine('PLANNED')}`,
  })
  for (const sale of begun) if (sale.startedAt) await noteTurn(ctx, 'sale.start', sale)
  const over = await turn(ctx, {
    set: { state: 'ENDED', endedAt: ctx.clock() },
    ready: sql`s.state = 'RUNNING' and s.ends_at <= ${now(ctx)} ${only} and ${noLine('RUNNING')}`,
  })
  for (const sale of over) await noteTurn(ctx, 'sale.end', sale)
}

function noLine(state: SaleLineState): SQL {
  return sql`not exists (select 1 from sale_lines l where l.sale_id = s.id and l.state = ${state})`
}

type Turn = { set: PgUpdateSetSource<typeof sales>; ready: SQL }

function turn(ctx: Ctx, { set, ready }: Turn): Promise<Sale[]> {
  return ctx.db
    .update(sales)
    .set({ ...set, version: sql`${sales.version} + 1` })
    .where(sql`${sales.id} in (select s.id from sales s where ${ready} for update skip locked)`)
    .returning()
}

async function noteTurn(ctx: Ctx, action: 'sale.start' | 'sale.end', sale: Sale): Promise<void> {
  const { rows } = await ctx.db.execute<{ sizes: number; overtaken: number; skipped: number }>(sql`
    select count(*) filter (where state in ('RUNNING', 'ENDED', 'OVERTAKEN'))::int as sizes,
      count(*) filter (where state = 'OVERTAKEN')::int as overtaken,
      count(*) filter (where state = 'SKIPPED')::int as skipped
    from sale_lines where sale_id = ${sale.id}`)
  await recordChange(ctx, { action, subject: sale, after: { ...factsOf(sale), ...rows[0] } })
}
