import { shownOrderId } from '#shop/order-id.ts'
import { Approval, InboxQuery, ReviewAnswer, ReviewRefusal } from '#shop/reviews/contract.ts'
import {
  answerReview,
  approveReview,
  getInboxReview,
  type InboxReview,
  listInbox,
  refuseReview,
} from '#shop/reviews/inbox.ts'
import { ReviewSettings, saveReviewSettings } from '#shop/settings/reviews/reviews.ts'
import { saveSettings, saving, settingsBody } from '../admin/settings.ts'
import { badInput, Id, json, ok, okPage, page, resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { pictureUrl } from '../products.ts'
import { route } from '../route.ts'
import type { WireInboxReview } from '../wire/reviews.ts'
import { toWireOwnReview } from './shopper.ts'

function toWireInbox(review: InboxReview): WireInboxReview {
  const { order, product, version, reports, answeredAt, publishedAt } = review
  return {
    ...toWireOwnReview(review),
    version,
    product: {
      ...{ id: product.id, name: product.name, slug: product.slug },
      mainImage: product.image ? pictureUrl(product.image) : null,
    },
    customer: order ? `${order.firstName} ${order.lastName}` : review.author,
    orderId: order?.id ?? null,
    shownOrderId: order ? shownOrderId(order.id) : null,
    answeredAt: answeredAt?.toISOString() ?? null,
    publishedAt: publishedAt?.toISOString() ?? null,
    reports: reports.map(({ reason, note, createdAt }) => ({ reason, note, createdAt: createdAt.toISOString() })),
    sample: review.demo,
  }
}

const missing = { ...staffFailures, 404: 'No such review' }
const stale = { 409: 'Its author changed it since it was read (EDIT_CONFLICT)' }

export const adminReviews = resource()
  .openapi(
    route('GET /admin/reviews', {
      ...needs('messages'),
      summary: 'Reviews, newest first',
      request: { query: InboxQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listInbox(c.get('ctx'), query)
      return okPage(c, items.map(toWireInbox), page(query, total))
    },
  )
  .openapi(
    route('GET /admin/reviews/{id}', {
      ...needs('messages'),
      summary: 'One review',
      request: { params: Id },
      failures: missing,
    }),
    async (c) => ok(c, toWireInbox(await getInboxReview(c.get('ctx'), c.req.valid('param').id))),
  )
  .openapi(
    route('POST /admin/reviews/{id}/approve', {
      ...needs('messages'),
      summary: 'Publishes a review, or keeps it after a report; also one that was refused',
      request: { params: Id, ...json(Approval) },
      failures: { ...missing, ...badInput, ...stale },
    }),
    async (c) => {
      const review = await approveReview(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, toWireInbox(review), 'Yorum yayında.')
    },
  )
  .openapi(
    route('POST /admin/reviews/{id}/refuse', {
      ...needs('messages'),
      summary: 'Leaves a review unpublished, or takes it down; its author is mailed the reason',
      request: { params: Id, ...json(ReviewRefusal) },
      failures: { ...missing, ...badInput, ...stale },
    }),
    async (c) => {
      const review = await refuseReview(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return ok(c, toWireInbox(review), 'Yorum yayında değil; nedeni müşteriye yazıldı.')
    },
  )
  .openapi(
    route('PUT /admin/reviews/{id}/answer', {
      ...needs('messages'),
      summary: 'The shop’s answer under a review; blank takes it away',
      request: { params: Id, ...json(ReviewAnswer) },
      failures: { ...missing, ...badInput, 409: 'Its author is forgotten' },
    }),
    async (c) => {
      const answer = c.req.valid('json')
      const review = await answerReview(c.get('ctx'), c.req.valid('param').id, answer)
      return ok(c, toWireInbox(review), answer.text ? 'Yanıtınız yorumun altında.' : 'Yanıtınız kaldırıldı.')
    },
  )

export const adminReviewSettings = resource().openapi(
  route('PUT /admin/settings/reviews', {
    ...needs('settings'),
    summary:
      'Whether who bought a piece may review it, who looks at reviews when, and after how many days she is asked',
    request: settingsBody(ReviewSettings),
    failures: saving,
  }),
  (c) =>
    saveSettings(c, c.req.valid('json'), saveReviewSettings, (settings) =>
      settings.on ? 'Yorum ayarları kaydedildi.' : 'Yorumlar kapatıldı.',
    ),
)
