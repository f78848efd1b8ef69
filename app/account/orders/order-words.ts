import type { WireOrder } from '#api/wire/orders.ts'
import { formatTl } from '#shop/money.ts'
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
