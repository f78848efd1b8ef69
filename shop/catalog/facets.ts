import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type ColorFamily, inFamilyOrder } from './colors.ts'
import type { Area } from './contract.ts'
import { onSale } from './on-sale.ts'
import { categories, products, variants } from './schema.ts'
import { bestOf, type Hits } from './search.ts'
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
  /** Products without any filter, and with all of them; `mostCounted` means that many or more. */
  all: number
  total: number
  sizes: { size: string; count: Counted }[]
  colors: (ColorFamily & { count: Counted })[]
  prices: { fromKurus: number; toKurus: number | null; count: Counted }[]
  inStock: Counted
}

/** Null: some, in a list too long to be counted. */
export type Counted = number | null

/** A list is counted as far as it is shown. Whoever has more before her is helped by choices, not by numbers. */
export const mostCounted = 1000
/** To see what else could be chosen, fewer tell enough. */
const mostLookedAt = 250

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
type CountedRow = Omit<Row, 'n'> & { n: Counted }
type Kind = 'size' | 'color' | 'price'

/**
 * The facets of a list. One that is longer than `mostCounted` is looked at through its first products only, those that
 * pass the filter: so a page takes as long in a large shop as in a small one. What can be chosen instead of a chosen
 * size is then asked of the first that pass all but the sizes, and so on.
 */
export async function readFacets(ctx: Ctx, scope: Scope, filter: Filter): Promise<Facets> {
  const chosen = isChosen(filter)
  const filtered = Object.values(chosen).includes(true)
  const whole = filtered && (await isLong(ctx, scope)) ? undefined : await count(ctx, scope, filter, noFilter)
  if (whole && !whole.cut) return facetsOf(whole.rows, filter)
  await noteCategories(ctx, scope)
  if (whole && !filtered) return facetsOf(withoutNumbers(whole), filter)
  const rows = withoutNumbers(await count(ctx, scope, filter, filter)).filter(({ kind }) => !chosen[kind as Kind])
  for (const kind of ['size', 'color', 'price'] as const) {
    if (!chosen[kind]) continue
    const others = await count(ctx, scope, filter, without(filter, kind), mostLookedAt)
    const known = withoutNumbers(others).filter((row) => row.kind === kind)
    // What is chosen can be taken back, also where none of the first has it.
    const missing = chosenOf(filter, kind).filter((value) => !known.some((row) => row.value === value))
    rows.push(...known, ...missing.map((value) => ({ kind, value, n: null })))
  }
  return { ...facetsOf(rows, filter), all: mostCounted }
}

/** Whether it has more products than are counted. */
async function isLong(ctx: Ctx, scope: Scope): Promise<boolean> {
  const [row] = await ctx.db.select({ n: sql<number>`count(*)::int` }).from(
    sql`(select 1 from ${products}
      join ${categories} on ${categories.id} = ${products.categoryId}
      ${found(scope, mostCounted + 1)}
      where ${inScope(scope)} limit ${mostCounted + 1}) some_of_it`,
  )
  return (row?.n ?? 0) > mostCounted
}

/** `most`: where whatever was found is wanted, only so much of it is read. */
function found({ hits, area, category }: Scope, most?: number): SQL {
  if (!hits) return sql``
  return sql`join (${bestOf(hits, area || category ? undefined : most)}) hits on hits.product_id = ${products.id}`
}

function isChosen({ sizes, colors, fromKurus, toKurus, inStock }: Filter) {
  const price = fromKurus !== undefined || toKurus !== undefined
  return { size: sizes.length > 0, color: colors.length > 0, price, stock: inStock }
}

function chosenOf({ sizes, colors }: Filter, kind: Kind): string[] {
  return kind === 'size' ? sizes : kind === 'color' ? colors : []
}

function without(filter: Filter, kind: Kind): Filter {
  const none = { size: { sizes: [] }, color: { colors: [] }, price: { fromKurus: undefined, toKurus: undefined } }
  return { ...filter, ...none[kind] }
}

type Reading = { rows: Row[]; cut: boolean }

async function count(ctx: Ctx, scope: Scope, filter: Filter, among: Filter, most = mostCounted): Promise<Reading> {
  const rows: Row[] = await ctx.db
    .select({ kind: sql<string>`kind`, value: sql<string | null>`value`, n: sql<number>`n` })
    .from(sql`(${counting(scope, filter, among, most)}) facets`)
  // Any of them can change a count.
  const ids = rows.find(({ kind }) => kind === 'ids')?.value
  for (const id of ids?.split(',') ?? []) ctx.seen?.add(id)
  return { rows, cut: (rows.find(({ kind }) => kind === 'all')?.n ?? 0) > most }
}

/** A product further back in a long list may come forward: announceCatalogChange names its category too. */
async function noteCategories(ctx: Ctx, { area, category }: Scope): Promise<void> {
  const rows = await ctx.db
    .select({ id: categories.id })
    .from(categories)
    .where(and(area ? eq(categories.area, area) : undefined, category ? eq(categories.slug, category) : undefined))
  for (const { id } of rows) ctx.seen?.add(id)
}

/** Numbers of the first products say nothing of all: only that there are some. */
function withoutNumbers({ rows, cut }: Reading): CountedRow[] {
  return cut ? rows.map((row) => (sums.has(row.kind) ? row : { ...row, n: null })) : rows
}
const sums = new Set(['all', 'total', 'ids'])

function facetsOf(rows: CountedRow[], filter: Filter): Facets {
  const one = (kind: string) => rows.find((row) => row.kind === kind)?.n ?? 0
  const values = (kind: Kind) =>
    new Map(rows.flatMap((row) => (row.kind === kind && row.value !== null ? [[row.value, row.n] as const] : [])))
  const prices = values('price')
  // What is chosen can be taken back, also where the list has none of it.
  const colors = new Map<string, Counted>([...filter.colors.map((slug) => [slug, 0] as const), ...values('color')])
  return {
    all: Math.min(one('all'), mostCounted),
    total: Math.min(one('total'), mostCounted),
    inStock: rows.find(({ kind }) => kind === 'stock')?.n ?? null,
    sizes: [...values('size')].map(([size, count]) => ({ size, count })).sort((a, b) => compareSizes(a.size, b.size)),
    colors: inFamilyOrder(colors).map(({ found, ...family }) => ({ ...family, count: found })),
    prices: ranges.flatMap(({ from, to }, index) => {
      const count = prices.get(String(from))
      return count === undefined ? [] : { fromKurus: from, toKurus: index === ranges.length - 1 ? null : to, count }
    }),
  }
}

/**
 * A row per variant that says which filters it passes; each count leaves out the filter it is about. Looks at the first
 * products that pass `among`, the best or the newest, one more than are counted.
 */
function counting(scope: Scope, filter: Filter, among: Filter, most: number): SQL {
  const { sizes, colors, fromKurus, toKurus, inStock } = filter
  const given = (list: string[]) => sql`${sql.param(list)}::text[]`
  const bounds = sql.join(
    ranges.map(({ from, to }) => sql`(${from}::int, ${to}::int)`),
    sql`, `,
  )
  return sql`
    with firsts as materialized (
      select ${products.id} as id, ${products.priceKurus} as price
      from ${products}
      join ${categories} on ${categories.id} = ${products.categoryId}
      ${found(scope, among === noFilter ? most + 1 : undefined)}
      where ${and(inScope(scope), passes(among))}
      order by ${scope.hits ? sql`hits.rank desc,` : sql``} ${products.createdAt} desc, ${products.id} desc
      limit ${most + 1}
    ), base as materialized (
      select firsts.id, price, v.size, v.color_family, v.stock > 0 as stocked,
        (cardinality(${given(sizes)}) = 0 or (v.size = any(${given(sizes)}) and v.stock > 0)) as size_ok,
        (cardinality(${given(colors)}) = 0 or v.color_family = any(${given(colors)})) as color_ok,
        (not ${inStock}::boolean or v.stock > 0) as stock_ok,
        (${fromKurus ?? null}::int is null or price >= ${fromKurus ?? null}::int)
          and (${toKurus ?? null}::int is null or price <= ${toKurus ?? null}::int) as price_ok
      -- One product after the other, however many variants there are of others.
      from firsts left join lateral (
        select * from ${variants} of_it where of_it.product_id = firsts.id and of_it.retired_at is null offset 0
      ) v on true
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
