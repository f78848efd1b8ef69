import { data } from 'react-router'
import { type Card, listCards } from '#shop/catalog/cards.ts'
import { listCategories } from '#shop/catalog/categories.ts'
import type { Area, Sort } from '#shop/catalog/contract.ts'
import type { Ctx } from '#shop/ctx.ts'
import { landingScenes } from '#shop/media/scenes.ts'
import { areaPage, everything, type SortName } from './areas.ts'
import type { BannerScene } from './listing-banner.tsx'

/** One stretch of cards; a listing holds as many products as the shop lists at most. */
export const stretch = 24
const mostProducts = 1000

export type Listing = {
  slug: string
  title: string
  area: Area
  /** The category's name; undefined on an area's own page. */
  category: string | undefined
  tabs: { slug: string; name: string }[]
  sort: SortName | undefined
  /** How many stretches the cards are. */
  pages: number
  cards: Card[]
  total: number
}

const sorts: Record<SortName, Sort> = { artan: 'price-asc', azalan: 'price-desc' }

export function readSort(params: URLSearchParams): SortName | undefined {
  const given = params.get('siralama')
  return given === 'artan' || given === 'azalan' ? given : undefined
}

export function readPage(params: URLSearchParams): number {
  const given = Number(params.get('sayfa') ?? 1)
  return Number.isInteger(given) && given >= 1 ? Math.min(given, Math.ceil(mostProducts / stretch)) : 1
}

/** The listing at an address: the first `pages` stretches, or only that one. 404 for what is neither area nor category. */
export async function loadListing(
  ctx: Ctx,
  slug: string,
  given: { sort: SortName | undefined; pages: number; only?: boolean },
): Promise<Listing> {
  const categories = await listCategories(ctx)
  const area = slug === everything ? areaPage('ust-giyim') : areaPage(slug)
  const category = categories.find((one) => one.slug === slug)
  const shownArea = area?.area ?? category?.area
  const title = area?.title ?? category?.name
  if (!shownArea || !title) throw data(null, { status: 404 })
  const { cards, total } = await listCards(ctx, {
    area: area && slug !== everything ? area.area : undefined,
    category: area ? undefined : slug,
    sort: given.sort ? sorts[given.sort] : 'newest',
    offset: given.only ? (given.pages - 1) * stretch : 0,
    limit: given.only ? stretch : given.pages * stretch,
  })
  return {
    slug,
    title: slug === everything ? 'Tüm Ürünler' : title,
    area: shownArea,
    category: area ? undefined : title,
    tabs: categories.filter((one) => one.area === shownArea).map(({ slug, name }) => ({ slug, name })),
    sort: given.sort,
    pages: given.pages,
    cards,
    total: Math.min(total, mostProducts),
  }
}

const bannerScenes: Partial<Record<Area, number>> = { aksesuar: 2, special: 1 }

/** The picture of an area's banner; undefined for areas without a banner. */
export async function findBanner(ctx: Ctx, area: Area): Promise<BannerScene | undefined> {
  const wanted = bannerScenes[area]
  if (wanted === undefined) return undefined
  const scenes = await landingScenes(ctx)
  return scenes[wanted] ?? scenes[0] ?? 'plain'
}
