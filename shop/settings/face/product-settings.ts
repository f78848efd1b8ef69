import type { Ctx } from '../../ctx.ts'
import { BrandSettings, brandKey, brandOf } from '../brand.ts'
import { ReviewSettings, reviewsKey, reviewsOf } from '../reviews/reviews.ts'
import { findSettings } from '../settings.ts'
import { SizeCharts, sizeChartsKey } from './size-charts.ts'

/** The settings that a product's page needs, in one query. */
export async function findProductSettings(ctx: Ctx) {
  const shapes = { [brandKey]: BrandSettings, [sizeChartsKey]: SizeCharts, [reviewsKey]: ReviewSettings }
  const own = await findSettings(ctx, shapes)
  return {
    brand: brandOf(ctx, own[brandKey]),
    ownCharts: own[sizeChartsKey],
    reviewsOn: reviewsOf(ctx, own[reviewsKey]).on,
  }
}
