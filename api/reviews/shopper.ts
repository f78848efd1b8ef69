import { createRoute, z } from '@hono/zod-openapi'
import { NewReport, NewReview, ReviewQuery, ReviewWords } from '#shop/reviews/contract.ts'
import { getReviewImage, keepReviewImage, pictureTypes } from '#shop/reviews/pictures.ts'
import { reportReview } from '#shop/reviews/reports.ts'
import {
  changeReview,
  deleteReview,
  listReviews,
  type Review,
  type Reviewable,
  writeReview,
} from '#shop/reviews/reviews.ts'
import { nameless } from '#shop/reviews/rules.ts'
import {
  badInput,
  created,
  FileForm,
  fileOf,
  form,
  Id,
  json,
  limited,
  ok,
  page,
  resource,
  userFailures,
} from '../api.ts'
import { bought } from '../authenticate.ts'
import { failed, route } from '../route.ts'
import type { WireOwnReview, WireReview } from '../wire/reviews.ts'

function toWireReview({ id, stars, fit, text, height, sizeWorn, ...review }: Review): WireReview {
  return {
    ...{ id, author: review.author || nameless, stars, fit, text, height, sizeWorn },
    images: review.images.map(({ id }) => {
      const url = `/api/v1/reviews/images/${id}`
      return { id, url, thumbnail: `${url}?size=small` }
    }),
    answer: review.answer ? { text: review.answer, at: (review.answeredAt ?? review.updatedAt).toISOString() } : null,
    createdAt: review.createdAt.toISOString(),
    ...(review.demo ? { sample: true } : {}),
  }
}

export function toWireOwnReview(review: Review): WireOwnReview {
  const { id, productId, stars, fit, text, height, sizeWorn, images, status, refusal, answer } = review
  return {
    ...{ id, productId, author: review.author || nameless, stars, fit, text, height, sizeWorn },
    ...{ images, status, refusal, answer },
    createdAt: review.createdAt.toISOString(),
    updatedAt: review.updatedAt.toISOString(),
  }
}

export function toWireReviewable(list: Reviewable) {
  return list.map(({ productId, review }) => ({ productId, review: review ? toWireOwnReview(review) : null }))
}

const thanks = (review: Review) =>
  review.status === 'PUBLISHED'
    ? 'Teşekkür ederiz, yorumunuz yayında.'
    : 'Teşekkür ederiz, yorumunuzu aldık; bakıldıktan sonra yayınlanır.'

const IdOrSlug = z.object({ id: z.string().max(200).openapi({ description: 'Id or slug' }) })
const missing = { ...userFailures, 404: 'No such review of this user' }

export const reviews = resource()
  .openapi(
    route('GET /products/{id}/reviews', {
      tags: ['Reviews'],
      summary: 'The published reviews of a product, and what they say in numbers',
      description: 'Only who bought it reviews it. Newest first, or by stars; nothing prefers good ones to bad.',
      request: { params: IdOrSlug, query: ReviewQuery },
      failures: { 400: 'A bad parameter', 404: 'No such product on sale, or a shop without reviews' },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total, summary } = await listReviews(c.get('ctx'), c.req.valid('param').id, query)
      return ok(c, { summary, reviews: items.map(toWireReview), pagination: page(query, total) })
    },
  )
  .openapi(
    route('POST /orders/{id}/reviews', {
      tags: ['Reviews'],
      summary: 'Reviews a product of an own delivered order',
      ...bought,
      request: { params: Id, ...json(NewReview) },
      created: true,
      failures: {
        ...userFailures,
        ...badInput,
        404: 'No such order of this user',
        409: 'Not delivered yet, reviewed already, or a shop that takes no reviews',
      },
    }),
    async (c) => {
      const review = await writeReview(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return created(c, toWireOwnReview(review), thanks(review))
    },
  )
  .openapi(
    route('PUT /reviews/{id}', {
      tags: ['Reviews'],
      summary: 'Changes an own review; where they are looked at first it waits again',
      ...bought,
      request: { params: Id, ...json(ReviewWords) },
      failures: { ...missing, ...badInput, 409: 'A shop that takes no reviews' },
    }),
    async (c) => {
      const review = await changeReview(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, toWireOwnReview(review), thanks(review))
    },
  )
  .openapi(
    route('DELETE /reviews/{id}', {
      tags: ['Reviews'],
      summary: 'Deletes an own review with its pictures',
      ...bought,
      request: { params: Id },
      failures: missing,
    }),
    async (c) => {
      await deleteReview(c.get('ctx'), c.req.valid('param').id)
      return ok(c, null, 'Yorumunuz silindi.')
    },
  )
  .openapi(
    route('POST /reviews/{id}/report', {
      tags: ['Reviews'],
      summary: 'Tells the shop what is wrong with a published review; anybody may',
      request: { params: Id, ...json(NewReport) },
      failures: { ...badInput, ...limited, 404: 'No such published review' },
    }),
    async (c) => {
      await reportReview(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, null, 'Teşekkür ederiz, yoruma bakacağız.')
    },
  )
  .openapi(
    route('POST /reviews/images', {
      tags: ['Reviews'],
      summary: 'Uploads a picture for a review that is sent next; JPEG or PNG, drawn anew',
      ...bought,
      request: form(FileForm),
      created: true,
      failures: {
        ...userFailures,
        ...limited,
        400: 'No picture',
        409: 'A shop that takes no reviews',
        413: 'Larger than 5 MB',
        503: 'Too many at once',
      },
    }),
    async (c) => {
      const upload = await fileOf(c.req.valid('form').file, 'Bir görsel seçin')
      return created(c, await keepReviewImage(c.get('ctx'), upload))
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/reviews/images/{id}',
      tags: ['Reviews'],
      summary: 'A picture of a published review; of an own one or, for staff, of any, before that',
      description: 'Without a token those of published reviews alone.',
      request: { params: Id, query: z.object({ size: z.enum(['small', 'large'], 'Boy geçersiz').default('large') }) },
      responses: {
        ...failed({ 400: 'A bad parameter', 404: 'No such picture, or not for whoever asks' }),
        200: {
          description: 'The file',
          content: Object.fromEntries(
            pictureTypes.map((type) => [type, { schema: z.string().openapi({ format: 'binary' }) }]),
          ),
        },
      },
    }),
    async (c) => {
      const { type, bytes, open } = await getReviewImage(
        c.get('ctx'),
        c.req.valid('param').id,
        c.req.valid('query').size,
      )
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': type,
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
        // Short: what is deleted or taken down is soon gone from browsers too.
        'Cache-Control': open ? 'private, max-age=600' : 'no-store',
      })
    },
  )
