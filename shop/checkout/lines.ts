import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { onSale } from '../catalog/on-sale.ts'
import { categories, products, variants } from '../catalog/schema.ts'
import { because } from '../catalog/stock/cause.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, isId } from '../ctx.ts'
import { invalid, notFound, ShopError } from '../errors.ts'
import { type VatRate, vatRateOf } from '../fields/vat-rates.ts'
import { drawKept } from '../restock/kept.ts'
import { findVatRate } from '../settings/legal.ts'
import type { NewPayment } from './contract.ts'

type CartItem = NewPayment['orderData']['cartItems'][number]

/** One variant of a cart with its price from the database, and the order item it becomes. */
export type PricedLine = {
  quantity: number
  unitPriceKurus: number
  categoryId: string
  categoryName: string
  /** Why the law gives no right of withdrawal for it; null: it gives one. */
  withdrawalExemption: string | null
  /** What its parcel weighs, as a class of the delivery settings. */
  weightClass: string | null
  item: {
    productId: string
    variantId: string
    quantity: number
    unitPriceKurus: number
    /** What a unit costs less than on the shelf. */
    discountKurus?: number
    productName: string
    productSlug: string
    color: string
    size: string
    sku: string
    vatRate: VatRate
    imageId: string | null
  }
}

/** Finds each line's variant and price; the same variant twice becomes one line. `at` is where the cart stands in the input. */
export async function priceLines(ctx: Ctx, cartItems: CartItem[], at = 'orderData.cartItems'): Promise<PricedLine[]> {
  const ids = [...new Set(cartItems.map((item) => item.productId))]
  if (!ids.every(isId)) throw gone()
  const rows = await ctx.db
    .select({ variant: variants, product: products, categoryId: categories.id, categoryName: categories.name })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(variants, and(eq(variants.productId, products.id), isNull(variants.retiredAt)))
    .where(and(inArray(products.id, ids), onSale))
  const shopVatRate = await findVatRate(ctx)
  const lines = new Map<string, PricedLine>()
  for (const [index, wanted] of cartItems.entries()) {
    const ofProduct = rows.filter((row) => row.product.id === wanted.productId)
    const [first] = ofProduct
    if (!first) throw gone()
    const row = ofProduct.find(
      ({ variant }) =>
        variant !== null &&
        (wanted.variantId === undefined || variant.id === wanted.variantId) &&
        (wanted.size === undefined || variant.size === wanted.size) &&
        (wanted.color === undefined || variant.color === wanted.color),
    )
    if (!row?.variant) {
      throw invalid({
        [`${at}.${index}.size`]: [`${first.product.name}: seçtiğiniz beden artık satışta değil`],
      })
    }
    const { variant, product } = row
    const known = lines.get(variant.id)
    const quantity = wanted.quantity + (known?.quantity ?? 0)
    lines.set(variant.id, {
      quantity,
      unitPriceKurus: variant.priceKurus,
      categoryId: row.categoryId,
      categoryName: row.categoryName,
      withdrawalExemption: product.withdrawalExemption,
      weightClass: product.weightClass,
      item: {
        productId: product.id,
        variantId: variant.id,
        quantity,
        unitPriceKurus: variant.priceKurus,
        productName: product.name,
        productSlug: product.slug,
        color: variant.color,
        size: variant.size,
        sku: variant.sku,
        vatRate: vatRateOf(product.vatRate) ?? shopVatRate,
        imageId: variant.images[0] ?? product.images[0] ?? null,
      },
    })
  }
  return [...lines.values()]
}

/**
 * Takes the units out of sale. The UPDATE itself settles a race for the last one: it finds a row only while enough is
 * left. Throws OUT_OF_STOCK naming every line that cannot be had; the caller's transaction then undoes the rest. `kept`: units by
 * variant that are out of sale for this order already.
 */
export async function holdStock(
  ctx: Ctx,
  lines: PricedLine[],
  orderId?: string,
  kept: Map<string, number> = new Map(),
): Promise<void> {
  const reason = because(ctx, { cause: 'order', orderId })
  const short: { productId: string; variantId: string; name: string; size: string; available: number }[] = []
  const offSale = new Set<string>()
  // Always in the same order, so that two carts never wait for each other in a circle.
  for (const { item, quantity } of lines.toSorted((a, b) => (a.item.variantId < b.item.variantId ? -1 : 1))) {
    const own = drawKept(kept, item.variantId, quantity)
    if (own === quantity) continue
    const more = quantity - own
    const held = await ctx.db
      .update(variants)
      .set({ stock: sql`${variants.stock} - ${more}` })
      .where(
        and(eq(variants.id, item.variantId), isNull(variants.retiredAt), sql`${variants.stock} >= ${more}`, reason),
      )
      .returning({ id: variants.id })
    if (held.length > 0) continue
    const [left] = await ctx.db
      .select({ stock: variants.stock })
      .from(variants)
      .where(and(eq(variants.id, item.variantId), isNull(variants.retiredAt)))
    if (!left) offSale.add(item.variantId)
    short.push({
      productId: item.productId,
      variantId: item.variantId,
      name: item.productName,
      size: item.size,
      available: left ? left.stock + own : 0,
    })
  }
  if (short.length > 0) {
    const names = short.map(({ name, size, variantId, available }) => {
      if (available > 0) return `${name} (${size}) ürününden yalnızca ${available} adet kaldı`
      return `${name} (${size}) ${offSale.has(variantId) ? 'artık satışta değil' : 'tükendi'}`
    })
    throw new ShopError('OUT_OF_STOCK', `${names.join(', ')}; lütfen sepetinizi güncelleyin.`, {
      data: { lines: short },
    })
  }
  await announceCatalogChange(ctx, { productIds: lines.map((line) => line.item.productId) })
}

function gone() {
  return notFound('Sepetinizdeki bir ürün artık satışta değil; lütfen sepetinizi güncelleyin.')
}

/** A size that comes in the place of a bought one, as a cart would buy it now; `at` names the field that asks for it. */
export async function priceInstead(ctx: Ctx, variantId: string, quantity: number, at: string): Promise<PricedLine> {
  const offSale = () => invalid({ [at]: ['Bu seçenek artık satışta değil; başka bir seçenek seçin'] })
  const [variant] = await ctx.db
    .select({ productId: variants.productId })
    .from(variants)
    .where(and(eq(variants.id, variantId), isNull(variants.retiredAt)))
  if (!variant) throw offSale()
  const cart = [{ productId: variant.productId, variantId, quantity }]
  const [line] = await priceLines(ctx, cart).catch((error: unknown) => {
    if (error instanceof ShopError) throw offSale()
    throw error
  })
  if (!line) throw offSale()
  return line
}
