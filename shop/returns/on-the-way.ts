/**
 * Withdrawing from an order that is packed or on its way: the right may be used from the contract to the delivery too
 * (Mesafeli Sözleşmeler Yönetmeliği m.9). All pieces of an order are in one parcel, so that it can be refused only as a whole.
 */

import { openedOnly } from '../catalog/withdrawal.ts'
import { isUnsent, isWhole } from '../orders/giving-back/unsent.ts'
import type { orderItems, orders } from '../orders/schema.ts'
import type { ReturnRow } from './schema.ts'

type OrderRow = typeof orders.$inferSelect
type OrderItem = typeof orderItems.$inferSelect

/** An order that arrived once stays delivered, even if its status was set back since. */
export function isUndelivered({ status, deliveredAt }: Pick<OrderRow, 'status' | 'deliveredAt'>): boolean {
  return deliveredAt === null && status !== 'DELIVERED' && status !== 'CANCELLED'
}

/** Why a piece that has not arrived cannot be withdrawn from; nobody can have opened the packaging that it is in. */
export function exemptionBeforeDelivery({ withdrawalExemption }: OrderItem): string | null {
  return withdrawalExemption === openedOnly ? null : withdrawalExemption
}

function isPaidAtDoor({ paymentStatus }: OrderRow): boolean {
  return paymentStatus === 'CASH_ON_DELIVERY'
}

/** Whether she would pay at the door for a parcel from which she keeps nothing: if she refuses it, it costs her nothing. */
export function costsNothingYet(order: OrderRow, items: OrderItem[]): boolean {
  return isUndelivered(order) && isPaidAtDoor(order) && isWhole(items)
}

/** Whether she may withdraw before it arrives; an order that is not packed yet she cancels instead. */
export function isWithdrawable({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'PREPARED' || status === 'SHIPPED'
}

/** Tells her what to do when the parcel that she withdrew from comes; blank once it came, or once she hands one over. */
export function atTheDoor({ kind, status }: ReturnRow, order: OrderRow, items: OrderItem[]): string {
  if (!isUndelivered(order) || kind !== 'RETURN' || (status !== 'REQUESTED' && status !== 'APPROVED')) return ''
  if (isUnsent(order)) return beforeItLeaves(order, items)
  if (isWhole(items)) {
    const cost = isPaidAtDoor(order) ? 'kapıda ödeme yapmazsınız' : 'kargo ücreti ödemezsiniz'
    return `Paketi teslim almanız gerekmez: kargo görevlisine iade istediğinizi söylemeniz yeterli. Paket bize geri döner, ${cost}.`
  }
  const paid = isPaidAtDoor(order)
    ? ' Kapıda paketin tamamını ödersiniz, iade ettiklerinizin bedelini geri öderiz.'
    : ''
  return `Pakette sizde kalacak ürünler de var: paketi teslim alın, yalnızca iade edeceklerinizi geri gönderin.${paid}`
}

/** The words for a parcel that has not left: the carrier may take it at the very moment in which she writes. */
function beforeItLeaves(order: OrderRow, items: OrderItem[]): string {
  if (isWhole(items)) {
    const cost = isPaidAtDoor(order) ? ' Kapıda ödeme yapmazsınız.' : ''
    return `Paketiniz henüz yola çıkmadı: bir şey göndermeniz gerekmez. Yine de gelirse teslim almanız gerekmez.${cost}`
  }
  const paid = isPaidAtDoor(order)
    ? ' Kapıda siparişin tamamını ödersiniz, iade ettiklerinizin bedelini geri öderiz.'
    : ''
  return `Paketiniz henüz yola çıkmadı: iade ettiklerinizi paketten çıkarırız, bir şey göndermeniz gerekmez. Yine de gelirlerse ücretsiz geri gönderirsiniz.${paid}`
}
