import type { Ctx } from '../../ctx.ts'
import { BrandSettings, brandKey, brandOf } from '../brand.ts'
import { findSettings } from '../settings.ts'
import { SizeCharts, sizeChartsKey } from './size-charts.ts'

/** What a product's page asks, in one query. */
export async function findProductSettings(ctx: Ctx) {
  const own = await findSettings(ctx, { [brandKey]: BrandSettings, [sizeChartsKey]: SizeCharts })
  return { brand: brandOf(ctx, own[brandKey]), ownCharts: own[sizeChartsKey] }
}
