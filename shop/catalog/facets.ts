import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type ColorFamily, inFamilyOrder } from './colors.ts'
import type { Area } from './contract.ts'
import { onSale } from './on-sale.ts'
import { categories, products, variants } from './schema.ts'
import type { Hits } from './search.ts'
import { compareSizes } from './sizes.ts'

/** What a list is about: an area, a category, what a search found, or everything on sale. */
export type Scope = { area?: Area; category?: string; hits?: Hits }

/** What of it she wants to see. Several sizes mean any of them, and so do several colours. */
export type Filter = {
  sizes: string[]
  /** Slugs of colour families. */
  colors: string[]
  fromKurus?: number
  toKurus?: number
  inStock: boolean
}

/** What can be chosen, each with how many products there would be with it beside all else that is chosen. */
export type Facets = {
  /** Products without any filter, and with all of them. */
  all: number
  total: number
  sizes: { size: string; count: number }[]
  colors: (ColorFamily & { count: number })[]
  prices: { fromKurus: number; toKurus: number | null; count: number }[]
  inStock: number
}

export const noFilter: Filter = { sizes: [], colors: [], inStock: false }

/** The conditions of a scope, on products joined with their categories. */
export function inScope({ area, category }: Scope): SQL | undefined {
  return and(onSale, area ? eq(categories.area, area) : undefined, category ? eq(categories.slug, category) : undefined)
}

/** The conditions of a filter: one variant that has everything, since that is what she would buy. */
export function passes({ sizes, colors, fromKurus, toKurus, inStock }: Filter): SQL | undefined {
  const ofVariant = [
    sizes.length > 0 ? sql`v.size = any(${sql.param(sizes)}::text[])` : undefined,
    colors.length > 0 ? sql`v.color_family = any(${sql.param(colors)}::text[])` : undefined,
    // A size is offered only while it can be had.
    inStock || sizes.length > 0 ? sql`v.stock > 0` : undefined,
  ].filter((condition) => condition !== undefined)
  return and(
    fromKurus === undefined ? undefined : sql`${products.priceKurus} >= ${fromKurus}`,
    toKurus === undefined ? undefined : sql`${products.priceKurus} <= ${toKurus}`,
    ofVariant.length === 0
      ? undefined
      : sql`exists (select 1 from ${variants} v where v.product_id = ${products.id} and v.retired_at is null and ${and(...ofVariant)})`,
  )
}

/** Price steps in TL that shoppers think in. */
const steps = [0, 500, 1000, 1500, 2000, 3000, 5000, 10_000]
const ranges = steps.map((from, index) => ({ from: from * 100, to: (steps[index + 1] ?? 1_000_000) * 100 }))

type Row = { kind: string; value: string | null; n: number }

/** The facets of a list, all in one reading. */
export async function readFacets(ctx: Ctx, scope: Scope, filter: Filter): Promise<Facets> {
  const rows: Row[] = await ctx.db
    .select({ kind: sql<string>`kind`, value: sql<string | null>`value`, n: sql<number>`n` })
    .from(sql`(${counting(scope, filter)}) facets`)
  const one = (kind: string) => rows.find((row) => row.kind === kind)
  const values = (kind: string) =>
    new Map(rows.flatMap((row) => (row.kind === kind && row.value !== null ? [[row.value, row.n] as const] : [])))
  // Any of them can change a count.
  for (const id of one('ids')?.value?.split(',') ?? []) ctx.seen?.add(id)
  const prices = values('price')
  // What is chosen can be taken back, also where the list has none of it.
  const colors = new Map([...filter.colors.map((slug) => [slug, 0] as const), ...values('color')])
  return {
    all: one('all')?.n ?? 0,
    total: one('total')?.n ?? 0,
    inStock: one('stock')?.n ?? 0,
    sizes: [...values('size')].map(([size, count]) => ({ size, count })).sort((a, b) => compareSizes(a.size, b.size)),
    colors: inFamilyOrder(colors).map(({ found, ...family }) => ({ ...family, count: found })),
    prices: ranges.flatMap(({ from, to }, index) => {
      const count = prices.get(String(from))
      return count === undefined ? [] : { fromKurus: from, toKurus: index === ranges.length - 1 ? null : to, count }
    }),
  }
}

/** A row per variant that says which filters it passes; each count leaves out the filter it is about. */
function counting(scope: Scope, { sizes, colors, fromKurus, toKurus, inStock }: Filter): SQL {
  const given = (list: string[]) => sql`${sql.param(list)}::text[]`
  const bounds = sql.join(
    ranges.map(({ from, to }) => sql`(${from}::int, ${to}::int)`),
    sql`, `,
  )
  return sql`
    with base as materialized (
      select ${products.id} as id, ${products.priceKurus} as price, v.size, v.color_family, v.stock > 0 as stocked,
        (cardinality(${given(sizes)}) = 0 or (v.size = any(${given(sizes)}) and v.stock > 0)) as size_ok,
        (cardinality(${given(colors)}) = 0 or v.color_family = any(${given(colors)})) as color_ok,
        (not ${inStock}::boolean or v.stock > 0) as stock_ok,
        (${fromKurus ?? null}::int is null or ${products.priceKurus} >= ${fromKurus ?? null}::int)
          and (${toKurus ?? null}::int is null or ${products.priceKurus} <= ${toKurus ?? null}::int) as price_ok
      from ${products}
      join ${categories} on ${categories.id} = ${products.categoryId}
      ${scope.hits ? sql`join (${scope.hits.found}) hits on hits.product_id = ${products.id}` : sql``}
      left join ${variants} v on v.product_id = ${products.id} and v.retired_at is null
      where ${inScope(scope)}
    ), pieces as (
      select id, price, bool_or(size_ok and color_ok and stock_ok) as chosen,
        bool_or(size_ok and color_ok and stock_ok and price_ok) as shown,
        bool_or(size_ok and color_ok and stocked and price_ok) as buyable
      from base group by id, price
    )
    select 'all' as kind, null as value, count(*)::int as n from pieces
    union all
    select 'ids', string_agg(id::text, ','), 0 from pieces
    union all
    select 'total', null, (count(*) filter (where shown))::int from pieces
    union all
    select 'stock', null, (count(*) filter (where buyable))::int from pieces
    union all
    select 'size', size, (count(*) filter (where ok))::int
    from (
      select size, bool_or(color_ok and stocked and price_ok) as ok from base where size is not null group by id, size
    ) sizes
    group by size
    union all
    select 'color', color_family, (count(*) filter (where ok))::int
    from (
      select color_family, bool_or(size_ok and stock_ok and price_ok) as ok
      from base where color_family is not null group by id, color_family
    ) colors
    group by color_family
    union all
    select 'price', lo::text, (count(*) filter (where chosen))::int
    from pieces join (values ${bounds}) steps (lo, hi) on price between lo and hi group by lo`
}
