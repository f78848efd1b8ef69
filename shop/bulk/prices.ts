import type { PriceChange, Rounding } from './contract.ts'

const lira = 100
const ends = 90

/** The price after a change, in kuruş; zero and less are for the caller to refuse. */
export function changedPrice(priceKurus: number, { percent, amount, set, round }: PriceChange): number {
  const plain =
    set !== undefined
      ? toKurus(set)
      : amount !== undefined
        ? priceKurus + toKurus(amount)
        : byPercent(priceKurus, percent ?? 0)
  return round ? rounded(plain, round) : plain
}

/** The price in a sale of so many percent; rounding never makes it dearer. */
export function salePrice(
  priceKurus: number,
  { percent, round }: { percent: number; round?: Rounding | undefined },
): number {
  return Math.min(priceKurus, changedPrice(priceKurus, { percent: -percent, round }))
}

/** In hundredths of a percent, so that no fraction of a kuruş is lost on the way. */
function byPercent(priceKurus: number, percent: number): number {
  return Math.round((priceKurus * (10_000 + Math.round(percent * 100))) / 10_000)
}

/** The nearest price that ends in ,90, or the nearest 5 TL; of two as near the higher. Nothing is rounded to less than the least. */
export function rounded(kurus: number, round: Rounding): number {
  if (kurus <= 0) return kurus
  const step = round === '90' ? lira : 5 * lira
  const offset = round === '90' ? ends : 0
  const nearest = Math.floor((kurus - offset) / step + 0.5) * step + offset
  return Math.max(nearest, round === '90' ? ends : step)
}

function toKurus(tl: number): number {
  return Math.round(tl * 100)
}
