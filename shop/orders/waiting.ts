import { and, count, eq, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { changeSection, type EditedVersion } from '../settings/section-change.ts'
import { findSetting, findSettingVersion } from '../settings/settings.ts'
import { shipments } from '../shipping/schema.ts'
import { after, days } from '../time.ts'
import type { Wait } from './contract.ts'
import { awaitsNothing } from './locked.ts'
import { orderItems, orders } from './schema.ts'

const dayCount = z
  .number('Gün sayısı gerekli')
  .int('Gün sayısı tam sayı olmalı')
  .min(0, 'Gün sayısı 0 ya da daha çok olmalı')
  .max(60, 'En çok 60 gün')

/** After how many days an order that is not sent, not delivered, or not paid by its carrier is told to the owner; 0: never. */
export const WaitingSettings = z.object({
  toSendDays: dayCount,
  toDeliverDays: dayCount,
  toCollectDays: dayCount.default(14),
  /** A paid order is confirmed by itself. */
  confirmPaid: z.boolean('Kendiliğinden onayı belirtin').default(false),
})
export type WaitingSettings = z.infer<typeof WaitingSettings>

const waitingKey = 'orders.waiting'

/** Three days hold a weekend; carriers deliver within five working days at the latest, and pay out each week or two. */
const usual: WaitingSettings = { toSendDays: 3, toDeliverDays: 7, toCollectDays: 14, confirmPaid: false }

export async function findWaitingSettings(ctx: Ctx): Promise<WaitingSettings> {
  return (await findSetting(ctx, waitingKey, WaitingSettings)) ?? usual
}

export async function findWaitingVersion(ctx: Ctx): Promise<number> {
  return findSettingVersion(ctx, waitingKey)
}

export async function saveWaitingSettings(
  ctx: Ctx,
  settings: WaitingSettings,
  edited: EditedVersion = {},
): Promise<void> {
  await changeSection(ctx, 'waiting', waitingKey, edited, async (ctx) => ({
    value: settings,
    before: { ...(await findWaitingSettings(ctx)) },
    after: { ...settings },
  }))
}

/** The orders that wait so, as the indexes of migration 0050 say it; nothing when the owner does not ask for it. */
export async function waitingCondition(ctx: Ctx, wait: Wait): Promise<SQL | undefined> {
  if (wait === 'in-trouble') return inTrouble(ctx)
  const { toSendDays, toDeliverDays, toCollectDays } = await findWaitingSettings(ctx)
  const limit = { 'to-send': toSendDays, 'to-deliver': toDeliverDays, 'to-collect': toCollectDays }[wait]
  if (limit === 0) return sql`false`
  const since = after(ctx.clock(), -days(limit))
  if (wait === 'to-deliver') {
    return and(isNotNull(orders.placedAt), isOnItsWay, lt(orders.shippedAt, since))
  }
  if (wait === 'to-collect') {
    return and(
      isNotNull(orders.placedAt),
      eq(orders.paymentStatus, 'CASH_ON_DELIVERY'),
      eq(orders.status, 'DELIVERED'),
      lt(orders.deliveredAt, since),
    )
  }
  return and(
    isNotNull(orders.placedAt),
    sql`${orders.status} in ('PENDING', 'CONFIRMED', 'PREPARED')`,
    sql`coalesce(${orders.paidAt}, ${orders.placedAt}) < ${since}`,
    awaitsNothing,
    hasToSend,
  )
}

/** Some piece is left to send. An order withdrawn or refunded as a whole waits for the owner, not for its carrier. */
const hasToSend = sql`exists (select from ${orderItems} where ${orderItems.orderId} = ${orders.id}
  and ${orderItems.refundedQuantity} + ${orderItems.returningQuantity} < ${orderItems.quantity})`

/** Parcels that their carrier could not deliver, lost or brings back, until the owner has dealt with the order. */
function inTrouble(ctx: Ctx): SQL | undefined {
  // A list of its own, so that the index of migration 0051 serves it.
  const troubled = ctx.db
    .select({ id: shipments.orderId })
    .from(shipments)
    .where(sql`${shipments.parcelState} in ('DAMAGED', 'LOST', 'UNDELIVERABLE', 'RETURNING')`)
  return and(isNotNull(orders.placedAt), isOnItsWay, inArray(orders.id, troubled))
}

/** A buyer who was refunded in full does not wait for the parcel any more: she withdrew before it came. */
const isOnItsWay = and(eq(orders.status, 'SHIPPED'), ne(orders.paymentStatus, 'REFUNDED'))

/** How many orders wait too long, for the dashboard. */
export async function countWaiting(ctx: Ctx): Promise<Record<Wait, number>> {
  const counted = async (wait: Wait) => {
    const [row] = await ctx.db
      .select({ n: count() })
      .from(orders)
      .where(await waitingCondition(ctx, wait))
    return row?.n ?? 0
  }
  return {
    'to-send': await counted('to-send'),
    'to-deliver': await counted('to-deliver'),
    'to-collect': await counted('to-collect'),
    'in-trouble': ctx.shipping ? await counted('in-trouble') : 0,
  }
}
