/**
 * Packages of a marketplace as orders of the shop. The order holds its stock as any other does, and is prepared and sent from the
 * same lists; its money and its customer are the marketplace's, so nothing is paid back and nobody mailed from here. When the shop
 * sold the last piece at the same moment, the package waits for the owner as SHORT.
 */

import { and, eq, isNull, sql } from 'drizzle-orm'
import { guestOf } from '../../accounts/guests/guests.ts'
import { recordChange } from '../../audit/audit.ts'
import { onSale } from '../../catalog/on-sale.ts'
import { variants } from '../../catalog/schema.ts'
import { holdStock, type PricedLine, priceLines } from '../../checkout/lines.ts'
import { type Ctx, inRetriedTransaction, newId, requireRight } from '../../ctx.ts'
import { notFound, ShopError } from '../../errors.ts'
import { shownOrderId } from '../../order-id.ts'
import { announceOrder } from '../../orders/feed.ts'
import { orderEvents, orderItems, orders } from '../../orders/schema.ts'
import { returnStock } from '../../orders/stock.ts'
import { channelPackages } from '../schema.ts'
import type { MarketPackage } from './contract.ts'
import type { Marketplace } from './marketplace.ts'
import { openMarketplace } from './open.ts'
import { wordsOf } from './push.ts'

type OrderRow = typeof orders.$inferSelect

/** Belongs to nobody: mails of the shop are not sent to a marketplace's customers. */
const marketEmail = 'pazaryeri@siparis.invalid'

/** Cancelled ones first: what they give back may be what another needs. */
export async function takePackages(ctx: Ctx, market: Marketplace, found: MarketPackage[]): Promise<void> {
  const gone = found.filter(({ standing }) => standing === 'gone')
  for (const one of [...gone, ...found.filter(({ standing }) => standing !== 'gone')])
    await takePackage(ctx, market, one)
}

async function takePackage(ctx: Ctx, market: Marketplace, found: MarketPackage): Promise<void> {
  await inRetriedTransaction(ctx, async (ctx) => {
    const row = await lockPackage(ctx, market.name, found)
    if (row.state === 'GONE' || row.state === 'REFUSED') return noteStatus(ctx, market.name, found)
    if (found.standing === 'gone') return endPackage(ctx, market.name, found, row.orderId)
    if (row.orderId) await follow(ctx, found, row.orderId)
    else await beginOrder(ctx, market.name, found)
    await noteStatus(ctx, market.name, found)
  })
}

/** The row decides: of two processes that read the same package one makes the order. */
async function lockPackage(ctx: Ctx, channel: string, found: MarketPackage) {
  const now = ctx.clock()
  const { id: packageId, orderNumber, status } = found
  await ctx.db
    .insert(channelPackages)
    .values({ channel, packageId, orderNumber, status, state: 'SHORT', package: found, changedAt: now, createdAt: now })
    .onConflictDoNothing()
  const [row] = await ctx.db.select().from(channelPackages).where(isPackage(channel, packageId)).for('update')
  if (!row) throw new Error(`package ${packageId} is gone`)
  return row
}

function isPackage(channel: string, packageId: string) {
  return and(eq(channelPackages.channel, channel), eq(channelPackages.packageId, packageId))
}

async function noteStatus(ctx: Ctx, channel: string, found: MarketPackage): Promise<void> {
  await ctx.db
    .update(channelPackages)
    .set({ status: found.status, package: found, changedAt: ctx.clock() })
    .where(isPackage(channel, found.id))
}

/** Within a savepoint: what is short leaves nothing held, and the owner decides. */
async function beginOrder(ctx: Ctx, channel: string, found: MarketPackage): Promise<void> {
  const own = isPackage(channel, found.id)
  try {
    const orderId = await ctx.db.transaction((tx) => writeOrder({ ...ctx, db: tx }, found))
    await ctx.db.update(channelPackages).set({ state: 'TAKEN', orderId, reason: '' }).where(own)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    await ctx.db.update(channelPackages).set({ state: 'SHORT', reason: error.message }).where(own)
    ctx.log.warn({ packageId: found.id }, 'a package of a marketplace cannot be served')
  }
}

async function writeOrder(ctx: Ctx, found: MarketPackage): Promise<string> {
  const lines = await linesOf(ctx, found)
  const [id, now] = [newId(), ctx.clock()]
  const isPaid = found.standing !== 'waiting'
  const totalKurus = lines.reduce((sum, { quantity, unitPriceKurus }) => sum + quantity * unitPriceKurus, 0)
  await ctx.db.insert(orders).values({
    id,
    userId: await guestOf(ctx, marketEmail),
    guest: true,
    email: marketEmail,
    firstName: found.firstName || 'Pazaryeri',
    lastName: found.lastName || 'Müşterisi',
    phone: found.phone,
    address: found.address || 'Adres pazaryerinde',
    city: found.city || 'Pazaryeri',
    district: found.district || null,
    paymentMethod: 'MARKETPLACE',
    paymentStatus: isPaid ? 'SUCCESS' : 'PENDING',
    totalKurus,
    adminNotes: `Trendyol siparişi ${found.orderNumber}, paket ${found.id}`,
    placedAt: now,
    ...(isPaid ? { paidAt: now } : {}),
    createdAt: now,
    updatedAt: now,
  })
  await holdStock(ctx, lines)
  await ctx.db
    .insert(orderItems)
    .values(lines.map((line, position) => ({ ...line.item, id: newId(), orderId: id, position })))
  await ctx.db
    .insert(orderEvents)
    .values({ id: newId(), orderId: id, type: 'placed', status: 'PENDING', createdAt: now })
  await announceOrder(ctx, { kind: 'placed', orderId: id, totalKurus })
  return id
}

/** The sizes by their barcodes, at the prices that were paid there. */
async function linesOf(ctx: Ctx, found: MarketPackage): Promise<PricedLine[]> {
  if (found.lines.length === 0) throw new ShopError('OUT_OF_STOCK', 'Pakette gönderilecek ürün yok.')
  const lines: PricedLine[] = []
  for (const { barcode, name, quantity, unitKurus } of found.lines) {
    const [variant] = await ctx.db
      .select({ id: variants.id, productId: variants.productId })
      .from(variants)
      .where(and(eq(variants.barcode, barcode), isNull(variants.retiredAt)))
    if (!variant) throw new ShopError('OUT_OF_STOCK', `${name} (barkod ${barcode}) mağazada yok.`)
    const cart = [{ productId: variant.productId, variantId: variant.id, quantity, size: undefined, color: undefined }]
    const [line] = await priceLines(ctx, cart)
    if (!line) throw new ShopError('OUT_OF_STOCK', `${name} (barkod ${barcode}) mağazada yok.`)
    const unitPriceKurus = Math.max(unitKurus, 1)
    lines.push({ ...line, unitPriceKurus, item: { ...line.item, unitPriceKurus } })
  }
  return lines
}

/** Cancelled there: the order ends and its pieces are on sale again, unless the parcel left the shop. */
async function endPackage(ctx: Ctx, channel: string, found: MarketPackage, orderId: string | null): Promise<void> {
  const now = ctx.clock()
  await ctx.db
    .update(channelPackages)
    .set({ state: 'GONE', status: found.status, package: found, changedAt: now })
    .where(isPackage(channel, found.id))
  if (!orderId) return
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order || order.status === 'CANCELLED') return
  await ctx.db
    .update(orders)
    .set({ status: 'CANCELLED', cancelledAt: now, paymentStatus: 'REFUNDED', updatedAt: now })
    .where(eq(orders.id, orderId))
  if (!order.shippedAt) await returnStock(ctx, orderId)
  const note = `Pazaryerinde iptal edildi (${found.status})`
  await ctx.db
    .insert(orderEvents)
    .values({ id: newId(), orderId, type: 'cancelled', status: 'CANCELLED', note, createdAt: now })
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: order.totalKurus })
}

const steps = { waiting: 0, open: 1, shipped: 2, delivered: 3, returned: 3, gone: 4 }
const reached: Record<string, number> = {
  PENDING: 0,
  CONFIRMED: 0,
  PREPARED: 0,
  SHIPPED: 2,
  DELIVERED: 3,
  CANCELLED: 4,
}

/** Brings the order to the state at the marketplace: paid, sent, delivered, returned. It never goes back. */
async function follow(ctx: Ctx, found: MarketPackage, orderId: string): Promise<void> {
  const now = ctx.clock()
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order || order.status === 'CANCELLED') return
  const { standing } = found
  if (order.paymentStatus === 'PENDING' && steps[standing] >= steps.open) {
    const known = {
      firstName: found.firstName,
      lastName: found.lastName,
      phone: found.phone,
      address: found.address,
      city: found.city,
    }
    const given = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''))
    await ctx.db
      .update(orders)
      .set({ ...given, paymentStatus: 'SUCCESS', paidAt: now, updatedAt: now })
      .where(eq(orders.id, orderId))
  }
  if (standing === 'returned' && order.paymentStatus !== 'REFUNDED') await noteReturned(ctx, found, order)
  if (steps[standing] < steps.shipped || steps[standing] <= (reached[order.status] ?? 0)) return
  const status = steps[standing] === steps.delivered ? 'DELIVERED' : 'SHIPPED'
  await ctx.db
    .update(orders)
    .set({
      status,
      shippedAt: order.shippedAt ?? now,
      ...(status === 'DELIVERED' ? { deliveredAt: now } : {}),
      trackingNumber: order.trackingNumber ?? (found.trackingNumber || null),
      updatedAt: now,
    })
    .where(eq(orders.id, orderId))
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'status', status, createdAt: now })
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus: order.totalKurus })
}

/** Its parcel came back, and the marketplace gave the money back. When its pieces are here, and how they are, only the owner knows. */
async function noteReturned(ctx: Ctx, found: MarketPackage, { id: orderId, totalKurus }: OrderRow): Promise<void> {
  const now = ctx.clock()
  await ctx.db.update(orders).set({ paymentStatus: 'REFUNDED', updatedAt: now }).where(eq(orders.id, orderId))
  const note = `Pazaryerinde iade edildi (${found.status}); ürünler elinize geçince stoğa siz ekleyin`
  await ctx.db.insert(orderEvents).values({ id: newId(), orderId, type: 'refund', note, createdAt: now })
  await announceOrder(ctx, { kind: 'changed', orderId, totalKurus })
}

/** The owner found the piece: the order is made now. OUT_OF_STOCK while it is still missing. */
export async function takeShort(ctx: Ctx, packageId: string): Promise<string> {
  const actorId = requireRight(ctx, 'orders')
  return inRetriedTransaction(ctx, async (ctx) => {
    const row = await getShort(ctx, packageId)
    const orderId = await writeOrder({ ...ctx, actor: { kind: 'system' } }, row.package)
    await ctx.db
      .update(channelPackages)
      .set({ state: 'TAKEN', orderId, reason: '' })
      .where(isPackage(row.channel, packageId))
    const subject = { id: orderId, name: shownOrderId(orderId) }
    await recordChange(ctx, {
      action: 'order.create',
      subject,
      after: { resolution: 'Pazaryeri siparişi alındı' },
      ...(actorId && { actorId }),
    })
    return orderId
  })
}

/** The piece cannot be had: the marketplace is told, and says so to its customer. */
export async function refuseShort(ctx: Ctx, packageId: string): Promise<void> {
  const actorId = requireRight(ctx, 'orders')
  const row = await getShort(ctx, packageId)
  const market = await openMarketplace(ctx)
  if (!market) throw new ShopError('CONFLICT', 'Pazaryeri bağlantısı ayarlı değil.')
  const missing = await missingLines(ctx, row.package)
  const lineIds = (missing.length > 0 ? missing : row.package.lines).map(({ id }) => id)
  const answer = await market.cannotSupply(row.package, lineIds)
  // The very same question was answered before, and the answer lost.
  if (answer.kind !== 'done' && answer.kind !== 'repeated')
    throw new ShopError('CONFLICT', `${wordsOf(market, answer)}.`)
  await inRetriedTransaction(ctx, async (ctx) => {
    const state = { state: 'REFUSED', told: 'UnSupplied' } as const
    await ctx.db
      .update(channelPackages)
      .set(state)
      .where(and(isPackage(row.channel, packageId), eq(channelPackages.state, 'SHORT')))
    const subject = { id: packageId, name: `Trendyol ${row.orderNumber}` }
    await recordChange(ctx, {
      action: 'order.cancel',
      subject,
      after: { reason: 'Tedarik edilemedi' },
      ...(actorId && { actorId }),
    })
  })
}

async function missingLines(ctx: Ctx, { lines }: MarketPackage) {
  const missing = []
  for (const line of lines) {
    const { rows } = await ctx.db.execute(sql`
      select 1 from variants join products on products.id = variants.product_id
      where variants.barcode = ${line.barcode} and variants.retired_at is null and variants.stock >= ${line.quantity} and ${onSale}`)
    if (rows.length === 0) missing.push(line)
  }
  return missing
}

async function getShort(ctx: Ctx, packageId: string) {
  const [row] = await ctx.db
    .select()
    .from(channelPackages)
    .where(and(eq(channelPackages.packageId, packageId), eq(channelPackages.state, 'SHORT')))
    .for('update')
  if (!row) throw notFound('Karar bekleyen böyle bir paket yok.')
  return row
}
