/** The items of the feeds: each size of each product on sale, as the shop shows it at this moment. */

import { and, asc, eq, gt, notInArray, sql } from 'drizzle-orm'
import { areaNames } from '../../catalog/area-of.ts'
import { onSale } from '../../catalog/on-sale.ts'
import { findProducts, type Product } from '../../catalog/products.ts'
import { categories, products, variants } from '../../catalog/schema.ts'
import type { Ctx } from '../../ctx.ts'
import type { Image } from '../../media/images.ts'
import { imageUrl, jpegWidth } from '../../media/urls.ts'
import { findBrand } from '../../settings/brand.ts'
import { type DeliveryFee, feeFor, findDeliveryFee } from '../../settings/delivery-fee.ts'
import { findTerms } from '../../settings/terms.ts'
import type { FeedSettings } from './contract.ts'
import { taxonomyOf } from './taxonomy.ts'

/** One size of a product in one color. Prices in kuruş. */
export type FeedItem = {
  productId: string
  sku: string
  groupId: string
  title: string
  description: string
  url: string
  images: string[]
  imageWidth: number
  imageHeight: number
  /** The price without the discount; `saleKurus` is the price now, if that is lower. */
  priceKurus: number
  saleKurus: number | null
  /** The period of a sale with dates. */
  saleFrom: Date | null
  saleUntil: Date | null
  /** Pieces that the channel may sell. */
  stock: number
  color: string
  size: string
  barcode: string | null
  material: string | null
  brand: string
  /** 'Üst Giyim > Elbise' */
  categoryPath: string
  taxonomy: number
  shippingKurus: number
  dispatchDays: number
}

/** Products that are read at a time: a feed of ten thousand is never in memory as rows. */
const batch = 200

type Facts = { groupId: string | null; weightClass: string | null; saleFrom: Date | null; saleUntil: Date | null }
type Around = { publicUrl: string; brand: string; fee: DeliveryFee; dispatchDays: number; buffer: number }

export async function* feedItems(ctx: Ctx, settings: FeedSettings): AsyncGenerator<FeedItem[]> {
  const { shopName } = await findBrand(ctx)
  const { dispatchDays } = await findTerms(ctx)
  const around: Around = {
    publicUrl: ctx.config.publicUrl,
    brand: shopName,
    fee: await findDeliveryFee(ctx),
    dispatchDays: dispatchDays.to,
    buffer: settings.buffer,
  }
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await nextFacts(ctx, settings, last)
    if (rows.length === 0) return
    // Tags of ten thousand products would weigh more than the feed: a change names its category too.
    const found = await findProducts(
      { ...ctx, tags: new Set() },
      rows.map(({ id }) => id),
    )
    const byId = new Map(found.map((product) => [product.id, product]))
    const barcodes = await barcodesOf(
      ctx,
      rows.map(({ id }) => id),
    )
    yield rows.flatMap((facts) => {
      const product = byId.get(facts.id)
      return product ? itemsOf(product, facts, around, barcodes) : []
    })
    if (rows.length < batch) return
    last = rows.at(-1)?.id ?? last
  }
}

async function nextFacts(ctx: Ctx, settings: FeedSettings, last: string) {
  const { withoutProducts, withoutCategories } = settings
  return ctx.db
    .select({
      id: products.id,
      groupId: sql<string | null>`(select m.group_id from product_group_members m where m.product_id = ${products.id})`,
      weightClass: products.weightClass,
      saleFrom: products.saleFrom,
      saleUntil: products.saleUntil,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(
      and(
        onSale,
        gt(products.id, last),
        withoutProducts.length > 0 ? notInArray(products.id, withoutProducts) : undefined,
        withoutCategories.length > 0 ? notInArray(categories.id, withoutCategories) : undefined,
      ),
    )
    .orderBy(asc(products.id))
    .limit(batch)
}

async function barcodesOf(ctx: Ctx, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await ctx.db.execute<{ id: string; barcode: string }>(sql`
    select id, barcode from ${variants}
    where product_id = any(${sql.param(ids)}::uuid[]) and retired_at is null and barcode is not null`)
  return new Map(rows.map(({ id, barcode }) => [id, barcode]))
}

function itemsOf(product: Product, facts: Facts, around: Around, barcodes: Map<string, string>): FeedItem[] {
  const { publicUrl, brand, fee, dispatchDays, buffer } = around
  const colors = new Set(product.variants.map(({ color }) => color))
  const { priceKurus: lowest, originalPriceKurus: struck } = product
  return product.variants.map((variant) => {
    const pictures = variant.images.length > 0 ? variant.images : product.images
    // The law's earlier price is known of the product's price alone.
    const reduced = struck !== null && variant.priceKurus === lowest && struck > variant.priceKurus
    return {
      productId: product.id,
      sku: variant.sku,
      groupId: facts.groupId ?? product.id,
      title: product.name,
      description: product.description.replace(/\s+/g, ' ').trim(),
      url: `${publicUrl}/urun/${product.slug}${colors.size > 1 ? `?renk=${encodeURIComponent(variant.color)}` : ''}`,
      images: pictures.map((image) => publicUrl + imageUrl(image.id, jpegWidth(image.width), 'jpg')),
      imageWidth: pictures[0] ? jpegWidth(pictures[0].width) : 0,
      imageHeight: heightOf(pictures[0]),
      priceKurus: reduced ? struck : variant.priceKurus,
      saleKurus: reduced ? variant.priceKurus : null,
      saleFrom: reduced ? facts.saleFrom : null,
      saleUntil: reduced ? facts.saleUntil : null,
      stock: Math.max(0, variant.stock - buffer),
      color: variant.color,
      size: variant.size,
      barcode: barcodes.get(variant.id) ?? null,
      material: product.fabric,
      brand,
      categoryPath: `${areaNames[product.category.area]} > ${product.category.name}`,
      taxonomy: taxonomyOf(product),
      shippingKurus: feeFor(fee, variant.priceKurus, { classes: [facts.weightClass] }),
      dispatchDays,
    }
  })
}

function heightOf(image: Image | undefined): number {
  return image ? Math.round((image.height * jpegWidth(image.width)) / image.width) : 0
}
