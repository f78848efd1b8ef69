import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isOwnOrder } from '../accounts/guests/own-orders.ts'
import { recordChange } from '../audit/audit.ts'
import { asSentence } from '../catalog/withdrawal.ts'
import { type Ctx, inRetriedTransaction, inTransaction, newId, requireRight } from '../ctx.ts'
import { invalid, notFound, ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import { announceOrder } from '../orders/feed.ts'
import { lockOrder, noSuchOrder, refuseWhileCancelling, requireBoughtHere } from '../orders/locked.ts'
import { orderItems, type orders } from '../orders/schema.ts'
import { findTerms } from '../settings/terms.ts'
import { formatDate, istanbulDay, startOfIstanbulDay } from '../time.ts'
import type { EnteredReturn, NewReturn, SentReturn } from './contract.ts'
import { faultyDeadline, returnDeadline } from './days.ts'
import { endReplacement, writeReplacement } from './exchanges/replacement.ts'
import { finishDifference, onItsWay } from './exchanges/steps.ts'
import type { ReturnKind, ReturnReason } from './kinds.ts'
import { lockReturn, setStatus } from './locked.ts'
import { queueReturnMail, queueReturnNotice } from './mails.ts'
import { exemptionBeforeDelivery, isWithdrawable } from './on-the-way.ts'
import { getReturn, listMyReturns, type Return } from './returns.ts'
import { returnImages, returnItems, returns } from './schema.ts'
import { findReturnSettings } from './settings.ts'

type OrderRow = typeof orders.$inferSelect
type OrderItem = typeof orderItems.$inferSelect
type Wanted = { itemId: string; quantity: number; reason: ReturnReason; newVariantId?: string }

/** For a delivered order: until when its pieces may come back, which of them, and the returns so far. */
export type Returnable = {
  deadline: Date
  faultyDeadline: Date
  /** Whether the days of withdrawal are over; a faulty piece may still come back. */
  late: boolean
  items: { itemId: string; left: number; exemption: string | null }[]
  /** Until when they may be exchanged; null where the shop takes no such requests, or it is too late. */
  exchangeUntil: Date | null
  returns: Return[]
}

/** Finds what the buyer may still return of her order; undefined where the shop takes no such requests. */
export async function findReturnable(
  ctx: Ctx,
  order: OrderRow & { items: OrderItem[] },
): Promise<Returnable | undefined> {
  if (order.status !== 'DELIVERED' || !order.deliveredAt) return undefined
  const { enabled, exchanges } = await findReturnSettings(ctx)
  if (!enabled) return undefined
  const { exchangeDeadline, ...limits } = await limitsOf(ctx, order.deliveredAt)
  return {
    ...limits,
    late: ctx.clock() > limits.deadline,
    exchangeUntil: exchanges && ctx.clock() <= exchangeDeadline ? exchangeDeadline : null,
    items: order.items.map((item) => ({
      itemId: item.id,
      left: item.quantity - item.refundedQuantity - item.returningQuantity,
      exemption: item.withdrawalExemption,
    })),
    returns: await listMyReturns(ctx, order.id),
  }
}

/** For an order that has not arrived: the pieces that she may withdraw from already, and the returns so far. */
export type Withdrawable = Pick<Returnable, 'items' | 'returns'>

/** Undefined where the shop takes no such requests, or there is nothing to withdraw from and nothing to tell. */
export async function findWithdrawable(
  ctx: Ctx,
  order: OrderRow & { items: OrderItem[] },
): Promise<Withdrawable | undefined> {
  if (order.status === 'DELIVERED' || !(await findReturnSettings(ctx)).enabled) return undefined
  const returns = await listMyReturns(ctx, order.id)
  const open = isWithdrawable(order)
  if (!open && returns.length === 0) return undefined
  const items = order.items.map((item) => ({
    itemId: item.id,
    left: open ? item.quantity - item.refundedQuantity - item.returningQuantity : 0,
    exemption: exemptionBeforeDelivery(item),
  }))
  return { items, returns }
}

async function limitsOf(ctx: Ctx, deliveredAt: Date) {
  const { freeReturnDays, exchangeDays } = await findTerms(ctx)
  return {
    deadline: returnDeadline(deliveredAt, freeReturnDays),
    exchangeDeadline: returnDeadline(deliveredAt, exchangeDays),
    faultyDeadline: faultyDeadline(deliveredAt),
  }
}

/**
 * The shopper returns pieces of her order that is packed, on its way or delivered, or has delivered ones exchanged. RETURN_TOO_LATE
 * once the days are over, which begin with the delivery, NO_WITHDRAWAL for a piece that the law excepts; neither holds for a
 * faulty one, for which the shop answers two years. CONFLICT when fewer are left, OUT_OF_STOCK when what she wants is gone.
 */
export async function askForReturn(ctx: Ctx, orderId: string, input: NewReturn): Promise<Return> {
  const id = await inRetriedTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    if (!isOwnOrder(ctx, order)) throw noSuchOrder()
    await refuseSwitchedOff(ctx, input.kind)
    const items = await itemsOf(ctx, order, input.items)
    if (isWithdrawable(order)) refuseBeforeDelivery(order, items, input)
    else await refuseAfterDelivery(ctx, order, items, input)
    const id = await writeReturn(ctx, order, input, { status: 'REQUESTED', noticedAt: ctx.clock() })
    await attachImages(ctx, id, order.userId, input.images)
    await queueReturnMail(ctx, id, 'REQUESTED')
    await queueReturnNotice(ctx, id)
    return id
  })
  return getReturn(ctx, id)
}

async function refuseSwitchedOff(ctx: Ctx, kind: ReturnKind): Promise<void> {
  const { enabled, exchanges } = await findReturnSettings(ctx)
  if (!enabled) throw new ShopError('CONFLICT', 'İade için lütfen bize yazın; size nasıl göndereceğinizi anlatalım.')
  if (kind === 'EXCHANGE' && !exchanges)
    throw new ShopError('CONFLICT', 'Değişim için lütfen bize yazın; size nasıl yapılacağını anlatalım.')
}

/**
 * Staff writes down a return that she asked for in a message, at the counter or by telephone: any clear statement is a
 * withdrawal (Mesafeli Sözleşmeler Yönetmeliği m.11), also from an order that is packed or on its way (m.9). It is approved at
 * once, and neither days nor exceptions bind the shop.
 */
export async function enterReturn(ctx: Ctx, orderId: string, input: EnteredReturn): Promise<Return> {
  const actorId = requireRight(ctx, 'returns')
  const noticedAt = noticeOf(ctx, input)
  const id = await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    if (order.status !== 'DELIVERED' && !isWithdrawable(order)) throw notPackedYet(order)
    await itemsOf(ctx, order, input.items)
    const id = await writeReturn(ctx, order, input, { status: 'APPROVED', noticedAt, actorId })
    await queueReturnMail(ctx, id, 'APPROVED')
    return id
  })
  return getReturn(ctx, id)
}

function notPackedYet({ status }: OrderRow): ShopError {
  if (status === 'CANCELLED') return new ShopError('CONFLICT', 'Bu sipariş iptal edilmiş; iade edilecek bir ürün yok.')
  return new ShopError('CONFLICT', 'Hazırlanmamış bir sipariş iade edilmez; siparişi iptal edebilirsiniz.')
}

/** The start of the day of her message, or now when it is of today. */
function noticeOf(ctx: Ctx, { noticedOn }: EnteredReturn): Date {
  const now = ctx.clock()
  if (noticedOn === undefined || noticedOn === istanbulDay(now)) return now
  const day = startOfIstanbulDay(noticedOn)
  if (day > now) throw invalid({ noticedOn: ['Bildirim günü gelecekte olamaz'] })
  return day
}

/** The order's pieces that are named; 400 for one that is not of it. */
async function itemsOf(ctx: Ctx, order: OrderRow, wanted: Wanted[]): Promise<Map<string, OrderItem>> {
  requireBoughtHere(order)
  const rows = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  const items = new Map(rows.map((item) => [item.id, item]))
  const strange = wanted.findIndex(({ itemId }) => !items.has(itemId))
  if (strange >= 0) throw invalid({ [`items.${strange}.itemId`]: ['Bu siparişte böyle bir ürün yok'] })
  return items
}

async function refuseTooLate(ctx: Ctx, deliveredAt: Date, { kind, items }: NewReturn): Promise<void> {
  const { faultyDeadline, exchangeDeadline, ...limits } = await limitsOf(ctx, deliveredAt)
  const deadline = kind === 'EXCHANGE' ? exchangeDeadline : limits.deadline
  const what = kind === 'EXCHANGE' ? 'Değişim' : 'İade'
  const now = ctx.clock()
  if (now > faultyDeadline) {
    throw new ShopError(
      'RETURN_TOO_LATE',
      `Bu sipariş için iade süresi ${formatDate(faultyDeadline)} günü doldu; sorularınız için lütfen bize yazın.`,
    )
  }
  if (now > deadline && items.some(({ reason }) => reason !== 'FAULTY')) {
    throw new ShopError(
      'RETURN_TOO_LATE',
      `${what} süreniz ${formatDate(deadline)} günü doldu; ürün kusurluysa neden olarak “Kusurlu veya hasarlı” seçin.`,
    )
  }
}

/** Before delivery she cannot exchange, which needs the old piece, and a fault, which nobody can know yet, lifts no exception. */
function refuseBeforeDelivery(
  { status }: OrderRow,
  items: Map<string, OrderItem>,
  { kind, items: wanted }: NewReturn,
): void {
  if (kind === 'EXCHANGE') {
    const way = 'önce paketinizi teslim alın ya da şimdiden iade isteyin.'
    throw new ShopError(
      'CONFLICT',
      `${status === 'SHIPPED' ? 'Yoldaki' : 'Paketlenen'} bir sipariş değiştirilemez; ${way}`,
    )
  }
  for (const { itemId } of wanted) {
    const item = items.get(itemId)
    const exemption = item && exemptionBeforeDelivery(item)
    if (!exemption) continue
    throw new ShopError(
      'NO_WITHDRAWAL',
      `${item.productName} için cayma hakkı yok: ${asSentence(exemption)} Ürün size kusurlu ulaşırsa o zaman bildirebilirsiniz.`,
    )
  }
}

async function refuseAfterDelivery(
  ctx: Ctx,
  { status, deliveredAt, shippedAt }: OrderRow,
  items: Map<string, OrderItem>,
  input: NewReturn,
): Promise<void> {
  if (status === 'CANCELLED') throw new ShopError('CONFLICT', 'Bu sipariş iptal edilmiş; iade edilecek bir ürün yok.')
  if (status !== 'DELIVERED' || !deliveredAt) {
    const mayCancel = (status === 'PENDING' || status === 'CONFIRMED') && !shippedAt && !deliveredAt
    const way = mayCancel ? 'siparişi iptal edebilir ya da bize yazabilirsiniz.' : 'lütfen bize yazın.'
    throw new ShopError('CONFLICT', `Kargoya verilmemiş bir sipariş iade edilemez; ${way}`)
  }
  await refuseTooLate(ctx, deliveredAt, input)
  // Pieces that the law excepts may still be exchanged: the shop promises exchanges for all.
  if (input.kind === 'RETURN') refuseExempt(items, input.items)
}

function refuseExempt(items: Map<string, OrderItem>, wanted: Wanted[]): void {
  for (const { itemId, reason } of wanted) {
    const item = items.get(itemId)
    if (!item?.withdrawalExemption || reason === 'FAULTY') continue
    throw new ShopError(
      'NO_WITHDRAWAL',
      `${item.productName} için cayma hakkı yok: ${asSentence(item.withdrawalExemption)} Ürün kusurluysa neden olarak “Kusurlu veya hasarlı” seçin.`,
    )
  }
}

type Writing = { status: 'REQUESTED' | 'APPROVED'; noticedAt: Date; actorId?: string | undefined }

/** Writes the return and takes its units out of what may still come back; the caller has locked the order. */
async function writeReturn(
  ctx: Ctx,
  order: OrderRow,
  { items, note, kind = 'RETURN' }: { items: Wanted[]; note: string; kind?: ReturnKind },
  { status, noticedAt, actorId }: Writing,
): Promise<string> {
  await refuseWhileCancelling(ctx, order.id)
  for (const wanted of items) await holdUnits(ctx, order.id, wanted)
  const now = ctx.clock()
  const approvedAt = status === 'APPROVED' ? now : null
  const swaps = items.flatMap(({ newVariantId, ...item }) => (newVariantId ? [{ ...item, newVariantId }] : []))
  const kept = kind === 'EXCHANGE' ? await writeReplacement(ctx, order, swaps) : {}
  const { id, code } = await insertWithCode(ctx, {
    ...{ orderId: order.id, kind, status, note, noticedAt, approvedAt },
    ...{ ...kept, enteredBy: actorId ?? null, createdAt: now, updatedAt: now },
  })
  await ctx.db
    .insert(returnItems)
    .values(items.map(({ itemId, ...wanted }) => ({ ...wanted, returnId: id, orderItemId: itemId })))
  if (status === 'APPROVED') {
    await recordChange(ctx, {
      action: 'order.return',
      subject: { id: order.id, name: shownOrderId(order.id) },
      after: { code, returnStatus: status, note },
      ...(actorId ? { actorId } : {}),
    })
  }
  await announceOrder(ctx, { kind: 'changed', orderId: order.id, totalKurus: order.totalKurus })
  return id
}

/** The row itself decides who of two asks for the last unit. */
async function holdUnits(ctx: Ctx, orderId: string, { itemId, quantity }: Wanted): Promise<void> {
  const { returningQuantity, refundedQuantity } = orderItems
  const held = await ctx.db
    .update(orderItems)
    .set({ returningQuantity: sql`${returningQuantity} + ${quantity}` })
    .where(
      and(
        eq(orderItems.id, itemId),
        eq(orderItems.orderId, orderId),
        sql`${refundedQuantity} + ${returningQuantity} + ${quantity} <= ${orderItems.quantity}`,
      ),
    )
    .returning({ id: orderItems.id })
  if (held.length > 0) return
  const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.id, itemId))
  const left = item ? item.quantity - item.refundedQuantity - item.returningQuantity : 0
  const name = item?.productName ?? 'Bu ürün'
  throw new ShopError(
    'CONFLICT',
    left > 0
      ? `${name} ürününden en çok ${left} adet iade edilebilir.`
      : `${name} ürününün tamamı iade edildi ya da iadesi sürüyor; hesabınızdan durumuna bakabilirsiniz.`,
  )
}

/** Letters and digits that are not taken for one another, and that make no words. */
const letters = '23456789CDFGHJKMNPQRTVWX'

/** Draws codes until one is free. */
async function insertWithCode(
  ctx: Ctx,
  values: Omit<typeof returns.$inferInsert, 'id' | 'code'>,
): Promise<{ id: string; code: string }> {
  for (;;) {
    const code = `R${Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')}`
    const [row] = await ctx.db
      .insert(returns)
      .values({ id: newId(), code, ...values })
      .onConflictDoNothing({ target: returns.code })
      .returning({ id: returns.id, code: returns.code })
    if (row) return row
  }
}

async function attachImages(ctx: Ctx, returnId: string, userId: string, ids: string[]): Promise<void> {
  const unique = [...new Set(ids)]
  for (const [position, id] of unique.entries()) {
    const attached = await ctx.db
      .update(returnImages)
      .set({ returnId, position })
      .where(and(eq(returnImages.id, id), eq(returnImages.userId, userId), isNull(returnImages.returnId)))
      .returning({ id: returnImages.id })
    if (attached.length === 0) throw invalid({ images: ['Görsel bulunamadı, lütfen yeniden ekleyin'] })
  }
}

/** She takes her return back, as long as nothing is on its way. A payment for an exchange goes back by itself. */
export async function takeReturnBack(ctx: Ctx, id: string): Promise<Return> {
  const refundId = await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockMine(ctx, id)
    if (row.status === 'CANCELLED') return undefined
    if (row.status !== 'REQUESTED' && row.status !== 'APPROVED') {
      throw new ShopError('CONFLICT', 'Bu iade artık geri alınamaz; bir değişiklik için lütfen bize yazın.')
    }
    if (row.refundId) throw new ShopError('CONFLICT', 'Bu iadenin parası yolda; geri almak için lütfen bize yazın.')
    const actorId = order.userId
    const refundId = await endReplacement(ctx, row, { note: 'Müşteri değişimden vazgeçti', actorId })
    await freeUnits(ctx, id)
    await setStatus(ctx, row, order, 'CANCELLED')
    await queueReturnMail(ctx, id, 'CANCELLED')
    return refundId
  })
  await finishDifference(ctx, refundId)
  return getReturn(ctx, id)
}

/** She has handed the parcel over. Said again, it only changes the tracking number. */
export async function markReturnSent(ctx: Ctx, id: string, { trackingNumber }: SentReturn): Promise<Return> {
  await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockMine(ctx, id)
    if (row.status !== 'APPROVED' && row.status !== 'ON_ITS_WAY') {
      throw new ShopError('CONFLICT', 'Bu iade şu anda gönderilemez; önce onaylanmasını bekleyin.')
    }
    await setStatus(ctx, row, order, 'ON_ITS_WAY', { trackingNumber: trackingNumber || row.trackingNumber })
    await onItsWay(ctx, row)
    if (row.status === 'APPROVED') await queueReturnMail(ctx, id, 'ON_ITS_WAY')
  })
  return getReturn(ctx, id)
}

export async function lockMine(ctx: Ctx, id: string) {
  const locked = await lockReturn(ctx, id)
  if (!isOwnOrder(ctx, locked.order)) throw notFound('İade bulunamadı.')
  return locked
}

/** The units of a return that ended without a refund may come back another time. */
export async function freeUnits(ctx: Ctx, returnId: string): Promise<void> {
  const units = await ctx.db.select().from(returnItems).where(eq(returnItems.returnId, returnId))
  for (const { orderItemId, quantity } of units) await freeSome(ctx, orderItemId, quantity)
}

/** The same of so many units of one piece; returns the line of its order. */
export async function freeSome(ctx: Ctx, itemId: string, quantity: number): Promise<OrderItem | undefined> {
  const [item] = await ctx.db
    .update(orderItems)
    .set({ returningQuantity: sql`${orderItems.returningQuantity} - ${quantity}` })
    .where(eq(orderItems.id, itemId))
    .returning()
  return item
}

/** Takes the units of a return that was refused into it again; CONFLICT when they went another way meanwhile. */
export async function holdUnitsAgain(ctx: Ctx, returnId: string, orderId: string): Promise<void> {
  const units = await ctx.db
    .select()
    .from(returnItems)
    .where(inArray(returnItems.returnId, [returnId]))
  for (const { orderItemId, quantity, reason } of units)
    await holdUnits(ctx, orderId, { itemId: orderItemId, quantity, reason })
}
