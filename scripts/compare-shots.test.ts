import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { compareShots } from './compare-shots.ts'

/** A grey picture, 10 pixels wide, its first pixels in another grey. */
async function shoot(path: string, { height = 10, grey = 100, other = 0, by = 0 }) {
  const pixels = Buffer.alloc(10 * height * 3, grey).fill(grey + by, 0, other * 3)
  await sharp(pixels, { raw: { width: 10, height, channels: 3 } })
    .png()
    .toFile(path)
}

test('two folders of pictures are compared pixel by pixel', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'shots-'))
  const [before, after] = [join(folder, 'before'), join(folder, 'after')]
  await Promise.all([before, after].map((path) => mkdir(path)))
  const changed = { alike: {}, faint: { other: 100, by: 10 }, spot: { other: 3, by: 60 }, longer: { height: 20 } }
  for (const [name, change] of Object.entries(changed)) {
    await shoot(join(before, `${name}.png`), {})
    await shoot(join(after, `${name}.png`), change)
  }
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line.trim()))
  expect(await compareShots(before, after, 0.5)).toBe(0)
  await shoot(join(before, 'gone.png'), {})
  lines.length = 0
  expect(await compareShots(before, after, 0.029)).toBe(1)
  log.mockRestore()
  expect(lines).toEqual([
    '0.00 %   alike.png',
    '0.00 %   faint.png',
    `100.00 % > gone.png (not in ${after})`,
    '50.00 % > longer.png',
    '3.00 % > spot.png',
    '3 of 5 screens differ by more than 2.90 %',
  ])
  await rm(folder, { recursive: true })
})
