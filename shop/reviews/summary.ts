import { and, eq, sql } from 'drizzle-orm'
import { askRows, type Ctx, named } from '../ctx.ts'
import { findReviewSettings } from '../settings/reviews/reviews.ts'
import type { FitVote } from './kinds.ts'
import { reviews } from './schema.ts'

/** How many found it small, as its size says, or large. */
export type FitVotes = { small: number; true: number; large: number }

/** The reviews of a product in numbers. `average`: of all stars, with one decimal; null without any. */
export type ReviewSummary = {
  count: number
  average: number | null
  /** Number of reviews by their stars. */
  distribution: Record<1 | 2 | 3 | 4 | 5, number>
  fitVotes: FitVotes
}

type Counted = { stars: number; fit: FitVote | null; n: number }

/** Each review counts alike. */
export function summaryOf(rows: readonly Counted[]): ReviewSummary {
  const sumWhere = (isMeant: (row: Counted) => boolean) =>
    rows.reduce((sum, row) => (isMeant(row) ? sum + row.n : sum), 0)
  const of = (stars: number) => sumWhere((row) => row.stars === stars)
  const voted = (fit: FitVote) => sumWhere((row) => row.fit === fit)
  const count = sumWhere(() => true)
  const total = rows.reduce((sum, { stars, n }) => sum + stars * n, 0)
  return {
    count,
    average: count === 0 ? null : Math.round((total / count) * 10) / 10,
    distribution: { 1: of(1), 2: of(2), 3: of(3), 4: of(4), 5: of(5) },
    fitVotes: { small: voted('SMALL'), true: voted('TRUE'), large: voted('LARGE') },
  }
}

/** A condition on `reviews`: published ones of the product. The examples of a demo are shown in a demo alone. */
export function publishedOf(ctx: Ctx, productId: string) {
  const real = ctx.config.mode === 'demo' ? undefined : eq(reviews.demo, false)
  return and(eq(reviews.productId, productId), eq(reviews.status, 'PUBLISHED'), real)
}

/** In one query; the caller has seen that reviews are on. `real`: without the examples of a demo. */
export async function findReviewSummary(
  ctx: Ctx,
  productId: string,
  { real = false }: { real?: boolean } = {},
): Promise<ReviewSummary> {
  const { stars, fit } = reviews
  const rows = await askRows<Counted>(
    ctx,
    ctx.db
      .select(named({ stars, fit, n: sql`count(*)::int` }))
      .from(reviews)
      .where(and(publishedOf(ctx, productId), real ? eq(reviews.demo, false) : undefined))
      .groupBy(stars, fit),
    { isByKeys: true },
  )
  return summaryOf(rows)
}

/** The votes of published reviews on a product's fit; all 0 where the owner has not switched reviews on. */
export async function fitVotes(ctx: Ctx, productId: string): Promise<FitVotes> {
  if (!(await findReviewSettings(ctx)).on) return summaryOf([]).fitVotes
  return (await findReviewSummary(ctx, productId)).fitVotes
}
