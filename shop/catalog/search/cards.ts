import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { askRows, type Ctx, fixed, named } from '../../ctx.ts'
import { type Image, picturesOf } from '../../media/images.ts'
import type { Area, Sort } from '../contract.ts'
import { onSale } from '../on-sale.ts'
import { categories, productGroupMembers, products, variants } from '../schema.ts'
import { compareSizes } from '../sizes.ts'
import type { InSize } from '../sizing/next-sizes.ts'
import type { PlacedSizes } from '../sizing/placed.ts'
import { notePrices, orderOf } from '../sorting.ts'
import { design, standsForDesign } from './designs.ts'
import { type Filter, inScope, inSizes, noFilter, passes, type Scope } from './filters.ts'
import { bestOf, stretchOf } from './search.ts'

/** A color of a design: a product of its own, with an address, or one of the product's own, with a picture or at least a tone. */
type CardColor = { name: string; slug?: string; image?: string; hex?: string }

/** The fields of a product that its card in a list shows. */
export type Card = {
  id: string
  slug: string
  name: string
  area: Area
  priceKurus: number | null
  originalPriceKurus: number | null
  /** The main picture and the one behind it. */
  images: Image[]
  /** The colors of the design, empty when there is only one. */
  colors: CardColor[]
  /** The only color, where the name ends in it. */
  color?: string
  /** In stock now. */
  sizes: string[]
  /** How many pieces are left in all sizes together, when they are few. */
  left?: number
  isNew?: true
  /** The stock in the sizes that she asked for as her own: 'M var', 'M · Son 1'. */
  mine?: string
}

/** From when on a product is new, and how many pieces are few. */
export type CardMarks = { newSince: Date; few: number }

/**
 * Without `marks` no card says that it is new or that few are left. `together`: one card a design; hits have been gathered
 * so already (`gatherDesigns`).
 */
type CardQuery = Scope & {
  filter?: Filter
  sort: Sort
  offset: number
  limit: number
  marks?: CardMarks
  together?: boolean
  /** A product that is left out, with its design where there is one card a design. */
  without?: string | undefined
}

const ofProduct = sql`v.product_id = ${products.id} and v.retired_at is null`
const inStock = sql`exists (select 1 from ${variants} v where ${ofProduct} and v.stock > 0)`

const columns = fixed({
  id: products.id,
  slug: products.slug,
  name: products.name,
  area: categories.area,
  priceKurus: products.priceKurus,
  originalPriceKurus: products.struckPriceKurus,
  images: picturesOf(sql`${products.images}[1:2]`),
  // One walk through its sizes: planning a sub-select takes the embedded database longer than running it.
  own: sql`(
    select json_build_object(
      'sizes', coalesce(json_agg(distinct v.size) filter (where v.stock > 0), '[]'),
      'units', coalesce(sum(v.stock), 0)::int,
      'colors', coalesce(json_agg(distinct jsonb_strip_nulls(jsonb_build_object(
        'name', v.color, 'image', v.images[1], 'hex', case when v.images[1] is null then v.color_hex end))), '[]'))
    from ${variants} v where ${ofProduct})`,
  firstPublishedAt: products.firstPublishedAt,
  designColors: sql`(
    select coalesce(json_agg(json_build_object('id', other.id, 'slug', other.slug, 'name', (
      select v.color from ${variants} v where v.product_id = other.id and v.retired_at is null order by v.position limit 1
    )) order by member.position), '[]')
    from ${productGroupMembers} asked join ${productGroupMembers} member on member.group_id = asked.group_id
    join ${products} other on other.id = member.product_id and other.deleted_at is null and other.published_at is not null
    where asked.product_id = ${products.id})`,
})
/** A product of the same design; nameless without sizes. */
type DesignColor = { id: string; slug: string; name: string | null }
type Row = Omit<Card, 'colors' | 'color' | 'left' | 'isNew' | 'mine' | 'sizes'> & {
  own: { sizes: string[]; units: number; colors: CardColor[] }
  designColors: DesignColor[]
  firstPublishedAt: string | null
  inOwn?: InSize[]
}

/** The columns of a card, with what there is in a shopper's own sizes where the filter has them. */
function columnsFor(placed: PlacedSizes[] | undefined) {
  if (!placed?.length) return columns
  const own = inSizes({ ...noFilter, placed }, products.categoryId)
  const inOwn = sql`(select coalesce(json_agg(json_build_object('size', size, 'count', units)), '[]') from (
    select v.size, sum(v.stock)::int as units from ${variants} v where ${ofProduct} and v.stock > 0 and ${own} group by v.size
  ) mine)`
  return { ...columns, ...named({ inOwn }) }
}

/** Returns one stretch of a list of products on sale. */
export async function listCards(ctx: Ctx, query: CardQuery): Promise<Card[]> {
  const { sort, together = false } = query
  const { fitting } = query.hits ?? {}
  const hits = fitting ?? query.hits
  const filter = query.filter ?? noFilter
  notePrices(ctx, sort, filter)
  const filtered = fitting ? undefined : and(passes(filter), together ? standsForDesign(query, filter) : undefined)
  const best = hits && sort === 'recommended'
  const alone = best && !filtered
  const found = alone ? stretchOf(hits, query) : hits && bestOf(hits)
  const selection = ctx.db
    .select(columnsFor(filter.placed))
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
  const joined = found ? selection.innerJoin(sql`(${found}) hits`, sql`hits.product_id = ${products.id}`) : selection
  const rows = await askRows<Row>(
    ctx,
    joined
      .where(and(inScope(query), filtered, leftOut(query)))
      .orderBy(...(best ? [sql`hits.rank desc`, desc(products.id)] : orderOf(sort)))
      .limit(query.limit)
      .offset(alone ? 0 : query.offset),
  )
  return toCards(ctx, rows, query.marks)
}

/** The id of the design that a product is of. */
function designOf(productId: string): SQL {
  return sql`coalesce((select group_id from ${productGroupMembers} where product_id = ${productId}), ${productId})`
}

function leftOut({ without, together }: CardQuery): SQL | undefined {
  if (!without) return undefined
  return together ? sql`${design} <> ${designOf(without)}` : ne(products.id, without)
}

/** Returns the cards of these products in this order, without those no longer on sale. */
export async function findCards(ctx: Ctx, ids: string[], marks?: CardMarks, placed?: PlacedSizes[]): Promise<Card[]> {
  if (ids.length === 0) return []
  const rows = await askRows<Row>(
    ctx,
    ctx.db
      .select(columnsFor(placed))
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(and(onSale, sql`${products.id} = any(${sql.param(ids)}::uuid[])`)),
    { isByKeys: true },
  )
  const cards = toCards(ctx, rows, marks)
  return cards.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Where there are fewer designs than this, further colors fill up. */
const fewestBeside = 4

/**
 * Returns other products to recommend beside one: in stock first, one of each other design. Where these are too few, further
 * colors of them follow, and then its own. The list is the same at every call, so that the answer can be kept; the page
 * picks some of it at random.
 */
export async function listCardsBeside(
  ctx: Ctx,
  productId: string,
  query: { area?: Area; categoryId?: string; limit: number; marks?: CardMarks; placed?: PlacedSizes[] },
): Promise<Card[]> {
  // A design comes in a handful of colors; one of them is enough.
  const most = query.limit * 4
  const own = sql`${design} = ${designOf(productId)}`
  const rows = await askRows<{ id: string; design: string; own: boolean }>(
    ctx,
    ctx.db
      .select(named({ id: products.id, design, own }))
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(and(onSale, ne(products.id, productId), sql`${products.id} in (${someOf(productId, query, most)})`))
      .orderBy(own, desc(inStock), sql`md5(${products.id}::text || ${productId})`)
      .limit(most),
  )
  const seen = new Set<string>()
  const firsts = rows.filter((row) => !row.own && !seen.has(row.design) && seen.add(row.design))
  const others = rows.filter((row) => !firsts.includes(row)).slice(0, Math.max(fewestBeside - firsts.length, 0))
  const ids = [...firsts, ...others].slice(0, query.limit).map(({ id }) => id)
  return findCards(ctx, ids, query.marks, query.placed)
}

/** A stable random sample of each category: the products after this one in md5(id) order. */
function someOf(productId: string, within: { area?: Area; categoryId?: string }, most: number): SQL {
  const walk = (where: SQL) => sql`
    (select p.id from ${products} p
    where p.category_id = c.id and p.deleted_at is null and p.published_at is not null and md5(p.id::text) ${where}
    order by md5(p.id::text) limit ${most})`
  return sql`
    select walked.id from ${categories} c
    cross join lateral (${walk(sql`>= md5(${productId})`)} union all ${walk(sql`< md5(${productId})`)} limit ${most}) walked
    where true ${within.area ? sql`and c.area = ${within.area}` : sql``} ${within.categoryId ? sql`and c.id = ${within.categoryId}` : sql``}`
}

function toCards(ctx: Ctx, rows: Row[], marks: CardMarks | undefined): Card[] {
  for (const { id, designColors } of rows)
    for (const shown of [id, ...designColors.map((color) => color.id)]) ctx.tags?.add(shown)
  return rows.map(({ own, designColors, firstPublishedAt, inOwn, ...row }) => ({
    ...row,
    // False and empty marks are left out: a page carries the data of its cards.
    ...leftOf(own.units, inOwn, marks),
    ...(marks && firstPublishedAt && new Date(firstPublishedAt) > marks.newSince ? { isNew: true as const } : {}),
    images: toned(row.images),
    sizes: own.sizes.sort(compareSizes),
    ...colorsOf(row.name, own.colors, namedIn(designColors)),
  }))
}

/** The second picture comes over the first, so no color stands in its place: 24 of them are many bytes of a page. */
function toned(images: Image[]): Image[] {
  return images.map((image, place) => (place === 0 ? image : { ...image, tone: '' }))
}

/** Where there are pieces in her own sizes, they are what counts. */
function leftOf(units: number, inOwn: InSize[] = [], marks?: CardMarks): Pick<Card, 'left' | 'mine'> {
  if (inOwn.length === 0) return marks && units > 0 && units <= marks.few ? { left: units } : {}
  const sizes = inOwn.sort((a, b) => compareSizes(a.size, b.size))
  const names = sizes.map(({ size }) => size).join(', ')
  const there = sizes.reduce((sum, { count }) => sum + (count ?? 0), 0)
  return { mine: marks && there <= marks.few ? `${names} · Son ${there}` : `${names} var` }
}

function namedIn(colors: DesignColor[]): CardColor[] {
  return colors.flatMap(({ name, slug }) => (name ? [{ name, slug }] : []))
}

function colorsOf(name: string, own: CardColor[], ofDesign: CardColor[]): Pick<Card, 'colors' | 'color'> {
  const visible = byName(own.filter(({ hex, image }) => hex !== undefined || image !== undefined))
  const colors = [ofDesign, visible].find((some) => some.length > 1)
  if (colors) return { colors }
  const [only, ...others] = byName(own)
  return only && others.length === 0 && name.endsWith(` ${only.name}`)
    ? { colors: [], color: only.name }
    : { colors: [] }
}

/** Each color once, though its sizes have pictures of their own. */
function byName(colors: CardColor[]): CardColor[] {
  return [...new Map(colors.map((color) => [color.name, color])).values()]
}
