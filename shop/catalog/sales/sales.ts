import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Ctx, isId, requireRight } from '../../ctx.ts'
import { startOfIstanbulDay } from '../../time.ts'
import { lineColumns, type ProductLine, withPictures } from '../product-lines.ts'
import { products } from '../schema.ts'
import { missingSale } from './change.ts'
import type { SaleLineState, SaleQuery } from './contract.ts'
import type { Sale } from './sale.ts'
import { sales } from './schema.ts'

/** A sale with what became of its sizes and what it sold. */
export type SaleFacts = Sale & {
  products: number
  sizes: number
  /** Sizes that got another price meanwhile, or never started. */
  overtaken: number
  skipped: number
  soldUnits: number
  soldKurus: number
}

export type SaleSize = {
  variantId: string
  color: string
  size: string
  state: SaleLineState
  /** Before the start the price now, then that before the sale. */
  beforeKurus: number
  /** In the sale; null when it never started. */
  priceKurus: number | null
}

export type SaleWithProducts = SaleFacts & { lines: { product: ProductLine; sizes: SaleSize[] }[] }

/** Returns one page of the sales, those that start last first. */
export async function listSales(ctx: Ctx, query: SaleQuery): Promise<{ items: SaleFacts[]; total: number }> {
  requireRight(ctx, 'catalog')
  if (query.product !== undefined && !isId(query.product)) return { items: [], total: 0 }
  const where = conditions(query).reduce((all, one) => sql`${all} and ${one}`, sql`true`)
  const items = await ctx.db
    .select()
    .from(sales)
    .where(where)
    .orderBy(desc(sales.startsAt), desc(sales.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  return { items: await withFacts(ctx, items), total: await ctx.db.$count(sales, where) }
}

function conditions({ state, month, product }: SaleQuery): SQL[] {
  return [
    ...(state ? [eq(sales.state, state)] : []),
    ...(product ? [sql`${sales.id} in (select sale_id from sale_products where product_id = ${product})`] : []),
    ...(month ? [inMonth(month)] : []),
  ]
}

/** An end before its time counts. */
function inMonth(month: string): SQL {
  const start = startOfIstanbulDay(`${month}-01`)
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  const end = startOfIstanbulDay(`${next}-01`)
  return sql`${sales.startsAt} < ${end.toISOString()}::timestamptz
    and coalesce(${sales.endedAt}, ${sales.endsAt}, 'infinity') > ${start.toISOString()}::timestamptz`
}

/** Gets a sale with its products and their sizes. */
export async function getSale(ctx: Ctx, id: string): Promise<SaleWithProducts> {
  requireRight(ctx, 'catalog')
  const rows = isId(id) ? await ctx.db.select().from(sales).where(eq(sales.id, id)) : []
  const [sale] = await withFacts(ctx, rows)
  if (!sale) throw missingSale()
  return { ...sale, lines: await linesOf(ctx, sale) }
}

async function linesOf(ctx: Ctx, sale: Sale): Promise<SaleWithProducts['lines']> {
  const { rows } = await ctx.db.execute<SaleSize & { productId: string }>(sql`
    select l.product_id as "productId", l.variant_id as "variantId", v.color, v.size, l.state,
      coalesce(l.before_kurus, v.price_kurus) as "beforeKurus", l.price_kurus as "priceKurus"
    from sale_lines l join variants v on v.id = l.variant_id
    where l.sale_id = ${sale.id} order by v.position, v.id`)
  const sizes = Map.groupBy(rows, ({ productId }) => productId)
  const lines = await ctx.db
    .select(lineColumns)
    .from(products)
    .where(inArray(products.id, [...sizes.keys()]))
    .orderBy(sql`${products.name} collate tr_tr`, products.id)
  return (await withPictures(ctx, lines)).map((product) => ({
    product,
    sizes: (sizes.get(product.id) ?? []).map(({ productId: _, ...size }) => size),
  }))
}

type Counts = Omit<SaleFacts, keyof Sale> & { id: string }

async function withFacts(ctx: Ctx, rows: Sale[]): Promise<SaleFacts[]> {
  if (rows.length === 0) return []
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`
  const { rows: counts } = await ctx.db.execute<Counts>(sql`
    select asked.id, lines.*, sold.*
    from unnest(${ids}) asked(id)
    cross join lateral (
      select count(distinct product_id)::int as products, count(*)::int as sizes,
        count(*) filter (where state = 'OVERTAKEN')::int as overtaken,
        count(*) filter (where state = 'SKIPPED')::int as skipped
      from sale_lines where sale_id = asked.id
    ) lines
    cross join lateral (${soldIn(sql`asked.id`)}) sold`)
  const byId = new Map(counts.map(({ id, ...facts }) => [id, facts]))
  return rows.map((sale) => ({ ...none, ...byId.get(sale.id), ...sale }))
}

const none = { products: 0, sizes: 0, overtaken: 0, skipped: 0, soldUnits: 0, soldKurus: 0 }

/**
 * Units and kuruş sold at the price of the sale while it ran, a campaign's discount taken off, without cancelled, unpaid and refunded
 * ones: the orders and pieces that the reports count.
 */
function soldIn(saleId: SQL): SQL {
  return sql`
    select coalesce(sum(i.quantity - i.refunded_quantity), 0)::int as "soldUnits",
      coalesce(sum((i.quantity - i.refunded_quantity)::bigint * i.unit_price_kurus), 0)::float8 as "soldKurus"
    from sale_lines l
    join order_items i on i.variant_id = l.variant_id and i.unit_price_kurus + i.discount_kurus = l.price_kurus
    join orders o on o.id = i.order_id
    where l.sale_id = ${saleId} and l.started_at is not null and is_sold(o)
      and o.created_at >= l.started_at and (l.ended_at is null or o.created_at < l.ended_at)`
}
