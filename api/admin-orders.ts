import { createRoute, z } from '@hono/zod-openapi'
import { toTl } from '#shop/money.ts'
import { changeStatusOfMany } from '#shop/orders/bulk-status.ts'
import { BulkStatusChange, NewItemRefund, NewOrderNote, OrderQuery, OrderStatusChange } from '#shop/orders/contract.ts'
import { addOrderNote } from '#shop/orders/notes.ts'
import { listOrders } from '#shop/orders/order-list.ts'
import { type AdminOrder, getOrderAsAdmin } from '#shop/orders/orders.ts'
import { refundItems } from '#shop/orders/refunds.ts'
import { cancelOrder, changeOrderStatus } from '#shop/orders/status.ts'
import { answers, bearer, resource, success } from './api.ts'
import { OrderId, toWireOrder, WireOrder } from './orders.ts'

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }

const OrderList = success(z.array(WireOrder)).extend({
  pagination: z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() }),
  totals: z
    .object({ amount: z.number(), refundedAmount: z.number() })
    .openapi({ description: 'Of all orders that the filters leave, not of this page alone' }),
})

const WireAdminOrder = WireOrder.extend({
  history: z.array(
    z.object({
      type: z.string(),
      status: z.string().nullable(),
      note: z.string(),
      actor: z.string().nullable().openapi({ description: 'Who of the shop did it' }),
      createdAt: z.iso.datetime(),
    }),
  ),
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), author: z.string(), createdAt: z.iso.datetime() })),
}).openapi('AdminOrder')

function toWireAdminOrder(order: AdminOrder): z.infer<typeof WireAdminOrder> {
  return {
    ...toWireOrder(order, 'admin'),
    history: order.history.map((event) => ({ ...event, createdAt: event.createdAt.toISOString() })),
    notes: order.notes.map(({ id, text, authorName, createdAt }) => ({
      ...{ id, text },
      author: authorName,
      createdAt: createdAt.toISOString(),
    })),
  }
}

export const adminOrders = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders',
      tags: ['Admin'],
      summary: 'Paid orders, filtered and sorted; newest first',
      security: bearer,
      request: { query: OrderQuery },
      responses: {
        ...answers(z.array(WireOrder), guarded),
        200: { description: 'Success', content: { 'application/json': { schema: OrderList } } },
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, totals } = await listOrders(c.get('ctx'), query)
      const pagination = { page: query.page, totalPages: Math.ceil(totals.count / query.limit), total: totals.count }
      const sums = { amount: toTl(totals.boughtKurus), refundedAmount: toTl(totals.refundedKurus) }
      const data = items.map((order) => toWireOrder(order, 'admin'))
      return c.json({ success: true as const, data, pagination, totals: sums }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders/{id}',
      tags: ['Admin'],
      summary: 'One order with its history and notes',
      security: bearer,
      request: { params: OrderId },
      responses: answers(WireAdminOrder, { ...guarded, 404: 'No such order' }),
    }),
    async (c) => {
      const order = await getOrderAsAdmin(c.get('ctx'), c.req.valid('param').id)
      return c.json({ success: true as const, data: toWireAdminOrder(order) }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/orders/{id}/status',
      tags: ['Admin'],
      summary: 'Sets status and notes; CANCELLED cancels and refunds',
      security: bearer,
      request: {
        params: OrderId,
        body: { required: true, content: { 'application/json': { schema: OrderStatusChange } } },
      },
      responses: answers(WireOrder, { ...guarded, 400: 'Unknown status', 404: 'No such order', 409: 'Not from here' }),
    }),
    async (c) => {
      const order = await changeOrderStatus(c.get('ctx'), c.req.valid('param').id, c.req.valid('json'))
      return c.json({ success: true as const, data: toWireOrder(order, 'admin') }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/admin/orders/{id}',
      tags: ['Admin'],
      summary: 'Cancels: refunds, restores stock, sets CANCELLED',
      security: bearer,
      request: { params: OrderId },
      responses: answers(WireOrder, { ...guarded, 404: 'No such order', 409: 'Already prepared or cancelled' }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await cancelOrder(ctx, id)
      const order = await getOrderAsAdmin(ctx, id)
      return c.json(
        { success: true as const, data: toWireOrder(order, 'admin'), message: 'Sipariş iptal edildi.' },
        200,
      )
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/refunds',
      tags: ['Admin'],
      summary: 'Pays units of an order back to the card',
      description: 'With an Idempotency-Key the same request again pays nothing more.',
      security: bearer,
      request: {
        params: OrderId,
        headers: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }),
        body: { required: true, content: { 'application/json': { schema: NewItemRefund } } },
      },
      responses: answers(WireAdminOrder, {
        ...guarded,
        400: 'No such item in the order',
        404: 'No such order',
        409: 'More than can be paid back, cancelled, or refused by the bank',
        503: 'The bank has not answered yet; the shop carries it through by itself',
      }),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await refundItems(ctx, id, c.req.valid('json'), c.req.valid('header')['idempotency-key'])
      const order = await getOrderAsAdmin(ctx, id)
      return c.json({ success: true as const, data: toWireAdminOrder(order), message: 'İade yapıldı.' }, 200)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/{id}/notes',
      tags: ['Admin'],
      summary: 'Adds a note for other admins; it stays as it is',
      security: bearer,
      request: {
        params: OrderId,
        body: { required: true, content: { 'application/json': { schema: NewOrderNote } } },
      },
      responses: answers(WireAdminOrder, { ...guarded, 400: 'Empty or too long', 404: 'No such order' }, 201),
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await addOrderNote(ctx, id, c.req.valid('json').text)
      return c.json({ success: true as const, data: toWireAdminOrder(await getOrderAsAdmin(ctx, id)) }, 201)
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/orders/status',
      tags: ['Admin'],
      summary: 'Sets the status of several orders; says which were refused, and why',
      security: bearer,
      request: { body: { required: true, content: { 'application/json': { schema: BulkStatusChange } } } },
      responses: answers(
        z.object({
          changed: z.array(z.uuid()),
          refused: z.array(z.object({ orderId: z.uuid(), message: z.string() })),
        }),
        { ...guarded, 400: 'No orders, too many, or a status that cannot be set in bulk' },
      ),
    }),
    async (c) => {
      const data = await changeStatusOfMany(c.get('ctx'), c.req.valid('json'))
      return c.json({ success: true as const, data }, 200)
    },
  )
