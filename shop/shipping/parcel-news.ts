/** Asks carriers for news of parcels on their way: regularly, and at once after a webhook. */

import { and, asc, eq, gte, inArray, lte } from 'drizzle-orm'
import { type Ctx, inRetriedTransaction, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { carrierIds } from '../orders/carriers.ts'
import { lockOrder } from '../orders/locked.ts'
import { orderEvents, type orders } from '../orders/schema.ts'
import { changeOrderStatus } from '../orders/status.ts'
import type { ProviderShipment, ShippingProvider } from '../ports.ts'
import { after, days, minutes, seconds } from '../time.ts'
import { parcelStates } from './parcel-states.ts'
import { shipments } from './schema.ts'
import { betweenLooks, type ShipmentRow, settleShipment } from './shipments.ts'

type OrderRow = typeof orders.$inferSelect

/** Asks about every shipment that is due; each is one process's for two minutes. Nothing without a provider. */
export async function tendShipments(ctx: Ctx): Promise<void> {
  const { shipping } = ctx
  if (!shipping) return
  for (const row of await claimDue(ctx, shipping)) {
    await tend(ctx, shipping, row).catch((error: unknown) => {
      ctx.log.error({ err: error, shipmentId: row.id }, 'a shipment could not be looked at')
    })
  }
}

function claimDue(ctx: Ctx, { name }: ShippingProvider): Promise<ShipmentRow[]> {
  const now = ctx.clock()
  const due = ctx.db
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(lte(shipments.nextAskAt, now), eq(shipments.provider, name)))
    .orderBy(asc(shipments.nextAskAt))
    .limit(20)
    .for('update', { skipLocked: true })
  return ctx.db
    .update(shipments)
    .set({ nextAskAt: after(now, minutes(2)) })
    .where(inArray(shipments.id, due))
    .returning()
}

/** A request of ours cannot be on its way for longer: a shipment that is still unknown was never made. */
const surelyOver = minutes(10)
/** A parcel of which nothing was heard for so long is not asked about any more. */
const forgotten = days(60)

async function tend(ctx: Ctx, provider: ShippingProvider, row: ShipmentRow): Promise<void> {
  const age = ctx.clock().getTime() - row.createdAt.getTime()
  if (row.status === 'MADE' && row.providerId) {
    const answer = await provider.look(row.providerId)
    if (answer.kind === 'made') return hearParcel(ctx, row.id, answer.shipment)
    return askAgain(ctx, row, age > forgotten ? null : betweenLooks)
  }
  const answer = await provider.find(row.id)
  if (answer.kind === 'made') return settleShipment(ctx, row.id, answer)
  if (answer.kind === 'absent' && age > surelyOver) {
    const message = `${provider.title} bu gönderiyi oluşturmamış; yeniden deneyin.`
    return settleShipment(ctx, row.id, { kind: 'refused', message })
  }
  await askAgain(ctx, row, age > surelyOver ? minutes(5) : seconds(30))
}

async function askAgain(ctx: Ctx, { id }: ShipmentRow, pause: number | null): Promise<void> {
  const nextAskAt = pause === null ? null : after(ctx.clock(), pause)
  await ctx.db.update(shipments).set({ nextAskAt }).where(eq(shipments.id, id))
}

/** A webhook says that there is news of this shipment: the next tending asks for it. An unknown shipment changes nothing. */
export async function expectNews(ctx: Ctx, provider: ShippingProvider, providerId: string): Promise<void> {
  await ctx.db
    .update(shipments)
    .set({ nextAskAt: ctx.clock() })
    .where(
      and(eq(shipments.provider, provider.name), eq(shipments.providerId, providerId), eq(shipments.status, 'MADE')),
    )
}

/** Stores what the provider says now; news older than the stored ones change nothing. */
async function hearParcel(ctx: Ctx, id: string, said: ProviderShipment): Promise<void> {
  await inRetriedTransaction(ctx, async (ctx) => {
    const [found] = await ctx.db.select().from(shipments).where(eq(shipments.id, id))
    if (!found) return
    const order = await lockOrder(ctx, found.orderId)
    // Read again under the order's lock, without which no state of a shipment changes.
    const [row] = await ctx.db.select().from(shipments).where(eq(shipments.id, id))
    if (row?.status !== 'MADE') return
    const { news } = said
    // A parcel on its way back stays so whatever scans follow; DELIVERED then means that it arrived at the shop.
    const turned = row.parcelState === 'RETURNING'
    const isBack = turned && news?.state === 'DELIVERED'
    const isNew = news !== null && (!row.parcelAt || news.at >= row.parcelAt) && !endsOf(row) && !isBack
    const isHeardAgain = turned && news?.at.getTime() === row.parcelAt?.getTime()
    const state = isNew && !turned ? news.state : row.parcelState
    const over =
      isBack || (state && parcelStates[state].ends) || ctx.clock().getTime() - row.createdAt.getTime() > forgotten
    await ctx.db
      .update(shipments)
      .set({
        ...(isNew ? { parcelState: state, parcelWords: news.words, parcelAt: news.at } : {}),
        ...(said.trackingUrl ? { trackingUrl: said.trackingUrl } : {}),
        nextAskAt: over ? null : after(ctx.clock(), betweenLooks),
        updatedAt: ctx.clock(),
      })
      .where(eq(shipments.id, id))
    if (isBack) return noteBack(ctx, order, row)
    await follow(ctx, order, said, isNew && news.state !== row.parcelState && !isHeardAgain)
  })
}

function endsOf({ parcelState }: ShipmentRow): boolean {
  return parcelState !== null && parcelStates[parcelState].ends === true
}

/** The order follows its parcel: on its way, delivered, or with a line of history when it is in trouble. */
async function follow(ctx: Ctx, order: OrderRow, said: ProviderShipment, changed: boolean): Promise<void> {
  if (order.status === 'CANCELLED' || order.status === 'DELIVERED') return
  const { id, status } = order
  const state = said.news && parcelStates[said.news.state]
  const carrier = carrierIds.find((one) => one === said.carrier)
  const number = {
    ...(carrier ? { carrier } : {}),
    ...(said.trackingNumber ? { trackingNumber: said.trackingNumber } : {}),
  }
  const isNumberNew = said.trackingNumber !== null && said.trackingNumber !== order.trackingNumber
  try {
    // It left, whatever its buyer withdrew from meanwhile.
    const left = { status: 'SHIPPED' as const, withdrawalSeen: true }
    if (status !== 'SHIPPED' && state?.left) await changeOrderStatus(ctx, id, { ...left, ...number })
    else if (isNumberNew) await changeOrderStatus(ctx, id, { status, ...number })
    if (said.news?.state === 'DELIVERED') await changeOrderStatus(ctx, id, { status: 'DELIVERED' })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    ctx.log.warn({ orderId: id, reason: error.message }, 'an order does not follow its parcel')
  }
  if (!changed || !state?.trouble) return
  const note = [state.words, said.news?.words].filter(Boolean).join(': ')
  await noteParcel(ctx, order, note)
}

/** Once, however often its provider tells it. */
async function noteBack(ctx: Ctx, order: OrderRow, { createdAt }: ShipmentRow): Promise<void> {
  const words = 'Paket mağazaya geri döndü'
  const { orderId, note, createdAt: at } = orderEvents
  const told = and(eq(orderId, order.id), eq(note, noteOf(words)), gte(at, createdAt))
  if ((await ctx.db.$count(orderEvents, told)) === 0) await noteParcel(ctx, order, words)
}

async function noteParcel(ctx: Ctx, { id: orderId }: OrderRow, words: string): Promise<void> {
  await ctx.db
    .insert(orderEvents)
    .values({ id: newId(), orderId, type: 'note', note: noteOf(words), createdAt: ctx.clock() })
}

const noteOf = (words: string) => `Kargo: ${words}`
