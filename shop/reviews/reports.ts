import { eq } from 'drizzle-orm'
import { type Ctx, inTransaction, isId, newId } from '../ctx.ts'
import { networkOf, takeLimit } from '../limits.ts'
import type { NewReport } from './contract.ts'
import { requireReviewsShown } from './on.ts'
import { noSuchReview } from './reviews.ts'
import { reviewReports, reviews } from './schema.ts'

/** Somebody finds something wrong with a published review: staff is to look. Nothing of who says so is kept. */
export async function reportReview(ctx: Ctx, id: string, { reason, note }: NewReport): Promise<void> {
  await requireReviewsShown(ctx)
  await takeLimit(ctx, { key: `review-report:${networkOf(ctx)}`, limit: 10, windowSeconds: 3600 })
  await inTransaction(ctx, async (ctx) => {
    const [review] = isId(id)
      ? await ctx.db.select({ status: reviews.status }).from(reviews).where(eq(reviews.id, id)).for('key share')
      : []
    if (review?.status !== 'PUBLISHED') throw noSuchReview()
    await ctx.db.insert(reviewReports).values({ id: newId(), reviewId: id, reason, note, createdAt: ctx.clock() })
  })
}
