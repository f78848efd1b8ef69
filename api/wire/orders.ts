import { z } from '@hono/zod-openapi'
import { contractKinds } from '#shop/agreements/contract.ts'
import { carrierIds } from '#shop/orders/carriers.ts'
import { OrderStatus } from '#shop/orders/contract.ts'
import { orderMethods } from '#shop/payment-method.ts'
import { success } from './envelope.ts'
import { TransferDue } from './payments.ts'
import { WireReturnable, WireWithdrawable } from './returns.ts'
import { WireReviewable } from './reviews.ts'
import { TextPart } from './texts.ts'

export type WireItem = z.infer<typeof WireItem>
export const WireItem = z.object({
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
})

const WireInvoiceData = z
  .union([
    z.object({ type: z.literal('PERSON'), tckn: z.string().nullable() }),
    z.object({ type: z.literal('COMPANY'), title: z.string(), vkn: z.string(), taxOffice: z.string() }),
  ])
  .nullable()
  .openapi({ description: 'Null: made out to who bought' })

export const WireBuyer = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string().nullable(),
  district: z.string().nullable(),
  neighbourhood: z.string().nullable(),
  invoice: WireInvoiceData,
  invoiceAddress: z
    .object({ address: z.string(), city: z.string(), district: z.string().nullable() })
    .nullable()
    .openapi({ description: "Null: the parcel's" }),
})

const PaymentStatus = z.enum([
  'PENDING',
  'SUCCESS',
  'AWAITING_TRANSFER',
  'CASH_ON_DELIVERY',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'FAILED',
])

export type WireOrder = z.infer<typeof WireOrder>
export const WireOrder = z
  .object({
    id: z.uuid(),
    paymentId: z.string().nullable(),
    paymentMethod: z.enum(orderMethods),
    paymentStatus: PaymentStatus,
    customerInfo: WireBuyer,
    shippingAddress: z.string(),
    totalAmount: z.number(),
    installments: z.number().int(),
    installmentFee: z.number().openapi({ description: 'Part of totalAmount' }),
    delivery: z.number().openapi({ description: 'Part of totalAmount' }),
    methodFee: z.number().openapi({ description: 'Part of totalAmount: what this way to pay costs' }),
    discount: z
      .object({ amount: z.number(), reason: z.string() })
      .optional()
      .openapi({ description: 'Of a campaign or a manual order; contained in the prices of the items' }),
    credit: z.number().optional().openapi({ description: 'Part of totalAmount that was paid with store credit' }),
    giftCard: z.number().optional().openapi({ description: 'Part of totalAmount that was paid with gift cards' }),
    exchange: z.object({ of: z.uuid(), amount: z.number(), waits: z.boolean() }).optional().openapi({
      description:
        'It came in exchange of pieces of the order `of`, which pay `amount` of totalAmount. While it `waits` it is not prepared: the old pieces are to come first',
    }),
    refundedAmount: z.number().openapi({ description: 'Given back so far' }),
    refundedCredit: z.number().optional().openapi({ description: 'Part of refundedAmount that is store credit' }),
    refundedGiftCard: z
      .number()
      .optional()
      .openapi({ description: 'Part of refundedAmount that went back to gift cards' }),
    refundPending: z.number().openapi({ description: 'Asked back, not confirmed by the bank yet' }),
    status: OrderStatus,
    adminNotes: z.string().optional().openapi({ description: 'For admins only' }),
    customerId: z.uuid().optional().openapi({ description: 'For admins only' }),
    guest: z.boolean().optional().openapi({ description: 'For admins only: bought without an account' }),
    items: z.array(WireItem),
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

export type WireParcel = z.infer<typeof WireParcel>
export const WireParcel = z
  .object({
    words: z.string().openapi({ description: 'Where it is, in plain Turkish' }),
    said: z.string().openapi({ description: 'As the carrier says it' }),
    trouble: z.boolean(),
    url: z.string().nullable(),
    at: z.iso.datetime(),
  })
  .openapi('ParcelOnItsWay')

const OwedByHand = z
  .object({ amount: z.number(), iban: z.string().nullable(), holder: z.string().nullable() })
  .openapi({ description: 'What the shop pays back by hand, and the account that she named for it' })

export type WireOrderWithHistory = z.infer<typeof WireOrderWithHistory>
const WireOrderWithHistory = WireOrder.extend({
  expectedDelivery: z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .nullable()
    .openapi({ description: 'The days on which it arrives by the terms of the shop; null once it has, or never will' }),
  invoiceFile: z
    .object({ number: z.string(), createdAt: z.iso.datetime() })
    .nullable()
    .openapi({ description: 'The invoice that the shop attached; its PDF is at /orders/{id}/invoice.pdf' }),
  parcel: WireParcel.nullable().openapi({ description: 'What its carrier says, where the shop hears it' }),
  transfer: TransferDue.optional().openapi({ description: 'While a transfer is waited for' }),
  owed: OwedByHand.optional(),
  returnable: WireReturnable.optional(),
  withdrawable: WireWithdrawable.optional(),
  reviews: WireReviewable.optional(),
  changes: z
    .object({
      address: z.boolean(),
      swaps: z.array(
        z.object({ itemId: z.uuid(), sizes: z.array(z.object({ variantId: z.uuid(), size: z.string() })) }),
      ),
    })
    .openapi({
      description: 'What she may change by herself now: the address, and for which sizes each line is swapped',
    }),
  history: z.array(
    z.object({ type: z.string(), status: z.string().nullable(), note: z.string(), createdAt: z.iso.datetime() }),
  ),
}).openapi('OrderWithHistory')

export type WireContract = z.infer<typeof WireContract>
const WireContract = z
  .object({
    kind: z.enum(contractKinds),
    title: z.string(),
    version: z.string().openapi({ description: 'What acceptedContracts of payments/create names' }),
    text: z.string(),
    html: z.string(),
    parts: z.array(TextPart),
  })
  .openapi('Contract')

export type WireContractPreview = z.infer<typeof WireContractPreview>
export const WireContractPreview = z.object({
  totalAmount: z.number(),
  withdrawal: z.string().openapi({ description: 'The right of withdrawal, which the law wants said before paying' }),
  exemptions: z.array(z.string()).openapi({ description: 'What of it cannot be sent back, each with the reason' }),
  preInformation: WireContract,
  distanceSales: WireContract,
})

const WireOrderContract = WireContract.extend({
  sha256: z.string().openapi({ description: 'Of `text` in UTF-8' }),
  acceptedAt: z.iso.datetime(),
}).openapi('OrderContract')

export const orderAnswers = {
  'GET /orders/my': success(z.array(WireOrder)).extend({
    credit: z.number().optional().openapi({ description: 'The user’s store credit, where there is any' }),
  }),
  'GET /orders/{id}': success(WireOrderWithHistory),
  'GET /orders/guest': success(WireOrderWithHistory),
  'GET /orders/guest/{token}': success(WireOrderWithHistory),
  'POST /orders/guest/link': success(z.null()),
  'POST /orders/{id}/cancellation': success(WireOrderWithHistory),
  'PUT /orders/{id}/refund-account': success(WireOrderWithHistory),
  'PUT /orders/{id}/items/{itemId}/size': success(WireOrderWithHistory),
  'PUT /orders/{id}/address': success(WireOrderWithHistory),
  'GET /orders/{id}/contracts': success(z.array(WireOrderContract)),
  'POST /contracts/preview': success(WireContractPreview),
}
