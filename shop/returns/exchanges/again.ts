/** An exchange whose new pieces are no longer kept: she chooses again, or it becomes a return. */

import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inRetriedTransaction, requireRight } from '../../ctx.ts'
import { invalid, ShopError } from '../../errors.ts'
import { findOpenTries, issuePaymentToken, type PaymentLink } from '../../order-desk/links.ts'
import { shownOrderId } from '../../order-id.ts'
import { lockWaitingPayment } from '../../orders/locked.ts'
import { orderItems } from '../../orders/schema.ts'
import { findTerms } from '../../settings/terms.ts'
import type { NewChoice } from '../contract.ts'
import { returnDeadline } from '../days.ts'
import { lockReturn, setStatus } from '../locked.ts'
import { queueReturnMail } from '../mails.ts'
import { lockMine } from '../requests.ts'
import { getReturn, isOpen, type Return } from '../returns.ts'
import { type ReturnRow, returnItems, returns } from '../schema.ts'
import {
  endReplacement,
  findReplacement,
  keepReserved,
  type OrderRow,
  swapsOf,
  writeReplacement,
} from './replacement.ts'
import { finishDifference } from './steps.ts'

/** She chooses other pieces in place of those that could not be kept. CONFLICT while what she chose is kept. */
export async function chooseAgain(ctx: Ctx, id: string, { items }: NewChoice): Promise<Return> {
  await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockMine(ctx, id)
    requireOpen(row)
    if (await findReplacement(ctx, row))
      throw new ShopError('CONFLICT', 'Seçtiğiniz ürün sizin için ayrılmış; değiştirmek için önce değişimi geri alın.')
    for (const [index, { itemId, newVariantId }] of items.entries()) {
      const changed = await ctx.db
        .update(returnItems)
        .set({ newVariantId })
        .where(and(eq(returnItems.returnId, id), eq(returnItems.orderItemId, itemId)))
        .returning({ id: returnItems.orderItemId })
      if (changed.length === 0) throw invalid({ [`items.${index}.itemId`]: ['Bu değişimde böyle bir ürün yok'] })
    }
    const kept = await writeReplacement(ctx, order, await swapsOf(ctx, id))
    await setStatus(ctx, row, order, row.status, kept)
    if (row.status !== 'REQUESTED' && row.status !== 'APPROVED') await keepReserved(ctx, { ...row, ...kept })
  })
  return getReturn(ctx, id)
}

/**
 * She takes her money instead. While the new pieces are kept that is a withdrawal, within its days and its exceptions; once
 * the shop cannot give them, neither binds her.
 */
export async function turnIntoReturn(ctx: Ctx, id: string): Promise<Return> {
  const refundId = await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockMine(ctx, id)
    requireOpen(row)
    if (await findReplacement(ctx, row)) await requireWithdrawal(ctx, row, order)
    return becomeReturn(ctx, row, order, order.userId)
  })
  await finishDifference(ctx, refundId)
  return getReturn(ctx, id)
}

/** The same by the shop, as they agreed. */
export async function turnIntoReturnAsStaff(ctx: Ctx, id: string): Promise<Return> {
  const actorId = requireRight(ctx, 'returns')
  const refundId = await inRetriedTransaction(ctx, async (ctx) => {
    const { row, order } = await lockReturn(ctx, id)
    requireOpen(row)
    const refundId = await becomeReturn(ctx, row, order, actorId)
    await recordChange(ctx, {
      action: 'order.return',
      subject: { id: order.id, name: shownOrderId(order.id) },
      before: { code: row.code, returnKind: 'EXCHANGE' },
      after: { code: row.code, returnKind: 'RETURN' },
    })
    return refundId
  })
  await finishDifference(ctx, refundId)
  return getReturn(ctx, id)
}

async function becomeReturn(ctx: Ctx, row: ReturnRow, order: OrderRow, actorId: string | undefined) {
  const refundId = await endReplacement(ctx, row, { note: 'Değişim iadeye çevrildi', actorId })
  const none = { replacementId: null, reservedUntil: null, worthKurus: null }
  await setStatus(ctx, row, order, row.status, { ...none, kind: 'RETURN' })
  await ctx.db.update(returnItems).set({ newVariantId: null }).where(eq(returnItems.returnId, row.id))
  await queueReturnMail(ctx, row.id, 'TURNED')
  return refundId
}

function requireOpen(row: ReturnRow): void {
  if (row.kind === 'EXCHANGE' && isOpen(row) && !row.refundId) return
  throw new ShopError('CONFLICT', 'Bu değişim sonuçlanmış; sayfayı yenileyin.')
}

async function requireWithdrawal(ctx: Ctx, { id, noticedAt }: ReturnRow, { deliveredAt }: OrderRow): Promise<void> {
  const { freeReturnDays } = await findTerms(ctx)
  if (deliveredAt && noticedAt > returnDeadline(deliveredAt, freeReturnDays)) {
    throw new ShopError(
      'RETURN_TOO_LATE',
      'İade süreniz değişimi istediğinizde dolmuştu; bu ürün yalnızca değiştirilebilir.',
    )
  }
  const units = await ctx.db
    .select({ exemption: orderItems.withdrawalExemption, reason: returnItems.reason })
    .from(returnItems)
    .innerJoin(orderItems, eq(orderItems.id, returnItems.orderItemId))
    .where(eq(returnItems.returnId, id))
  if (units.some(({ exemption, reason }) => exemption && reason !== 'FAULTY'))
    throw new ShopError('NO_WITHDRAWAL', 'Bu üründe cayma hakkı yok; yalnızca değiştirilebilir.')
}

/** Where she pays the difference of her exchange. CONFLICT when nothing is to be paid. */
export async function makeDifferenceLink(ctx: Ctx, id: string): Promise<PaymentLink> {
  return inRetriedTransaction(ctx, async (ctx) => {
    const { row } = await lockMine(ctx, id)
    const waiting = row.replacementId ? await lockWaitingPayment(ctx, row.replacementId) : undefined
    if (!row.replacementId || waiting?.status !== 'AWAITING_LINK' || waiting.amountKurus === 0)
      throw new ShopError('CONFLICT', 'Bu değişim için ödenecek bir fark yok.')
    const token = await issuePaymentToken(ctx, row.replacementId)
    return { url: `${ctx.config.publicUrl}/odeme-baglantisi#token=${token}`, expiresAt: waiting.leaseUntil }
  })
}

/** Ends what was kept too long for old pieces that never came; she may still send them, or choose again. */
export async function endForgottenReservations(ctx: Ctx): Promise<void> {
  const due = await ctx.db.select().from(returns).where(isForgotten(ctx)).limit(100)
  for (const { id } of due) {
    await inRetriedTransaction(ctx, (ctx) => endForgotten(ctx, id))
      .then((refundId) => finishDifference(ctx, refundId))
      .catch((error: unknown) =>
        ctx.log.error({ err: error, returnId: id }, 'a reservation that has expired could not be ended'),
      )
  }
}

function isForgotten(ctx: Ctx) {
  return and(
    eq(returns.kind, 'EXCHANGE'),
    inArray(returns.status, ['REQUESTED', 'APPROVED', 'ON_ITS_WAY']),
    isNull(returns.refundId),
    lt(returns.reservedUntil, ctx.clock()),
  )
}

async function endForgotten(ctx: Ctx, id: string): Promise<string | undefined> {
  const { row, order } = await lockReturn(ctx, id)
  const [due] = await ctx.db
    .select({ id: returns.id })
    .from(returns)
    .where(and(eq(returns.id, id), isForgotten(ctx)))
  if (!due) return undefined
  const waiting = row.replacementId ? await lockWaitingPayment(ctx, row.replacementId) : undefined
  // A payment that is under way may still succeed.
  if (waiting && (await findOpenTries(ctx, waiting.id)).length > 0) return undefined
  const replacement = await findReplacement(ctx, row)
  await setStatus(ctx, row, order, row.status, { reservedUntil: null })
  if (!replacement || (replacement.status !== 'PENDING' && replacement.status !== 'CONFIRMED')) return undefined
  const refundId = await endReplacement(ctx, row, { note: 'Ayırma süresi doldu' })
  await queueReturnMail(ctx, id, 'RELEASED')
  return refundId
}
