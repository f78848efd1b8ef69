import { sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../ctx.ts'
import { queueMail } from '../mail/outbox.ts'
import { reviewRequestMail } from '../mail/reviews/review-mails.ts'
import { findImages } from '../media/images.ts'
import { imageUrl, jpegWidth } from '../media/urls.ts'
import { shownOrderId } from '../order-id.ts'
import { orderLinkFor } from '../orders/mails.ts'
import { findBrand } from '../settings/brand.ts'
import { findReviewSettings } from '../settings/reviews/reviews.ts'
import { after, days } from '../time.ts'
import { rowsOfPerson } from './person.ts'
import { reviewRequests } from './schema.ts'

/** Days beyond the owner's in which an order is still asked about, so that switching reviews on writes to no buyer of last year. */
const span = 14

/** The most orders at a time; the others follow an hour later. */
const most = 200

type Piece = { name: string; color: string; size: string; imageId: string | null }
type Asked = { id: string; email: string; firstName: string; guest: boolean; pieces: Piece[] }

/**
 * Asks buyers for reviews, with one mail for each order, some days after its delivery: a row of `review_requests`, written with the
 * mail, says that she was asked. No mail asks about pieces that she sent back or has reviewed, nor about orders of deleted accounts
 * or marketplaces.
 */
export async function askForReviews(ctx: Ctx): Promise<void> {
  const { on, askAfterDays } = await findReviewSettings(ctx)
  if (!on || askAfterDays === 0) return
  for (const order of await findUnasked(ctx, askAfterDays)) await ask(ctx, order)
}

async function findUnasked(ctx: Ctx, askAfterDays: number): Promise<Asked[]> {
  const ago = (length: number) => sql`${after(ctx.clock(), -days(length)).toISOString()}::timestamptz`
  const { rows } = await ctx.db.execute<Asked>(sql`
    select o.id, o.email, o.first_name as "firstName", o.guest, pieces.list as pieces
    from orders o
    join users u on u.id = o.user_id and u.deleted_at is null
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'name', i.product_name, 'color', i.color, 'size', i.size, 'imageId', i.image_id) order by i.position) as list
      from order_items i join products p on p.id = i.product_id and p.deleted_at is null
      where i.order_id = o.id and i.quantity > i.refunded_quantity + i.returning_quantity
        and not exists (
          select 1 from reviews r join orders b on b.id = r.order_id
          where r.product_id = i.product_id and b.user_id in ${rowsOfPerson(sql`o.user_id`)})
    ) pieces
    where o.status = 'DELIVERED' and o.placed_at is not null
      and o.delivered_at between ${ago(askAfterDays + span)} and ${ago(askAfterDays)}
      and o.payment_method <> 'MARKETPLACE' and o.exchange_of is null
      and not exists (select 1 from review_requests a where a.order_id = o.id)
      and pieces.list is not null
    order by o.delivered_at limit ${most}`)
  return rows
}

/** When two processes run at once, only one asks. A crash before the commit leaves neither the row nor the mail. */
async function ask(ctx: Ctx, order: Asked): Promise<void> {
  const pictures = await findImages(
    ctx,
    order.pieces.flatMap(({ imageId }) => imageId ?? []),
  )
  const pieces = order.pieces.map(({ imageId, ...piece }) => {
    const image = imageId ? pictures.get(imageId) : undefined
    return image
      ? { ...piece, imageUrl: ctx.config.publicUrl + imageUrl(image.id, jpegWidth(image.width), 'jpg') }
      : piece
  })
  await inTransaction(ctx, async (ctx) => {
    const mine = await ctx.db
      .insert(reviewRequests)
      .values({ orderId: order.id, askedAt: ctx.clock() })
      .onConflictDoNothing()
      .returning({ orderId: reviewRequests.orderId })
    if (mine.length === 0) return
    const { id: orderId, firstName, guest: isGuest } = order
    const facts = { orderId, shownId: shownOrderId(orderId), firstName, isGuest, pieces }
    const mail = reviewRequestMail(await findBrand(ctx), facts)
    await queueMail(ctx, { to: order.email, ...mail, ...orderLinkFor(order) })
  })
}
