/**
 * Sends stock and prices to a marketplace. `channel_listings` has the values sent last; each size that differs from them is sent,
 * whatever changed it, so that a crash loses nothing and many changes of a size are one.
 */

import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { after, minutes, seconds } from '../../time.ts'
import { channelListings, channels } from '../schema.ts'
import type { Listing } from './contract.ts'
import type { Marketplace } from './marketplace.ts'
import { findMarketSettings } from './settings.ts'

type Due = Listing & { variantId: string }

export async function pushListings(ctx: Ctx, market: Marketplace): Promise<void> {
  await settleBatches(ctx, market)
  for (;;) {
    const due = await findDue(ctx, market)
    if (due.length === 0) return
    const answer = await market.push(due.map(({ variantId: _, ...listing }) => listing))
    // The very same was taken a moment ago, and its answer lost.
    if (answer.kind === 'done') await noteSent(ctx, market, due, answer.data.batchId)
    else if (answer.kind === 'repeated') await noteSent(ctx, market, due, null)
    else return noteFailure(ctx, market, answer)
    if (due.length < market.mostListings) return
  }
}

/** Changes that the marketplace does not know yet: of sizes with a barcode, and of those that left the shop, as sold out. */
async function findDue(ctx: Ctx, market: Marketplace): Promise<Due[]> {
  const { buffer } = await findMarketSettings(ctx)
  const { rows } = await ctx.db.execute<Due>(sql`
    with wanted as (
      select v.id, coalesce(v.barcode, l.barcode) as barcode,
        case when p.deleted_at is null and p.published_at is not null and v.retired_at is null and v.barcode is not null
          then greatest(v.stock - ${buffer}, 0) else 0 end as quantity,
        v.price_kurus,
        case when p.struck_price_kurus > v.price_kurus and v.price_kurus = p.price_kurus
          then p.struck_price_kurus else v.price_kurus end as list_kurus,
        l.barcode as told, l.quantity as told_quantity, l.price_kurus as told_price, l.list_kurus as told_list,
        p.deleted_at is null and p.published_at is not null and v.retired_at is null as is_on_sale
      from variants v
      join products p on p.id = v.product_id
      left join channel_listings l on l.variant_id = v.id and l.channel = ${market.name}
      where v.barcode is not null or l.barcode is not null
    )
    select id as "variantId", barcode, quantity::int, price_kurus as "priceKurus", list_kurus as "listKurus"
    from wanted
    where case when told is null then is_on_sale
      else (barcode, quantity, price_kurus, list_kurus) is distinct from (told, told_quantity, told_price, told_list) end
    order by told is null, id
    limit ${market.mostListings}`)
  return rows
}

async function noteSent(ctx: Ctx, market: Marketplace, due: Due[], batchId: string | null): Promise<void> {
  const sentAt = ctx.clock()
  await ctx.db
    .insert(channelListings)
    .values(due.map((listing) => ({ ...listing, channel: market.name, batchId, sentAt })))
    .onConflictDoUpdate({
      target: [channelListings.channel, channelListings.variantId],
      set: {
        barcode: sql`excluded.barcode`,
        quantity: sql`excluded.quantity`,
        priceKurus: sql`excluded.price_kurus`,
        listKurus: sql`excluded.list_kurus`,
        batchId: sql`excluded.batch_id`,
        sentAt: sql`excluded.sent_at`,
        error: '',
      },
    })
  await ctx.db.update(channels).set({ pushedAt: sentAt, lastError: '' }).where(eq(channels.name, market.name))
}

type Failure = { kind: 'refused'; message: string } | { kind: 'rest' } | { kind: 'lost'; reason: string }

export function wordsOf(market: Marketplace, answer: Failure): string {
  if (answer.kind === 'refused') return `${market.title} kabul etmedi: ${answer.message}`
  if (answer.kind === 'rest') return `${market.title} bir dakika bekletiyor; gönderim kendiliğinden sürecek`
  return `${market.title} yanıt vermedi (${answer.reason}); gönderim kendiliğinden sürecek`
}

export async function noteFailure(ctx: Ctx, market: Marketplace, answer: Failure): Promise<void> {
  const pause = answer.kind === 'lost' ? seconds(15) : answer.kind === 'rest' ? minutes(1) : minutes(5)
  const lastError = wordsOf(market, answer)
  ctx.log.warn({ market: market.name, reason: lastError }, 'stock was not sent')
  await ctx.db
    .update(channels)
    .set({ pushAfter: after(ctx.clock(), pause), lastError })
    .where(eq(channels.name, market.name))
}

/** Stores for the owner why items of a batch were refused. The marketplace keeps results for four hours. */
async function settleBatches(ctx: Ctx, market: Marketplace): Promise<void> {
  const own = eq(channelListings.channel, market.name)
  const open = await ctx.db
    .selectDistinct({ batchId: channelListings.batchId, sentAt: channelListings.sentAt })
    .from(channelListings)
    .where(and(own, isNotNull(channelListings.batchId)))
    .limit(20)
  for (const { batchId, sentAt } of open) {
    if (batchId === null) continue
    const answer = await market.findBatch(batchId)
    const isLate = ctx.clock().getTime() - sentAt.getTime() > minutes(240)
    if (!isLate && (answer.kind !== 'done' || !answer.data)) continue
    const failed = answer.kind === 'done' ? (answer.data ?? new Map<string, string>()) : new Map<string, string>()
    for (const [error, barcodes] of Map.groupBy(failed.keys(), (barcode) => failed.get(barcode) ?? '')) {
      await ctx.db
        .update(channelListings)
        .set({ error })
        .where(and(own, eq(channelListings.batchId, batchId), inArray(channelListings.barcode, barcodes)))
    }
    await ctx.db
      .update(channelListings)
      .set({ batchId: null })
      .where(and(own, eq(channelListings.batchId, batchId)))
  }
}
