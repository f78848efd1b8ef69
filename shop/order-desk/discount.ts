import type { PricedLine } from '../checkout/lines.ts'
import { invalid } from '../errors.ts'
import { apportion } from '../invoices/vat.ts'
import type { Discount } from './contract.ts'

/** What a discount takes off goods of this price, in kuruş. INVALID when nothing would be left. */
export function discountOf(discount: Discount | undefined, goodsKurus: number): number {
  if (!discount) return 0
  const { percent, amountKurus } = discount
  const kurus = percent === undefined ? (amountKurus ?? 0) : Math.round((goodsKurus * percent) / 100)
  if (kurus < goodsKurus) return kurus
  throw invalid({ 'discount.amount': ['İndirim ürünlerin toplamından az olmalı'] })
}

/**
 * The lines at their prices after the discount, which each bears by its part of the goods. Prices of whole kuruş sum up to it exactly:
 * where a line's sum cannot be shared evenly, some of its units cost a kuruş more and stand in a line of their own.
 */
export function discounted(lines: PricedLine[], discountKurus: number): PricedLine[] {
  if (discountKurus === 0) return lines
  const sums = lines.map(({ unitPriceKurus, quantity }) => unitPriceKurus * quantity)
  const shares = apportion(discountKurus, sums)
  return lines.flatMap((line, index) => {
    const sum = (sums[index] ?? 0) - (shares[index] ?? 0)
    const unit = Math.floor(sum / line.quantity)
    if (unit < 1)
      throw invalid({ 'discount.amount': ['İndirimle bir ürünün fiyatı sıfıra iniyor; daha az indirim yapın'] })
    const more = sum - unit * line.quantity
    const cheaper = priced(line, line.quantity - more, unit)
    return more === 0 ? [cheaper] : [cheaper, priced(line, more, unit + 1)]
  })
}

function priced(line: PricedLine, quantity: number, unitPriceKurus: number): PricedLine {
  return { ...line, quantity, unitPriceKurus, item: { ...line.item, quantity, unitPriceKurus } }
}
