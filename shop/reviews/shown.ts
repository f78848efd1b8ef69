import { and, desc, eq, ne } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type ReviewRow, reviews } from './schema.ts'
import { findReviewSummary, publishedOf, type ReviewSummary } from './summary.ts'

/** `told`: what search engines are told, which is what somebody wrote: no example of a demo. */
export type ShownReviews = {
  summary: ReviewSummary
  told: { summary: ReviewSummary; newest: ReviewRow[] } | undefined
}

/** The newest with words that search engines are told of. */
const mostTold = 3

/** What a product's page says of its reviews; undefined without any. The caller has seen that reviews are on. */
export async function findShownReviews(ctx: Ctx, productId: string): Promise<ShownReviews | undefined> {
  const summary = await findReviewSummary(ctx, productId)
  if (summary.count === 0) return undefined
  const real = ctx.config.mode === 'demo' ? await findReviewSummary(ctx, productId, { real: true }) : summary
  if (real.count === 0) return { summary, told: undefined }
  const newest = await ctx.db
    .select()
    .from(reviews)
    .where(and(publishedOf(ctx, productId), eq(reviews.demo, false), ne(reviews.text, '')))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(mostTold)
  return { summary, told: { summary: real, newest } }
}
