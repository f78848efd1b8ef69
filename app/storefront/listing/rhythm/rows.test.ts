import { expect, test } from 'vitest'
import { stretchesOf, tileBefore } from './rows.ts'

const tile = { image: { id: 'a', width: 1, height: 1, tone: '' }, line: '', words: '', link: '/' }

/** Which column each item begins in, in so many columns; a card that stands large takes two of the first two rows. */
function columns(lead: boolean, every: number, tiles: number, count: number, wide: 2 | 4) {
  const rhythm = { lead, every, tiles: Array.from({ length: tiles }, () => tile) }
  let cells = 0
  return Array.from({ length: count }, (_, index) => {
    const before = tileBefore(rhythm, index)
    const starts: { at: number; tile: boolean }[] = []
    if (before !== undefined) {
      starts.push({ at: cells % wide, tile: true })
      cells += 2
    }
    starts.push({ at: cells % wide, tile: false })
    cells += index === 0 && lead ? (wide === 4 ? 4 : 2) : 1
    return starts
  }).flat()
}

test.each([6, 8, 12, 16, 24])('after each %i products a tile finds two free columns in its row', (every) => {
  for (const lead of [false, true])
    for (const wide of [2, 4] as const) {
      const tiles = columns(lead, every, 3, 80, wide).filter(({ tile }) => tile)
      expect(tiles).toHaveLength(3)
      for (const { at } of tiles) expect(at).toBeLessThanOrEqual(wide - 2)
    }
})

test('tiles stand after each so many products, each once, in their order', () => {
  const places = (lead: boolean, tiles: number) =>
    Array.from({ length: 60 }, (_, index) => index).flatMap((index) => {
      const rhythm = { lead, every: 12, tiles: Array.from({ length: tiles }, () => tile) }
      const before = tileBefore(rhythm, index)
      return before === undefined ? [] : [[before, index]]
    })
  expect(places(false, 2)).toEqual([
    [0, 12],
    [1, 24],
  ])
  expect(places(true, 3)).toEqual([
    [0, 13],
    [1, 25],
    [2, 37],
  ])
  expect(tileBefore(undefined, 12)).toBeUndefined()
})

test('a list is parted at full rows', () => {
  const plain = Array.from({ length: 60 }, () => ({ cells: 1 }))
  expect(stretchesOf(plain).map((one) => one.length)).toEqual([24, 24, 12])
  // The card that stands large takes four cells.
  expect(stretchesOf([{ cells: 4 }, ...plain]).map((one) => one.length)).toEqual([21, 24, 16])
  const broken = [{ cells: 4 }, ...plain.slice(0, 12), { cells: 2 }, ...plain.slice(0, 30)]
  expect(stretchesOf(broken).map((one) => one.reduce((sum, { cells }) => sum + cells, 0))).toEqual([24, 24])
})
