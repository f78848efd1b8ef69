import { data } from 'react-router'
import { type CategoryName, findMovedCategory, listCategoryNames } from '#shop/catalog/categories.ts'
import type { Area, Sort } from '#shop/catalog/contract.ts'
import { type Card, listCards } from '#shop/catalog/search/cards.ts'
import { type Facets, gatherFound, readFacets } from '#shop/catalog/search/facets.ts'
import type { Filter, Scope } from '#shop/catalog/search/filters.ts'
import { isAnythingFound, search } from '#shop/catalog/search/search.ts'
import { type InSize, nextSizes } from '#shop/catalog/sizing/next-sizes.ts'
import { hasOwnSize, placeSizes, readOwnSize, sizesAt } from '#shop/catalog/sizing/placed.ts'
import { listSoldSizes } from '#shop/catalog/sizing/sold.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findCardMarks, findCardSettings } from '#shop/settings/card-settings.ts'
import { landingScenes, sceneOf } from '#shop/settings/scenes.ts'
import { areaPage, areaPages, everything, type SortName, searchSlug } from '../../frame/areas.ts'
import { movedTo } from '../../frame/moved-to.ts'
import { type Asked, countFilters, mostProducts, stretch } from './address.ts'
import type { BannerScene } from './banner.tsx'
import { behind, findListingRhythm, type ListingRhythm, shownRhythm } from './rhythm/rhythm.ts'

export type Listing = {
  slug: string
  title: string
  /** Undefined for everything at once, and for what a search finds. */
  area: Area | undefined
  /** The category's name; undefined on an area's own page. */
  category: string | undefined
  /** The categories of the area; of everything, the areas. */
  tabs: { slug: string; name: string }[]
  asked: Asked
  /** Words of the search that nothing answers to. */
  unknown: string[]
  /** Words of the search that only similar ones answer to. */
  guessed?: string[]
  /** No product has all words of the search: these have as many as any. */
  most?: true
  facets: Facets
  /** How many stretches the cards are. */
  pages: number
  cards: Card[]
  total: number
  /** Where the list has nothing in her own size: what there is in the sizes next to it. */
  next?: InSize[]
  /** Only on an area's page as it is opened. */
  rhythm?: ListingRhythm | undefined
}

type Place = Pick<Listing, 'slug' | 'title' | 'area' | 'category' | 'tabs' | 'guessed' | 'most'> & {
  scope: Scope
  /** The categories of the listing; undefined for a search, whose hits may be of any. */
  categories?: CategoryName[]
  unknown: string[]
}

/** The first `pages` stretches of the listing at an address. 404 for what is neither area nor category. */
export async function loadListing(ctx: Ctx, slug: string, wanted: Asked, pages: number): Promise<Listing> {
  const address = await readAddress(ctx, slug, wanted)
  const listing = await listingOf(ctx, address, pages)
  if (listing.facets.all > 0 || !address.scope.hits?.several) return listing
  return listingOf(ctx, await readAddress(ctx, slug, wanted, 'most'), pages)
}

async function listingOf(ctx: Ctx, address: Address, pages: number): Promise<Listing> {
  const { place, scope: whole, asked, filter, together, marks } = address
  const isGathered = together || countFilters(asked) > 0 || whole.hits?.isJoined
  const scope = whole.hits && isGathered ? { hits: await gatherFound(ctx, whole.hits, filter, together) } : whole
  const rhythm = await findListingRhythm(ctx, place, asked, marks)
  const shown = { together, filter, sort: sortOf(asked), marks, ...behind(rhythm, 0, pages * stretch) }
  const [facets, listed] = await Promise.all([
    readFacets(ctx, scope, filter, together),
    listCards(ctx, { ...scope, ...shown }),
  ])
  const cards = rhythm?.chosen ? [rhythm.chosen, ...listed] : listed
  const total = Math.min(facets.total, mostProducts)
  const next = total === 0 && filter.placed ? nextSizes(asked.sizes, facets.sizes) : []
  return {
    ...{ ...place, asked, facets, pages, cards, total },
    ...(next.length > 0 && { next }),
    rhythm: rhythm && shownRhythm(rhythm, cards),
  }
}

/** Only the stretch with that number. */
export async function loadStretch(ctx: Ctx, slug: string, wanted: Asked, page: number) {
  const address = await readAddress(ctx, slug, wanted)
  const found = await stretchAt(ctx, address, page)
  // Past the end there are none either.
  const { hits } = address.scope
  if (found.cards.length > 0 || !hits?.several || (await isAnythingFound(ctx, hits))) return found
  return stretchAt(ctx, await readAddress(ctx, slug, wanted, 'most'), page)
}

async function stretchAt(ctx: Ctx, address: Address, page: number) {
  const { place, scope, categories, asked, filter, together, marks } = address
  // A product that comes in or moves further ahead shifts this stretch too; every change names its category.
  for (const { id } of categories ?? (await listCategoryNames(ctx))) ctx.tags?.add(id)
  const offset = (page - 1) * stretch
  const rhythm = await findListingRhythm(ctx, place, asked, marks)
  const limit = Math.min(stretch, Math.max(mostProducts - offset, 0))
  const cards = await listCards(ctx, {
    ...(scope.hits && together ? { hits: await gatherFound(ctx, scope.hits, filter, together) } : scope),
    together,
    filter,
    sort: sortOf(asked),
    marks,
    ...behind(rhythm, offset, limit),
  })
  return { pages: page, cards }
}

type Address = Awaited<ReturnType<typeof readAddress>>

/** The request that an address makes, with the settings that apply to it. */
async function readAddress(ctx: Ctx, slug: string, wanted: Asked, words?: 'most') {
  const [{ scope, categories, ...place }, { colorsApart }, marks] = await Promise.all([
    findPlace(ctx, slug, wanted, words),
    findCardSettings(ctx),
    findCardMarks(ctx),
    // Fetched in the same round; later code reads it again.
    hasOwnSize(wanted.sizes) && listSoldSizes(ctx),
  ])
  // `together`: a design has one card, with its colors on it.
  return { place, scope, categories, marks, together: !colorsApart, ...(await filterOf(ctx, wanted, categories)) }
}

async function findPlace(ctx: Ctx, slug: string, asked: Asked, words?: 'most'): Promise<Place> {
  if (slug === searchSlug) return searchPlace(ctx, asked.q ?? '', words)
  const categories = await listCategoryNames(ctx)
  if (slug === everything) return everythingOf(categories)
  const area = areaPage(slug)
  const category = categories.find((one) => one.slug === slug)
  const shownArea = area?.area ?? category?.area
  const title = area?.title ?? category?.name
  if (!shownArea || !title) {
    const moved = await findMovedCategory(ctx, slug)
    throw moved ? movedTo(`/${moved}`) : data(null, { status: 404 })
  }
  return {
    slug,
    title,
    area: shownArea,
    category: area ? undefined : title,
    tabs: tabsOf(categories, shownArea),
    scope: area ? { area: area.area } : { category: slug },
    categories: area ? categories.filter((one) => one.area === area.area) : category ? [category] : [],
    unknown: [],
  }
}

function everythingOf(categories: CategoryName[]): Place {
  return {
    slug: everything,
    title: 'Tüm Ürünler',
    area: undefined,
    category: undefined,
    tabs: areaPages.map(({ area, title }) => ({ slug: area, name: title })),
    scope: {},
    categories,
    unknown: [],
  }
}

function tabsOf(categories: CategoryName[], area: Area) {
  return categories.filter((one) => one.area === area).map(({ slug, name }) => ({ slug, name }))
}

async function searchPlace(ctx: Ctx, q: string, words?: 'most'): Promise<Place> {
  const hits = await search(ctx, q, words)
  const title = q ? `“${q}” için sonuçlar` : 'Arama'
  return {
    slug: searchSlug,
    title,
    area: undefined,
    category: undefined,
    tabs: [],
    scope: { hits },
    unknown: hits.unknown,
    guessed: hits.guessed,
    ...(words && { most: true }),
  }
}

const sorts: Record<SortName, Sort> = {
  yeni: 'newest',
  artan: 'price-asc',
  azalan: 'price-desc',
  indirim: 'discount',
}

export function sortOf({ sort }: Pick<Asked, 'sort'>): Sort {
  return sort ? sorts[sort] : 'recommended'
}

/**
 * The filter asked for in a listing of these categories, of all without them. Her own sizes of other places are not asked for:
 * the switch is then off.
 */
async function filterOf(
  ctx: Ctx,
  wanted: Asked,
  categories?: CategoryName[],
): Promise<{ asked: Asked; filter: Filter }> {
  const { colors, from, to, inStock } = wanted
  const kurus = (tl: number | undefined) => (tl === undefined ? undefined : tl * 100)
  const filter = { sizes: wanted.sizes, colors, fromKurus: kurus(from), toKurus: kurus(to), inStock }
  if (!hasOwnSize(wanted.sizes)) return { asked: wanted, filter }
  const [among, sold] = await Promise.all([categories ?? listCategoryNames(ctx), listSoldSizes(ctx)])
  const sizes = sizesAt(wanted.sizes, among)
  const everywhere = sizes.filter((size) => !readOwnSize(size))
  const placed = placeSizes(sizes, among, sold)
  return { asked: { ...wanted, sizes }, filter: { ...filter, sizes: everywhere, placed } }
}

/** The picture of an area's banner; undefined for areas without a banner. */
export async function findBanner(ctx: Ctx, area: Area | undefined): Promise<BannerScene | undefined> {
  if (area !== 'aksesuar' && area !== 'special') return undefined
  return sceneOf(await landingScenes(ctx), area) ?? 'plain'
}
