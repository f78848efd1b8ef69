import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { maxPixels } from '#shop/media/contract.ts'
import { drawFile, drawKept, drawSwatch } from '#shop/media/drawing.ts'
import { imageWidths, widthsOf } from '#shop/media/urls.ts'
import catalog from '../demo/catalog.json' with { type: 'json' }
import { drawnPath, type Shipped, swatchPath } from '../demo/pictures.ts'

/**
 * Run after a picture was added to the demo: draws the widths that cards on phones and desks show, for first pictures those of
 * small places and the cloth too, and the widths that screens show of scenes, and notes size and tone of each. With them the
 * first start decodes no picture. Files that are there stay; for a changed picture, remove its files first.
 */
const ofCards = [320, 480, 640]
const ofSmallPlaces = [160, 240]
const widest = Math.max(...imageWidths)

const colors = catalog.designs.flatMap(({ colors }) => colors)
const first = new Set(colors.map(({ pictures }) => pictures[0]))
const known: Shipped = {}
await mkdir('demo/drawn', { recursive: true })
for (const path of [...catalog.scenes, ...colors.flatMap(({ pictures }) => pictures)]) {
  const bytes = await readFile(`demo/${path}`)
  const { width: own } = await sharp(bytes).metadata()
  if (own > widest) throw new Error(`demo/${path} is wider than ${widest} pixels`)
  const { width, height, tone } = await drawKept({ bytes, maxPixels })
  const ofClothes = first.has(path) ? [...ofSmallPlaces, ...ofCards] : ofCards
  const drawn = path.startsWith('scenes/') ? widthsOf(width).filter((each) => each >= Math.min(...ofCards)) : ofClothes
  for (const each of drawn)
    await keep(drawnPath(path, each), () =>
      drawFile({ read: async () => bytes, maxPixels, width: each, format: 'avif' }),
    )
  if (first.has(path)) await keep(swatchPath(path), () => drawSwatch({ bytes, maxPixels }))
  known[path] = { width, height, tone, drawn, ...(first.has(path) && { swatch: true }) }
}
await writeFile('demo/pictures.json', `{\n${Object.entries(known).map(line).join(',\n')}\n}\n`)
// The process that draws would be kept for the next picture.
process.exit(0)

async function keep(path: string, draw: () => Promise<Uint8Array | undefined>): Promise<void> {
  if (existsSync(path)) return
  const bytes = await draw()
  if (bytes) await writeFile(path, bytes)
}

function line([path, picture]: [string, unknown]): string {
  return ` ${JSON.stringify(path)}: ${JSON.stringify(picture)}`
}
