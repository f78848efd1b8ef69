import { formatKurus } from '#shop/money.ts'
import { fetchInstallments } from '../../checkout/installments-offers.ts'

export { deliveryDates } from '#shop/settings/delivery-dates.ts'

/** '12 aya varan taksit, ayda 185,06 TL’den': the longest plan of any card at its lowest; undefined without installments. */
export async function longestInstallments(priceKurus: number, signal: AbortSignal): Promise<string | undefined> {
  const offers = await fetchInstallments(priceKurus, '', signal)
  const options = offers.flatMap(({ options }) => options).filter(({ count }) => count > 1)
  if (options.length === 0) return undefined
  const most = Math.max(...options.map(({ count }) => count))
  const monthly = Math.min(...options.filter(({ count }) => count === most).map(({ monthly }) => monthly))
  return `${most} aya varan taksit, ayda ${formatKurus(Math.round(monthly * 100))}’den`
}
