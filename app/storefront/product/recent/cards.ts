import { shopContext } from '#app/context.ts'
import { findCards } from '#shop/catalog/search/cards.ts'
import { readPlaced } from '#shop/catalog/sizing/sold.ts'
import { isId } from '#shop/ctx.ts'
import { findCardMarks } from '#shop/settings/card-settings.ts'
import { readAsked } from '../../listing/address.ts'
import type { Route } from './+types/cards.ts'

/** As many as the page shows. */
const most = 12

/** The products that one browser remembers, as they are now, in her own sizes where these are asked for; nobody else asks for the same, so it is not kept. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const ids = searchParams.getAll('id').filter(isId).slice(0, most)
  const { sizes } = readAsked(searchParams)
  const placed = await readPlaced(ctx, sizes)
  return Response.json(
    { cards: await findCards(ctx, ids, placed.length > 0 ? await findCardMarks(ctx) : undefined, placed) },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
