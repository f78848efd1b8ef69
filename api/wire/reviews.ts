import { z } from '@hono/zod-openapi'
import { fitVotes, reportReasons, reviewStatuses } from '#shop/reviews/kinds.ts'
import { Pagination, pageOf, success } from './envelope.ts'

const number = z.number().int()
const words = {
  stars: number,
  fit: z.enum(fitVotes).nullable().openapi({ description: 'How it fits: small, as its size says, large' }),
  text: z.string(),
  height: number.nullable().openapi({ description: 'Centimeters' }),
  sizeWorn: z.string().nullable(),
}
const author = z.string().openapi({ description: '‘Ayşe Y.’, all of a name that is shown' })

export type WireReviewSummary = z.infer<typeof WireReviewSummary>
const WireReviewSummary = z
  .object({
    count: number,
    average: z.number().nullable().openapi({ description: 'Of all stars, each review alike; null without any' }),
    distribution: z
      .object({ 1: number, 2: number, 3: number, 4: number, 5: number })
      .openapi({ description: 'How many gave so many stars' }),
    fitVotes: z.object({ small: number, true: number, large: number }),
  })
  .openapi('ReviewSummary')

export type WireReview = z.infer<typeof WireReview>
const WireReview = z
  .object({
    id: z.uuid(),
    author,
    ...words,
    images: z.array(z.object({ id: z.uuid(), url: z.string(), thumbnail: z.string() })),
    answer: z.object({ text: z.string(), at: z.iso.datetime() }).nullable().openapi({ description: "The shop's" }),
    createdAt: z.iso.datetime(),
    sample: z.literal(true).optional().openapi({ description: 'An example of the demo, which nobody wrote' }),
  })
  .openapi('Review')

export type WireOwnReview = z.infer<typeof WireOwnReview>
export const WireOwnReview = z
  .object({
    id: z.uuid(),
    productId: z.uuid(),
    author,
    ...words,
    images: z.array(z.object({ id: z.uuid() })).openapi({ description: 'Their files are at /reviews/images/{id}' }),
    status: z.enum(reviewStatuses),
    refusal: z.string().openapi({ description: 'Why it is not published' }),
    answer: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('OwnReview')

export const WireReviewable = z
  .array(z.object({ productId: z.uuid(), review: WireOwnReview.nullable() }))
  .openapi({ description: 'Of a delivered order, where the shop takes reviews: what may be reviewed, or was' })

export type WireInboxReview = z.infer<typeof WireInboxReview>
const WireInboxReview = WireOwnReview.extend({
  version: number.openapi({ description: 'Counts her changes; send it along to decide on what was read' }),
  product: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), mainImage: z.string().nullable() }),
  customer: z.string(),
  orderId: z.uuid().nullable(),
  shownOrderId: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  publishedAt: z.iso.datetime().nullable(),
  reports: z.array(z.object({ reason: z.enum(reportReasons), note: z.string(), createdAt: z.iso.datetime() })),
  sample: z.boolean(),
}).openapi('InboxReview')

export const reviewAnswers = {
  'GET /products/{id}/reviews': success(
    z.object({ summary: WireReviewSummary, reviews: z.array(WireReview), pagination: Pagination }),
  ),
  'POST /orders/{id}/reviews': success(WireOwnReview),
  'PUT /reviews/{id}': success(WireOwnReview),
  'DELETE /reviews/{id}': success(z.null()),
  'POST /reviews/{id}/report': success(z.null()),
  'POST /reviews/images': success(z.object({ id: z.uuid() })),
  'GET /admin/reviews': pageOf(WireInboxReview),
  'GET /admin/reviews/{id}': success(WireInboxReview),
  'POST /admin/reviews/{id}/approve': success(WireInboxReview),
  'POST /admin/reviews/{id}/refuse': success(WireInboxReview),
  'PUT /admin/reviews/{id}/answer': success(WireInboxReview),
}
