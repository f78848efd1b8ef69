import { data } from 'react-router'
import { shopContext } from '#app/context.ts'
import type { Card } from '#shop/catalog/search/cards.ts'
import type { Route } from './+types/parts.ts'
import { designCards } from './design-cards.ts'
import { recommendedCards } from './recommended-cards.ts'

const parts: Record<string, typeof recommendedCards> = { renkler: designCards, oneriler: recommendedCards }

/** Cards fetched for a product after its card or page is shown. One route for all: every page of the shop names each route. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<{ cards: Card[] }> {
  const cards = await parts[params.part]?.(context.get(shopContext), params.slug, new URL(request.url).searchParams)
  if (!cards) throw data(null, { status: 404 })
  return { cards }
}

/** Null when it could not be fetched: the page does without. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => null)
}
