import { createRoute, z } from '@hono/zod-openapi'
import { toTl } from '#shop/money.ts'
import { carrierIds, carrierName, trackingUrl } from '#shop/orders/carriers.ts'
import { OrderStatus } from '#shop/orders/contract.ts'
import { shippingLines } from '#shop/orders/mails.ts'
import { getMyOrder, listMyOrders, type Order, type OrderEvent } from '#shop/orders/orders.ts'
import { cancelMyOrder } from '#shop/orders/status.ts'
import { answers, bearer, resource } from './api.ts'
import { pictureUrl } from './products.ts'

export const WireOrder = z
  .object({
    id: z.uuid(),
    paymentId: z.string().nullable(),
    paymentStatus: z.string(),
    customerInfo: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), phone: z.string() }),
    shippingAddress: z.string(),
    totalAmount: z.number(),
    refundedAmount: z.number().openapi({ description: 'Paid back so far' }),
    status: OrderStatus,
    adminNotes: z.string().optional().openapi({ description: 'For admins only' }),
    customerId: z.uuid().optional().openapi({ description: 'For admins only' }),
    items: z.array(
      z.object({
        id: z.uuid(),
        quantity: z.number().int(),
        refundedQuantity: z.number().int(),
        priceAtPurchase: z.number(),
        variant: z.object({
          id: z.uuid().nullable(),
          sku: z.string(),
          color: z.string(),
          size: z.string(),
          product: z.object({
            id: z.uuid().nullable(),
            slug: z.string(),
            name: z.string(),
            mainImage: z.string().nullable(),
          }),
        }),
      }),
    ),
    carrier: z.enum(carrierIds).nullable(),
    carrierName: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    trackingUrl: z.string().nullable().openapi({ description: "The carrier's page for this parcel" }),
    shippedAt: z.iso.datetime().nullable(),
    deliveredAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .openapi('Order')

const WireOrderWithHistory = WireOrder.extend({
  history: z.array(
    z.object({ type: z.string(), status: z.string().nullable(), note: z.string(), createdAt: z.iso.datetime() }),
  ),
}).openapi('OrderWithHistory')

/** An order as the API writes it; the shop's own notes only for admins. */
export function toWireOrder(order: Order, reader: 'customer' | 'admin'): z.infer<typeof WireOrder> {
  return {
    id: order.id,
    paymentId: order.paymentId,
    paymentStatus: order.paymentStatus,
    customerInfo: { firstName: order.firstName, lastName: order.lastName, email: order.email, phone: order.phone },
    shippingAddress: shippingLines(order).join(', '),
    totalAmount: toTl(order.totalKurus),
    refundedAmount: toTl(order.refundedKurus),
    status: order.status,
    ...(reader === 'admin' ? { adminNotes: order.adminNotes, customerId: order.userId } : {}),
    items: order.items.map((item) => ({
      id: item.id,
      quantity: item.quantity,
      refundedQuantity: item.refundedQuantity,
      priceAtPurchase: toTl(item.unitPriceKurus),
      variant: {
        id: item.variantId,
        sku: item.sku,
        color: item.color,
        size: item.size,
        product: {
          id: item.productId,
          slug: item.productSlug,
          name: item.productName,
          mainImage: item.image ? pictureUrl(item.image) : null,
        },
      },
    })),
    carrier: order.carrier,
    carrierName: carrierName(order.carrier),
    trackingNumber: order.trackingNumber,
    trackingUrl: trackingUrl(order.carrier, order.trackingNumber),
    shippedAt: order.shippedAt?.toISOString() ?? null,
    deliveredAt: order.deliveredAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  }
}

/** What happened, without saying who of the shop did it. */
function toWireHistory(history: OrderEvent[]) {
  return history.map(({ type, status, note, createdAt }) => ({
    ...{ type, status, note },
    createdAt: createdAt.toISOString(),
  }))
}

export const OrderId = z.object({ id: z.string().max(64) })

export const orders = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/orders/my',
      tags: ['Orders'],
      summary: "The signed-in user's paid orders, newest first",
      security: bearer,
      responses: answers(z.array(WireOrder), { 401: 'Not signed in' }),
    }),
    async (c) => {
      const list = await listMyOrders(c.get('ctx'))
      return c.json({ success: true as const, data: list.map((order) => toWireOrder(order, 'customer')) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/orders/{id}',
      tags: ['Orders'],
      summary: 'One own order with its history',
      security: bearer,
      request: { params: OrderId },
      responses: answers(WireOrderWithHistory, { 401: 'Not signed in', 404: 'No such order of this user' }),
    }),
    async (c) => {
      const order = await getMyOrder(c.get('ctx'), c.req.valid('param').id)
      const data = { ...toWireOrder(order, 'customer'), history: toWireHistory(order.history) }
      return c.json({ success: true as const, data }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/orders/{id}/cancellation',
      tags: ['Orders'],
      summary: 'Cancels an own order that is not yet prepared: refunds, restores stock, sets CANCELLED',
      security: bearer,
      request: { params: OrderId },
      responses: answers(WireOrderWithHistory, {
        401: 'Not signed in',
        404: 'No such order of this user',
        409: 'Already prepared or cancelled',
        503: 'The bank has not answered yet; the shop carries it through by itself',
      }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await cancelMyOrder(ctx, id)
      const order = await getMyOrder(ctx, id)
      const data = { ...toWireOrder(order, 'customer'), history: toWireHistory(order.history) }
      const message = 'Siparişiniz iptal edildi, ödemeniz kartınıza iade edildi.'
      return c.json({ success: true as const, data, message }, 200)
    },
  )
