import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { onSale } from '../catalog/on-sale.ts'
import { categories, products, variants } from '../catalog/schema.ts'
import { because } from '../catalog/stock/cause.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, isId, together } from '../ctx.ts'
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
  /** The weight of its parcel, as a class of the delivery settings. */
  weightClass: string | null
  item: {
    productId: string
    variantId: string
    quantity: number
    unitPriceKurus: number
    /** How much less a unit costs than on the shelf. */
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
  const [rows, shopVatRate] = await together(
    ctx.db
      .select({ variant: variants, product: products, categoryId: categories.id, categoryName: categories.name })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .leftJoin(variants, and(eq(variants.productId, products.id), isNull(variants.retiredAt)))
      .where(and(inArray(products.id, ids), onSale)),
    findVatRate(ctx),
  )
  const lines = new Map<string, PricedLine>()
  for (const [index, wanted] of cartItems.entries()) {
    const ofProduct = rows.filter((row) => row.product.id === wanted.productId)
    const [first] = ofProduct
    if (!first) throw gone()
    const fitting = ofProduct.filter(
      ({ variant }) =>
        variant !== null &&
        (wanted.variantId === undefined || variant.id === wanted.variantId) &&
        (wanted.size === undefined || variant.size === wanted.size) &&
        (wanted.color === undefined || variant.color === wanted.color),
    )
    // Without a color any will do, so the first of the product's that there is enough of.
    fitting.sort((one, other) => (one.variant?.position ?? 0) - (other.variant?.position ?? 0))
    const row = fitting.find(({ variant }) => variant && variant.stock >= wanted.quantity) ?? fitting[0]
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

/** The units left of each size, by variant. */
export type Shelf = Map<string, number>

/** As takeStock, and tells whoever shows the goods. */
export async function holdStock(ctx: Ctx, lines: PricedLine[], orderId?: string): Promise<void> {
  await takeStock(ctx, lines, { orderId })
  await announceCatalogChange(ctx, { productIds: lines.map((line) => line.item.productId) })
}

/**
 * Takes the units out of sale. The UPDATE itself settles a race for the last one: it finds a row only while enough is
 * left. Throws OUT_OF_STOCK naming every line that cannot be had; the caller's transaction then undoes the rest. `kept`: units by
 * variant that are out of sale for this order already. Returns what is left.
 */
export async function takeStock(
  ctx: Ctx,
  lines: PricedLine[],
  { orderId, kept = new Map() }: { orderId?: string | undefined; kept?: Map<string, number> },
): Promise<Shelf> {
  const sizes = [...Map.groupBy(lines, ({ item }) => item.variantId)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const bySize = sizes.flatMap(([variantId, same]) => {
    const wanted = same.reduce((sum, { quantity }) => sum + quantity, 0)
    return same.slice(0, 1).map(({ item }) => ({ item, wanted, own: drawKept(kept, variantId, wanted) }))
  })
  const rows = await takeUnits(
    ctx,
    bySize.map(({ item, wanted, own }) => ({ variantId: item.variantId, units: wanted - own })),
    because(ctx, { cause: 'order', orderId }),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const short = bySize.flatMap(({ item, own }) => {
    const row = found.get(item.variantId)
    return row?.taken ? [] : [{ item, isOffSale: !row, available: row ? row.stock + own : 0 }]
  })
  if (short.length > 0) throw outOfStock(short)
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

/**
 * The sizes that are on sale as they are then, and whether their units were taken. They are locked in the same order by everybody, so
 * that two carts never wait for each other in a circle.
 */
async function takeUnits(ctx: Ctx, sizes: { variantId: string; units: number }[], reason: SQL) {
  const ids = sql.param(sizes.map(({ variantId }) => variantId))
  const units = sql.param(sizes.map((size) => size.units))
  const { rows } = await ctx.db.execute<{ id: string; stock: number; taken: boolean }>(sql`
    with locked as (
      select v.id, v.stock, wanted.units
      from unnest(${ids}::uuid[], ${units}::int[]) wanted (id, units) join variants v using (id)
      where v.retired_at is null order by v.id for no key update of v
    ), taken as (
      update variants v set stock = v.stock - locked.units from locked
      where v.id = locked.id and v.stock >= locked.units and locked.units > 0 and ${reason}
      returning v.id, v.stock
    )
    select locked.id, coalesce(taken.stock, locked.stock) as stock, taken.id is not null or locked.units = 0 as taken
    from locked left join taken using (id)`)
  return rows
}

type Named = Pick<PricedLine['item'], 'productId' | 'variantId' | 'productName' | 'size'>
export type Short = { item: Named; isOffSale: boolean; available: number }

/**
 * The lines of a cart that takeStock would refuse by the stock of this moment, in its order, as an SQL value for a larger query. Null
 * where it would refuse none, and for a cart with a line that does not name exactly what is on sale.
 */
export function shortOf(cartItems: CartItem[]): SQL<Short[] | null> {
  if (!cartItems.every(({ productId, variantId }) => isExact(productId) && isExact(variantId))) return sql`null::json`
  const column = (value: (item: CartItem) => string | number | undefined) =>
    sql.param(cartItems.map((item) => value(item) ?? null))
  return sql`(
    select json_agg(json_build_object('item', item, 'isOffSale', false, 'available', stock) order by id) filter (where stock < units)
    from (
      select v.id, v.stock, sum(line.units) as units, count(*) as lines,
        json_build_object('productId', p.id, 'variantId', v.id, 'productName', p.name, 'size', v.size) as item
      from unnest(${column(({ productId }) => productId)}::uuid[], ${column(({ variantId }) => variantId)}::uuid[],
        ${column(({ size }) => size)}::text[], ${column(({ color }) => color)}::text[],
        ${column(({ quantity }) => quantity)}::int[]) line (product_id, id, size, color, units)
      join variants v on v.id = line.id and v.product_id = line.product_id join products p on p.id = v.product_id
      where v.retired_at is null and p.deleted_at is null and p.published_at is not null
        and v.size = coalesce(line.size, v.size) and v.color = coalesce(line.color, v.color)
      group by v.id, p.id
    ) found having sum(lines) = ${cartItems.length})`
}

/** An id as the database writes it: a cart with another spelling of it names nothing. */
function isExact(id = ''): boolean {
  return isId(id) && id === id.toLowerCase()
}

export function outOfStock(short: Short[]): ShopError {
  const names = short.map(({ item: { productName, size }, isOffSale, available }) => {
    if (available > 0) return `${productName} (${size}) ürününden yalnızca ${available} adet kaldı`
    return `${productName} (${size}) ${isOffSale ? 'artık satışta değil' : 'tükendi'}`
  })
  const lines = short.map(({ item: { productId, variantId, productName: name, size }, available }) => {
    return { productId, variantId, name, size, available }
  })
  return new ShopError('OUT_OF_STOCK', `${names.join(', ')}; lütfen sepetinizi güncelleyin.`, { data: { lines } })
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
