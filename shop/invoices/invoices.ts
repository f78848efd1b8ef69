/**
 * The invoices of orders, made by the shop's accountant or integrator and attached here as PDF: mailed to the buyer, hers to
 * download, and kept when another takes their place. Their files have names that no public address serves.
 */

import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import { ownOrders } from '../accounts/guests/own-orders.ts'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, hasRight, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { brokenConstraint, invalid, notFound, ShopError } from '../errors.ts'
import { invoiceMail } from '../mail/invoice-mail.ts'
import { shownOrderId } from '../order-id.ts'
import { announceOrder } from '../orders/feed.ts'
import { lockOrder } from '../orders/locked.ts'
import { queueToBuyer } from '../orders/mails.ts'
import { getOrderAsAdmin } from '../orders/orders.ts'
import { orders } from '../orders/schema.ts'
import { findBrand } from '../settings/brand.ts'
import { findPolicies } from '../settings/policies.ts'
import { invoiceTooLarge, maxInvoiceBytes, type NewInvoice } from './contract.ts'
import { orderInvoices } from './schema.ts'
import { ublDraft } from './ubl.ts'

export type OrderInvoice = Pick<typeof orderInvoices.$inferSelect, 'id' | 'number' | 'createdAt' | 'replacedAt'>

/**
 * Attaches an invoice to an order that counts, in place of the one it has, and mails it to the buyer. False for an order of a
 * marketplace, to whose buyer nothing is mailed.
 */
export async function attachInvoice(
  ctx: Ctx,
  orderId: string,
  { number }: NewInvoice,
  bytes: Uint8Array,
): Promise<boolean> {
  const adminId = requireRight(ctx, 'orders')
  checkPdf(bytes)
  if (!isId(orderId)) throw noSuchOrder()
  // The file first: a row always has its file, and a crash in between leaves only a file that nobody asks for.
  const fileKey = `private-${randomBytes(16).toString('hex')}.pdf`
  await ctx.files.put(fileKey, bytes, 'application/pdf')
  try {
    return await inTransaction(ctx, async (ctx) => {
      const order = await lockOrder(ctx, orderId)
      const createdAt = ctx.clock()
      const [before] = await ctx.db
        .update(orderInvoices)
        .set({ replacedAt: createdAt })
        .where(and(eq(orderInvoices.orderId, orderId), isNull(orderInvoices.replacedAt)))
        .returning({ number: orderInvoices.number })
      await ctx.db
        .insert(orderInvoices)
        .values({ id: newId(), orderId, number, fileKey, attachedBy: adminId, createdAt })
      const shownId = shownOrderId(orderId)
      const mail = invoiceMail(await findBrand(ctx), {
        shownId,
        firstName: order.firstName,
        number,
        anew: before !== undefined,
        isGuest: order.guest,
      })
      const file = { key: fileKey, name: `fatura-${fileNameOf(number)}.pdf` }
      const isMailed = await queueToBuyer(ctx, order, { ...mail, file })
      await recordChange(ctx, {
        action: 'order.invoice',
        subject: { id: orderId, name: shownId },
        ...(before ? { before: { number: before.number } } : {}),
        after: { number },
      })
      await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: order.totalKurus })
      return isMailed
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'order_invoices_number_key') throw error
    throw new ShopError('CONFLICT', `${number} numaralı fatura başka bir siparişe eklenmiş.`)
  }
}

/** Returns every invoice of an order, the one that counts first; the caller has seen to who asks. */
export async function listInvoices(ctx: Ctx, orderId: string): Promise<OrderInvoice[]> {
  const { id, number, createdAt, replacedAt } = orderInvoices
  return ctx.db
    .select({ id, number, createdAt, replacedAt })
    .from(orderInvoices)
    .where(eq(orderInvoices.orderId, orderId))
    .orderBy(desc(createdAt), desc(id))
}

export type InvoiceFile = { filename: string; content: Uint8Array }

/** Gets the invoice of one's own order, or of any for staff; with an `invoiceId`, for staff, one that was replaced too. */
export async function getInvoiceFile(ctx: Ctx, orderId: string, invoiceId?: string): Promise<InvoiceFile> {
  const staff = hasRight(ctx, 'orders-read') && hasRight(ctx, 'amounts')
  const own = staff ? undefined : ownOrders(ctx)
  if (!isId(orderId) || (invoiceId !== undefined && !isId(invoiceId))) throw noSuchOrder()
  const which = invoiceId && staff ? eq(orderInvoices.id, invoiceId) : isNull(orderInvoices.replacedAt)
  const [found] = await ctx.db
    .select({ number: orderInvoices.number, fileKey: orderInvoices.fileKey })
    .from(orderInvoices)
    .innerJoin(orders, eq(orders.id, orderInvoices.orderId))
    .where(and(eq(orders.id, orderId), isNotNull(orders.placedAt), own, which))
  if (!found) throw notFound('Bu siparişin faturası yok.')
  const content = await ctx.files.get(found.fileKey)
  if (!content) throw notFound('Fatura dosyası bulunamadı; lütfen bize yazın.')
  return { filename: `fatura-${fileNameOf(found.number)}.pdf`, content }
}

/** Makes the draft of an order's e-Arşiv invoice, as it would be issued now; how its buyer is reached stands in it for who may see that. */
export async function makeInvoiceDraft(ctx: Ctx, orderId: string): Promise<InvoiceFile> {
  const order = await getOrderAsAdmin(ctx, orderId)
  const [invoice] = await listInvoices(ctx, orderId)
  const seller = { ...(await findPolicies(ctx)), email: (await findBrand(ctx)).shopEmail, url: ctx.config.publicUrl }
  const contacts = hasRight(ctx, 'contacts')
  const xml = ublDraft({ order, seller, at: ctx.clock(), number: invoice?.number, contacts })
  return { filename: `fatura-taslak-${shownOrderId(orderId).slice(1)}.xml`, content: Buffer.from(xml) }
}

/** A real PDF says so in its first bytes, whatever its name. */
function checkPdf(bytes: Uint8Array): void {
  if (bytes.length > maxInvoiceBytes) {
    throw new ShopError('PAYLOAD_TOO_LARGE', invoiceTooLarge, { fields: { file: [invoiceTooLarge] } })
  }
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  if (!isPdf) throw invalid({ file: ['Fatura PDF olmalı'] })
}

function fileNameOf(number: string): string {
  return number.replace(/\//g, '-')
}

function noSuchOrder() {
  return notFound('Sipariş bulunamadı.')
}
