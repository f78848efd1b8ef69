import { data } from 'react-router'
import { shopContext } from '#app/context.ts'
import { listCategoryNames } from '#shop/catalog/categories.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { listCardsBeside } from '#shop/catalog/search/cards.ts'
import { isSoldOut } from '#shop/catalog/sizes.ts'
import { hasOwnSize, type PlacedSizes, placeSizes } from '#shop/catalog/sizing/placed.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findCardMarks } from '#shop/settings/card-settings.ts'
import { readAsked } from '../listing/address.ts'
import type { Route } from './+types/recommended-cards.ts'

/** How many the page shows. */
const shown = 4
/** Enough to draw four by lot on every visit. */
const pool = 24

/**
 * Products to recommend beside one; beside a piece of the special collection only others of it, beside one that is gone its
 * like: of its category, or where these are few of its area.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const product = await findProduct(ctx, params.slug)
  if (!product) throw data(null, { status: 404 })
  const { id: categoryId, area } = product.category
  const all = { limit: pool, marks: await findCardMarks(ctx), placed: await ownSizes(ctx, request.url) }
  if (!isSoldOut(product))
    return { cards: await listCardsBeside(ctx, product.id, area === 'special' ? { ...all, area } : all) }
  const alike = await listCardsBeside(ctx, product.id, { ...all, categoryId })
  const enough = alike.filter(({ sizes }) => sizes.length > 0).length >= shown
  return { cards: enough ? alike : await listCardsBeside(ctx, product.id, { ...all, area }) }
}

/** Her own sizes, as they stand in the address. */
async function ownSizes(ctx: Ctx, url: string): Promise<PlacedSizes[]> {
  const { sizes } = readAsked(new URL(url).searchParams)
  return hasOwnSize(sizes) ? placeSizes(sizes, await listCategoryNames(ctx)) : []
}

/** Null when it could not be fetched: the page does without. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => null)
}
