import { data } from 'react-router'
import { shopContext } from '#app/context.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { listCardsBeside } from '#shop/catalog/search/cards.ts'
import { findCardMarks } from '#shop/settings/card-settings.ts'
import type { Route } from './+types/recommended-cards.ts'

/** Enough to draw four by lot on every visit. */
const pool = 24

/** Products to recommend beside one; beside a piece of the special collection only others of it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const product = await findProduct(ctx, params.slug)
  if (!product) throw data(null, { status: 404 })
  const area = product.category.area === 'special' ? 'special' : undefined
  return { cards: await listCardsBeside(ctx, product.id, { area, limit: pool, marks: await findCardMarks(ctx) }) }
}

/** Null when it could not be fetched: the page does without. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => null)
}
