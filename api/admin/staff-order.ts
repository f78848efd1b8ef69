import { type Ctx, hasRight } from '#shop/ctx.ts'
import { toTl, withoutSums } from '#shop/money.ts'
import { withoutReach } from '#shop/order-desk/change.ts'
import { withdrawnOf } from '#shop/orders/giving-back/unsent.ts'
import type { Order } from '#shop/orders/orders.ts'
import { toWireOrder } from '../orders.ts'
import type { WireAdminOrder, WireStaffOrder } from '../wire/admin/orders.ts'

/**
 * An order as the actor may see it. Without `contacts` it has no e-mail; phone and address stay for who packs or sends it, until it is
 * delivered or cancelled. In a list they are nobody's to need.
 */
export function toStaffOrder(ctx: Ctx, order: Order, { inList = false } = {}): WireStaffOrder {
  const parcel = !inList && isUnderWay(order)
  const seen = hasRight(ctx, 'contacts')
  const withdrawn = withdrawnOf(order)
  const wire = {
    ...toWireOrder(order, 'admin'),
    left: toTl(order.leftKurus),
    ...(order.movedKurus > 0 ? { moved: toTl(order.movedKurus) } : {}),
  }
  const returning = order.items.some(({ returningQuantity }) => returningQuantity > 0)
  const whole: WireStaffOrder = withdrawn
    ? { ...wire, withdrawn, items: withWithdrawn(order, wire) }
    : { ...wire, ...(returning ? { returning } : {}) }
  const known = seen ? whole : withoutContacts(whole, parcel)
  return hasRight(ctx, 'amounts') ? known : withoutAmounts(known)
}

function isUnderWay({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'DELIVERED' && status !== 'CANCELLED'
}

function withWithdrawn({ items }: Order, wire: Pick<WireStaffOrder, 'items'>): WireStaffOrder['items'] {
  const returning = new Map(items.map(({ id, returningQuantity }) => [id, returningQuantity]))
  return wire.items.map((item) => ({ ...item, withdrawnQuantity: returning.get(item.id) ?? 0 }))
}

function withoutContacts(order: WireStaffOrder, parcel: boolean): WireStaffOrder {
  const { shippingAddress, customerInfo, ...rest } = order
  const { email, ...reachable } = customerInfo
  const { phone, address, postalCode, district, neighbourhood, ...person } = reachable
  return { ...rest, ...(parcel ? { shippingAddress } : {}), customerInfo: parcel ? reachable : person }
}

function withoutAmounts(order: WireStaffOrder): WireStaffOrder {
  const { totalAmount, installmentFee, delivery, methodFee, refundedAmount, refundPending, ...more } = order
  const { discount, credit, giftCard, refundedCredit, refundedGiftCard, left, moved, ...rest } = more
  const { invoice, invoiceAddress, ...customerInfo } = rest.customerInfo
  return {
    ...rest,
    customerInfo,
    ...(rest.exchange ? { exchange: { of: rest.exchange.of, waits: rest.exchange.waits } } : {}),
    items: rest.items.map(({ priceAtPurchase, ...item }) => item),
  }
}

type Money = Pick<WireAdminOrder, 'discount' | 'refunds' | 'invoiceFiles' | 'vat' | 'history'>

/** The parts that only the page of one order shows, as the actor may see them. */
export function asSeen(ctx: Ctx, order: Pick<Order, 'status'>, money: Money): Money {
  const [seesSums, seesReach] = [hasRight(ctx, 'amounts'), hasRight(ctx, 'contacts') || isUnderWay(order)]
  const history = money.history.map((event) => {
    const note = seesReach ? event.note : withoutReach(event.note)
    return { ...event, note: seesSums ? note : withoutSums(note) }
  })
  return seesSums ? { ...money, history } : { refunds: [], invoiceFiles: [], vat: [], history }
}
