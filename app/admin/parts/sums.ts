import { formatTl } from '#shop/money.ts'

/** A sum of the API as text; nothing for who may not see sums. */
export function sumText(tl: number | undefined): string {
  return tl === undefined ? '' : formatTl(tl)
}
