import type { ListingRhythm } from './rhythm.ts'

/** Full rows in two, three and four columns. Of a thousand cards only the stretches on the screen cost anything. */
export const perStretch = 24

/** The tile that stands before the card with this index, by its place among the tiles. */
export function tileBefore(rhythm: ListingRhythm | undefined, index: number): number | undefined {
  if (!rhythm) return undefined
  // A card that stands large takes an odd number of further cells: one card more, and the rows are full again.
  const turn = (index - Number(rhythm.lead)) / rhythm.every
  return Number.isInteger(turn) && turn > 0 && turn <= rhythm.tiles.length ? turn - 1 : undefined
}

/** Parts a list at full rows of four, into stretches of at least 24 cells. */
export function stretchesOf<T extends { cells: number }>(items: T[]): T[][] {
  const stretches: T[][] = [[]]
  let cells = 0
  for (const item of items) {
    if (cells >= perStretch && cells % 4 === 0) {
      stretches.push([])
      cells = 0
    }
    stretches.at(-1)?.push(item)
    cells += item.cells
  }
  return stretches
}
