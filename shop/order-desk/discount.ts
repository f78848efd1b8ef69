import { discountedLines } from '../checkout/campaigns/discounted.ts'
import type { PricedLine } from '../checkout/lines.ts'
import { invalid } from '../errors.ts'
import { apportion } from '../money.ts'
import type { Discount } from './contract.ts'

/** The discount on goods of this price, in kuruş. INVALID when nothing would be left to pay. */
export function discountOf(discount: Discount | undefined, goodsKurus: number): number {
  if (!discount) return 0
  const { percent, amountKurus } = discount
  const kurus = percent === undefined ? (amountKurus ?? 0) : Math.round((goodsKurus * percent) / 100)
  if (kurus < goodsKurus) return kurus
  throw invalid({ 'discount.amount': ['İndirim ürünlerin toplamından az olmalı'] })
}

/** The lines at their prices after the discount, which each bears by its part of the goods. */
export function discounted(lines: PricedLine[], discountKurus: number): PricedLine[] {
  if (discountKurus === 0) return lines
  const shares = apportion(
    discountKurus,
    lines.map(({ unitPriceKurus, quantity }) => unitPriceKurus * quantity),
  )
  const cheaper = discountedLines(lines, shares)
  if (cheaper) return cheaper
  throw invalid({ 'discount.amount': ['İndirimle bir ürünün fiyatı sıfıra iniyor; daha az indirim yapın'] })
}
