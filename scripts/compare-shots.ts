import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'

/** How far a channel may be off, of 255, before a pixel differs: edges of letters are drawn a little otherwise each time. */
const tolerance = 16

/** Compares two folders of pictures from `npm run shots` pixel by pixel; ends with 1 where a screen differs by more than the bound. */
export async function compareShots(before: string, after: string, bound: number): Promise<number> {
  const [old, now] = await Promise.all([before, after].map(picturesIn))
  const names = [...new Set([...(old ?? []), ...(now ?? [])])].sort()
  if (names.length === 0) throw new Error('no pictures in either folder')
  let worse = 0
  for (const name of names) {
    const missing = [!old?.includes(name) && before, !now?.includes(name) && after].find(Boolean)
    const share = missing ? 1 : await shareOfDifferent(join(before, name), join(after, name))
    const over = share > bound
    if (over) worse += 1
    console.log(`${percent(share).padStart(8)} ${over ? '>' : ' '} ${name}${missing ? ` (not in ${missing})` : ''}`)
  }
  console.log(`${worse} of ${names.length} screens differ by more than ${percent(bound)}`)
  return worse > 0 ? 1 : 0
}

const picturesIn = async (folder: string) => (await readdir(folder)).filter((name) => name.endsWith('.png'))

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

/** Where one picture is longer, its additional part counts as different. */
async function shareOfDifferent(before: string, after: string): Promise<number> {
  const [old, now] = await Promise.all([before, after].map(pixelsOf))
  if (!old || !now) return 1
  const [width, height] = [Math.max(old.width, now.width), Math.max(old.height, now.height)]
  const common = { width: Math.min(old.width, now.width), height: Math.min(old.height, now.height) }
  let alike = 0
  for (let y = 0; y < common.height; y += 1)
    for (let x = 0; x < common.width; x += 1)
      if (isAlike(old.data, (y * old.width + x) * 3, now.data, (y * now.width + x) * 3)) alike += 1
  return 1 - alike / (width * height)
}

async function pixelsOf(path: string) {
  const { data, info } = await sharp(path)
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function isAlike(one: Buffer, at: number, other: Buffer, otherAt: number): boolean {
  for (let channel = 0; channel < 3; channel += 1)
    if (Math.abs((one[at + channel] ?? 0) - (other[otherAt + channel] ?? 0)) > tolerance) return false
  return true
}

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { bound: { type: 'string', default: '0.1' } },
  })
  const [before, after] = positionals
  if (before && after) process.exitCode = await compareShots(before, after, Number(values.bound) / 100)
  else
    throw new Error('npm run compare -- <folder before> <folder after> [--bound <percent of pixels, 0.1 unless told>]')
}
