import { expect, test } from 'vitest'
import { filesFor } from './picture.tsx'

const image = { id: 'a'.repeat(32), width: 1200 }
const widthsOf = (set: string) => [...set.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))

test('a page names no file that a small place cannot show, and none that is too coarse for a screen of three pixels for one', () => {
  for (const pixels of [40, 48, 64, 96, 130, 160]) {
    const { setOf, sizes } = filesFor(image, pixels)
    expect(sizes).toBe(`${pixels}px`)
    const widths = widthsOf(setOf('avif'))
    expect(widths[0], String(pixels)).toBe(160)
    expect(widths.at(-1), String(pixels)).toBeGreaterThanOrEqual(pixels * 3)
    expect(widths.at(-2) ?? 0, String(pixels)).toBeLessThan(pixels * 5)
  }
  expect(widthsOf(filesFor(image, '45vw').setOf('webp'))).toEqual([320, 480, 640, 960, 1200])
  expect(widthsOf(filesFor(image, '15vw', 240).setOf('webp'))).toEqual([240, 320, 480, 640, 960, 1200])
  expect(widthsOf(filesFor({ ...image, width: 300 }, '45vw').setOf('webp')), 'a picture that is narrow itself').toEqual(
    [300],
  )
})
