import { shopContext } from '#app/context.ts'
import { findCards } from '#shop/catalog/search/cards.ts'
import { isId } from '#shop/ctx.ts'
import type { Route } from './+types/recently-cards.ts'

/** As many as the page shows. */
const most = 8

/** The products that one browser remembers, as they are now; nobody else asks for the same, so it is not kept. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ids = new URL(request.url).searchParams.getAll('id').filter(isId).slice(0, most)
  return Response.json(
    { cards: await findCards(context.get(shopContext), ids) },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
