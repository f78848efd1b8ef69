import { and, asc, count, desc, eq, ne } from 'drizzle-orm'
import { products, variants } from '../../catalog/schema.ts'
import { type Ctx, requireRight } from '../../ctx.ts'
import { channelListings, channelPackages, channels } from '../schema.ts'
import type { MarketSettings } from './contract.ts'
import { findMarketSettings, findMarketVersion } from './settings.ts'

export type MarketOverview = {
  title: string
  version: number
  settings: MarketSettings
  pushedAt: Date | null
  readAt: Date | null
  lastError: string
  /** Sizes that it knows, and sizes on sale that it cannot know, as they have no barcode. */
  listings: number
  withoutBarcode: number
  failures: { productId: string; name: string; barcode: string; error: string }[]
  /** Packages that wait for the owner. */
  short: { packageId: string; orderNumber: string; reason: string; createdAt: Date; lines: string[] }[]
}

/** How the talk with the marketplace goes; undefined where none is set up. */
export async function findMarketOverview(ctx: Ctx): Promise<MarketOverview | undefined> {
  requireRight(ctx, 'settings')
  if (!ctx.config.trendyol) return undefined
  const channel = 'trendyol'
  const [row] = await ctx.db.select().from(channels).where(eq(channels.name, channel))
  const own = eq(channelListings.channel, channel)
  const [known] = await ctx.db.select({ n: count() }).from(channelListings).where(own)
  const failures = await ctx.db
    .select({
      productId: products.id,
      name: products.name,
      barcode: channelListings.barcode,
      error: channelListings.error,
    })
    .from(channelListings)
    .innerJoin(variants, eq(variants.id, channelListings.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(own, ne(channelListings.error, '')))
    .orderBy(desc(channelListings.sentAt))
    .limit(50)
  return {
    title: 'Trendyol',
    version: await findMarketVersion(ctx),
    settings: await findMarketSettings(ctx),
    pushedAt: row?.pushedAt ?? null,
    readAt: row?.readAt ?? null,
    lastError: row?.lastError ?? '',
    listings: known?.n ?? 0,
    withoutBarcode: await countWithoutBarcode(ctx),
    failures,
    short: await listShort(ctx, channel),
  }
}

async function countWithoutBarcode(ctx: Ctx): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(
    `select count(*)::int as n from variants v join products p on p.id = v.product_id
     where v.barcode is null and v.retired_at is null and p.deleted_at is null and p.published_at is not null`,
  )
  return rows[0]?.n ?? 0
}

async function listShort(ctx: Ctx, channel: string) {
  const rows = await ctx.db
    .select()
    .from(channelPackages)
    .where(and(eq(channelPackages.channel, channel), eq(channelPackages.state, 'SHORT')))
    .orderBy(asc(channelPackages.createdAt), asc(channelPackages.packageId))
    .limit(50)
  return rows.map(({ packageId, orderNumber, reason, createdAt, package: { lines } }) => ({
    ...{ packageId, orderNumber, reason, createdAt },
    lines: lines.map(({ quantity, name, barcode }) => `${quantity} × ${name || barcode}`),
  }))
}

/** Packages that wait for the owner's decision; 0 where no marketplace is set up, and nothing is asked. */
export async function countShortPackages(ctx: Ctx): Promise<number> {
  return ctx.config.trendyol ? ctx.db.$count(channelPackages, eq(channelPackages.state, 'SHORT')) : 0
}
