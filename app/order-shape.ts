import type { OrderStatus } from '#shop/orders/contract.ts'

/** An order as the API writes it. */
export type ShownOrder = {
  id: string
  paymentId: string | null
  paymentStatus: string
  customerInfo: { firstName: string; lastName: string; email: string; phone: string }
  shippingAddress: string
  totalAmount: number
  refundedAmount: number
  status: OrderStatus
  adminNotes?: string
  items: ShownItem[]
  carrier: string | null
  carrierName: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  shippedAt: string | null
  deliveredAt: string | null
  createdAt: string
  updatedAt: string
  history?: { type: string; status: string | null; note: string; createdAt: string; actor?: string | null }[]
  /** For admins only, as are the notes. */
  customerId?: string
  notes?: { id: string; text: string; author: string; createdAt: string }[]
}

export type ShownItem = {
  id: string
  quantity: number
  refundedQuantity: number
  priceAtPurchase: number
  variant: {
    sku: string
    color: string
    size: string
    product: { id: string | null; slug: string; name: string; mainImage: string | null } | null
  }
}

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

/** '#' and the last 8 characters. */
export function orderNumber(id: string): string {
  return `#${id.slice(-8).toUpperCase()}`
}

/** The small file of a picture whose address the API gave. */
export function thumbnail(address: string): string {
  return address.replace(/^(\/media\/.+)-(\d+)\.webp$/, (all, start, width) =>
    Number(width) > 320 ? `${start}-320.webp` : all,
  )
}
