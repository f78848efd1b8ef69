import { and, eq } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inRetriedTransaction, inTransaction, requireRight } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { shownOrderId } from '../order-id.ts'
import { shelveReturn } from '../orders/giving-back/shelf.ts'
import { markExchanged, writeItemRefund } from '../orders/item-refunds.ts'
import { finishRefund } from '../orders/refunds.ts'
import type { orders } from '../orders/schema.ts'
import type { Completion, Receipt, Refusal } from './contract.ts'
import { endReplacement, release } from './exchanges/replacement.ts'
import { finishDifference, onArrival, requireExchangeable } from './exchanges/steps.ts'
import { lockReturn, setStatus } from './locked.ts'
import { queueReturnMail } from './mails.ts'
import { freeUnits, holdUnitsAgain } from './requests.ts'
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
      // What was kept for her is on sale again since.
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

/**
 * The parcel is here, and its pieces were looked at. One that comes after its money went back is put away at once; otherwise
 * its pieces are put away with the refund.
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
    await setConditions(ctx, id, receipt)
    const receivedAt = row.receivedAt ?? ctx.clock()
    await setStatus(ctx, row, order, arrivesLate ? 'COMPLETED' : 'RECEIVED', { receivedAt })
    if (row.refundId || arrivesLate) await shelveReturn(ctx, id)
    else await onArrival(ctx, row, order)
    // Of an order that ended unpaid nothing is paid back.
    if (row.receivedAt === null && order.status !== 'CANCELLED') await queueReturnMail(ctx, id, 'RECEIVED')
    await noteChange(ctx, row, order, { returnStatus: 'RECEIVED', condition: receipt.condition })
  })
  return getReturnAsStaff(ctx, id)
}

async function setConditions(ctx: Ctx, returnId: string, { condition, items }: Receipt): Promise<void> {
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
}

/**
 * Pays the pieces back the way they were paid, or has them pay the order of the new ones, which may then be prepared: through the provider, or by the owner's hand. Writes it in one transaction
 * with where the pieces go; then asks the bank, and recovery finishes what was cut short. It is COMPLETED once the money is back.
 */
export async function completeReturn(ctx: Ctx, id: string, { withoutParcel }: Completion): Promise<Return> {
  const actorId = requireRight(ctx, 'returns')
  const refundId = await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockReturn(ctx, id)
    refuseToComplete(row, withoutParcel)
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
    await noteChange(ctx, row, order, { returnStatus: 'COMPLETED', withoutParcel })
    ctx.atStep?.('return-completing')
    return refund?.id
  })
  if (refundId) {
    ctx.atStep?.('refund-written')
    await finishRefund(ctx, refundId)
  }
  return getReturnAsStaff(ctx, id)
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
