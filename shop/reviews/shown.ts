import { and, desc, eq, ne } from 'drizzle-orm'
import { askRows, type Ctx, named } from '../ctx.ts'
import { reviews } from './schema.ts'
import { findReviewSummary, publishedOf, type ReviewSummary } from './summary.ts'

/** The part of a review that is written for search engines. */
type ToldReview = { author: string; stars: number; text: string; createdAt: Date }

/** `told`: the part for search engines, which holds reviews of buyers alone, not the examples of a demo. */
export type ShownReviews = {
  summary: ReviewSummary
  told: { summary: ReviewSummary; newest: ToldReview[] } | undefined
}

/** The most reviews that are written for search engines: the newest with words. */
const mostTold = 3

/** The reviews part of a product's page; undefined without any review. The caller has seen that reviews are on. */
export async function findShownReviews(ctx: Ctx, productId: string): Promise<ShownReviews | undefined> {
  const isDemo = ctx.config.mode === 'demo'
  const [summary, ofBuyers, newest] = await Promise.all([
    findReviewSummary(ctx, productId),
    isDemo ? findReviewSummary(ctx, productId, { real: true }) : undefined,
    findNewest(ctx, productId),
  ])
  if (summary.count === 0) return undefined
  const real = ofBuyers ?? summary
  return { summary, told: real.count === 0 ? undefined : { summary: real, newest } }
}

async function findNewest(ctx: Ctx, productId: string): Promise<ToldReview[]> {
  const { author, stars, text, createdAt } = reviews
  const rows = await askRows<ToldReview>(
    ctx,
    ctx.db
      .select(named({ author, stars, text, createdAt }))
      .from(reviews)
      .where(and(publishedOf(ctx, productId), eq(reviews.demo, false), ne(text, '')))
      .orderBy(desc(createdAt), desc(reviews.id))
      .limit(mostTold),
    { isByKeys: true },
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}
