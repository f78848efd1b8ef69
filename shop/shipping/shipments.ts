/**
 * Shipments that a provider makes with a carrier. A row is written before the provider is asked, and an order may have only one open
 * row: two people, a crash or a lost answer never make two. `tendShipments` asks about open ones by the shop's reference.
 */

import { and, desc, eq } from 'drizzle-orm'
import { type Ctx, inRetriedTransaction, isId, newId, requireRight } from '../ctx.ts'
import { brokenConstraint, notFound, ShopError } from '../errors.ts'
import { toE164 } from '../fields/phone.ts'
import { carrierIds, carrierName } from '../orders/carriers.ts'
import { announceOrder } from '../orders/feed.ts'
import { refuseWhileWithdrawn, toSend } from '../orders/giving-back/unsent.ts'
import { lockOrder, refuseWhileCancelling } from '../orders/locked.ts'
import { withItems } from '../orders/orders.ts'
import { orderEvents, orders } from '../orders/schema.ts'
import { whyTooEarly } from '../orders/status.ts'
import type { NewParcel, ProviderShipment, ShippingAnswer, ShippingProvider } from '../ports.ts'
import { after, minutes, seconds } from '../time.ts'
import { requireAddressSeen } from './parcel-documents.ts'
import { shipments } from './schema.ts'

type OrderRow = typeof orders.$inferSelect
export type ShipmentRow = typeof shipments.$inferSelect

/** Until when nobody else asks about a shipment that a call of ours is making. */
const lease = seconds(45)
export const betweenLooks = minutes(30)

/** The newest shipment of an order; undefined when none was asked for. */
export async function findShipment(ctx: Ctx, orderId: string): Promise<ShipmentRow | undefined> {
  if (!isId(orderId)) return undefined
  const [row] = await ctx.db
    .select()
    .from(shipments)
    .where(eq(shipments.orderId, orderId))
    .orderBy(desc(shipments.createdAt), desc(shipments.id))
    .limit(1)
  return row
}

/** Whether an order has a shipment, or its provider is being asked for one: what the label says stays. Without a provider nothing is read. */
export async function hasShipment(ctx: Ctx, orderId: string): Promise<boolean> {
  const row = ctx.shipping && (await findShipment(ctx, orderId))
  return row !== undefined && row.status !== 'FAILED'
}

/**
 * Makes the shipment of an order. CONFLICT when it may not be sent, or has one; UNAVAILABLE while nobody knows whether it was
 * made, which settles by itself.
 */
export async function makeShipment(ctx: Ctx, orderId: string): Promise<void> {
  const actorId = requireRight(ctx, 'orders')
  const provider = providerOf(ctx)
  const parcel = await begin(ctx, provider, orderId, actorId)
  ctx.atStep?.('shipment-written')
  const answer = await provider.create(parcel)
  ctx.atStep?.('shipment-asked')
  await settleShipment(ctx, parcel.reference, answer)
  ctx.atStep?.('shipment-settled')
  if (answer.kind === 'refused') throw new ShopError('CONFLICT', answer.message)
  if (answer.kind === 'made') return
  const message = `${provider.title} yanıt vermedi; gönderinin oluşup oluşmadığı birkaç dakika içinde kendiliğinden belli olur.`
  throw new ShopError('UNAVAILABLE', message, { retryAfterSeconds: 60 })
}

type Outcome = { made: string[]; refused: { orderId: string; message: string }[] }

/** Makes those of several orders; once the provider does not answer, the others are not tried. */
export async function makeShipments(ctx: Ctx, orderIds: string[]): Promise<Outcome> {
  requireRight(ctx, 'orders')
  const outcome: Outcome = { made: [], refused: [] }
  let silent: string | undefined
  for (const orderId of orderIds) {
    try {
      if (silent) throw new ShopError('UNAVAILABLE', silent)
      await makeShipment(ctx, orderId)
      outcome.made.push(orderId)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      if (error.code === 'UNAVAILABLE') silent = 'Bu sipariş için denenmedi, çünkü kargo bağlantısı yanıt vermiyor.'
      outcome.refused.push({ orderId, message: error.message })
    }
  }
  return outcome
}

/** The carrier's label of an order's shipment, as PDF. */
export async function getShipmentLabel(ctx: Ctx, orderId: string): Promise<{ filename: string; content: Uint8Array }> {
  requireRight(ctx, 'orders')
  const row = await findShipment(ctx, orderId)
  if (row?.status !== 'MADE' || !row.providerId) throw notFound('Bu siparişin kargo etiketi yok.')
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  if (order) requireAddressSeen(ctx, order)
  const provider = providerOf(ctx)
  const answer = await provider.look(row.providerId)
  const url = answer.kind === 'made' ? answer.shipment.labelUrl : null
  const content = url ? await provider.label(url) : undefined
  if (!content) {
    const message = 'Kargo etiketi şu anda alınamadı, lütfen biraz sonra tekrar deneyin.'
    throw new ShopError('UNAVAILABLE', message, { retryAfterSeconds: 30 })
  }
  return { filename: `kargo-etiketi-${orderId.slice(-8).toUpperCase()}.pdf`, content }
}

function providerOf({ shipping }: Ctx): ShippingProvider {
  if (!shipping) throw new ShopError('CONFLICT', 'Kargo bağlantısı kurulu değil; takip numarasını elle girin.')
  return shipping
}

async function begin(ctx: Ctx, provider: ShippingProvider, orderId: string, actorId: string | undefined) {
  return inRetriedTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, orderId)
    refuseUnsendable(order)
    await refuseWhileCancelling(ctx, orderId)
    await refuseWhileWithdrawn(ctx, order)
    const now = ctx.clock()
    const reference = newId()
    await ctx.db
      .insert(shipments)
      .values({
        ...{ id: reference, orderId, provider: provider.name, status: 'ASKED', actorId: actorId ?? null },
        ...{ nextAskAt: after(now, lease), createdAt: now, updatedAt: now },
      })
      .catch((error: unknown) => {
        if (brokenConstraint(error) !== 'shipments_order_key') throw error
        throw new ShopError('CONFLICT', 'Bu siparişin gönderisi zaten var ya da şu anda oluşturuluyor.')
      })
    return parcelOf(ctx, order, reference)
  })
}

function refuseUnsendable(order: OrderRow): void {
  const { status, paymentStatus, district, trackingNumber } = order
  const refuse = (message: string) => {
    throw new ShopError('CONFLICT', message)
  }
  if (status === 'CANCELLED') refuse('Bu sipariş iptal edilmiş; gönderi oluşturulamaz.')
  if (status === 'SHIPPED' || status === 'DELIVERED') refuse('Bu sipariş kargoya verilmiş; yeni gönderi oluşturulamaz.')
  if (paymentStatus === 'AWAITING_TRANSFER') refuse('Bu siparişin havalesi bekleniyor; gönderi oluşturulamaz.')
  const early = whyTooEarly(order)
  if (early) throw early
  if (trackingNumber) refuse('Bu siparişin takip numarası elle girilmiş; önce onu silin.')
  if (!district) refuse('Siparişin ilçesi yazılı değil; kargo firması ilçe ister. Paketi elle gönderin.')
}

async function parcelOf(ctx: Ctx, row: OrderRow, reference: string): Promise<NewParcel> {
  const [order] = await withItems(ctx, [row])
  const due = (order?.items ?? []).map((item) => ({ title: item.productName, quantity: toSend(row, item) }))
  return {
    reference,
    name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    phone: toE164(row.phone) ?? row.phone,
    address: [row.neighbourhood, row.address].filter(Boolean).join(', '),
    city: row.city,
    district: row.district ?? '',
    postalCode: row.postalCode,
    totalKurus: row.totalKurus,
    // The courier does not collect what store credit and gift cards paid.
    collectKurus: row.paymentStatus === 'CASH_ON_DELIVERY' ? row.totalKurus - row.creditKurus : 0,
    pieces: due.filter(({ quantity }) => quantity > 0),
  }
}

/** Turns the answer about a shipment that is asked for into state; later answers change nothing. */
export async function settleShipment(ctx: Ctx, id: string, answer: ShippingAnswer): Promise<void> {
  if (answer.kind === 'unknown' || answer.kind === 'absent') return
  await inRetriedTransaction(ctx, async (ctx) => {
    const [asked] = await ctx.db.select().from(shipments).where(eq(shipments.id, id))
    if (!asked) return
    const order = await lockOrder(ctx, asked.orderId)
    const now = ctx.clock()
    const set =
      answer.kind === 'made'
        ? {
            ...{ status: 'MADE' as const, providerId: answer.shipment.id, trackingUrl: answer.shipment.trackingUrl },
            nextAskAt: after(now, betweenLooks),
          }
        : { status: 'FAILED' as const, error: answer.message, nextAskAt: null }
    const settled = await ctx.db
      .update(shipments)
      .set({ ...set, updatedAt: now })
      .where(and(eq(shipments.id, id), eq(shipments.status, 'ASKED')))
      .returning({ id: shipments.id })
    if (settled.length > 0 && answer.kind === 'made') await noteMade(ctx, order, answer.shipment, asked.actorId)
  })
}

/** The order knows its carrier and number; its status follows once the parcel has left. */
async function noteMade(ctx: Ctx, order: OrderRow, made: ProviderShipment, actorId: string | null): Promise<void> {
  const now = ctx.clock()
  const carrier = carrierIds.find((id) => id === made.carrier) ?? 'other'
  const over = order.status === 'CANCELLED'
  if (!over) {
    const { trackingNumber } = made
    await ctx.db.update(orders).set({ carrier, trackingNumber, updatedAt: now }).where(eq(orders.id, order.id))
  }
  const words = [carrierName(carrier), made.trackingNumber].filter(Boolean).join(', ')
  const note = over
    ? 'Sipariş iptal edildiği hâlde kargo gönderisi oluştu; gönderiyi kargo hesabınızdan iptal edin'
    : `Kargo etiketi hazırlandı (${words})`
  await ctx.db
    .insert(orderEvents)
    .values({ id: newId(), orderId: order.id, type: 'note', note, actorId, createdAt: now })
  await announceOrder(ctx, { kind: 'changed', orderId: order.id, totalKurus: order.totalKurus })
}
