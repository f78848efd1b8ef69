import { createRoute } from '@hono/zod-openapi'
import { findPaymentState } from '#shop/checkout/payment-state.ts'
import { findBalance } from '#shop/credit/ledger.ts'
import { type Ctx, requireUser } from '#shop/ctx.ts'
import { postalLines } from '#shop/fields/postal-address.ts'
import { getInvoiceFile, listInvoices } from '#shop/invoices/invoices.ts'
import { toTl } from '#shop/money.ts'
import { findOwnChanges } from '#shop/order-desk/own-changes.ts'
import { carrierName, trackingUrl } from '#shop/orders/carriers.ts'
import { getMyOrder, listMyOrders, type Order, type OrderEvent } from '#shop/orders/orders.ts'
import { findOwedByHand, nameRefundAccount, RefundAccount } from '#shop/orders/refund-account.ts'
import { cancelMyOrder } from '#shop/orders/status.ts'
import type { ParcelState } from '#shop/ports.ts'
import { findReturnable, findWithdrawable } from '#shop/returns/requests.ts'
import { findReviewable } from '#shop/reviews/reviews.ts'
import { deliveryDays } from '#shop/settings/delivery-dates.ts'
import { findTerms } from '#shop/settings/terms.ts'
import { parcelStates } from '#shop/shipping/parcel-states.ts'
import { findShipment } from '#shop/shipping/shipments.ts'
import { badInput, bearer, Id, json, ok, pdfAnswer, pdfFile, resource, userFailures } from './api.ts'
import { bought } from './authenticate.ts'
import { toWireTransfer } from './payments.ts'
import { pictureUrl } from './products.ts'
import { toWireReturnable, toWireWithdrawable } from './returns/shopper.ts'
import { toWireReviewable } from './reviews/shopper.ts'
import { failed, route } from './route.ts'
import type { WireOrder, WireOrderWithHistory, WireParcel } from './wire/orders.ts'

/** An order as the API writes it; the shop's own notes only for admins. */
export function toWireOrder(order: Order, reader: 'customer' | 'admin'): WireOrder {
  return {
    id: order.id,
    paymentId: order.paymentId,
    paymentMethod: order.paymentMethod,
    paymentStatus: paymentStatusOf(order),
    customerInfo: buyerOf(order),
    shippingAddress: postalLines(order).join(', '),
    totalAmount: toTl(order.totalKurus),
    installments: order.installments,
    installmentFee: toTl(order.installmentFeeKurus),
    delivery: toTl(order.deliveryKurus),
    methodFee: toTl(order.methodFeeKurus),
    ...(order.discountReason || order.discountKurus > 0
      ? { discount: { amount: toTl(order.discountKurus), reason: order.discountReason } }
      : {}),
    ...(order.creditKurus > order.giftKurus ? { credit: toTl(order.creditKurus - order.giftKurus) } : {}),
    ...(order.giftKurus > 0 ? { giftCard: toTl(order.giftKurus) } : {}),
    ...(order.exchangeOf
      ? { exchange: { of: order.exchangeOf, amount: toTl(order.exchangeKurus), waits: order.waitsForReturn } }
      : {}),
    refundedAmount: toTl(order.refundedKurus),
    ...(order.refundedCreditKurus > order.refundedGiftKurus
      ? { refundedCredit: toTl(order.refundedCreditKurus - order.refundedGiftKurus) }
      : {}),
    ...(order.refundedGiftKurus > 0 ? { refundedGiftCard: toTl(order.refundedGiftKurus) } : {}),
    refundPending: toTl(order.refundPendingKurus),
    status: order.status,
    ...(reader === 'admin' ? { adminNotes: order.adminNotes, customerId: order.userId, guest: order.guest } : {}),
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

function buyerOf({ firstName, lastName, email, phone, district, neighbourhood, ...order }: Order) {
  const { invoice, invoiceAddress } = order
  const { address, city, postalCode } = order
  const place = { address, city, postalCode, district, neighbourhood }
  return { firstName, lastName, email, phone, ...place, invoice, invoiceAddress }
}

/** A refund counts only once the bank has confirmed it. */
function paymentStatusOf({ paymentStatus, refundedKurus }: Order): WireOrder['paymentStatus'] {
  return paymentStatus === 'SUCCESS' && refundedKurus > 0 ? 'PARTIALLY_REFUNDED' : paymentStatus
}

type HeardParcel = {
  parcelState: ParcelState | null
  parcelWords: string
  parcelAt: Date | null
  trackingUrl: string | null
}

/** Where the parcel is; null while its carrier has said nothing. */
export function toWireParcel(shipment: HeardParcel | undefined): WireParcel | null {
  if (!shipment?.parcelState || !shipment.parcelAt) return null
  const { words, trouble } = parcelStates[shipment.parcelState]
  const { parcelWords: said, trackingUrl: url, parcelAt } = shipment
  return { words, said, url, trouble: trouble === true, at: parcelAt.toISOString() }
}

/** One's own order with all that only its own page shows. */
export async function detailOf(ctx: Ctx, id: string): Promise<WireOrderWithHistory> {
  const order = await getMyOrder(ctx, id)
  const [invoice] = await listInvoices(ctx, id)
  const returnable = await findReturnable(ctx, order)
  const reviewable = await findReviewable(ctx, order)
  const withdrawable = await findWithdrawable(ctx, order)
  const isAwaited = order.items.some((item) => item.quantity > item.refundedQuantity + item.returningQuantity)
  const over = order.status === 'DELIVERED' || order.status === 'CANCELLED' || !isAwaited
  const days = over ? undefined : deliveryDays(await findTerms(ctx), order.createdAt)
  const date = (midnight: number) => new Date(midnight).toISOString().slice(0, 10)
  return {
    ...toWireOrder(order, 'customer'),
    expectedDelivery: days ? { from: date(days.from), to: date(days.to) } : null,
    invoiceFile: invoice ? { number: invoice.number, createdAt: invoice.createdAt.toISOString() } : null,
    parcel: toWireParcel(ctx.shipping ? await findShipment(ctx, id) : undefined),
    ...(await dueOf(ctx, order)),
    ...(returnable ? { returnable: await toWireReturnable(ctx, returnable) } : {}),
    ...(withdrawable ? { withdrawable: await toWireWithdrawable(ctx, withdrawable) } : {}),
    ...(reviewable ? { reviews: toWireReviewable(reviewable) } : {}),
    changes: await findOwnChanges(ctx, order),
    history: toWireHistory(order.history),
  }
}

/** The money still to be transferred: by her, or to her. */
async function dueOf(ctx: Ctx, { id, paymentMethod, paymentStatus, exchangeOf }: Order) {
  if ((paymentMethod === 'CARD' || paymentMethod === 'HOSTED') && !exchangeOf) return {}
  const state = paymentStatus === 'AWAITING_TRANSFER' ? await findPaymentState(ctx, id) : undefined
  const owed = await findOwedByHand(ctx, id)
  return {
    ...(state?.status === 'AWAITING_TRANSFER' ? { transfer: toWireTransfer(state.transfer) } : {}),
    ...(owed ? { owed: { amount: toTl(owed.amountKurus), iban: owed.iban, holder: owed.holder } } : {}),
  }
}

/** The history of an order without the names of the shop's staff. */
function toWireHistory(history: OrderEvent[]) {
  return history.map(({ type, status, note, createdAt }) => ({
    ...{ type, status, note },
    createdAt: createdAt.toISOString(),
  }))
}

export const orders = resource()
  .openapi(
    route('GET /orders/my', {
      tags: ['Orders'],
      summary: "The signed-in user's paid orders, newest first",
      security: bearer,
      failures: userFailures,
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const list = await listMyOrders(ctx)
      const balance = await findBalance(ctx, requireUser(ctx))
      const data = list.map((order) => toWireOrder(order, 'customer'))
      return c.json({ success: true as const, data, ...(balance > 0 ? { credit: toTl(balance) } : {}) }, 200)
    },
  )
  .openapi(
    route('GET /orders/{id}', {
      tags: ['Orders'],
      summary: 'One own order with its history',
      security: bearer,
      request: { params: Id },
      failures: { ...userFailures, 404: 'No such order of this user' },
    }),
    async (c) => {
      const data = await detailOf(c.get('ctx'), c.req.valid('param').id)
      return ok(c, data)
    },
  )
  .openapi(
    route('POST /orders/{id}/cancellation', {
      tags: ['Orders'],
      summary: 'Cancels an own order that is not yet prepared: refunds, restores stock, sets CANCELLED',
      security: bearer,
      request: { params: Id },
      failures: {
        ...userFailures,
        404: 'No such order of this user',
        409: 'Already prepared or cancelled',
        503: 'The bank has not answered yet; the shop carries it through by itself',
      },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await cancelMyOrder(ctx, id)
      const data = await detailOf(ctx, id)
      return ok(c, data, cancelled(data))
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/orders/{id}/invoice.pdf',
      tags: ['Orders'],
      summary: 'The invoice of an own order, once the shop has attached it',
      security: bearer,
      request: { params: Id },
      responses: { ...failed({ ...userFailures, 404: 'No such order of this user, or no invoice yet' }), ...pdfFile },
    }),
    async (c) => pdfAnswer(c, await getInvoiceFile(c.get('ctx'), c.req.valid('param').id)),
  )
  .openapi(
    route('PUT /orders/{id}/refund-account', {
      tags: ['Orders'],
      summary: 'Names the account to which the shop pays back an own order that no card paid',
      ...bought,
      request: { params: Id, ...json(RefundAccount) },
      failures: { ...userFailures, ...badInput, 404: 'No such order of this user', 409: 'Nothing is owed' },
    }),
    async (c) => {
      const ctx = c.get('ctx')
      const { id } = c.req.valid('param')
      await nameRefundAccount(ctx, id, c.req.valid('json'))
      return ok(c, await detailOf(ctx, id), 'IBAN’ınız kaydedildi; iadeniz bu hesaba gönderilecek.')
    },
  )

function cancelled({ paymentMethod, credit = 0, giftCard = 0, owed }: WireOrderWithHistory): string {
  const gift = giftCard > 0 ? ' Hediye kartınıza bakiyesi geri yüklendi.' : ''
  if (paymentMethod === 'STORE_CREDIT' && gift) return `Siparişiniz iptal edildi.${gift}${backToAccount(credit)}`
  if (paymentMethod === 'STORE_CREDIT') return 'Siparişiniz iptal edildi, mağaza krediniz hesabınıza geri eklendi.'
  if (owed) return 'Siparişiniz iptal edildi; iadeniz için IBAN’ınızı yazın.'
  const byCard = paymentMethod === 'CARD' || paymentMethod === 'HOSTED'
  const back = `${gift}${backToAccount(credit)}`
  return `${byCard ? 'Siparişiniz iptal edildi, ödemeniz kartınıza iade edildi.' : 'Siparişiniz iptal edildi.'}${back}`
}

function backToAccount(credit: number): string {
  return credit > 0 ? ' Mağaza krediniz hesabınıza geri eklendi.' : ''
}
