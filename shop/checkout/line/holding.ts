import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { orderItems, orders } from '../../orders/schema.ts'
import { paymentAttempts } from '../../payments/schema.ts'
import { findKept } from '../../restock/kept.ts'
import type { NewPayment } from '../contract.ts'
import { priceLines } from '../lines.ts'

type Purchase = { userId: string; input: NewPayment; isAtBank: boolean }

/** Whether each piece of the cart is hers already: kept for who waited for its size, or held by a payment that she left at her bank. */
export async function holdsAllOf(ctx: Ctx, { userId, input, isAtBank }: Purchase): Promise<boolean> {
  const { cartItems, stockNotices = [] } = input.orderData
  if (stockNotices.length === 0 && !isAtBank) return false
  const lines = await priceLines(ctx, cartItems)
  const [kept, atBank] = await Promise.all([findKept(ctx, stockNotices), isAtBank ? findAtBank(ctx, userId) : nothing])
  return lines.every(({ quantity, item: { variantId } }) => {
    return quantity <= (kept.get(variantId) ?? 0) + (atBank.get(variantId) ?? 0)
  })
}

const nothing = new Map<string | null, number>()

async function findAtBank(ctx: Ctx, userId: string): Promise<Map<string | null, number>> {
  const rows = await ctx.db
    .select({ variantId: orderItems.variantId, units: sql<number>`sum(${orderItems.quantity})::int` })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(paymentAttempts.status, 'AWAITING_3DS')))
    .groupBy(orderItems.variantId)
  return new Map(rows.map(({ variantId, units }) => [variantId, units]))
}
