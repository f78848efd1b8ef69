import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { products } from '../catalog/schema.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, inTransaction, isId, requireRight } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { queueMail } from '../mail/outbox.ts'
import { reviewRefusedMail } from '../mail/reviews/review-mails.ts'
import { findImages, type Image } from '../media/images.ts'
import { shownOrderId } from '../order-id.ts'
import { orderLinkFor } from '../orders/mails.ts'
import { orders } from '../orders/schema.ts'
import { findBrand } from '../settings/brand.ts'
import { fold } from '../turkish.ts'
import type { Approval, InboxQuery, ReviewAnswer, ReviewRefusal } from './contract.ts'
import { noSuchReview, type Review, withImages } from './reviews.ts'
import { type ReviewRow, reviewReports, reviews } from './schema.ts'

type OrderRow = typeof orders.$inferSelect
type Report = Pick<typeof reviewReports.$inferSelect, 'reason' | 'note' | 'createdAt'>

/** A review as staff sees it; without an order it is an example of the demo. */
export type InboxReview = Review & {
  order: OrderRow | undefined
  product: { id: string; name: string; slug: string; image: Image | undefined }
  /** Those that nobody has looked at, newest first. */
  reports: Report[]
}

const isReported = sql`exists (
  select 1 from review_reports r where r.review_id = reviews.id and r.settled_at is null)`

const views: Record<InboxQuery['view'], SQL | undefined> = {
  open: sql`(${reviews.status} = 'WAITING' or ${isReported})`,
  waiting: eq(reviews.status, 'WAITING'),
  reported: isReported,
  published: eq(reviews.status, 'PUBLISHED'),
  refused: eq(reviews.status, 'REFUSED'),
  all: undefined,
}

/** Reviews of all shoppers, newest first. */
export async function listInbox(ctx: Ctx, query: InboxQuery): Promise<{ items: InboxReview[]; total: number }> {
  requireRight(ctx, 'messages')
  const where = and(
    views[query.view],
    query.status && eq(reviews.status, query.status),
    query.stars ? eq(reviews.stars, query.stars) : undefined,
    query.product ? eq(reviews.productId, query.product) : undefined,
    query.q ? hasWords(query.q) : undefined,
  )
  const rows = await ctx.db
    .select({ row: reviews })
    .from(reviews)
    .where(where)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(reviews).where(where)
  return {
    items: await withDetails(
      ctx,
      rows.map(({ row }) => row),
    ),
    total,
  }
}

function hasWords(q: string): SQL {
  const words = fold(q)
  return sql`(strpos(tr_fold(concat_ws(' ', ${reviews.text}, ${reviews.author})), ${words}) > 0 or exists (
    select 1 from products p where p.id = ${reviews.productId} and strpos(tr_fold(p.name), ${words}) > 0) or exists (
    select 1 from orders o where o.id = ${reviews.orderId}
      and strpos(tr_fold(concat_ws(' ', o.first_name, o.last_name)), ${words}) > 0))`
}

async function withDetails(ctx: Ctx, rows: ReviewRow[]): Promise<InboxReview[]> {
  if (rows.length === 0) return []
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? [])
  const bought = orderIds.length > 0 ? await ctx.db.select().from(orders).where(inArray(orders.id, orderIds)) : []
  const { id, name, slug, images } = products
  const pieces = await ctx.db
    .select({ id, name, slug, images })
    .from(products)
    .where(
      inArray(
        products.id,
        rows.map(({ productId }) => productId),
      ),
    )
  const pictures = await findImages(
    ctx,
    pieces.flatMap(({ images: [first] }) => first ?? []),
  )
  const reports = await ctx.db
    .select()
    .from(reviewReports)
    .where(
      and(
        inArray(
          reviewReports.reviewId,
          rows.map(({ id }) => id),
        ),
        isNull(reviewReports.settledAt),
      ),
    )
    .orderBy(desc(reviewReports.createdAt))
  const full = await withImages(ctx, rows)
  return full.map((review) => {
    const piece = pieces.find(({ id }) => id === review.productId)
    const [first = ''] = piece?.images ?? []
    return {
      ...review,
      order: bought.find(({ id }) => id === review.orderId),
      product: {
        id: review.productId,
        name: piece?.name ?? '',
        slug: piece?.slug ?? '',
        image: pictures.get(first),
      },
      reports: reports
        .filter(({ reviewId }) => reviewId === review.id)
        .map(({ reason, note, createdAt }) => ({ reason, note, createdAt })),
    }
  })
}

export async function getInboxReview(ctx: Ctx, id: string): Promise<InboxReview> {
  requireRight(ctx, 'messages')
  const [row] = isId(id) ? await ctx.db.select().from(reviews).where(eq(reviews.id, id)) : []
  const [found] = row ? await withDetails(ctx, [row]) : []
  if (!found) throw noSuchReview()
  return found
}

/**
 * Publishes it, or keeps it after a report; also one that was refused. EDIT_CONFLICT when its author changed it since it was read: nobody
 * publishes what nobody has seen.
 */
export async function approveReview(ctx: Ctx, id: string, { version }: Approval): Promise<InboxReview> {
  requireRight(ctx, 'messages')
  await inTransaction(ctx, async (ctx) => {
    const before = await lockRead(ctx, id, version)
    const publishedAt = before.publishedAt ?? ctx.clock()
    await ctx.db
      .update(reviews)
      .set({ status: 'PUBLISHED', refusal: '', publishedAt, updatedAt: ctx.clock() })
      .where(eq(reviews.id, id))
    await settle(ctx, before, 'review.approve', { reviewState: 'PUBLISHED' })
  })
  return getInboxReview(ctx, id)
}

/** Leaves it unpublished, or takes it down; its author is told the reason by mail, as the law wants (docs/reviews.md). */
export async function refuseReview(ctx: Ctx, id: string, { version, reason }: ReviewRefusal): Promise<InboxReview> {
  requireRight(ctx, 'messages')
  await inTransaction(ctx, async (ctx) => {
    const before = await lockRead(ctx, id, version)
    if (before.status === 'REFUSED' && before.refusal === reason) return
    await ctx.db
      .update(reviews)
      .set({ status: 'REFUSED', refusal: reason, updatedAt: ctx.clock() })
      .where(eq(reviews.id, id))
    await settle(ctx, before, 'review.refuse', { reviewState: 'REFUSED', reason })
    await tellRefusal(ctx, id)
  })
  return getInboxReview(ctx, id)
}

async function tellRefusal(ctx: Ctx, id: string): Promise<void> {
  const { order, product, refusal } = await getInboxReview(ctx, id)
  if (!order) return
  const facts = { firstName: order.firstName, productName: product.name, reason: refusal, isGuest: order.guest }
  const mail = reviewRefusedMail(await findBrand(ctx), { ...facts, orderId: order.id, shownId: shownOrderId(order.id) })
  await queueMail(ctx, { to: order.email, ...mail, ...orderLinkFor(order) })
}

/** The shop's answer under a review; blank takes it away. */
export async function answerReview(ctx: Ctx, id: string, { text }: ReviewAnswer): Promise<InboxReview> {
  requireRight(ctx, 'messages')
  await inTransaction(ctx, async (ctx) => {
    const before = await lockRead(ctx, id)
    if (before.answer === text) return
    if (before.author === '')
      throw new ShopError('CONFLICT', 'Bu yorumun sahibi hesabını sildi; yazdıkları artık görünmüyor.')
    const answeredAt = text ? ctx.clock() : null
    await ctx.db.update(reviews).set({ answer: text, answeredAt, updatedAt: ctx.clock() }).where(eq(reviews.id, id))
    await recordChange(ctx, {
      action: 'review.answer',
      subject: await subjectOf(ctx, before),
      before: { answer: before.answer },
      after: { answer: text },
    })
    if (before.status === 'PUBLISHED') await announceCatalogChange(ctx, { productIds: [before.productId] })
  })
  return getInboxReview(ctx, id)
}

async function lockRead(ctx: Ctx, id: string, version?: number): Promise<ReviewRow> {
  const [row] = isId(id) ? await ctx.db.select().from(reviews).where(eq(reviews.id, id)).for('update') : []
  if (!row) throw noSuchReview()
  if (version === undefined || version === row.version) return row
  throw new ShopError('EDIT_CONFLICT', 'Müşteri yorumunu siz okurken değiştirdi; yeniden okuyup karar verin.')
}

type Decision = { reviewState: ReviewRow['status']; reason?: string }

/** Settles its reports, records the decision in the audit, and announces the change to the pages that show it. */
async function settle(
  ctx: Ctx,
  before: ReviewRow,
  action: 'review.approve' | 'review.refuse',
  after: Decision,
): Promise<void> {
  const open = and(eq(reviewReports.reviewId, before.id), isNull(reviewReports.settledAt))
  await ctx.db.update(reviewReports).set({ settledAt: ctx.clock() }).where(open)
  if (before.status === after.reviewState && action === 'review.approve') return
  await recordChange(ctx, {
    action,
    subject: await subjectOf(ctx, before),
    before: { reviewState: before.status, ...(before.refusal ? { reason: before.refusal } : {}) },
    after: { ...after },
  })
  await announceCatalogChange(ctx, { productIds: [before.productId] })
}

async function subjectOf(ctx: Ctx, { id, productId }: ReviewRow): Promise<{ id: string; name: string }> {
  const [piece] = await ctx.db.select({ name: products.name }).from(products).where(eq(products.id, productId))
  return { id, name: piece?.name ?? '' }
}

/** How many wait for somebody to look; the caller has seen that reviews are on. */
export async function countOpenReviews(ctx: Ctx): Promise<number> {
  return ctx.db.$count(reviews, views.open)
}
