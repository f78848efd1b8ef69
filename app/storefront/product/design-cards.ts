import { findColorSiblings } from '#shop/catalog/groups.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { type Card, findCards } from '#shop/catalog/search/cards.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findCardMarks } from '#shop/settings/card-settings.ts'

/** The cards of a design in each of its colors, for a card that shows another one in its place. */
export async function designCards(ctx: Ctx, slug: string): Promise<Card[] | undefined> {
  const [product, marks] = await Promise.all([findProduct(ctx, slug), findCardMarks(ctx)])
  const siblings = product && (await findColorSiblings(ctx, [product.id])).get(product.id)
  return findCards(ctx, siblings?.map(({ id }) => id) ?? [], marks)
}
