import { eq } from 'drizzle-orm'
import { findContracts } from '../contracts/order-contracts.ts'
import type { Ctx } from '../ctx.ts'
import { orderConfirmationMail } from '../mail/order-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { imageUrl, jpegWidth } from '../media/urls.ts'
import { shownOrderId } from './contract.ts'
import { withItems } from './orders.ts'
import { orders } from './schema.ts'

/** Writes the confirmation of a paid order to the outbox, in the transaction that paid it. */
export async function queueOrderConfirmation(ctx: Ctx, orderId: string): Promise<void> {
  const rows = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
  const [order] = await withItems(ctx, rows)
  if (!order) throw new Error(`order ${orderId} is gone`)
  const withContracts = (await findContracts(ctx, orderId)).length > 0
  const mail = orderConfirmationMail(ctx.config, {
    shownId: shownOrderId(order.id),
    firstName: order.firstName,
    items: order.items.map((item) => ({
      name: item.productName,
      color: item.color,
      size: item.size,
      quantity: item.quantity,
      unitPriceKurus: item.unitPriceKurus,
      imageUrl: item.image
        ? `${ctx.config.publicUrl}${imageUrl(item.image.id, jpegWidth(item.image.width), 'jpg')}`
        : undefined,
    })),
    totalKurus: order.totalKurus,
    addressLines: [`${order.firstName} ${order.lastName}`, ...shippingLines(order), order.phone],
    placedAt: order.paidAt ?? order.createdAt,
    withContracts,
  })
  await queueMail(ctx, { to: order.email, ...mail, ...(withContracts ? { contractsOf: orderId } : {}) })
}

/** The address as it is written on a parcel. */
export function shippingLines(order: { address: string; postalCode: string | null; city: string }): string[] {
  return [order.address, [order.postalCode, order.city].filter(Boolean).join(' ')]
}
