import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { spanInWords } from '#shop/settings/delivery-dates.ts'

/** '25–27 Kasım’da'; undefined for an order that has arrived, or never will. */
export function expectedDelivery({ expectedDelivery: days }: WireOrderWithHistory): string | undefined {
  return days ? spanInWords(Date.parse(days.from), Date.parse(days.to)) : undefined
}
