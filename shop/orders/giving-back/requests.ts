import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { brokenConstraint, ShopError } from '../../errors.ts'
import { findRefund } from '../../payments/refunds.ts'
import { lockOrder, refuseWhileCancelling, refuseWhileRefunding } from '../locked.ts'
import { queueOwedMail } from '../mails.ts'
import type { OrderRow } from '../orders.ts'
import { itemRefunds, refundItems } from '../schema.ts'

/** What the owner asks for: units, or a sum of her choice. */
export type AskedRefund = {
  items: { itemId: string; quantity: number }[]
  /** Null: the units' share. */
  freeKurus: number | null
  restock: boolean
  reason: string
}

/** Takes the money; the refund's id, or undefined when there is too little left. */
type Write = (ctx: Ctx, order: OrderRow) => Promise<string | undefined>

/**
 * Has a refund of an order written down, once for its key, while the order is locked. The same key with something else is IDEMPOTENCY_CONFLICT.
 */
export async function requestOnce(
  ctx: Ctx,
  orderId: string,
  asked: AskedRefund,
  key: string | undefined,
  write: Write,
): Promise<string> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      const order = await lockOrder(ctx, orderId)
      const known = key && (await findSame(ctx, orderId, key, asked))
      if (known) return known
      const refundId = await writeDown(ctx, order, asked, key, write)
      if (!refundId) throw new ShopError('CONFLICT', 'Bu tutar, siparişin iade edilebilecek tutarını aşıyor.')
      return refundId
    })
  } catch (error) {
    const isTaken = key && brokenConstraint(error) === 'item_refunds_request_key'
    const known = isTaken && (await findSame(ctx, orderId, key, asked))
    if (known) return known
    throw error
  }
}

/** The same for an order that the caller has locked; undefined, and nothing written, when there is too little money left. */
export async function writeDown(
  ctx: Ctx,
  order: OrderRow,
  asked: AskedRefund,
  key: string | undefined,
  write: Write,
): Promise<string | undefined> {
  if (order.status === 'CANCELLED') {
    throw new ShopError('CONFLICT', 'İptal edilmiş bir siparişin ödemesi zaten iade edildi.')
  }
  await refuseWhileCancelling(ctx, order.id)
  await refuseWhileRefunding(ctx, order.id, 'excess')
  const refundId = await write(ctx, order)
  if (refundId) await note(ctx, order.id, refundId, asked, key)
  return refundId
}

async function note(ctx: Ctx, orderId: string, refundId: string, asked: AskedRefund, key: string | undefined) {
  const { items, restock, reason } = asked
  await ctx.db.insert(itemRefunds).values({ refundId, orderId, restock, note: reason, requestKey: key ?? null })
  if (items.length > 0) {
    await ctx.db
      .insert(refundItems)
      .values(items.map(({ itemId, quantity }) => ({ refundId, orderItemId: itemId, quantity })))
  }
  const refund = await findRefund(ctx, refundId)
  if (refund?.byHand) await queueOwedMail(ctx, orderId, { amountKurus: refund.amountKurus, reason })
}

/** Returns the earlier refund of this key; IDEMPOTENCY_CONFLICT when something else was asked for. */
async function findSame(ctx: Ctx, orderId: string, key: string, asked: AskedRefund): Promise<string | undefined> {
  const [known] = await ctx.db
    .select()
    .from(itemRefunds)
    .where(and(eq(itemRefunds.orderId, orderId), eq(itemRefunds.requestKey, key)))
  if (!known) return undefined
  const units = await ctx.db.select().from(refundItems).where(eq(refundItems.refundId, known.refundId))
  const before: AskedRefund = {
    items: units.map(({ orderItemId, quantity }) => ({ itemId: orderItemId, quantity })),
    freeKurus: units.length > 0 ? null : ((await findRefund(ctx, known.refundId))?.amountKurus ?? 0),
    restock: known.restock,
    reason: known.note,
  }
  if (isDeepStrictEqual(sorted(asked), sorted(before))) return known.refundId
  throw new ShopError('IDEMPOTENCY_CONFLICT', 'Bu istek daha önce başka bir iade için kullanıldı; sayfayı yenileyin.')
}

function sorted({ items, ...asked }: AskedRefund) {
  return { ...asked, items: items.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)) }
}
