import { shopContext } from '#app/context.ts'
import { type Card, listCards } from '#shop/catalog/search/cards.ts'
import { search, searchCategories } from '#shop/catalog/search/search.ts'
import type { Image } from '#shop/media/images.ts'
import { readAsked } from '../listing/address.ts'
import type { Route } from './+types/suggest.ts'

export type Suggested = {
  categories: { slug: string; name: string }[]
  products: (Pick<Card, 'slug' | 'name' | 'area' | 'priceKurus' | 'originalPriceKurus'> & {
    image: Image | undefined
  })[]
}

const mostCategories = 3
const mostProducts = 6

/** Suggestions of the header's field for the letters typed so far; the same for everybody. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const { q = '' } = readAsked(new URL(request.url).searchParams)
  const hits = await search(ctx, q)
  const [cards, categories] = await Promise.all([
    listCards(ctx, { hits, sort: 'newest', offset: 0, limit: mostProducts }),
    searchCategories(ctx, q),
  ])
  const suggested: Suggested = {
    categories: categories.slice(0, mostCategories).map(({ slug, name }) => ({ slug, name })),
    products: cards.map(({ slug, name, area, priceKurus, originalPriceKurus, images }) => ({
      slug,
      name,
      area,
      priceKurus,
      originalPriceKurus,
      image: images[0],
    })),
  }
  return Response.json(suggested, { headers: { 'Cache-Control': 'public, no-cache' } })
}
