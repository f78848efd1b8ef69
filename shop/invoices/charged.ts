import type { Order } from '../orders/orders.ts'
import type { Charged } from './vat.ts'

/** An order's total by its purpose. */
export function chargedOf({ items, deliveryKurus, methodFeeKurus, totalKurus }: Order): Charged {
  return { items, serviceKurus: deliveryKurus + methodFeeKurus, totalKurus }
}
