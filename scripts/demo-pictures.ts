import { mkdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { maxPixels } from '#shop/media/contract.ts'
import { drawFile, drawKept } from '#shop/media/drawing.ts'
import { imageWidths, widthsOf } from '#shop/media/urls.ts'
import catalog from '../demo/catalog.json' with { type: 'json' }
import { drawnPath } from '../demo/pictures.ts'

/**
 * After a picture of the demo was added or changed: draws the widths that cards on phones and desks show, and whatever screens show of
 * scenes, as AVIF, and notes size and tone of each. With them the first start decodes no picture.
 */
const ofCards = [480, 640]
const widest = Math.max(...imageWidths)

const paths = [
  ...catalog.scenes,
  ...catalog.designs.flatMap(({ colors }) => colors.flatMap(({ pictures }) => pictures)),
]
const known: Record<string, { width: number; height: number; tone: string; drawn: number[] }> = {}
await mkdir('demo/drawn', { recursive: true })
for (const path of paths) {
  const bytes = await readFile(`demo/${path}`)
  const { width, height, tone } = await drawKept({ bytes, maxPixels })
  const { width: own } = await sharp(bytes).metadata()
  if (own > widest) throw new Error(`demo/${path} is wider than ${widest} pixels`)
  const drawn = path.startsWith('scenes/') ? widthsOf(width) : ofCards
  for (const each of drawn) {
    const avif = await drawFile({ read: async () => bytes, maxPixels, width: each, format: 'avif' })
    if (avif) await writeFile(drawnPath(path, each), avif)
  }
  known[path] = { width, height, tone, drawn }
}
await writeFile('demo/pictures.json', `${JSON.stringify(known, null, 1)}\n`)
process.exit(0)
