import type { Order } from '../orders/orders.ts'
import type { Charged } from './vat.ts'

/** What an order's total was for. */
export function chargedOf({ items, deliveryKurus, methodFeeKurus, totalKurus }: Order): Charged {
  return { items, serviceKurus: deliveryKurus + methodFeeKurus, totalKurus }
}
