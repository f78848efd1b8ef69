/**
 * The files that shopping sites fetch. A feed is written two hundred products at a time from what the shop shows at that moment; one
 * of an ordinary shop is kept with the public answers and forgotten with the first change of its categories' products, one of a
 * large shop is written for each request.
 */

import { sumProductCounts } from '../../catalog/product-counts.ts'
import { categories } from '../../catalog/schema.ts'
import { type Ctx, requireRight } from '../../ctx.ts'
import { notFound } from '../../errors.ts'
import { findBrand } from '../../settings/brand.ts'
import { type FeedId, type FeedProblem, feedFiles, feedIds } from './contract.ts'
import { type Format, problemsOf } from './format.ts'
import { akakce } from './formats/akakce.ts'
import { cimri } from './formats/cimri.ts'
import { google } from './formats/google.ts'
import { meta } from './formats/meta.ts'
import { plain } from './formats/plain.ts'
import { feedItems } from './items.ts'
import { findFeedsSettings } from './settings.ts'

export const formats: Record<FeedId, Format> = { google, meta, akakce, cimri, plain }

/** Products of which a feed is too large to be kept in memory. */
const largeShop = 1500

/** NOT_FOUND for a feed that is switched off, as for one that does not exist. */
export async function openFeed(
  ctx: Ctx,
  file: string,
): Promise<{ contentType: string; parts: AsyncGenerator<string> }> {
  const id = feedIds.find((id) => feedFiles[id] === file)
  const settings = id && (await findFeedsSettings(ctx))[id]
  if (!id || !settings?.on) throw notFound('Böyle bir ürün akışı yok.')
  if (ctx.tags) for (const tag of await ctx.db.select({ id: categories.id }).from(categories)) ctx.tags.add(tag.id)
  const { shopName: name } = await findBrand(ctx)
  const format = formats[id]
  async function* parts() {
    yield format.head({ name, url: ctx.config.publicUrl })
    for await (const items of feedItems(ctx, settings as NonNullable<typeof settings>)) {
      yield items.map(format.row).join('')
    }
    yield format.foot
  }
  return { contentType: format.contentType, parts: parts() }
}

export async function isLargeShop(ctx: Ctx): Promise<boolean> {
  return (await sumProductCounts(ctx, { state: 'on-sale' })) > largeShop
}

export type FeedReport = {
  items: number
  /** Items that the channel would not take. */
  refused: number
  /** The problems with the products that have them, the most frequent first. */
  problems: (FeedProblem & { count: number; products: { id: string; name: string }[] })[]
}

/** Products named with a problem. */
const shown = 20

/** The items that a channel would refuse from its feed as it is now, and why. */
export async function reportFeed(ctx: Ctx, id: FeedId): Promise<FeedReport> {
  requireRight(ctx, 'settings')
  const settings = (await findFeedsSettings(ctx))[id]
  const found = new Map<string, FeedProblem & { products: Map<string, string> }>()
  const report = { items: 0, refused: 0 }
  for await (const items of feedItems(ctx, settings)) {
    for (const item of items) {
      const problems = problemsOf(formats[id], item)
      report.items++
      if (problems.some(({ kind }) => kind === 'refused')) report.refused++
      for (const { kind, text } of problems) {
        const one = found.get(text) ?? { kind, text, products: new Map() }
        one.products.set(item.productId, item.title)
        found.set(text, one)
      }
    }
  }
  const problems = [...found.values()].map(({ kind, text, products }) => ({
    ...{ kind, text, count: products.size },
    products: [...products].slice(0, shown).map(([id, name]) => ({ id, name })),
  }))
  const weight = (problem: { kind: string; count: number }) => (problem.kind === 'refused' ? 1e6 : 0) + problem.count
  return { ...report, problems: problems.toSorted((a, b) => weight(b) - weight(a)) }
}
