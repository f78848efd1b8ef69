import { and, desc, type SQL, sql } from 'drizzle-orm'
import { askRows, type Ctx } from '../../ctx.ts'
import { listCategoryNames } from '../categories.ts'
import { type ColorFamily, inFamilyOrder } from '../colors.ts'
import { onSale } from '../on-sale.ts'
import { products, variants } from '../schema.ts'
import { compareSizes } from '../sizes.ts'
import { gatherDesigns, joinedDesign, joinedGroup, standsForDesign } from './designs.ts'
import {
  asksForSizes,
  type Filter,
  type Found,
  isMadeSo,
  isThere,
  type Kind,
  mayPass,
  noFilter,
  passes,
  type Scope,
} from './filters.ts'
import { bestOf, gather, gatherAndSift, type Hits, mostWished } from './search.ts'

/** The filter options of a list, each with the number of products that it would leave beside the other chosen options. */
export type Facets = {
  /** Number of products without any filter, and with all of them; `mostCounted` means that many or more. */
  all: number
  total: number
  sizes: { size: string; count: Counted }[]
  colors: (ColorFamily & { count: Counted })[]
  prices: { fromKurus: number; toKurus: number | null; count: Counted }[]
  inStock: Counted
}

/** Null means an unknown number above zero, in a list too long to be counted. */
export type Counted = number | null

/** Longest list whose options are counted, the most that a listing shows; longer ones offer options without numbers. */
export const mostCounted = 1000
/** In a longer list, options are still counted when the filter leaves this many products or fewer. */
const fewEnough = 250
/** Sample for long lists: the first 500 products; if fewer than 40 of them pass the filter, the first 120 that do. */
const mostOfAll = 500
const enough = 40
const mostOfSome = 120

/** Bounds of the price ranges, in TL. */
const steps = [0, 500, 1000, 1500, 2000, 3000, 5000, 10_000]
const ranges = steps.map((from, index) => ({ from: from * 100, to: (steps[index + 1] ?? 1_000_000) * 100 }))

/** The fields of a product that filters ask about; it is counted by its design, which is its own id where colors stand apart. */
type Piece = { id: string; design: string; place: string | null; priceKurus: number | null; variants: Variant[] }
type Variant = { size: string; color: string; stocked: boolean }

/** How many products pass with each option beside the other chosen ones; every option that occurs has an entry, even 0. */
type Tally = { total: number; inStock: Counted; size: Counts; color: Counts; price: Counts }
type Counts = Map<string, Counted>

/** The products to read: of these categories, or of a search; all when neither is given. */
type Source = { scope: Scope; categoryIds?: string[]; hits?: Found; together: boolean }

/**
 * Returns the facets of a list, which counts designs where their colors stand `together` on one card. Only the first `mostCounted`
 * products of a longer list are read, so a page takes as long in a large shop as in a small one.
 */
export async function readFacets(ctx: Ctx, scope: Scope, filter: Filter, together = false): Promise<Facets> {
  const { area, category, hits } = scope
  const [places, found] = await Promise.all([findPlaces(ctx, scope), hits && countHits(ctx, hits)])
  const ids = places.map(({ id }) => id)
  const source: Source = { scope, together, hits, categoryIds: !hits && (area || category) ? ids : undefined }
  const size = found ?? places.reduce((sum, { products }) => sum + products, 0)
  if (size > mostCounted) {
    // A product further back may move forward: announceCatalogChange names its category too.
    for (const id of ids) ctx.tags?.add(id)
    return readLong(ctx, source, filter)
  }
  const pieces = await readPieces(ctx, source, noFilter, mostCounted)
  // Any of them can change a count.
  for (const { id } of pieces) ctx.tags?.add(id)
  return facetsOf(tallyOf(pieces, filter), filter, new Set(pieces.map(({ design }) => design)).size)
}

/** Returns the categories of a scope with their numbers of products. */
async function findPlaces(ctx: Ctx, { area, category }: Scope): Promise<{ id: string; products: number }[]> {
  const all = await listCategoryNames(ctx)
  return all.filter((one) => (!area || one.area === area) && (!category || one.slug === category))
}

/** Reads the hits once for the statements that use them, and of many hits those that pass the filter, or one of each design. */
export async function gatherFound(ctx: Ctx, hits: Hits, filter: Filter, together = false): Promise<Found> {
  if (together) return gatherDesigns(ctx, hits, filter)
  const condition = passes(filter)
  if (!condition) return gather(ctx, hits)
  // The part of a filter that the rows of the hits can answer.
  const told = (wanted: Filter) => (hits.hasChoices ? isMadeSo(wanted, sql`choices`) : undefined)
  const asked = kindsIn(filter).flatMap((kind) => {
    const wish = told(without(filter, kind))
    return wish ? [{ kind, wish }] : []
  })
  const sieve = { told: told(filter), condition, wishes: asked.map(({ wish }) => wish) }
  const { all, fitting, some } = await gatherAndSift(ctx, hits, sieve, mostCounted)
  return fitting ? { ...all, fitting, beside: Object.fromEntries(asked.map(({ kind }, n) => [kind, some[n]])) } : all
}

/** Counts the hits, up to one more than are counted. */
async function countHits(ctx: Ctx, { ids, ranked }: Hits): Promise<number> {
  return ids?.length ?? (await countRows(ctx, sql`${ranked} limit ${mostCounted + 1}`))
}

async function countRows(ctx: Ctx, rows: SQL): Promise<number> {
  const [row] = await askRows<{ n: number }>(ctx, sql`select count(*)::int as n from (${rows}) some_of_it`)
  return row?.n ?? 0
}

/**
 * Returns the facets of a long list: counted when a filter leaves few products, else without numbers, from the first of
 * the list. When too few of those pass, the options come from the first products that do; the alternatives to a chosen
 * size come from the first products that pass all but the sizes, and so on.
 */
async function readLong(ctx: Ctx, source: Source, filter: Filter): Promise<Facets> {
  const chosen = kindsIn(filter)
  const asksNothing = chosen.length === 0 && !filter.inStock
  const [firsts, all, total] = await Promise.all([
    readOffers(ctx, source, noFilter, mostOfAll),
    source.together ? countFitting(ctx, source, noFilter) : mostCounted,
    asksNothing ? 0 : countFitting(ctx, source, filter),
  ])
  const most = Math.min(all, mostCounted)
  if (asksNothing) return facetsOf({ ...withoutNumbers(tallyOf(firsts, filter)), total: most }, filter, most)
  const offersOf = async (wanted: Filter, hits?: Hits) => {
    const known = tallyOf(firsts, wanted)
    return withoutNumbers(known.total >= enough ? known : tallyOf(await readSome(ctx, source, wanted, hits), wanted))
  }
  const [tally, ...others] = await Promise.all([
    total <= fewEnough
      ? readFitting(ctx, source, filter, total).then((fitting) => tallyOf(fitting, filter))
      : offersOf(filter, source.hits?.fitting),
    ...chosen.map((kind) => offersOf(without(filter, kind), source.hits?.beside?.[kind])),
  ])
  for (const [place, kind] of chosen.entries()) {
    const known: Counts = new Map(others[place]?.[kind])
    // A chosen option stays listed, so that it can be removed, even when no product of the sample has it.
    for (const value of valuesOf(filter, kind)) known.set(value, null)
    tally[kind] = known
  }
  return facetsOf({ ...tally, total }, filter, most)
}

function countFitting(ctx: Ctx, source: Source, filter: Filter): Promise<number> | number {
  const { hits, scope, together } = source
  const known = hits?.fitting?.ids?.length
  if (known !== undefined) return known
  const designs = together && !hits ? sql` and ${standsForDesign(scope, filter)}` : sql``
  const rows =
    filter.placed?.length && filter.colors.length > 0 ? gathered(source, filter) : select(sql`1`, source, filter)
  return countRows(ctx, sql`${rows}${designs} limit ${mostCounted + 1}`)
}

/**
 * The rows of a filter that fewer pass than the planner thinks: what is made so is found by its index alone, and then looked up for its
 * place and stock. Comparing forty choices with those of each product of an area took ten times as long in a shop of 100,000.
 */
function gathered({ categoryIds, ...source }: Source, filter: Filter): SQL {
  const made = select(sql`${products.id}, ${products.categoryId}`, source, filter, undefined, mayPass)
  const there = and(inCategories(categoryIds), isThere(filter))
  return sql`with made as materialized (${made}) select 1 from made products where ${there ?? sql`true`}`
}

function readFitting(ctx: Ctx, source: Source, filter: Filter, most: number): Promise<Piece[]> {
  const { fitting } = source.hits ?? {}
  return fitting ? readPieces(ctx, { ...source, hits: fitting }, noFilter, most) : readPieces(ctx, source, filter, most)
}

/** The first that pass, of these hits where they are enough to tell. */
async function readSome(ctx: Ctx, source: Source, wanted: Filter, hits: Hits | undefined): Promise<Piece[]> {
  const some = hits ? await readOffers(ctx, { ...source, hits }, wanted, mostOfSome) : []
  const isEnough = hits && (some.length === mostOfSome || (hits.ids?.length ?? 0) < mostWished)
  return isEnough ? some : readOffers(ctx, source, wanted, mostOfSome)
}

function kindsIn(filter: Filter): Kind[] {
  const { colors, fromKurus, toKurus } = filter
  const price = fromKurus !== undefined || toKurus !== undefined
  const chosen = { size: asksForSizes(filter), color: colors.length > 0, price }
  return (['size', 'color', 'price'] as const).filter((kind) => chosen[kind])
}

function valuesOf({ sizes, colors }: Filter, kind: Kind): string[] {
  return { size: sizes, color: colors, price: [] }[kind]
}

function without(filter: Filter, kind: Kind): Filter {
  const none = {
    size: { sizes: [], placed: [] },
    color: { colors: [] },
    price: { fromKurus: undefined, toKurus: undefined },
  }
  return { ...filter, ...none[kind] }
}

/**
 * Returns the first products that pass, their variants as one text: as rows they would take twice as long to read. The separators are
 * not among the control characters that JSON writes as six: thousands of those took a fifth of the statement.
 */
async function readPieces(ctx: Ctx, source: Source, filter: Filter, most: number): Promise<Piece[]> {
  const line = sql`v.size || chr(128) || v.color_family || case when v.stock > 0 then chr(128) || '1' else '' end`
  const lines = sql`(select string_agg(${line}, chr(127)) from ${variants} v
    where v.product_id = ${products.id} and v.retired_at is null)`
  return readFirst(ctx, selectFirst(columnsWith(lines, source), source, filter, most), (text) => {
    const [size = '', color = '', stocked] = text.split('\x80')
    return [{ size, color, stocked: stocked === '1' }]
  })
}

/** The same without reading the variants, as if all of them were in stock. */
async function readOffers(ctx: Ctx, source: Source, filter: Filter, most: number): Promise<Piece[]> {
  const choices = sql`array_to_string(${products.choices}, chr(127))`
  return readFirst(ctx, selectFirst(columnsWith(choices, source), source, filter, most), (choice) => {
    const at = choice.indexOf('|')
    const [color, size] = [choice.slice(0, at), choice.slice(at + 1)]
    return color && size ? [{ size, color, stocked: true }] : []
  })
}

function columnsWith(lines: SQL, { together }: Source): SQL {
  const design = together ? sql`${joinedDesign} as design, ` : sql``
  return sql`${products.id} as id, ${design}${products.categoryId} as place, ${products.priceKurus} as "priceKurus", ${lines} as lines`
}

async function readFirst(ctx: Ctx, first: SQL, variantsIn: (line: string) => Variant[]): Promise<Piece[]> {
  const rows = await askRows<Omit<Piece, 'variants' | 'design'> & { design?: string; lines: string | null }>(ctx, first)
  return rows.map(({ lines, design, ...product }) => ({
    ...product,
    design: design ?? product.id,
    variants: lines?.split('\x7f').flatMap(variantsIn) ?? [],
  }))
}

/** Best matches first for a search, else newest first. */
function selectFirst(columns: SQL, source: Source, filter: Filter, most: number): SQL {
  const order = [...(source.hits ? [sql`hits.rank desc`] : []), desc(products.createdAt), desc(products.id)]
  // Without further conditions no more hits are read than are wanted.
  const rows = select(columns, source, filter, passes(filter) ? undefined : most)
  return sql`${rows} order by ${sql.join(order, sql`, `)} limit ${most}`
}

function select(
  columns: SQL,
  { hits, categoryIds, together }: Source,
  filter: Filter,
  mostHits?: number,
  condition = passes,
): SQL {
  const found = hits ? sql`join (${bestOf(hits, mostHits)}) hits on hits.product_id = ${products.id}` : sql``
  return sql`select ${columns} from ${products} ${found} ${together ? joinedGroup : sql``} where ${and(onSale, inCategories(categoryIds), condition(filter))}`
}

function inCategories(ids: string[] | undefined): SQL | undefined {
  return ids && sql`${products.categoryId} = any(${sql.param(ids)}::uuid[])`
}

/** Each count ignores the filter of its own kind. */
function tallyOf(pieces: Piece[], filter: Filter): Tally {
  const { colors, fromKurus = 0, toKurus = Number.POSITIVE_INFINITY, inStock } = filter
  const asked = kindsIn(filter)
  const sizesOf = wantedSizes(filter)
  const colorFits = ({ color }: Variant) => colors.length === 0 || colors.includes(color)
  const stockFits = ({ stocked }: Variant) => stocked || !inStock
  const there = { total: new Set<string>(), inStock: new Set<string>() }
  const found = { size: new Map(), color: new Map(), price: new Map() } satisfies Record<Kind, Designs>
  for (const { design, place, priceKurus, variants } of pieces) {
    const sizes = sizesOf(place)
    const sizeFits = ({ size, stocked }: Variant) => !sizes || (stocked && sizes.has(size))
    const priceFits = priceKurus === null ? !asked.includes('price') : priceKurus >= fromKurus && priceKurus <= toKurus
    const rightOnes = variants.filter((one) => sizeFits(one) && colorFits(one) && stockFits(one))
    // A product without variants passes only filters that ask nothing of them.
    const fits = rightOnes.length > 0 || (variants.length === 0 && !inStock && asked.every((kind) => kind === 'price'))
    if (fits && priceFits) there.total.add(design)
    if (priceFits && rightOnes.some(({ stocked }) => stocked)) there.inStock.add(design)
    for (const one of variants) {
      add(found.size, one.size, design, priceFits && one.stocked && colorFits(one))
      add(found.color, one.color, design, priceFits && sizeFits(one) && stockFits(one))
    }
    for (const { from, to } of ranges)
      if (priceKurus !== null && priceKurus >= from && priceKurus <= to) add(found.price, String(from), design, fits)
  }
  const { size, color, price } = found
  return {
    ...{ total: there.total.size, inStock: there.inStock.size },
    ...{ size: counted(size), color: counted(color), price: counted(price) },
  }
}

/** Which sizes are asked for of a category; undefined: any. */
function wantedSizes(filter: Filter): (place: string | null) => Set<string> | undefined {
  const { sizes, placed = [] } = filter
  if (!asksForSizes(filter)) return () => undefined
  const known = new Map<string | null, Set<string>>()
  return (place) => {
    const own = placed.filter(({ categoryIds }) => place !== null && categoryIds.includes(place))
    const wanted = known.get(place) ?? new Set([...sizes, ...own.flatMap((one) => one.sizes)])
    known.set(place, wanted)
    return wanted
  }
}

/** The designs that pass with each option; every option that occurs has an entry, even without any. */
type Designs = Map<string, Set<string>>

function add(found: Designs, value: string, design: string, fits: boolean): void {
  const known = found.get(value)
  if (!known) found.set(value, new Set(fits ? [design] : []))
  else if (fits) known.add(design)
}

function counted(found: Designs): Map<string, number> {
  return new Map([...found].map(([value, designs]) => [value, designs.size]))
}

/** Replaces the sample's numbers by null: they say only that there are some. */
function withoutNumbers({ total, size, color, price }: Tally): Tally {
  const some = (counts: Counts): Counts =>
    new Map([...counts].flatMap(([value, n]) => (n === 0 ? [] : [[value, null]])))
  return { total, inStock: null, size: some(size), color: some(color), price: some(price) }
}

function facetsOf({ total, inStock, size, color, price }: Tally, filter: Filter, all: number): Facets {
  // A chosen option stays listed, so that it can be removed, even when the list has none of it.
  const colors: Counts = new Map([...filter.colors.map((slug) => [slug, 0] as const), ...color])
  return {
    all,
    total: Math.min(total, mostCounted),
    inStock,
    sizes: [...size].map(([value, count]) => ({ size: value, count })).sort((a, b) => compareSizes(a.size, b.size)),
    colors: inFamilyOrder(colors).map(({ found, ...family }) => ({ ...family, count: found })),
    prices: ranges.flatMap(({ from, to }, index) => {
      const count = price.get(String(from))
      return count === undefined ? [] : { fromKurus: from, toKurus: index === ranges.length - 1 ? null : to, count }
    }),
  }
}
