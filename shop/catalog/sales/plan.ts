import { eq, sql } from 'drizzle-orm'
import { type Ctx, inRetriedTransaction, newId, requireRight } from '../../ctx.ts'
import { invalid, notFound, ShopError } from '../../errors.ts'
import { formatKurus } from '../../money.ts'
import { noteChange } from '../edits/catalog-audit.ts'
import { variants } from '../schema.ts'
import { minuteOf } from './contract.ts'
import { factsOf, type Sale } from './sale.ts'
import { saleLines, saleProducts, sales } from './schema.ts'
import { announceSales } from './signal.ts'
import { moveDuePrices } from './tend.ts'

/** How much cheaper: a share of each price, rounded to the kuruş, or one price for all. */
export type Discount = { percent: number } | { priceKurus: number }

/** Whole products, or some of their sizes. */
type Choice = { productIds: string[] } | { variantIds: string[] }

export type SalePlan = Discount &
  Choice & {
    name?: string | undefined
    /** Left out: now. */
    from?: Date | undefined
    /** Left out: until somebody ends it. */
    to?: Date | null | undefined
  }

/** A size and its price now. */
type Line = { productId: string; variantId: string; name: string; priceKurus: number }

/**
 * Plans a sale; one without a start, or with one in this minute, has begun when it returns. INVALID when its times or its
 * price are no discount, CONFLICT with `data.productIds` when a size has another sale in the same time: two sales of one
 * size never overlap, so each has one price before and one after.
 */
export async function planSale(ctx: Ctx, plan: SalePlan): Promise<Sale> {
  requireRight(ctx, 'catalog')
  const period = periodOf(ctx, plan)
  return inRetriedTransaction(ctx, async (ctx) => {
    const lines = await lockLines(ctx, plan)
    checkDiscount(plan, lines)
    const variantIds = lines.map(({ variantId }) => variantId)
    await refuseOverlaps(ctx, variantIds, period)
    const sale = await insertSale(ctx, plan, period, lines)
    await noteChange(ctx, { action: 'sale.create', subject: sale, after: factsOf(sale, lines.length) })
    await announceSales(ctx)
    await moveDuePrices(ctx, sale.id)
    const [begun = sale] = await ctx.db.select().from(sales).where(eq(sales.id, sale.id))
    return begun
  })
}

type Period = { startsAt: Date; endsAt: Date | null }

function periodOf(ctx: Ctx, { from, to }: Pick<SalePlan, 'from' | 'to'>): Period {
  const now = ctx.clock()
  const startsAt = from && from > now ? from : now
  if (from && from < minuteOf(now)) throw invalid({ from: ['Başlangıç geçmişte olamaz'] })
  checkEnd(ctx, startsAt, to ?? null)
  return { startsAt, endsAt: to ?? null }
}

/** INVALID for an end that is over, or not after the start. */
export function checkEnd(ctx: Ctx, startsAt: Date, endsAt: Date | null): void {
  if (endsAt && endsAt <= ctx.clock()) throw invalid({ to: ['Bitiş geçmişte olamaz'] })
  if (endsAt && endsAt <= startsAt) throw invalid({ to: ['Bitiş başlangıçtan sonra olmalı'] })
}

/** Locks the products, so that two sales of one of them are planned one after the other, and reads their sizes. */
async function lockLines(ctx: Ctx, choice: Choice): Promise<Line[]> {
  const whole = 'productIds' in choice
  const ids = sql`${sql.param(whole ? choice.productIds : choice.variantIds)}::uuid[]`
  const chosen = whole ? sql`id = any(${ids})` : sql`id in (select product_id from variants where id = any(${ids}))`
  await ctx.db.execute(
    sql`select id from products where ${chosen} and deleted_at is null order by id for no key update`,
  )
  const { rows } = await ctx.db.execute<Line>(sql`
    select p.id as "productId", v.id as "variantId", p.name, v.price_kurus as "priceKurus"
    from products p join variants v on v.product_id = p.id and v.retired_at is null
    where p.deleted_at is null and ${whole ? sql`p.id` : sql`v.id`} = any(${ids}) order by v.id`)
  const asked = new Set(whole ? choice.productIds : choice.variantIds)
  const found = new Set(rows.map((row) => (whole ? row.productId : row.variantId)))
  if (found.size < asked.size || asked.size === 0) {
    throw notFound(`Seçilen ${whole ? 'ürünlerden' : 'bedenlerden'} biri bulunamadı; silinmiş olabilir.`)
  }
  return rows
}

/** INVALID when a price would not go down. */
export function checkDiscount(discount: Discount, lines: Pick<Line, 'name' | 'priceKurus'>[]): void {
  const dearest = lines.find(({ priceKurus }) => salePrice(discount, priceKurus) >= priceKurus)
  if (!dearest) return
  const { name, priceKurus } = dearest
  const field = 'percent' in discount ? 'percent' : 'price'
  throw invalid({ [field]: [`${name} zaten ${formatKurus(priceKurus)}; indirimli fiyat bundan düşük olmalı`] })
}

/** The price in a sale: never below one kuruş. */
function salePrice(discount: Discount, priceKurus: number): number {
  if ('priceKurus' in discount) return discount.priceKurus
  return Math.max(1, Math.round((priceKurus * (100 - discount.percent)) / 100))
}

/** The products of these sizes that have a sale at some time of the period, but for the sale `own`. */
export async function findOverlaps(
  ctx: Ctx,
  variantIds: string[],
  { startsAt, endsAt }: Period,
  own?: string,
): Promise<{ id: string; name: string; saleName: string }[]> {
  const { rows } = await ctx.db.execute<{ id: string; name: string; saleName: string }>(sql`
    select distinct on (p.id) p.id, p.name, s.name as "saleName"
    from sale_lines l join sales s on s.id = l.sale_id join products p on p.id = l.product_id
    where l.variant_id = any(${sql.param(variantIds)}::uuid[]) and l.state in ('PLANNED', 'RUNNING')
      and s.starts_at < ${endsAt?.toISOString() ?? 'infinity'}::timestamptz
      and coalesce(s.ends_at, 'infinity') > ${startsAt.toISOString()}::timestamptz
      and s.id is distinct from ${own ?? null}::uuid
    order by p.id`)
  return rows
}

export async function refuseOverlaps(ctx: Ctx, variantIds: string[], period: Period, own?: string): Promise<void> {
  const overlaps = await findOverlaps(ctx, variantIds, period, own)
  const [first, ...others] = overlaps
  if (!first) return
  const more = others.length > 0 ? ` ve ${others.length} ürün daha` : ''
  throw new ShopError(
    'CONFLICT',
    `${first.name}${more} bu tarihlerde başka bir indirimde (${first.saleName}); tarihleri değiştirin ya da o indirimi bitirin.`,
    { data: { productIds: overlaps.map(({ id }) => id) } },
  )
}

async function insertSale(ctx: Ctx, plan: SalePlan, period: Period, lines: Line[]): Promise<Sale> {
  const productIds = [...new Set(lines.map(({ productId }) => productId))]
  const whole = 'productIds' in plan
  const [sale] = await ctx.db
    .insert(sales)
    .values({
      ...period,
      ...columnsOf(plan),
      id: newId(),
      name: plan.name || nameOf(plan, lines),
      state: 'PLANNED',
      createdAt: ctx.clock(),
    })
    .returning()
  if (!sale) throw new Error('insert returned no row')
  const saleId = sale.id
  // As arrays: ten thousand rows of parameters are more than a statement takes.
  await ctx.db.execute(sql`insert into ${saleProducts} (sale_id, product_id, whole)
    select ${saleId}, id, ${whole} from unnest(${sql.param(productIds)}::uuid[]) id`)
  await ctx.db.execute(sql`insert into ${saleLines} (sale_id, product_id, variant_id, state)
    select ${saleId}, product_id, id, 'PLANNED' from ${variants}
    where id = any(${sql.param(lines.map(({ variantId }) => variantId))}::uuid[])`)
  return sale
}

/** A discount as a row keeps it. */
export function columnsOf(discount: Discount): { percent: number | null; priceKurus: number | null } {
  return 'percent' in discount
    ? { percent: discount.percent, priceKurus: null }
    : { percent: null, priceKurus: discount.priceKurus }
}

/** The name of a sale that was given none. */
function nameOf(discount: Discount, lines: Line[]): string {
  const [first] = lines
  const products = new Set(lines.map(({ productId }) => productId)).size
  const what = products === 1 && first ? first.name.slice(0, 60) : `${products} üründe`
  return 'percent' in discount ? `${what} %${discount.percent} indirim` : `${what} ${formatKurus(discount.priceKurus)}`
}
