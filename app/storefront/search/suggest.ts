import { shopContext } from '#app/context.ts'
import { type Card, listCards } from '#shop/catalog/search/cards.ts'
import { noFilter } from '#shop/catalog/search/filters.ts'
import { listPopularWords, search, searchCategories } from '#shop/catalog/search/search.ts'
import type { Image } from '#shop/media/images.ts'
import { addressOf, readAsked } from '../listing/address.ts'
import { sortOf } from '../listing/data.ts'
import type { Route } from './+types/suggest.ts'
import { withPrices } from './priced.ts'

export type Suggested = {
  /** With the prices that she typed. */
  categories: { to: string; name: string }[]
  products: (Pick<Card, 'slug' | 'name' | 'area' | 'priceKurus' | 'originalPriceKurus'> & {
    image: Image | undefined
  })[]
  /** For the empty field: words of many products. */
  words: string[]
}

const mostCategories = 3
const mostProducts = 6
const mostWords = 6

/** Suggestions of the header's field for the letters typed so far, none at first; the same for everybody. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const asked = readAsked(new URL(request.url).searchParams)
  if (!asked.q) return answer({ categories: [], products: [], words: await listPopularWords(ctx, mostWords) })
  const { q, ...priced } = withPrices(asked) ?? asked
  const { from, to } = priced
  const hits = q ? await search(ctx, q) : undefined
  const kurus = (tl: number | undefined) => (tl === undefined ? undefined : tl * 100)
  const isPriced = from !== undefined || to !== undefined
  const filter = isPriced ? { ...noFilter, fromKurus: kurus(from), toKurus: kurus(to) } : undefined
  const [cards, categories] = await Promise.all([
    listCards(ctx, { ...(hits && { hits }), filter, sort: sortOf(priced), offset: 0, limit: mostProducts }),
    q ? searchCategories(ctx, q) : [],
  ])
  return answer({
    categories: categories.slice(0, mostCategories).map(({ slug, name }) => ({ to: addressOf(slug, priced), name })),
    products: cards.map(({ slug, name, area, priceKurus, originalPriceKurus, images }) => ({
      slug,
      name,
      area,
      priceKurus,
      originalPriceKurus,
      image: images[0],
    })),
    words: [],
  })
}

function answer(suggested: Suggested): Response {
  return Response.json(suggested, { headers: { 'Cache-Control': 'public, no-cache' } })
}
