import type { Ctx } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { findReviewSettings, type ReviewSettings } from '../settings/reviews/reviews.ts'

/** CONFLICT while the shop takes no reviews. */
export async function requireReviewsOn(ctx: Ctx): Promise<ReviewSettings> {
  const settings = await findReviewSettings(ctx)
  if (settings.on) return settings
  throw new ShopError('CONFLICT', 'Mağazamız şu anda yorum almıyor; düşüncelerinizi bize yazabilirsiniz.')
}

/** NOT_FOUND while there are none, as of an address that does not exist. */
export async function requireReviewsShown(ctx: Ctx): Promise<void> {
  if (!(await findReviewSettings(ctx)).on) throw notFound('Böyle bir adres yok.')
}
