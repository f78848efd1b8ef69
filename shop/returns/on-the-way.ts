/**
 * Withdrawing from an order that is on its way: the right may be used from the contract to the delivery too (Mesafeli
 * Sözleşmeler Yönetmeliği m.9). All pieces of an order are in one parcel, so that it can be refused only as a whole.
 */

import { openedOnly } from '../catalog/withdrawal.ts'
import type { orderItems, orders } from '../orders/schema.ts'
import type { ReturnRow } from './schema.ts'

type OrderRow = typeof orders.$inferSelect
type OrderItem = typeof orderItems.$inferSelect

export function isUndelivered({ status }: Pick<OrderRow, 'status'>): boolean {
  return status !== 'DELIVERED' && status !== 'CANCELLED'
}

/** Why a piece that has not arrived cannot be withdrawn from; nobody can have opened the packaging that it is in. */
export function exemptionBeforeDelivery({ withdrawalExemption }: OrderItem): string | null {
  return withdrawalExemption === openedOnly ? null : withdrawalExemption
}

/** Whether she keeps nothing of the order, so that its parcel need not be taken. */
function isWhole(items: OrderItem[]): boolean {
  return items.every(
    ({ quantity, refundedQuantity, returningQuantity }) => refundedQuantity + returningQuantity >= quantity,
  )
}

function isPaidAtDoor({ paymentStatus }: OrderRow): boolean {
  return paymentStatus === 'CASH_ON_DELIVERY'
}

/** Whether she would pay at the door for a parcel of which she keeps nothing: refused, it costs her nothing. */
export function costsNothingYet(order: OrderRow, items: OrderItem[]): boolean {
  return isUndelivered(order) && isPaidAtDoor(order) && isWhole(items)
}

/** What she does when the parcel comes that she withdrew from; blank once it came, or once she sends another. */
export function atTheDoor({ kind, status }: ReturnRow, order: OrderRow, items: OrderItem[]): string {
  if (!isUndelivered(order) || kind !== 'RETURN' || (status !== 'REQUESTED' && status !== 'APPROVED')) return ''
  if (isWhole(items)) {
    const cost = isPaidAtDoor(order) ? 'kapıda ödeme yapmazsınız' : 'kargo ücreti ödemezsiniz'
    return `Paketi teslim almanız gerekmez: kargo görevlisine iade istediğinizi söylemeniz yeterli. Paket bize geri döner, ${cost}.`
  }
  const paid = isPaidAtDoor(order)
    ? ' Kapıda paketin tamamını ödersiniz, iade ettiklerinizin bedelini geri öderiz.'
    : ''
  return `Pakette sizde kalacak ürünler de var: paketi teslim alın, yalnızca iade edeceklerinizi geri gönderin.${paid}`
}
