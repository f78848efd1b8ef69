import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { ownOrders } from '../../accounts/guests/own-orders.ts'
import { onSale } from '../../catalog/on-sale.ts'
import { products, variants } from '../../catalog/schema.ts'
import { type Ctx, isId } from '../../ctx.ts'
import { findImages, type Image } from '../../media/images.ts'
import { noSuchOrder } from '../../orders/locked.ts'
import { orders } from '../../orders/schema.ts'
import { boughtOf, dearerBy, worthOf } from './worth.ts'

/** A size and color in stock that may come in place of a piece. Money in kuruş, for one of them. */
type Choice = {
  variantId: string
  productId: string
  name: string
  color: string
  size: string
  priceKurus: number
  /** Its price less the worth of the old piece; negative: the amount that goes back. */
  differenceKurus: number
  image: Image | undefined
}

export type PieceChoices = { itemId: string; choices: Choice[] }

/** The choices for each piece of one's own order: its other sizes and colors, and those of the named `product`. */
export async function listChoices(ctx: Ctx, orderId: string, product?: string): Promise<PieceChoices[]> {
  const own = ownOrders(ctx)
  const [order] = isId(orderId)
    ? await ctx.db
        .select()
        .from(orders)
        .where(and(eq(orders.id, orderId), own))
    : []
  if (!order) throw noSuchOrder()
  const bought = await boughtOf(ctx, order)
  const ids = bought.items.flatMap(({ productId }) => productId ?? [])
  const named = product && (isId(product) ? eq(products.id, product) : eq(products.slug, product))
  const rows = await ctx.db
    .select({ variant: variants, product: products })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(onSale, isNull(variants.retiredAt), or(inArray(products.id, ids), named || undefined)))
    .orderBy(variants.position, variants.id)
  const old = await ctx.db
    .select({ id: variants.id, priceKurus: variants.priceKurus })
    .from(variants)
    .where(
      inArray(
        variants.id,
        bought.items.flatMap(({ variantId }) => variantId ?? []),
      ),
    )
  const priceNow = new Map(old.map(({ id, priceKurus }) => [id, priceKurus]))
  const pictureOf = ({ variant, product }: (typeof rows)[number]) => variant.images[0] ?? product.images[0] ?? ''
  const pictures = await findImages(ctx, rows.map(pictureOf))
  return bought.items.map((item) => ({
    itemId: item.id,
    choices: rows.flatMap((row): Choice[] => {
      const { id: variantId, productId, color, size, stock, priceKurus } = row.variant
      const isSame = productId === item.productId
      const isNamed = product === productId || product === row.product.slug
      if (stock < 1 || variantId === item.variantId || !(isSame || isNamed)) return []
      const worthKurus = worthOf(bought, item, 1)
      const prices = {
        paidKurus: item.unitPriceKurus,
        oldKurus: priceNow.get(item.variantId ?? ''),
        newKurus: priceKurus,
      }
      const costsKurus = isSame ? worthKurus + dearerBy(prices) : priceKurus
      const differenceKurus = costsKurus - worthKurus
      const { name } = row.product
      return [
        {
          variantId,
          productId,
          name,
          color,
          size,
          priceKurus: costsKurus,
          differenceKurus,
          image: pictures.get(pictureOf(row)),
        },
      ]
    }),
  }))
}
