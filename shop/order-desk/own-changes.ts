/**
 * Changes that a buyer makes in her own order before it is prepared: a size for another of the same product, color and price, and
 * the address within its province. The owner may switch either off.
 */

import { and, eq, inArray, isNull } from 'drizzle-orm'
import { onSale } from '../catalog/on-sale.ts'
import { products, variants } from '../catalog/schema.ts'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { noSuchOrder, requireOwnOrder } from '../orders/locked.ts'
import { hasShipment } from '../shipping/shipments.ts'
import { carryOut, type OrderRow } from './change.ts'
import type { AddressCorrection, SizeSwap } from './contract.ts'
import { type Line, linesOf } from './lines.ts'
import { findOrderDeskSettings } from './settings.ts'

type Size = { variantId: string; size: string }
/** The changes that she may make now. Lines without another size are left out. */
export type OwnChanges = { address: boolean; swaps: { itemId: string; sizes: Size[] }[] }

/** The changes that its buyer may make; none once it is being prepared. */
export async function findOwnChanges(
  ctx: Ctx,
  order: Pick<OrderRow, 'id' | 'status' | 'shippedAt' | 'deliveredAt'>,
): Promise<OwnChanges> {
  if (!isUnprepared(order)) return { address: false, swaps: [] }
  const { ownSwap, ownAddress } = await findOrderDeskSettings(ctx)
  const address = ownAddress && !(await hasShipment(ctx, order.id))
  return { address, swaps: ownSwap ? await swapsOf(ctx, await linesOf(ctx, order.id)) : [] }
}

/** As long as she may cancel. */
function isUnprepared({ status, shippedAt, deliveredAt }: Pick<OrderRow, 'status' | 'shippedAt' | 'deliveredAt'>) {
  return (status === 'PENDING' || status === 'CONFIRMED') && shippedAt === null && deliveredAt === null
}

/** Sizes in stock that cost what hers costs, today or when she bought. */
async function swapsOf(ctx: Ctx, lines: Line[]): Promise<OwnChanges['swaps']> {
  const ids = lines.flatMap(({ productId }) => productId ?? [])
  if (ids.length === 0) return []
  const all = await ctx.db
    .select({ variant: variants })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(products.id, ids), onSale, isNull(variants.retiredAt)))
    .orderBy(variants.position, variants.id)
  return lines.flatMap((line) => {
    const own = all.find(({ variant }) => variant.id === line.variantId)?.variant
    const sizes = all.flatMap(({ variant: { id: variantId, productId, color, size, stock, priceKurus } }) => {
      const samePrice = priceKurus === line.unitPriceKurus || priceKurus === own?.priceKurus
      const fits = productId === line.productId && color === line.color && size !== line.size && samePrice && stock > 0
      return fits ? [{ variantId, size }] : []
    })
    return sizes.length > 0 && line.refundedQuantity < line.quantity ? [{ itemId: line.id, sizes }] : []
  })
}

/**
 * Swaps a size of one's own order, all of its units where no number is given. The price stays. CONFLICT once the order is being
 * prepared, and for what is no other size of it; OUT_OF_STOCK when somebody else was quicker.
 */
export async function swapOwnSize(ctx: Ctx, orderId: string, itemId: string, asked: SizeSwap): Promise<void> {
  await carryOut(ctx, orderId, {
    actorId: await requireOwnOrder(ctx, orderId),
    recipient: {},
    items: [{ ...asked, itemId, keepPrice: false }],
    async decide(ctx, order) {
      requireUnprepared(order)
      if (!(await findOrderDeskSettings(ctx)).ownSwap) throw switchedOff()
      await requireSize(ctx, order, itemId, asked)
    },
  })
}

async function requireSize(ctx: Ctx, { id }: OrderRow, itemId: string, { variantId }: SizeSwap): Promise<void> {
  const line = (await linesOf(ctx, id)).find((line) => line.id === itemId)
  if (!line) throw noSuchOrder()
  // A repeated request has been done already.
  if (line.variantId === variantId) return
  const [swap] = await swapsOf(ctx, [line])
  if (swap?.sizes.some((size) => size.variantId === variantId)) return
  const [gone] = await ctx.db
    .select({ productId: variants.productId })
    .from(variants)
    .where(and(eq(variants.id, variantId), isNull(variants.retiredAt), eq(variants.stock, 0)))
  if (gone && gone.productId === line.productId) {
    throw new ShopError(
      'OUT_OF_STOCK',
      'Seçtiğiniz beden bu sırada tükendi; siparişiniz değişmedi, başka bir beden seçin.',
    )
  }
  throw new ShopError('CONFLICT', 'Bu ürün yalnızca aynı renk ve fiyattaki başka bir bedenle değiştirilebilir.')
}

/**
 * Corrects recipient, telephone and address of one's own order within its province. CONFLICT once it is being prepared, or its
 * carrier's label is made.
 */
export async function correctOwnAddress(ctx: Ctx, orderId: string, recipient: AddressCorrection): Promise<void> {
  await carryOut(ctx, orderId, {
    actorId: await requireOwnOrder(ctx, orderId),
    recipient,
    items: [],
    async decide(ctx, order) {
      requireUnprepared(order)
      if (!(await findOrderDeskSettings(ctx)).ownAddress) throw switchedOff()
      if (await hasShipment(ctx, orderId)) throw labelled()
    },
  })
}

function requireUnprepared(order: OrderRow): void {
  if (isUnprepared(order)) return
  const message = 'Siparişiniz hazırlandığı için artık buradan değiştirilemez; lütfen bize yazın.'
  throw new ShopError('CONFLICT', message)
}

function labelled(): ShopError {
  const message = 'Siparişinizin kargo etiketi hazırlandı, adresi artık buradan değiştirilemez; lütfen bize yazın.'
  return new ShopError('CONFLICT', message)
}

function switchedOff(): ShopError {
  return new ShopError('CONFLICT', 'Bu mağazada siparişler buradan değiştirilemiyor; lütfen bize yazın.')
}
