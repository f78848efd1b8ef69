import { shopContext } from '#app/context.ts'
import type { Route } from './+types/more-cards.ts'
import { readAsked, readPages } from './address.ts'
import { loadStretch } from './data.ts'

/** One more stretch of a listing, for the page that already shows those before it. */
export function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  return loadStretch(context.get(shopContext), params.listing, readAsked(searchParams), readPages(searchParams))
}

/** Null when it could not be fetched: the page stays, and offers to try again. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => null)
}
