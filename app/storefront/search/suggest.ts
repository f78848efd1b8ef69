import { shopContext } from '#app/context.ts'
import { type Card, listCards } from '#shop/catalog/search/cards.ts'
import { listPopularWords, search, searchCategories } from '#shop/catalog/search/search.ts'
import type { Image } from '#shop/media/images.ts'
import { readAsked } from '../listing/address.ts'
import type { Route } from './+types/suggest.ts'

export type Suggested = {
  categories: { slug: string; name: string }[]
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
  const { q = '' } = readAsked(new URL(request.url).searchParams)
  if (q === '') return answer({ categories: [], products: [], words: await listPopularWords(ctx, mostWords) })
  const hits = await search(ctx, q)
  const [cards, categories] = await Promise.all([
    listCards(ctx, { hits, sort: 'recommended', offset: 0, limit: mostProducts }),
    searchCategories(ctx, q),
  ])
  return answer({
    categories: categories.slice(0, mostCategories).map(({ slug, name }) => ({ slug, name })),
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
