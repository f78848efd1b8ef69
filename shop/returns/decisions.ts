import { and, eq } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inRetriedTransaction, inTransaction, requireConfirmed, requireRight } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import { shelveReturn } from '../orders/giving-back/shelf.ts'
import { isWithdrawn } from '../orders/giving-back/unpaid-returns.ts'
import { endUnsent, isUnsent } from '../orders/giving-back/unsent.ts'
import { markExchanged, writeItemRefund } from '../orders/item-refunds.ts'
import { lockOrigin, lockWaitingPayment } from '../orders/locked.ts'
import { cancelUnpaid } from '../orders/placed.ts'
import { finishRefund } from '../orders/refunds.ts'
import type { orders } from '../orders/schema.ts'
import type { Completion, Receipt, Refusal } from './contract.ts'
import { endReplacement, findReplacement, release } from './exchanges/replacement.ts'
import { finishDifference, onArrival, requireExchangeable } from './exchanges/steps.ts'
import { lockReturn, setStatus } from './locked.ts'
import { queueReturnMail } from './mails.ts'
import { freeSome, freeUnits, holdUnitsAgain } from './requests.ts'
import { getReturnAsStaff, type Return } from './returns.ts'
import { type ReturnRow, returnItems } from './schema.ts'

type OrderRow = typeof orders.$inferSelect

/** The shop agrees, also to a return that it refused before. Said twice it changes nothing. */
export async function approveReturn(ctx: Ctx, id: string): Promise<Return> {
  requireRight(ctx, 'returns')
  await inTransaction(ctx, async (ctx) => {
    const { row, order } = await lockReturn(ctx, id)
    if (row.status === 'APPROVED') return
    if (row.status !== 'REQUESTED' && row.status !== 'REFUSED') {
      throw new ShopError('CONFLICT', 'Yalnızca bekleyen veya reddedilmiş bir iade onaylanabilir; sayfayı yenileyin.')
    }
    if (row.status === 'REFUSED') {
      await holdUnitsAgain(ctx, id, order.id)
      // The new pieces that were kept for her have gone back on sale: they are kept again.
      await onArrival(ctx, row, order)
    }
    await setStatus(ctx, row, order, 'APPROVED', { approvedAt: ctx.clock(), refusal: '' })
    await queueReturnMail(ctx, id, 'APPROVED')
    await noteChange(ctx, row, order, { returnStatus: 'APPROVED' })
  })
  return getReturnAsStaff(ctx, id)
}

/** The shop refuses, or closes a return that never came; she reads the reason. Its units may come back another time. */
export async function refuseReturn(ctx: Ctx, id: string, { reason }: Refusal): Promise<Return> {
  const actorId = requireRight(ctx, 'returns')
  const refundId = await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockReturn(ctx, id)
    if (row.status === 'REFUSED' || row.status === 'CANCELLED' || row.status === 'COMPLETED') {
      throw new ShopError('CONFLICT', 'Bu iade sonuçlanmış; sayfayı yenileyin.')
    }
    if (row.refundId) throw new ShopError('CONFLICT', 'Bu iadenin parası istendi; artık reddedilemez.')
    if (row.shelvedAt) throw new ShopError('CONFLICT', 'Bu iadenin ürünleri rafa kondu; artık reddedilemez.')
    await requireGivingDifferenceBack(ctx, row)
    const refundId = await endReplacement(ctx, row, { note: 'Değişim reddedildi', actorId })
    await freeUnits(ctx, id)
    await setStatus(ctx, row, order, 'REFUSED', { refusal: reason })
    await queueReturnMail(ctx, id, 'REFUSED')
    await noteChange(ctx, row, order, { returnStatus: 'REFUSED', reason })
    return refundId
  })
  await finishDifference(ctx, refundId)
  return getReturnAsStaff(ctx, id)
}

/** With an exchange whose difference was paid that money goes back: for who may do that. */
async function requireGivingDifferenceBack(ctx: Ctx, row: ReturnRow): Promise<void> {
  const replacement = await findReplacement(ctx, row)
  if (!replacement?.paidAt || replacement.totalKurus <= replacement.exchangeKurus) return
  requireRight(ctx, 'amounts')
  requireConfirmed(ctx)
}

/**
 * The parcel is here, and its pieces were looked at. One that comes after its money went back is put away at once; otherwise
 * its pieces are put away with the refund. Those that were not in it leave the return: they are not paid back, she reads so, and
 * they may be returned another time.
 */
export async function receiveReturn(ctx: Ctx, id: string, receipt: Receipt): Promise<Return> {
  requireRight(ctx, 'returns')
  await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockReturn(ctx, id)
    if (row.shelvedAt) throw new ShopError('CONFLICT', 'Bu iadenin ürünleri teslim alınıp yerine kondu.')
    const arrivesLate = row.status === 'COMPLETED'
    if (!arrivesLate && row.status !== 'APPROVED' && row.status !== 'ON_ITS_WAY' && row.status !== 'RECEIVED') {
      const way = row.status === 'REQUESTED' || row.status === 'REFUSED' ? 'önce onaylayın' : 'sayfayı yenileyin'
      throw new ShopError('CONFLICT', `Bu iade teslim alınamaz; ${way}.`)
    }
    const units = await setConditions(ctx, id, receipt)
    const missing = await leaveOutMissing(ctx, row, arrivals(units, receipt.items))
    const receivedAt = row.receivedAt ?? ctx.clock()
    await setStatus(ctx, row, order, arrivesLate ? 'COMPLETED' : 'RECEIVED', { receivedAt })
    if (row.refundId || arrivesLate) await shelveReturn(ctx, id)
    else await onArrival(ctx, row, order)
    // The mail speaks of the money: an order that ended unpaid gets none back.
    const isNews = row.receivedAt === null || missing.length > 0
    if (isNews && order.status !== 'CANCELLED') await queueReturnMail(ctx, id, 'RECEIVED', missing)
    const facts = missing.length > 0 ? { missingPieces: missing.join('; ') } : {}
    await noteChange(ctx, row, order, { returnStatus: 'RECEIVED', condition: receipt.condition, ...facts })
  })
  return getReturnAsStaff(ctx, id)
}

type Unit = typeof returnItems.$inferSelect

async function setConditions(ctx: Ctx, returnId: string, { condition, items }: Receipt): Promise<Unit[]> {
  const units = await ctx.db.select().from(returnItems).where(eq(returnItems.returnId, returnId))
  const strange = items.findIndex(({ itemId }) => !units.some(({ orderItemId }) => orderItemId === itemId))
  if (strange >= 0) throw invalid({ [`items.${strange}.itemId`]: ['Bu iadede böyle bir ürün yok'] })
  await ctx.db.update(returnItems).set({ condition }).where(eq(returnItems.returnId, returnId))
  for (const own of items) {
    await ctx.db
      .update(returnItems)
      .set({ condition: own.condition })
      .where(and(eq(returnItems.returnId, returnId), eq(returnItems.orderItemId, own.itemId)))
  }
  return units
}

type Arrival = { itemId: string; asked: number; arrived: number }

function arrivals(units: Unit[], items: Receipt['items']): Arrival[] {
  return units.map(({ orderItemId: itemId, quantity: asked }) => {
    const place = items.findIndex((own) => own.itemId === itemId)
    const arrived = items[place]?.arrived ?? asked
    if (arrived > asked) throw invalid({ [`items.${place}.arrived`]: [`Bu iadede bu üründen ${asked} adet var`] })
    return { itemId, asked, arrived }
  })
}

/** Returns the pieces that were not in the parcel, in words. */
async function leaveOutMissing(ctx: Ctx, row: ReturnRow, pieces: Arrival[]): Promise<string[]> {
  const missing = pieces.filter(({ asked, arrived }) => arrived < asked)
  if (missing.length === 0) return []
  if (row.kind === 'EXCHANGE') {
    throw new ShopError('CONFLICT', 'Değişimde eksik gelen ürün ayrılamaz; önce iadeye çevirin.')
  }
  if (row.refundId || row.status === 'COMPLETED') {
    throw new ShopError('CONFLICT', 'Bu iadenin parası istendi; gelmeyen ürün artık çıkarılamaz.')
  }
  if (pieces.every(({ arrived }) => arrived === 0)) {
    throw new ShopError('CONFLICT', 'Ürünlerin hiçbiri gelmediyse iadeyi reddedin.')
  }
  const words: string[] = []
  for (const { itemId, asked, arrived } of missing) {
    const own = and(eq(returnItems.returnId, row.id), eq(returnItems.orderItemId, itemId))
    if (arrived === 0) await ctx.db.delete(returnItems).where(own)
    else await ctx.db.update(returnItems).set({ quantity: arrived }).where(own)
    const item = await freeSome(ctx, itemId, asked - arrived)
    if (item) words.push(`${item.productName} (${item.color}, ${item.size}), ${asked - arrived} adet`)
  }
  return words
}

/**
 * Pays the pieces back the way they were paid, or has them pay the order of the new ones, which may then be prepared: through the provider, or by the owner's hand. Writes it in one transaction
 * with where the pieces go; then asks the bank, and recovery finishes what was cut short. It is COMPLETED once the money is back.
 */
export async function completeReturn(ctx: Ctx, id: string, { withoutParcel }: Completion): Promise<Return> {
  requireRight(ctx, 'returns')
  const refundId = await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockReturn(ctx, id)
    refuseToComplete(row, withoutParcel)
    return writeCompletion(ctx, row, order, { withoutParcel })
  })
  await finish(ctx, refundId)
  return getReturnAsStaff(ctx, id)
}

/** Writes the refund of a locked return. Returns the one that the bank is still to be asked for. */
async function writeCompletion(ctx: Ctx, row: ReturnRow, order: OrderRow, facts: object): Promise<string | undefined> {
  const { id } = row
  const actorId = requireRight(ctx, 'returns')
  const exchange = row.kind === 'EXCHANGE' ? await requireExchangeable(ctx, row) : undefined
  const units = await ctx.db.select().from(returnItems).where(eq(returnItems.returnId, id))
  const refund = await writeItemRefund(
    ctx,
    order,
    {
      items: units.map(({ orderItemId, quantity }) => ({ itemId: orderItemId, quantity })),
      // The pieces go where their condition sends them, whenever they come.
      restock: false,
      reason: `${row.kind === 'EXCHANGE' ? 'Değişim' : 'İade'} ${row.code}`,
    },
    { actorId, returned: true, ...(exchange ? { exchanged: exchange.exchanged } : {}) },
  )
  if (exchange) await release(ctx, exchange.replacement)
  // Old pieces that count nothing move no money that would be waited for.
  if (exchange && !refund) await markExchanged(ctx, exchange.replacement.id)
  const now = ctx.clock()
  if (row.receivedAt) await shelveReturn(ctx, id)
  // Nothing is left to pay back: it went back another way before.
  const over = refund ? {} : { completedAt: now }
  await setStatus(ctx, row, order, refund ? row.status : 'COMPLETED', { refundId: refund?.id ?? null, ...over })
  if (refund?.byHand) await queueReturnMail(ctx, id, 'BY_HAND')
  await noteChange(ctx, row, order, { returnStatus: 'COMPLETED', ...facts })
  // No bank is asked for it.
  if (!refund && !exchange) await endUnsent(ctx, order.id, actorId)
  ctx.atStep?.('return-completing')
  return refund?.id
}

async function finish(ctx: Ctx, refundId: string | undefined): Promise<void> {
  if (!refundId) return
  ctx.atStep?.('refund-written')
  await finishRefund(ctx, refundId)
}

/**
 * Her order's parcel has not left, and the pieces that she withdrew from stay in the shop: approved, received as new and paid back
 * at once. While the order is still to be paid at the door no money goes back: the order ends if she withdrew from all of it, and
 * otherwise the return waits until the rest is paid. CONFLICT once the parcel left, or when the return is over.
 */
export async function keepWithdrawn(ctx: Ctx, id: string): Promise<Return> {
  const actorId = requireRight(ctx, 'returns')
  const refundId = await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockUnsent(ctx, id)
    const now = ctx.clock()
    // Pieces that were looked at before keep their condition.
    if (!row.receivedAt) await setConditions(ctx, id, { condition: 'AS_NEW', items: [] })
    const kept = { approvedAt: row.approvedAt ?? now, receivedAt: row.receivedAt ?? now, refusal: '' }
    await setStatus(ctx, row, order, 'RECEIVED', kept)
    if (order.paymentStatus !== 'CASH_ON_DELIVERY') {
      return writeCompletion(ctx, { ...row, ...kept, status: 'RECEIVED' }, order, { withoutParcel: false })
    }
    await noteChange(ctx, row, order, { returnStatus: 'RECEIVED', condition: 'AS_NEW' })
    if (await endAtDoor(ctx, order, actorId)) return undefined
    // They are here, whenever the rest is paid.
    await shelveReturn(ctx, id)
    if (row.status !== 'RECEIVED') await queueReturnMail(ctx, id, 'RECEIVED')
    return undefined
  })
  await finish(ctx, refundId)
  return getReturnAsStaff(ctx, id)
}

/** Locks the payment that is awaited at the door first, in the order in which entering its money does. */
async function lockUnsent(ctx: Ctx, id: string) {
  const { orderId } = await getReturnAsStaff(ctx, id)
  await lockOrigin(ctx, orderId)
  await lockWaitingPayment(ctx, orderId)
  const { row, order } = await lockReturn(ctx, id)
  if (!isUnsent(order)) {
    const way = order.status === 'CANCELLED' ? 'sayfayı yenileyin' : 'paket size dönünce “Teslim aldım” deyin'
    throw new ShopError('CONFLICT', `Bu siparişin paketi artık sizde görünmüyor; ${way}.`)
  }
  if (row.kind === 'EXCHANGE') throw new ShopError('CONFLICT', 'Değişim bu yolla tamamlanamaz; sayfayı yenileyin.')
  if (row.refundId || row.status === 'CANCELLED' || row.status === 'REFUSED' || row.status === 'COMPLETED') {
    throw new ShopError('CONFLICT', 'Bu iade sonuçlanmış ya da parası istenmiş; sayfayı yenileyin.')
  }
  return { row, order }
}

/** False while something of the order is still to be sent and paid. */
async function endAtDoor(ctx: Ctx, order: OrderRow, actorId: string | undefined): Promise<boolean> {
  const waiting = await lockWaitingPayment(ctx, order.id)
  if (!waiting || !(await isWithdrawn(ctx, order.id))) return false
  const words = { note: 'Yola çıkmadan vazgeçildi', told: 'cayma bildiriminiz üzerine iptal edildi' }
  return cancelUnpaid(ctx, waiting, { cause: 'withdrawn before it left', ...words, actorId, restock: true })
}

function refuseToComplete(row: ReturnRow, withoutParcel: boolean): void {
  if (row.refundId && row.status !== 'COMPLETED') {
    throw new ShopError('CONFLICT', 'Bu iadenin parası zaten istendi; sonucu bu sayfada görünür.')
  }
  if (row.status === 'RECEIVED') return
  if (row.status !== 'APPROVED' && row.status !== 'ON_ITS_WAY') {
    const way = row.status === 'REQUESTED' ? 'önce onaylayın' : 'sayfayı yenileyin'
    throw new ShopError('CONFLICT', `Bu iade tamamlanamaz; ${way}.`)
  }
  if (!withoutParcel) throw new ShopError('CONFLICT', 'Paket henüz gelmedi; önce teslim aldığınızı işaretleyin.')
}

async function noteChange(ctx: Ctx, row: ReturnRow, order: OrderRow, after: object): Promise<void> {
  await recordChange(ctx, {
    action: 'order.return',
    subject: { id: order.id, name: shownOrderId(order.id) },
    before: { code: row.code, returnStatus: row.status },
    after: { code: row.code, ...after },
  })
}
