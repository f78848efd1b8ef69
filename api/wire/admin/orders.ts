import { z } from '@hono/zod-openapi'
import { pageOf, success } from '../envelope.ts'
import { WireBuyer, WireItem, WireOrder, WireParcel } from '../orders.ts'
import { WirePayoutTable } from './sheets.ts'

/** As the staff sees it. Sums are left out for who may not see `amounts`; e-mail, phone and address for who may not see `contacts`. */
export type WireStaffOrder = z.infer<typeof WireStaffOrder>
export const WireStaffOrder = WireOrder.partial({
  totalAmount: true,
  installmentFee: true,
  delivery: true,
  methodFee: true,
  refundedAmount: true,
  refundPending: true,
  shippingAddress: true,
})
  .extend({
    customerInfo: WireBuyer.partial({
      email: true,
      phone: true,
      address: true,
      postalCode: true,
      district: true,
      neighbourhood: true,
      invoice: true,
      invoiceAddress: true,
    }).openapi({ description: 'Phone and address of a parcel that is not delivered yet are for all who send it' }),
    exchange: z.object({ of: z.uuid(), amount: z.number().optional(), waits: z.boolean() }).optional(),
    left: z.number().optional().openapi({ description: 'The most that can still be given back' }),
    moved: z
      .number()
      .optional()
      .openapi({ description: 'Part of totalAmount that pays for what came in exchange, and is not given back here' }),
    items: z.array(
      WireItem.partial({ priceAtPurchase: true }).extend({
        withdrawnQuantity: z.number().int().optional().openapi({
          description: 'Of an order with `withdrawn`: how many stay here, though their return is not over',
        }),
      }),
    ),
    withdrawn: z.enum(['ALL', 'SOME']).optional().openapi({
      description:
        'Of an order that has not left: its buyer withdrew from all of it, or some; what she withdrew from stays here',
    }),
    returning: z.literal(true).optional().openapi({
      description: 'Of an order that has left: a return or an exchange of its pieces is not over',
    }),
  })
  .openapi('StaffOrder')

export type WireStaffItem = WireStaffOrder['items'][number]

export type WireAdminOrder = z.infer<typeof WireAdminOrder>
export const WireAdminOrder = WireStaffOrder.extend({
  manual: z.boolean().openapi({ description: 'Written by the shop for its customer' }),
  discount: z
    .object({ amount: z.number(), reason: z.string() })
    .optional()
    .openapi({ description: 'Of a campaign or a manual order; contained in the prices of its items' }),
  history: z.array(
    z.object({
      type: z.string(),
      status: z.string().nullable(),
      note: z.string(),
      actor: z.string().nullable().openapi({ description: 'Who of the shop did it' }),
      createdAt: z.iso.datetime(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.uuid(),
      amount: z.number(),
      credit: z.number().optional().openapi({ description: 'Part of amount that is store credit' }),
      giftCard: z.number().optional().openapi({ description: 'Part of amount that goes to gift cards' }),
      status: z.enum(['REQUESTED', 'SUCCEEDED', 'FAILED']),
      byHand: z.boolean().openapi({ description: 'The shop transfers it itself' }),
      reason: z.string().openapi({ description: 'What the admin wrote; may be empty' }),
      createdAt: z.iso.datetime(),
    }),
  ),
  invoiceFiles: z
    .array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        createdAt: z.iso.datetime(),
        replacedAt: z.iso.datetime().nullable(),
      }),
    )
    .openapi({ description: 'The invoices that were attached, the one that counts first' }),
  vat: z
    .array(z.object({ rate: z.number().int(), gross: z.number(), net: z.number(), tax: z.number() }))
    .openapi({ description: 'What the order’s total holds of value added tax, by rate in percent' }),
  shipment: z
    .object({
      provider: z.string(),
      status: z
        .enum(['ASKED', 'MADE', 'FAILED'])
        .openapi({ description: 'ASKED: nobody knows yet whether it was made' }),
      error: z.string(),
      parcel: WireParcel.nullable(),
      createdAt: z.iso.datetime(),
    })
    .nullable()
    .openapi({ description: 'The newest that the provider of shipments was asked for' }),
  shippingProvider: z.string().nullable().openapi({ description: 'Who makes shipments; null: they are sent by hand' }),
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), author: z.string(), createdAt: z.iso.datetime() })),
}).openapi('AdminOrder')

export type WirePiece = z.infer<typeof WirePiece>
const WirePiece = z
  .object({
    productId: z.uuid(),
    variantId: z.uuid(),
    name: z.string(),
    color: z.string(),
    size: z.string(),
    sku: z.string(),
    price: z.number(),
    stock: z.number().int(),
    image: z.string().nullable(),
  })
  .openapi('OrderPiece')

export type WireBulkOutcome = z.infer<typeof WireBulkOutcome>
const WireBulkOutcome = z.object({
  changed: z.array(z.uuid()),
  refused: z.array(z.object({ orderId: z.uuid(), message: z.string() })),
})

export type WireInvoiceMatch = z.infer<typeof WireInvoiceMatch>
const WireInvoiceMatch = z.object({
  name: z.string(),
  number: z.string().nullable().openapi({ description: "The invoice's, when the name holds one" }),
  order: z
    .object({ id: z.uuid(), buyer: z.string(), totalAmount: z.number(), invoiceNumber: z.string().nullable() })
    .nullable(),
  problem: z.enum(['NO_ORDER', 'SEVERAL_ORDERS', 'TWICE']).nullable(),
})

export type WirePayout = z.infer<typeof WirePayout>
const WirePayout = z
  .object({
    row: z.number().int(),
    trackingNumber: z.string(),
    amount: z.number(),
    date: z.string().openapi({ description: 'As the list writes it' }),
    state: z.enum(['fits', 'other-amount', 'paid', 'over', 'unknown']),
    order: z.object({ id: z.uuid(), shownId: z.string(), customer: z.string(), total: z.number() }).nullable(),
  })
  .openapi('DoorPayout')

export type WirePayouts = z.infer<typeof WirePayouts>
const WirePayouts = z.object({ payouts: z.array(WirePayout), table: WirePayoutTable })

const WireCollected = z.object({
  collected: z.array(z.uuid()),
  refused: z.array(z.object({ orderId: z.uuid(), message: z.string() })),
})

export const adminOrderAnswers = {
  'POST /admin/orders': success(WireAdminOrder),
  'POST /admin/order-quote': success(
    z.object({
      goods: z.number().openapi({ description: 'Before the discount' }),
      discount: z.number(),
      delivery: z.number(),
      methodFee: z.number(),
      total: z.number(),
    }),
  ),
  'POST /admin/orders/{id}/payment-link': success(z.object({ url: z.string(), expiresAt: z.iso.datetime() })),
  'GET /admin/order-pieces': success(z.array(WirePiece)),
  'POST /admin/door/payouts': success(WirePayouts),
  'POST /admin/door/collected': success(WireCollected),
  'POST /admin/orders/{id}/collected': success(WireAdminOrder),
  'POST /admin/orders/{id}/refused': success(WireAdminOrder),
  'GET /admin/orders': pageOf(WireStaffOrder).extend({
    totals: z
      .object({ amount: z.number(), refundedAmount: z.number() })
      .optional()
      .openapi({ description: 'Of all orders that the filters leave, not of this page alone' }),
    shippingProvider: z.string().nullable(),
  }),
  'GET /admin/orders/{id}': success(WireAdminOrder),
  'PUT /admin/orders/{id}': success(WireAdminOrder),
  'PUT /admin/orders/{id}/status': success(WireStaffOrder),
  'DELETE /admin/orders/{id}': success(WireStaffOrder),
  'POST /admin/orders/{id}/refunds': success(WireAdminOrder),
  'POST /admin/orders/{id}/refund': success(WireAdminOrder),
  'POST /admin/orders/{id}/notes': success(WireAdminOrder),
  'POST /admin/orders/{id}/invoice': success(WireAdminOrder),
  'POST /admin/invoices/matches': success(z.array(WireInvoiceMatch)),
  'POST /admin/orders/status': success(WireBulkOutcome),
}
