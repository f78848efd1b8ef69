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
