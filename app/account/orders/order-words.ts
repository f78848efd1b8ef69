import type { WireOrder } from '#api/wire/orders.ts'
import { formatTl, fromTl } from '#shop/money.ts'
import type { OrderStatus } from '#shop/orders/contract.ts'
import { methodName } from '#shop/payment-method.ts'

export const statusLabels: Record<OrderStatus, string> = {
  PENDING: 'Onay Bekliyor',
  CONFIRMED: 'Siparişiniz Hazırlanıyor',
  PREPARED: 'Hazırlandı',
  SHIPPED: 'Kargoda',
  DELIVERED: 'Teslim Edildi',
  CANCELLED: 'İptal Edildi',
}

/** Unknown values are shown as they are. */
export function statusLabel(status: string): string {
  return statusLabels[status as OrderStatus] ?? status
}

/** Whether its money came, and is not all back. */
export function isPaid({ paymentStatus }: Pick<WireOrder, 'paymentStatus'>): boolean {
  return paymentStatus === 'SUCCESS' || paymentStatus === 'PARTIALLY_REFUNDED'
}

const waiting: Record<string, string> = {
  PENDING: 'Ödeme bekleniyor',
  AWAITING_TRANSFER: 'Havale bekleniyor',
  CASH_ON_DELIVERY: 'Kapıda ödenecek',
  FAILED: 'Alınmadı',
}

type Told = Pick<WireOrder, 'paymentStatus' | 'refundedAmount'> & Partial<Pick<WireOrder, 'exchange' | 'totalAmount'>>

/** A payment that went back with a cancelled order is neither done nor awaited; of one that went back in part, how much. */
export function paymentLabel({ paymentStatus, refundedAmount, exchange, totalAmount = 0 }: Told) {
  if (exchange && paymentStatus === 'PENDING')
    return exchange.amount < totalAmount ? 'Fark bekleniyor' : 'Değişim bekleniyor'
  const own = waiting[paymentStatus]
  if (own) return own
  if (paymentStatus === 'REFUNDED') return 'İade Edildi'
  if (!isPaid({ paymentStatus })) return 'Bekliyor'
  return refundedAmount > 0 ? `Kısmen iade edildi (${formatTl(refundedAmount)})` : 'Ödendi'
}

type Sums = Partial<Pick<WireOrder, 'totalAmount' | 'credit' | 'giftCard'>>

/** The kuruş that the way to pay itself brings, such as a courier: not what store credit and gift cards paid. */
export function dueKurus({ totalAmount = 0, credit = 0, giftCard = 0 }: Sums): number {
  return kurusOf(totalAmount) - kurusOf(credit) - kurusOf(giftCard)
}

type Given = Partial<
  Pick<WireOrder, 'exchange' | 'refundedAmount' | 'refundedCredit' | 'refundedGiftCard' | 'refundPending'>
>

/** The kuruş of a paid order that go back when it is cancelled now: what was given back before is not given twice. */
export function goesBack(order: Sums & Given): { moneyKurus: number; creditKurus: number; giftKurus: number } {
  const { exchange, refundedAmount = 0, refundedCredit = 0, refundedGiftCard = 0, refundPending = 0 } = order
  // Old pieces that have not come pay nothing yet.
  const promisedKurus = exchange?.waits ? kurusOf(exchange.amount) : 0
  const leftKurus = kurusOf(order.totalAmount) - promisedKurus - kurusOf(refundedAmount) - kurusOf(refundPending)
  const giftKurus = Math.max(0, kurusOf(order.giftCard) - kurusOf(refundedGiftCard))
  const creditKurus = Math.max(0, kurusOf(order.credit) - kurusOf(refundedCredit))
  return { moneyKurus: Math.max(0, leftKurus - giftKurus - creditKurus), creditKurus, giftKurus }
}

/** 0 where there is none, or staff may not see it. */
export function kurusOf(tl = 0): number {
  return fromTl(tl) ?? 0
}

/** How many payments the card's holder makes. */
export function installmentsLabel(installments: number): string {
  return installments > 1 ? `${installments} taksit` : 'Tek çekim'
}

/** '#' and the last 8 characters. */
export function orderNumber(id: string): string {
  return `#${id.slice(-8).toUpperCase()}`
}

/** The way by its name, or the balances that left nothing for one. */
export function paidBy({
  paymentMethod,
  credit = 0,
  giftCard = 0,
}: Pick<WireOrder, 'paymentMethod' | 'credit' | 'giftCard'>) {
  return methodName(paymentMethod, { creditKurus: credit + giftCard, giftKurus: giftCard })
}
