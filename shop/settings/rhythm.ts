import { z } from 'zod'
import { areaNames } from '../catalog/area-of.ts'
import { Area, areas } from '../catalog/contract.ts'
import { type Ctx, isId } from '../ctx.ts'
import { invalid } from '../errors.ts'
import { findImages, type Image } from '../media/images.ts'
import { everyChoices, mostTiles } from './rhythm-limits.ts'
import { changeSection, type EditedVersion } from './section-change.ts'
import { findSetting } from './settings.ts'

const text = (most: number, missing: string) =>
  z.string(missing).trim().min(1, missing).max(most, `En çok ${most} karakter yazabilirsiniz`)

const Tile = z.object({
  /** Id of a stored picture. */
  picture: z.string('Görsel gerekli').min(1, 'Görsel gerekli').max(64, 'Görsel gerekli'),
  line: text(80, 'Cümle gerekli'),
  words: text(40, 'Bağlantının sözleri gerekli'),
  /** A path of the shop. */
  link: z
    .string('Bağlantı gerekli')
    .trim()
    .max(200, 'Bağlantı en çok 200 karakter olabilir')
    .regex(/^\/(?![/\\])[^\s\\]*$/, 'Bağlantı / ile başlamalı; örneğin /elbise'),
})

const AreaRhythm = z.object({
  area: Area,
  /** Which product stands large at the top: none, whichever is first, or the one with this id. */
  lead: z
    .string('Öne çıkan ürünü seçin')
    .refine((lead) => ['none', 'first'].includes(lead) || isId(lead), 'Öne çıkan ürünü seçin'),
  every: z.literal(everyChoices, 'Kaç üründe bir görüneceğini seçin').meta({ enum: [...everyChoices] }),
  tiles: z.array(Tile, 'Kutular gerekli').max(mostTiles, `En çok ${mostTiles} kutu olabilir`),
})
export type AreaRhythm = z.infer<typeof AreaRhythm>

/** Breaks in the grid of each area's page: a product that stands large, and wide tiles between the products. */
export const Rhythm = z.object({
  areas: z
    .array(AreaRhythm, 'Bölümler gerekli')
    .refine((list) => new Set(list.map(({ area }) => area)).size === list.length, 'Bir bölüm iki kez yazılmış'),
})
export type Rhythm = z.infer<typeof Rhythm>

export const rhythmKey = 'rhythm'

const plain = (area: Area): AreaRhythm => ({ area, lead: 'none', every: 12, tiles: [] })

/** Every area, in the shop's order; those that nothing was chosen for are plain grids. */
export async function findRhythm(ctx: Ctx): Promise<Rhythm> {
  const saved = (await findSetting(ctx, rhythmKey, Rhythm))?.areas ?? []
  return { areas: areas.map((area) => saved.find((one) => one.area === area) ?? plain(area)) }
}

export type ShownTile = { image: Image; line: string; words: string; link: string }

/** The breaks in the grid of one area's page. */
export async function findAreaRhythm(ctx: Ctx, area: Area) {
  const { lead, every, tiles } = (await findRhythm(ctx)).areas.find((one) => one.area === area) ?? plain(area)
  const pictures = await findImages(
    ctx,
    tiles.map(({ picture }) => picture),
  )
  const shown = tiles.flatMap(({ picture, ...words }): ShownTile[] => {
    const image = pictures.get(picture)
    return image ? [{ image, ...words }] : []
  })
  return { lead, every, tiles: shown }
}

export async function saveRhythm(ctx: Ctx, rhythm: Rhythm, edited: EditedVersion = {}): Promise<void> {
  await checkPictures(ctx, rhythm)
  await changeSection(ctx, 'rhythm', rhythmKey, edited, async (ctx) => ({
    value: rhythm,
    before: factsOf(await findRhythm(ctx)),
    after: factsOf(rhythm),
  }))
}

/** Pixels; a narrower picture is blurred on the screens that it is half as wide as. */
const leastWidth = 900

async function checkPictures(ctx: Ctx, { areas }: Rhythm): Promise<void> {
  const known = await findImages(
    ctx,
    areas.flatMap(({ tiles }) => tiles.map(({ picture }) => picture)),
  )
  for (const [index, { tiles }] of areas.entries()) {
    for (const [at, { picture }] of tiles.entries()) {
      const image = known.get(picture)
      const wrong = !image
        ? 'Görsel bulunamadı, yeniden yükleyin'
        : image.width < leastWidth && `Görsel en az ${leastWidth} piksel genişliğinde olmalı`
      if (wrong) throw invalid({ [`areas.${index}.tiles.${at}.picture`]: [wrong] })
    }
  }
}

const leads: Record<string, string> = { none: 'yok', first: 'ilk ürün' }

/** For the history: what a reader of it wants to compare. */
function factsOf({ areas }: Rhythm) {
  return Object.fromEntries(
    areas.map(({ area, lead, every, tiles }) => [
      areaNames[area],
      [
        `Büyük kart: ${leads[lead] ?? lead}`,
        ...tiles.map(({ line, words, link }) => `${every} üründe bir: ${line} (${words}, ${link})`),
      ].join('\n'),
    ]),
  )
}
