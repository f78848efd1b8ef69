import { shopContext } from '#app/context.ts'
import { findColorSiblings } from '#shop/catalog/groups.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { findCards } from '#shop/catalog/search/cards.ts'
import { findCardMarks } from '#shop/settings/card-settings.ts'
import type { Route } from './+types/design-cards.ts'

/** The cards of a design in each of its colors, for a card that shows another one in its place. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const product = await findProduct(ctx, params.slug)
  const siblings = product && (await findColorSiblings(ctx, [product.id])).get(product.id)
  const ids = siblings?.map(({ id }) => id) ?? []
  return Response.json({ cards: await findCards(ctx, ids, await findCardMarks(ctx)) })
}
