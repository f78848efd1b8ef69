import { createRoute, z } from '@hono/zod-openapi'
import { NewItemRefund, OrderQuery, OrderStatusChange } from '#shop/orders/contract.ts'
import { getOrderAsAdmin, listOrders } from '#shop/orders/orders.ts'
import { refundItems } from '#shop/orders/refunds.ts'
import { cancelOrder, changeOrderStatus } from '#shop/orders/status.ts'
import { answers, bearer, resource, success } from './api.ts'
import { OrderId, toWireHistory, toWireOrder, WireOrder, WireOrderWithHistory } from './orders.ts'

const guarded = { 401: 'Not signed in', 403: 'Not an admin' }

const OrderList = success(z.array(WireOrder)).extend({
  pagination: z.object({ page: z.number().int(), totalPages: z.number().int(), total: z.number().int() }),
})

export const adminOrders = resource()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders',
      tags: ['Admin'],
      summary: 'Paid orders, newest first',
      security: bearer,
      request: { query: OrderQuery },
      responses: {
        ...answers(z.array(WireOrder), guarded),
        200: { description: 'Success', content: { 'application/json': { schema: OrderList } } },
      },
    }),
    async (c) => {
      const query = c.req.valid('query')
      const { items, total } = await listOrders(c.get('ctx'), query)
      const pagination = { page: query.page, totalPages: Math.ceil(total / query.limit), total }
      return c.json(
        { success: true as const, data: items.map((order) => toWireOrder(order, 'admin')), pagination },
        200,
      )
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/orders/{id}',
      tags: ['Admin'],
      summary: 'One order with its history',
      security: bearer,
      request: { params: OrderId },
      responses: answers(WireOrderWithHistory, { ...guarded, 404: 'No such order' }),
    }),
    async (c) => {
      const order = await getOrderAsAdmin(c.get('ctx'), c.req.valid('param').id)
      const data = { ...toWireOrder(order, 'admin'), history: toWireHistory(order.history) }
      return c.json({ success: true as const, data }, 200)
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
      responses: answers(WireOrderWithHistory, {
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
      const data = { ...toWireOrder(order, 'admin'), history: toWireHistory(order.history) }
      return c.json({ success: true as const, data, message: 'İade yapıldı.' }, 200)
    },
  )
