import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { users } from '../../accounts/schema.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { brokenConstraint, ShopError } from '../../errors.ts'
import { isWaitingItsTurn, type Refund } from '../../payments/refunds.ts'
import { refunds } from '../../payments/schema.ts'
import {
  lockOrder,
  lockOrigin,
  refuseWhileCancelling,
  refuseWhileExchangeEnds,
  refuseWhileRefunding,
} from '../locked.ts'
import { queueOwedMail } from '../mails.ts'
import type { OrderRow } from '../orders.ts'
import { itemRefunds, refundItems } from '../schema.ts'

/** A refund as the owner requests it: units, or a sum of her choice. */
export type AskedRefund = {
  items: { itemId: string; quantity: number }[]
  /** Null: the units' share. */
  freeKurus: number | null
  /** Store credit instead of money; the customer agreed. */
  asCredit: boolean
  restock: boolean
  reason: string
}

/** Takes money and credit; undefined when there is too little left. */
type Write = (ctx: Ctx, order: OrderRow) => Promise<Refund | undefined>

/** Its key, and how many refunds of the order its owner saw. */
type Once = { key: string | undefined; refundsSeen: number | undefined }

/**
 * Has a refund of an order written down, once for its key, while the order is locked. Returns its id. The same key with
 * something else is IDEMPOTENCY_CONFLICT; EDIT_CONFLICT when somebody else gave back of the order since it was read.
 */
export async function requestOnce(
  ctx: Ctx,
  orderId: string,
  asked: AskedRefund,
  { key, refundsSeen }: Once,
  write: Write,
): Promise<string> {
  try {
    return await inTransaction(ctx, async (ctx) => {
      await lockOrigin(ctx, orderId)
      const order = await lockOrder(ctx, orderId)
      const known = key && (await findSame(ctx, orderId, key, asked))
      if (known) return known
      await refuseUnseen(ctx, orderId, refundsSeen)
      const refund = await writeDown(ctx, order, asked, key, write)
      if (!refund) throw tooMuch()
      return refund.id
    })
  } catch (error) {
    const isTaken = key && brokenConstraint(error) === 'item_refunds_request_key'
    const known = isTaken && (await findSame(ctx, orderId, key, asked))
    if (known) return known
    throw error
  }
}

/** Two who give back for the same reason at once would give twice. */
async function refuseUnseen(ctx: Ctx, orderId: string, seen: number | undefined): Promise<void> {
  if (seen === undefined) return
  const given = and(eq(refunds.orderId, orderId), ne(refunds.status, 'FAILED'), gt(moneyAndCredit, 0))
  if ((await ctx.db.$count(refunds, given)) <= seen) return
  const message =
    'İade yapılmadı; bu siparişten bu arada başka bir iade yapıldı. Yapılan iadelere bakıp yeniden karar verin.'
  throw new ShopError('EDIT_CONFLICT', message)
}

const moneyAndCredit = sql<number>`${refunds.amountKurus} + ${refunds.creditKurus}`

/** The same for an order that the caller has locked; undefined, and nothing written, when there is too little money left. */
export async function writeDown(
  ctx: Ctx,
  order: OrderRow,
  asked: AskedRefund,
  key: string | undefined,
  write: Write,
): Promise<Refund | undefined> {
  if (order.status === 'CANCELLED') {
    throw new ShopError('CONFLICT', 'İptal edilmiş bir siparişin ödemesi zaten iade edildi.')
  }
  if (order.exchangeOf && !order.exchangedAt) throw oldPiecesMissing()
  if (asked.asCredit) await requireAccount(ctx, order)
  await refuseWhileCancelling(ctx, order.id)
  await refuseWhileRefunding(ctx, order.id, 'beyond the order')
  await refuseWhileExchangeEnds(ctx, order.id)
  const refund = await write(ctx, order)
  if (refund) await note(ctx, refund, asked, key)
  return refund
}

/** Stores the request beside the refund. A buyer who is paid by hand is asked for her account by mail. */
export async function note(ctx: Ctx, refund: Refund, asked: AskedRefund, key: string | undefined) {
  const { id: refundId, orderId } = refund
  const { items, restock, reason, asCredit } = asked
  await ctx.db
    .insert(itemRefunds)
    .values({ refundId, orderId, restock, note: reason, asCredit, requestKey: key ?? null })
  if (items.length > 0) {
    await ctx.db
      .insert(refundItems)
      .values(items.map(({ itemId, quantity }) => ({ refundId, orderItemId: itemId, quantity })))
  }
  if (refund.byHand && !(await isWaitingItsTurn(ctx, refund))) await queueOwedMail(ctx, refund, reason)
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
    freeKurus: units.length === 0 ? await sumWritten(ctx, known.refundId) : null,
    asCredit: known.asCredit,
    restock: known.restock,
    reason: known.note,
  }
  if (isDeepStrictEqual(sorted(asked), sorted(before))) return known.refundId
  throw new ShopError('IDEMPOTENCY_CONFLICT', 'Bu istek daha önce başka bir iade için kullanıldı; sayfayı yenileyin.')
}

/** The kuruş refunded for one request, over the order's own payment and those of older orders. */
export async function sumWritten(ctx: Ctx, refundId: string): Promise<number> {
  const beside = and(eq(refunds.afterRefundId, refundId), eq(refunds.reason, 'exchange'))
  const [row] = await ctx.db
    .select({ kurus: sql<number>`sum(${refunds.amountKurus} + ${refunds.creditKurus})::int` })
    .from(refunds)
    .where(or(eq(refunds.id, refundId), beside))
  return row?.kurus ?? 0
}

function sorted({ items, ...asked }: AskedRefund) {
  return { ...asked, items: items.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1)) }
}

/** More than is left, however it was counted. */
export function tooMuch(): ShopError {
  return new ShopError('CONFLICT', 'Bu tutar, siparişin iade edilebilecek tutarını aşıyor.')
}

/** The shop has not taken back the pieces that pay for the order. */
function oldPiecesMissing(): ShopError {
  const message = 'Bu sipariş bir değişimle oluştu; önce değişimi İadeler bölümünde sonuçlandırın.'
  return new ShopError('CONFLICT', message)
}

/** CONFLICT where nobody could spend the credit: for a guest, and for a deleted account. */
async function requireAccount(ctx: Ctx, { guest, userId }: OrderRow): Promise<void> {
  const [account] = await ctx.db.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId))
  if (!guest && account?.deletedAt === null) return
  const why = account?.deletedAt ? 'müşteri hesabını silmiş' : 'misafir olarak alışveriş edenin hesabı yoktur'
  throw new ShopError('CONFLICT', `Bu siparişe mağaza kredisi verilemez: ${why}; iadeyi para olarak yapın.`)
}
