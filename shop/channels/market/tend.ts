/**
 * The shop's exchange with a marketplace, every few seconds, by the process that takes the lease first: reads its orders, reports what
 * the shop did with them, then sends stock and prices. The next round tries again what failed.
 */

import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { orderInvoices } from '../../invoices/schema.ts'
import { orders } from '../../orders/schema.ts'
import { after, days, minutes, seconds } from '../../time.ts'
import { channelPackages, channels } from '../schema.ts'
import { sendProducts } from './create/send.ts'
import type { Marketplace } from './marketplace.ts'
import { openMarketplace } from './open.ts'
import { takePackages } from './packages.ts'
import { pushListings, wordsOf } from './push.ts'

const lease = minutes(2)
/** Orders are asked for so often, and each time from a little before the last change that was read. */
const readPause = seconds(30)
const overlap = minutes(10)
const firstLook = days(14)

/** Nothing where no marketplace is set up. */
export async function tendMarketplace(ctx: Ctx): Promise<void> {
  const market = await openMarketplace(ctx)
  if (!market || !(await takeLease(ctx, market))) return
  try {
    await readPackages(ctx, market)
    await tellProgress(ctx, market)
    const [{ pushAfter } = { pushAfter: null }] = await ctx.db
      .select({ pushAfter: channels.pushAfter })
      .from(channels)
      .where(eq(channels.name, market.name))
    if (pushAfter && pushAfter > ctx.clock()) return
    await sendProducts(ctx, market)
    await pushListings(ctx, market)
  } finally {
    await ctx.db.update(channels).set({ leaseUntil: ctx.clock() }).where(eq(channels.name, market.name))
  }
}

async function takeLease(ctx: Ctx, market: Marketplace): Promise<boolean> {
  const now = ctx.clock()
  const leaseUntil = after(now, lease)
  await ctx.db.insert(channels).values({ name: market.name, leaseUntil: now }).onConflictDoNothing()
  const taken = await ctx.db
    .update(channels)
    .set({ leaseUntil })
    .where(and(eq(channels.name, market.name), sql`${channels.leaseUntil} <= ${now.toISOString()}::timestamptz`))
    .returning({ name: channels.name })
  return taken.length > 0
}

async function readPackages(ctx: Ctx, market: Marketplace): Promise<void> {
  const now = ctx.clock()
  const own = eq(channels.name, market.name)
  const [row] = await ctx.db.select().from(channels).where(own)
  if (row?.ordersAfter && row.ordersAfter > now) return
  const since = row?.ordersUntil ? after(row.ordersUntil, -overlap) : after(now, -firstLook)
  const answer = await market.listPackages(since, now)
  if (answer.kind === 'done') {
    await takePackages(ctx, market, answer.data)
    await ctx.db
      .update(channels)
      .set({ ordersUntil: now, readAt: now, ordersAfter: after(now, readPause) })
      .where(own)
    return
  }
  const lastError = answer.kind === 'repeated' ? '' : wordsOf(market, answer)
  ctx.log.warn({ market: market.name, reason: lastError }, 'orders were not read')
  await ctx.db
    .update(channels)
    .set({ ordersAfter: after(now, minutes(1)), lastError })
    .where(own)
}

/** The shop prepares it; its invoice is written. A number is told once. */
async function tellProgress(ctx: Ctx, market: Marketplace): Promise<void> {
  const invoice = sql<string | null>`(
    select i.number from ${orderInvoices} i where i.order_id = ${orders.id} and i.replaced_at is null limit 1)`
  const rows = await ctx.db
    .select({
      packageId: channelPackages.packageId,
      told: channelPackages.told,
      found: channelPackages.package,
      invoice,
    })
    .from(channelPackages)
    .innerJoin(orders, eq(orders.id, channelPackages.orderId))
    .where(
      and(
        eq(channelPackages.channel, market.name),
        eq(channelPackages.state, 'TAKEN'),
        inArray(channelPackages.status, ['Created', 'Picking']),
        inArray(orders.status, ['CONFIRMED', 'PREPARED']),
        ne(channelPackages.told, 'Invoiced'),
        lt(channelPackages.createdAt, ctx.clock()),
      ),
    )
    .limit(50)
  for (const { packageId, told, found, invoice } of rows) {
    const status = told === '' ? 'Picking' : invoice ? 'Invoiced' : undefined
    if (!status) continue
    const answer = await market.tell(found, status, status === 'Invoiced' ? (invoice ?? undefined) : undefined)
    if (answer.kind === 'rest' || answer.kind === 'lost') return
    if (answer.kind === 'refused') ctx.log.warn({ packageId, reason: answer.message }, 'a status was not taken')
    await ctx.db
      .update(channelPackages)
      .set({ told: status })
      .where(and(eq(channelPackages.channel, market.name), eq(channelPackages.packageId, packageId)))
  }
}
