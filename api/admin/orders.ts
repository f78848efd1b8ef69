import { z } from '@hono/zod-openapi'
import { type Ctx, hasRight } from '#shop/ctx.ts'
import { chargedOf } from '#shop/invoices/charged.ts'
import { listInvoices, type OrderInvoice } from '#shop/invoices/invoices.ts'
import { splitOrder } from '#shop/invoices/vat.ts'
import { toTl } from '#shop/money.ts'
import { changeStatusOfMany } from '#shop/orders/bulk-status.ts'
import {
  BulkStatusChange,
  NewItemRefund,
  NewOrderNote,
  NewRefund,
  OrderQuery,
  OrderStatusChange,
} from '#shop/orders/contract.ts'
import { addOrderNote } from '#shop/orders/notes.ts'
import { listOrders } from '#shop/orders/order-list.ts'
import { type AdminOrder, getOrderAsAdmin } from '#shop/orders/orders.ts'
import { refundFreely, refundItems } from '#shop/orders/refunds.ts'
import { cancelOrder, changeOrderStatus } from '#shop/orders/status.ts'
import { findShipment, type ShipmentRow } from '#shop/shipping/shipments.ts'
import { created, Id, json, ok, okPage, page, resource, staffFailures } from '../api.ts'
import { needs, requireGivingBack } from '../authenticate.ts'
import { toWireParcel } from '../orders.ts'
import { route } from '../route.ts'
import type { WireAdminOrder } from '../wire/admin/orders.ts'
import { asSeen, toStaffOrder } from './staff-order.ts'

const Cancellation = z.object({ restock: z.enum(['true', 'false'], 'true ya da false yazın').optional() })

export async function adminOrderOf(ctx: Ctx, id: string): Promise<WireAdminOrder> {
  const order = await getOrderAsAdmin(ctx, id)
  const shipment = ctx.shipping ? await findShipment(ctx, order.id) : undefined
  return {
    ...toWireAdminOrder(ctx, order, await listInvoices(ctx, order.id)),
    shipment: shipment ? toWireShipment(shipment) : null,
    shippingProvider: ctx.shipping?.title ?? null,
  }
}

function toWireShipment(shipment: ShipmentRow): WireAdminOrder['shipment'] {
  const { provider, status, error, createdAt } = shipment
  return { provider, status, error, parcel: toWireParcel(shipment), createdAt: createdAt.toISOString() }
}

function toWireAdminOrder(ctx: Ctx, order: AdminOrder, invoices: OrderInvoice[]) {
  return {
    ...toStaffOrder(ctx, order),
    manual: order.manual,
    ...asSeen(ctx, order, toWireMoney(order, invoices)),
    notes: order.notes.map(({ id, text, authorName, createdAt }) => ({
      ...{ id, text },
      author: authorName,
      createdAt: createdAt.toISOString(),
    })),
  }
}

function toWireMoney(order: AdminOrder, invoices: OrderInvoice[]) {
  return {
    discount: { amount: toTl(order.discountKurus), reason: order.discountReason },
    history: order.history.map((event) => ({ ...event, createdAt: event.createdAt.toISOString() })),
    refunds: order.refunds.map(({ amountKurus, creditKurus, giftKurus, createdAt, ...refund }) => ({
      ...refund,
      amount: toTl(amountKurus + creditKurus),
      ...(creditKurus > giftKurus ? { credit: toTl(creditKurus - giftKurus) } : {}),
      ...(giftKurus > 0 ? { giftCard: toTl(giftKurus) } : {}),
      createdAt: createdAt.toISOString(),
    })),
    invoiceFiles: invoices.map(({ createdAt, replacedAt, ...invoice }) => ({
      ...invoice,
      createdAt: createdAt.toISOString(),
      replacedAt: replacedAt?.toISOString() ?? null,
    })),
    vat: splitOrder(chargedOf(order)).map(({ rate, grossKurus, netKurus, vatKurus }) => ({
      rate,
      gross: toTl(grossKurus),
      net: toTl(netKurus),
      tax: toTl(vatKurus),
    })),
  }
}

async function giveBack(ctx: Ctx, id: string, input: z.infer<typeof NewRefund>, key: string | undefined) {
  const { amount, items, restock, reason, asCredit, refundsSeen } = input
  if (items) await refundItems(ctx, id, { items, restock, reason, asCredit, refundsSeen }, key)
  else if (amount !== undefined)
    await refundFreely(ctx, id, { amountKurus: amount, reason, asCredit, refundsSeen }, key)
}

export const adminOrders = resource()
  .openapi(
    route('GET /admin/orders', {
      ...needs('orders-read'),
      summary: 'Paid orders, filtered and sorted; newest first',
      request: { query: OrderQuery },
      failures: staffFailures,
    }),
    async (c) => {
      const query = c.req.valid('query')
      const ctx = c.get('ctx')
      const { items, totals } = await listOrders(ctx, query)
      const sums = { amount: toTl(totals.boughtKurus), refundedAmount: toTl(totals.refundedKurus) }
      const data = items.map((order) => toStaffOrder(ctx, order, { inList: true }))
      return okPage(c, data, page(query, totals.count), {
        ...(hasRight(ctx, 'amounts') ? { totals: sums } : {}),
        shippingProvider: ctx.shipping?.title ?? null,
      })
    },
  )
  .openapi(
    route('GET /admin/orders/{id}', {
      ...needs('orders-read'),
      summary: 'One order with its history and notes',
      request: { params: Id },
      failures: { ...staffFailures, 404: 'No such order' },
    }),
    async (c) => {
      const data = await adminOrderOf(c.get('ctx'), c.req.valid('param').id)
      return ok(c, data)
    },
  )
  .openapi(
    route('PUT /admin/orders/{id}/status', {
      ...needs('orders'),
      summary: 'Sets status and notes; CANCELLED cancels and refunds',
      description:
        'What is left out stays as it is: to save notes or the parcel alone, leave status out. CANCELLED may be CONFIRMATION_REQUIRED.',
      request: {
        params: Id,
        ...json(OrderStatusChange),
      },
      failures: {
        ...staffFailures,
        400: 'Unknown status',
        404: 'No such order',
        409: 'Not from here, or other notes were written since `adminNotesSeen` (EDIT_CONFLICT)',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const change = c.req.valid('json')
      if (change.status === 'CANCELLED') requireGivingBack(ctx)
      const order = await changeOrderStatus(ctx, c.req.valid('param').id, change)
      return ok(c, toStaffOrder(ctx, order))
    },
  )
  .openapi(
    route('DELETE /admin/orders/{id}', {
      ...needs('orders', 'amounts', 'confirmed'),
      summary: 'Cancels: refunds, restores stock, sets CANCELLED',
      description:
        'restock says whether the units go back on sale; left out, they do unless the order was shipped once.',
      request: { params: Id, query: Cancellation },
      failures: {
        ...staffFailures,
        404: 'No such order',
        409: 'CANCELLATION_REFUSED: already prepared or cancelled, or refused by the bank. CONFLICT: a refund is under way',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      const { restock } = c.req.valid('query')
      await cancelOrder(ctx, id, { restock: restock && restock === 'true' })
      const order = await getOrderAsAdmin(ctx, id)
      return ok(c, toStaffOrder(ctx, order), 'Sipariş iptal edildi.')
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/refunds', {
      ...needs('orders', 'amounts', 'confirmed'),
      summary: 'Pays units of an order back to the card',
      description: 'With an Idempotency-Key the same request again pays nothing more.',
      request: {
        params: Id,
        headers: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }),
        ...json(NewItemRefund),
      },
      failures: {
        ...staffFailures,
        400: 'No such item in the order',
        404: 'No such order',
        409: 'More than can be paid back, cancelled, or refused by the bank',
        503: 'The bank has not answered yet; the shop carries it through by itself',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await refundItems(ctx, id, c.req.valid('json'), c.req.valid('header')['idempotency-key'])
      return ok(c, await adminOrderOf(ctx, id), 'İade yapıldı.')
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/refund', {
      ...needs('orders', 'amounts', 'confirmed'),
      summary: 'Gives some of an order back: units of it, or a sum of the owner’s choice up to what is left',
      description:
        'It goes the way it was paid, or, as the customer agreed, as store credit. With an Idempotency-Key the same request again pays nothing more. Of a sum the reason is told to the buyer.',
      request: {
        params: Id,
        headers: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }),
        ...json(NewRefund),
      },
      failures: {
        ...staffFailures,
        400: 'Neither a sum nor items, both, or a sum without a reason; store credit without the customer’s word; no such item in the order',
        404: 'No such order',
        409: 'More than is left, unpaid, cancelled, refused by the bank, the key came with another body, or more was given back than the `refundsSeen` (EDIT_CONFLICT)',
        503: 'The bank has not answered yet; the shop carries it through by itself',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await giveBack(ctx, id, c.req.valid('json'), c.req.valid('header')['idempotency-key'])
      return ok(c, await adminOrderOf(ctx, id), 'İade yapıldı.')
    },
  )
  .openapi(
    route('POST /admin/orders/{id}/notes', {
      ...needs('orders'),
      summary: 'Adds a note for other admins; it stays as it is',
      request: {
        params: Id,
        ...json(NewOrderNote),
      },
      created: true,
      failures: { ...staffFailures, 400: 'Empty or too long', 404: 'No such order' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await addOrderNote(ctx, id, c.req.valid('json').text)
      return created(c, await adminOrderOf(ctx, id))
    },
  )
  .openapi(
    route('POST /admin/orders/status', {
      ...needs('orders'),
      summary: 'Sets the status of several orders; says which were refused, and why',
      request: json(BulkStatusChange),
      failures: { ...staffFailures, 400: 'No orders, too many, or a status that cannot be set in bulk' },
    }),
    async (c) => {
      const data = await changeStatusOfMany(c.get('ctx'), c.req.valid('json'))
      return ok(c, data)
    },
  )
