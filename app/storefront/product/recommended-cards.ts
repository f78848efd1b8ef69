import { findProduct } from '#shop/catalog/products.ts'
import { type Card, listCardsBeside } from '#shop/catalog/search/cards.ts'
import { isSoldOut } from '#shop/catalog/sizes.ts'
import { readPlaced } from '#shop/catalog/sizing/sold.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findCardMarks } from '#shop/settings/card-settings.ts'
import { readAsked } from '../listing/address.ts'

/** How many the page shows. */
const shown = 4
/** Enough to draw four by lot on every visit. */
const pool = 24

/**
 * Products to recommend beside one; beside a piece of the special collection only others of it, beside one that is gone its
 * like: of its category, or where these are few of its area.
 */
export async function recommendedCards(ctx: Ctx, slug: string, query: URLSearchParams): Promise<Card[] | undefined> {
  const [product, marks, placed] = await Promise.all([
    findProduct(ctx, slug),
    findCardMarks(ctx),
    readPlaced(ctx, readAsked(query).sizes),
  ])
  if (!product) return undefined
  const { id: categoryId, area } = product.category
  const all = { limit: pool, marks, placed }
  if (!isSoldOut(product)) return listCardsBeside(ctx, product.id, area === 'special' ? { ...all, area } : all)
  const alike = await listCardsBeside(ctx, product.id, { ...all, categoryId })
  const enough = alike.filter(({ sizes }) => sizes.length > 0).length >= shown
  return enough ? alike : listCardsBeside(ctx, product.id, { ...all, area })
}
