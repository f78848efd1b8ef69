import type { OrderStatus } from '#shop/orders/contract.ts'

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

/** A payment that went back with a cancelled order is neither done nor awaited. */
export function paymentLabel(paymentStatus: string): string {
  if (paymentStatus === 'REFUNDED') return 'İade Edildi'
  return paymentStatus === 'SUCCESS' ? 'Tamamlandı' : 'Bekliyor'
}

/** How many payments the card's holder makes. */
export function installmentsLabel(installments: number): string {
  return installments > 1 ? `${installments} taksit` : 'Tek çekim'
}

/** '#' and the last 8 characters. */
export function orderNumber(id: string): string {
  return `#${id.slice(-8).toUpperCase()}`
}
