/**
 * Sizes on their way into a marketplace's catalog. The owner asks for them (askForProducts), and the talk with it sends what waits and
 * reads what became of it. An answer that was lost leaves them waiting: sent twice, the second is refused by its barcode, which is told.
 */

import { and, eq, inArray, sql } from 'drizzle-orm'
import { inFamilyOrder } from '../../../catalog/colors.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { ShopError } from '../../../errors.ts'
import { vatRateOf } from '../../../fields/vat-rates.ts'
import { findImages } from '../../../media/images.ts'
import { imageUrl, jpegWidth } from '../../../media/urls.ts'
import { findVatRate } from '../../../settings/legal.ts'
import { minutes } from '../../../time.ts'
import { channelCategories, channelListings, channelProducts } from '../../schema.ts'
import type { MarketSettings } from '../contract.ts'
import type { Marketplace } from '../marketplace.ts'
import { noteFailure } from '../push.ts'
import { findMarketSettings } from '../settings.ts'
import type { MappedAttribute, MarketNamed, NewListing } from './contract.ts'
import { listingOf, type Piece } from './item.ts'
import { requireMarketplace } from './mapping.ts'

/** Sizes of one call. Each has its pictures and its text: a thousand would be a long one. */
const most = 200
/** Results are kept there for four hours. */
const longest = minutes(240)

/** Has all sizes on sale of mapped categories made there that are not yet, once more those that were refused. Says how many. */
export async function askForProducts(ctx: Ctx): Promise<number> {
  const { name, title } = await requireMarketplace(ctx)
  const { brand } = await findMarketSettings(ctx)
  if (!brand) throw new ShopError('CONFLICT', `Önce ${title}’daki markanızı seçin.`)
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await ctx.db.execute(sql`
      insert into channel_products (channel, variant_id, state, asked_at)
      select ${name}, v.id, 'WAITING', ${ctx.clock().toISOString()}::timestamptz
      from channel_categories c
      join products p on p.category_id = c.category_id and p.deleted_at is null and p.published_at is not null
      join variants v on v.product_id = p.id and v.retired_at is null and v.barcode is not null
      where c.channel = ${name}
      on conflict (channel, variant_id) do update set state = 'WAITING', error = '', asked_at = excluded.asked_at
        where channel_products.state = 'FAILED'
      returning variant_id`)
    if (rows.length === 0)
      throw new ShopError('CONFLICT', 'Gönderilecek ürün yok: eşlenmiş kategorilerde barkodlu ürün kalmadı.')
    return rows.length
  })
}

/** One round: what is known of the last batches, then the next sizes. */
export async function sendProducts(ctx: Ctx, market: Marketplace): Promise<void> {
  await settleProducts(ctx, market)
  const settings = await findMarketSettings(ctx)
  const rows = await nextPieces(ctx, market, settings.buffer)
  if (rows.length === 0 || !settings.brand) return
  const found = await valuesOf(ctx, market, rows)
  if (!found) return
  const listings = rows.map((row) => ({ row, listing: askFor(row, { market, settings, found }) }))
  for (const { row, listing } of listings) if (typeof listing === 'string') await refuse(ctx, market, [row.id], listing)
  const good = listings.flatMap(({ row, listing }) => (typeof listing === 'string' ? [] : [{ id: row.id, listing }]))
  if (good.length === 0) return
  const answer = await market.create(good.map(({ listing }) => listing))
  const ids = good.map(({ id }) => id)
  if (answer.kind === 'refused') return refuse(ctx, market, ids, answer.message)
  // The very same was sent a moment ago; its outcome is asked for with the next round.
  if (answer.kind !== 'done') return answer.kind === 'repeated' ? undefined : noteFailure(ctx, market, answer)
  await ctx.db
    .update(channelProducts)
    .set({ state: 'SENT', batchId: answer.data.batchId, sentAt: ctx.clock() })
    .where(and(eq(channelProducts.channel, market.name), inArray(channelProducts.variantId, ids)))
}

type Row = Piece & { id: string; categoryId: string; imageIds: string[]; vat: string | null }

async function nextPieces(ctx: Ctx, market: Marketplace, buffer: number): Promise<Row[]> {
  const { rows } = await ctx.db.execute<Omit<Row, 'images' | 'vatRate'>>(sql`
    select v.id, v.barcode, v.sku, v.color, v.color_family as "colorFamily", v.size, p.name, p.description,
      p.category_id as "categoryId", p.vat_rate as vat, greatest(v.stock - ${buffer}, 0)::int as quantity,
      v.price_kurus as "priceKurus",
      case when p.struck_price_kurus > v.price_kurus and v.price_kurus = p.price_kurus
        then p.struck_price_kurus else v.price_kurus end as "listKurus",
      case when cardinality(v.images) > 0 then v.images else p.images end as "imageIds",
      coalesce((select m.group_id from product_group_members m where m.product_id = p.id), p.id)::text as "groupId"
    from channel_products c
    join variants v on v.id = c.variant_id and v.retired_at is null and v.barcode is not null
    join products p on p.id = v.product_id and p.deleted_at is null
    join channel_categories k on k.channel = c.channel and k.category_id = p.category_id
    where c.channel = ${market.name} and c.state = 'WAITING'
    order by c.asked_at, v.id limit ${most}`)
  if (rows.length === 0) return []
  const images = await findImages(
    ctx,
    rows.flatMap(({ imageIds }) => imageIds),
  )
  const usual = await findVatRate(ctx)
  return rows.map((row) => ({
    ...row,
    colorFamily: inFamilyOrder(new Map([[row.colorFamily, true]]))[0]?.name ?? '',
    vatRate: vatRateOf(row.vat) ?? usual,
    images: row.imageIds.flatMap((id) => {
      const image = images.get(id)
      return image ? [ctx.config.publicUrl + imageUrl(image.id, jpegWidth(image.width), 'jpg')] : []
    }),
  }))
}

type Category = { marketId: number; attributes: MappedAttribute[]; values: Map<number, MarketNamed[]> }

/** The mapped categories of these sizes, with what is listed for their colors and sizes; undefined where it did not say. */
async function valuesOf(ctx: Ctx, market: Marketplace, rows: Row[]): Promise<Map<string, Category> | undefined> {
  const ids = [...new Set(rows.map(({ categoryId }) => categoryId))]
  const mapped = await ctx.db
    .select()
    .from(channelCategories)
    .where(and(eq(channelCategories.channel, market.name), inArray(channelCategories.categoryId, ids)))
  const found = new Map<string, Category>()
  for (const { categoryId, marketId, attributes } of mapped) {
    const values: Category['values'] = new Map()
    for (const { id, from } of attributes) {
      if (from === 'fixed') continue
      const answer = await market.listValues(marketId, id)
      if (answer.kind !== 'done') {
        if (answer.kind !== 'repeated') await noteFailure(ctx, market, answer)
        return undefined
      }
      values.set(id, answer.data)
    }
    found.set(categoryId, { marketId, attributes, values })
  }
  return found
}

type Around = { market: Marketplace; settings: MarketSettings; found: Map<string, Category> }

function askFor(
  { id, categoryId, imageIds, vat, ...piece }: Row,
  { market, settings, found }: Around,
): NewListing | string {
  const category = found.get(categoryId)
  if (!category || !settings.brand) return 'Kategorisi eşlenmemiş'
  const { marketId, attributes, values } = category
  const { brand, desi } = settings
  return listingOf(piece, { title: market.title, brandId: brand.id, desi, categoryId: marketId, attributes, values })
}

async function refuse(ctx: Ctx, market: Marketplace, ids: string[], error: string): Promise<void> {
  await ctx.db
    .update(channelProducts)
    .set({ state: 'FAILED', error: error.slice(0, 300), batchId: null })
    .where(and(eq(channelProducts.channel, market.name), inArray(channelProducts.variantId, ids)))
}

async function settleProducts(ctx: Ctx, market: Marketplace): Promise<void> {
  const { rows } = await ctx.db.execute<{
    batchId: string
    sentAt: string
    pieces: { id: string; barcode: string }[]
  }>(sql`
    select c.batch_id as "batchId", min(c.sent_at) as "sentAt",
      json_agg(json_build_object('id', v.id, 'barcode', v.barcode)) as pieces
    from channel_products c join variants v on v.id = c.variant_id
    where c.channel = ${market.name} and c.state = 'SENT' group by c.batch_id limit 20`)
  for (const { batchId, sentAt, pieces } of rows) {
    const answer = await market.findBatch(batchId)
    const isLate = ctx.clock().getTime() - new Date(sentAt).getTime() > longest
    if (answer.kind !== 'done' || !answer.data) {
      if (!isLate) continue
      const error = `${market.title} sonucu bildirmedi; panelinden kontrol edin`
      await refuse(
        ctx,
        market,
        pieces.map(({ id }) => id),
        error,
      )
      continue
    }
    const failed = answer.data
    for (const { id, barcode } of pieces) {
      const error = failed.get(barcode)
      if (error) await refuse(ctx, market, [id], error)
    }
    await noteMade(
      ctx,
      market,
      pieces.filter(({ barcode }) => !failed.has(barcode)).map(({ id }) => id),
    )
  }
}

/** Their stock and price are told once more: before, nobody knew the barcode. */
async function noteMade(ctx: Ctx, market: Marketplace, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(channelProducts)
      .set({ state: 'MADE', batchId: null, error: '' })
      .where(and(eq(channelProducts.channel, market.name), inArray(channelProducts.variantId, ids)))
    await ctx.db
      .delete(channelListings)
      .where(and(eq(channelListings.channel, market.name), inArray(channelListings.variantId, ids)))
  })
}
