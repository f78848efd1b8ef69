import type { WireStaffItem, WireStaffOrder } from '#api/wire/admin/orders.ts'
import { dueKurus, kurusOf } from '#app/account/orders/order-words.ts'
import { formatKurus } from '#shop/money.ts'
import { refundShare } from '#shop/orders/refund-share.ts'

export type Chosen = { item: WireStaffItem; quantity: number }[]

/** The most that can still be given back, in kuruş. */
export function leftOf({ left }: Pick<WireStaffOrder, 'left'>): number {
  return kurusOf(left)
}

/** The refund for these units, in kuruş. */
export function shareOf(order: WireStaffOrder, chosen: Chosen): number {
  const of = (item: WireStaffItem) => chosen.find((one) => one.item.id === item.id)?.quantity ?? 0
  return refundShare({
    goodsKurus: chosen.reduce((sum, { item, quantity }) => sum + priceOf(item) * quantity, 0),
    allGoodsKurus: order.items.reduce((sum, item) => sum + priceOf(item) * item.quantity, 0),
    paidKurus: kurusOf(order.totalAmount) - kurusOf(order.delivery) - kurusOf(order.methodFee),
    leftKurus: leftOf(order),
    // Delivery goes back with the last goods, also those that came in exchange.
    last: !order.moved && order.items.every((item) => item.refundedQuantity + of(item) === item.quantity),
  })
}

/** The part of a refund that goes back as money, in kuruş: at most the money that was paid and is not back yet. */
export function moneyOf(order: WireStaffOrder, sumKurus: number): number {
  const { refundPending, refundedAmount, refundedCredit, refundedGiftCard } = order
  const backKurus =
    kurusOf(refundedAmount) - kurusOf(refundedCredit) - kurusOf(refundedGiftCard) + kurusOf(refundPending)
  return Math.min(sumKurus, Math.max(0, dueKurus(order) - backKurus))
}

/** The gift cards' part of a refund to balances, in kuruş: the rest once her store credit is back. */
function giftOf({ credit = 0, giftCard = 0, refundedCredit = 0 }: WireStaffOrder, balanceKurus: number): number {
  if (giftCard === 0) return 0
  return Math.max(0, balanceKurus - Math.max(0, kurusOf(credit) - kurusOf(refundedCredit)))
}

/** Money first, as far as money was paid; then the store credit that she had spent, and gift cards. */
export function whereTo(order: WireStaffOrder, sumKurus: number): string {
  const moneyKurus = moneyOf(order, sumKurus)
  const money = formatKurus(moneyKurus)
  const byCard = `${money} müşterinin kartına iade edilir ve kendisine e-posta gönderilir.`
  const byHand = `${money} müşteriye sizin havale etmeniz gerekir; IBAN’ını ondan isteriz. Gönderince Ödemeler sayfasında işaretleyin.`
  const giftKurus = giftOf(order, sumKurus - moneyKurus)
  const creditKurus = sumKurus - moneyKurus - giftKurus
  const gift = `${formatKurus(giftKurus)} siparişte kullandığı hediye kartına geri yüklenir.`
  const credit = `${formatKurus(creditKurus)} siparişte kullandığı mağaza kredisi olarak hesabına döner.`
  const parts = [
    ...(moneyKurus > 0 ? [isByCard(order) ? byCard : byHand] : []),
    ...(creditKurus > 0 ? [credit] : []),
    ...(giftKurus > 0 ? [gift] : []),
  ]
  return parts.join(' ')
}

export function isByCard({ paymentMethod }: WireStaffOrder): boolean {
  return paymentMethod === 'CARD' || paymentMethod === 'HOSTED'
}

/** An order of a marketplace is changed, cancelled, given back and exchanged there, and who bought it is no customer of the shop. */
export function isBoughtHere({ paymentMethod }: WireStaffOrder): boolean {
  return paymentMethod !== 'MARKETPLACE'
}

export function priceOf(item: WireStaffItem): number {
  return kurusOf(item.priceAtPurchase)
}
