/** Money is an integer number of kuruş everywhere inside; TL appears only on the wire and on the screen. */

/** 119900 → '1.199,00 TL'; less than nothing with the minus sign, which no line breaks after. */
export function formatKurus(kurus: number): string {
  const lira = formatWhole(Math.trunc(Math.abs(kurus) / 100))
  return `${kurus < 0 ? '−' : ''}${lira},${String(Math.abs(kurus) % 100).padStart(2, '0')} TL`
}

/** A sentence of the shop with its sums left out, for who may not see them: '1.199,00 TL iade edildi' → '… iade edildi'. */
export function withoutSums(text: string): string {
  return text.replace(/[−-]?\d[\d.]*(?:,\d{1,2})? TL/g, '…')
}

/** 12000 → '12.000'. Not by Intl: its first number format takes a phone's browser 0.1 s, and every page shows prices. */
export function formatWhole(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '.')
}

/** Kuruş → the TL number of the API: 119950 → 1199.5 */
export function toTl(kurus: number): number {
  return kurus / 100
}

/** The API's TL number → kuruş; undefined when it has more than two decimals or is no amount. */
export function fromTl(amount: number): number | undefined {
  const kurus = Math.round(amount * 100)
  return Number.isSafeInteger(kurus) && Math.abs(amount * 100 - kurus) < 1e-6 ? kurus : undefined
}

/** An amount of the API as people read it: 1199.5 → '1.199,50 TL' */
export function formatTl(amount: number): string {
  return formatKurus(fromTl(amount) ?? 0)
}

/** How much cheaper in whole percent, rounded down so that no discount is overstated; 0 when none. */
export function discountPercent(priceKurus: number, originalKurus: number | null): number {
  if (originalKurus === null || originalKurus <= priceKurus) return 0
  return Math.floor(((originalKurus - priceKurus) * 100) / originalKurus)
}

/** Cuts a sum by weights: each gets its share rounded down, what is left goes to the largest remainders, the first before later ones. */
export function apportion(sum: number, weights: number[]): number[] {
  const all = weights.reduce((a, b) => a + b, 0)
  if (all === 0) return weights.map((_, index) => (index === 0 ? sum : 0))
  // As integers: a product of two amounts may be more than a double holds exactly.
  const exact = weights.map((weight) => BigInt(sum) * BigInt(weight))
  const shares = exact.map((product) => Number(product / BigInt(all)))
  const missing = sum - shares.reduce((a, b) => a + b, 0)
  const byRemainder = exact
    .map((product, index) => ({ index, remainder: product % BigInt(all) }))
    .toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
