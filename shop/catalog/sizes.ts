const known = ['XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL']
const sizeCollator = new Intl.Collator('tr', { numeric: true })

/** XS to XXXL first, then the others in alphabetical and numeric order. */
export function compareSizes(a: string, b: string): number {
  const left = known.indexOf(a.toUpperCase())
  const right = known.indexOf(b.toUpperCase())
  if (left >= 0 && right >= 0) return left - right
  if (left >= 0) return -1
  if (right >= 0) return 1
  return sizeCollator.compare(a, b)
}

/** Nothing of it is left in any size or color. */
export function isSoldOut({ variants }: { variants: { stock: number }[] }): boolean {
  return variants.every(({ stock }) => stock === 0)
}
