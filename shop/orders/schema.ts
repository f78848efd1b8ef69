import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { InvoiceAddress, InvoiceData } from '../fields/invoice.ts'
import { usualVatRate, type VatRate } from '../fields/vat-rates.ts'
import type { OrderMethod } from '../payment-method.ts'
import type { CarrierId } from './carriers.ts'
import type { OrderStatus } from './contract.ts'

export const orders = pgTable('orders', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** The order of a guest, who opens it by its link; false once it has joined an account. */
  guest: boolean('guest').notNull().default(false),
  status: text('status').$type<OrderStatus>().notNull().default('PENDING'),
  paymentStatus: text('payment_status')
    .$type<'PENDING' | 'SUCCESS' | 'FAILED' | 'REFUNDED' | 'AWAITING_TRANSFER' | 'CASH_ON_DELIVERY'>()
    .notNull()
    .default('PENDING'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  address: text('address').notNull(),
  city: text('city').notNull(),
  district: text('district'),
  neighbourhood: text('neighbourhood'),
  postalCode: text('postal_code'),
  /** Null: made out to the buyer. */
  invoice: jsonb('invoice').$type<InvoiceData>(),
  /** Null: that of the parcel. */
  invoiceAddress: jsonb('invoice_address').$type<InvoiceAddress>(),
  paymentMethod: text('payment_method').$type<OrderMethod>().notNull().default('CARD'),
  totalKurus: integer('total_kurus').notNull(),
  /** Parts of totalKurus beside the goods and the fee for installments. */
  deliveryKurus: integer('delivery_kurus').notNull().default(0),
  methodFeeKurus: integer('method_fee_kurus').notNull().default(0),
  /** Part of totalKurus that store credit and gift cards paid: it is not charged. */
  creditKurus: integer('credit_kurus').notNull().default(0),
  /** Part of creditKurus that gift cards paid. */
  giftKurus: integer('gift_kurus').notNull().default(0),
  /** When it was given back, as the rest was never paid. */
  creditReturnedAt: moment('credit_returned_at'),
  /** The part of the order that was given back as store credit, or is about to be. */
  creditBackKurus: integer('credit_back_kurus').notNull().default(0),
  /** The part of that for gift cards. */
  giftBackKurus: integer('gift_back_kurus').notNull().default(0),
  acceptedContracts: jsonb('accepted_contracts').$type<{ preInformation: string; distanceSales: string }>(),
  /** Written by the shop for its customer. */
  manual: boolean('manual').notNull().default(false),
  /** Contained in the prices of its lines. */
  discountKurus: integer('discount_kurus').notNull().default(0),
  discountReason: text('discount_reason').notNull().default(''),
  /** In exchange for pieces of this order; of it `exchangeKurus` is paid by them once they were taken back. */
  exchangeOf: uuid('exchange_of'),
  exchangeKurus: integer('exchange_kurus').notNull().default(0),
  exchangeBackKurus: integer('exchange_back_kurus').notNull().default(0),
  exchangedAt: moment('exchanged_at'),
  /** The part of its own payment that pays for orders that came in exchange, or is promised to them. */
  movedKurus: integer('moved_kurus').notNull().default(0),
  /** Not prepared before the pieces that it replaces are on their way, or here. */
  waitsForReturn: boolean('waits_for_return').notNull().default(false),
  adminNotes: text('admin_notes').notNull().default(''),
  carrier: text('carrier').$type<CarrierId>(),
  trackingNumber: text('tracking_number'),
  /** Null until the order counts, with a card until it is paid; it is invisible before. */
  placedAt: moment('placed_at'),
  /** When the money came. */
  paidAt: moment('paid_at'),
  stockReturnedAt: moment('stock_returned_at'),
  cancelledAt: moment('cancelled_at'),
  shippedAt: moment('shipped_at'),
  deliveredAt: moment('delivered_at'),
  /** Its parcel, to be paid at the door, was not taken. */
  refusedAt: moment('refused_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const orderItems = pgTable('order_items', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  position: integer('position').notNull(),
  productId: uuid('product_id'),
  variantId: uuid('variant_id'),
  quantity: integer('quantity').notNull(),
  /** Units of these that are refunded or being refunded. */
  refundedQuantity: integer('refunded_quantity').notNull().default(0),
  /** Units in a return that is open; not among the refunded ones. */
  returningQuantity: integer('returning_quantity').notNull().default(0),
  /** Why the contract gave no right of withdrawal; null: it gave one. */
  withdrawalExemption: text('withdrawal_exemption'),
  /** The price at which a unit was sold. */
  unitPriceKurus: integer('unit_price_kurus').notNull(),
  /** Its price on the shelf less `unitPriceKurus`. */
  discountKurus: integer('discount_kurus').notNull().default(0),
  /** Value added tax in percent, contained in the price. */
  vatRate: integer('vat_rate').$type<VatRate>().notNull().default(usualVatRate),
  productName: text('product_name').notNull(),
  productSlug: text('product_slug').notNull(),
  color: text('color').notNull(),
  size: text('size').notNull(),
  sku: text('sku').notNull(),
  imageId: text('image_id'),
})

export const orderEvents = pgTable('order_events', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  type: text('type').$type<'placed' | 'paid' | 'status' | 'cancelled' | 'refund' | 'note' | 'change'>().notNull(),
  status: text('status'),
  note: text('note').notNull().default(''),
  actorId: uuid('actor_id'),
  createdAt: moment('created_at').notNull(),
})

export const itemRefunds = pgTable('item_refunds', {
  refundId: uuid('refund_id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  restock: boolean('restock').notNull(),
  note: text('note').notNull(),
  /** Store credit instead of money: the customer agreed. */
  asCredit: boolean('as_credit').notNull().default(false),
  requestKey: text('request_key'),
})

export const refundItems = pgTable(
  'refund_items',
  {
    refundId: uuid('refund_id').notNull(),
    orderItemId: uuid('order_item_id').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.orderItemId] })],
)

export const orderLinkRequests = pgTable('order_link_requests', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  /** The last eight characters of the order's id. */
  number: text('number').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const orderNotes = pgTable('order_notes', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  text: text('text').notNull(),
  authorId: uuid('author_id'),
  authorName: text('author_name').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** Rows to sum, written by triggers: paid orders by the Istanbul day on which they were placed. */
export const orderCounts = pgTable('order_counts', {
  day: date('day').notNull(),
  status: text('status').notNull(),
  paymentStatus: text('payment_status').notNull(),
  n: integer('n').notNull(),
  kurus: bigint('kurus', { mode: 'number' }).notNull(),
})

/** The same for payments: those not fully refunded, the money kept, and the money refunded. */
export const saleCounts = pgTable('sale_counts', {
  day: date('day').notNull(),
  n: integer('n').notNull(),
  kurus: bigint('kurus', { mode: 'number' }).notNull(),
  refundedKurus: bigint('refunded_kurus', { mode: 'number' }).notNull(),
})
