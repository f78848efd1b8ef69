import { z } from 'zod'
import { createCategory, listCategories } from '#shop/catalog/categories.ts'
import type { Area } from '#shop/catalog/contract.ts'
import { recordEarlierPrice } from '#shop/catalog/edits/lawful-price.ts'
import { createProduct } from '#shop/catalog/edits/product-edits.ts'
import { createProductGroup, findColorSiblings } from '#shop/catalog/groups.ts'
import { createLook, listLooks } from '#shop/catalog/looks/looks.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { type Ctx, inTransaction } from '#shop/ctx.ts'
import { markDemo, markEarlierDemo } from '#shop/desk/demo/marks.ts'
import { type AreaRhythm, type Rhythm, rhythmKey } from '#shop/settings/rhythm.ts'
import { chooseLandingScenes } from '#shop/settings/scenes.ts'
import { findSetting, saveSetting } from '#shop/settings/settings.ts'
import { after, hours } from '#shop/time.ts'
import catalog from './catalog.json' with { type: 'json' }
import { inventor, type Piece, pieces } from './invent.ts'
import { storePictures } from './pictures.ts'
import { seedReviews } from './reviews.ts'

/** The table of the demo shop; its pictures lie beside it. */
export type Table = typeof catalog

const categories: { slug: string; name: string; area: Area }[] = [
  { slug: 'crop', name: 'Crop', area: 'ust-giyim' },
  { slug: 'bluz', name: 'Bluz', area: 'ust-giyim' },
  { slug: 'elbise', name: 'Elbise', area: 'ust-giyim' },
  { slug: 'yelek', name: 'Yelek', area: 'ust-giyim' },
  { slug: 'takim', name: 'Takım', area: 'ust-giyim' },
  { slug: 'top-ve-body', name: 'Top ve Body', area: 'ust-giyim' },
  { slug: 'etek', name: 'Etek', area: 'alt-giyim' },
  { slug: 'pantolon', name: 'Pantolon', area: 'alt-giyim' },
  { slug: 'canta', name: 'Çanta', area: 'aksesuar' },
  { slug: 'ozel-koleksiyon', name: 'Özel Koleksiyon', area: 'special' },
]
const progress = 'demo-seed'
/** `marked`: what was filled in is known as the demo's (shop/desk/demo). */
const Progress = z.object({ finished: z.boolean(), marked: z.boolean().optional() })
type Progress = z.infer<typeof Progress>

/**
 * Fills an empty shop in demo mode. A seed that was cut short is gone on with at the next start; a shop that somebody
 * else filled, or changed since, is left alone.
 */
export async function seedDemo(ctx: Ctx, say: (line: string) => void, table: Table = catalog): Promise<void> {
  if (ctx.config.mode !== 'demo') return
  const state = await findSetting(ctx, progress, Progress)
  if (state?.finished) return
  if (!state && (await listCategories(ctx)).length > 0) return
  await saveSetting(ctx, progress, { finished: false, marked: true } satisfies Progress)
  await seedCategories(ctx)
  await seedScenes(ctx, table)
  await seedProducts(ctx, say, table)
  await seedLooks(ctx)
  await seedReviews(ctx)
  await saveSetting(ctx, progress, { finished: true, marked: state?.marked ?? true } satisfies Progress)
}

/** Marks, once, the demo rows of a shop that was filled before they were marked, whatever mode it is in by now. */
export async function markSeeded(ctx: Ctx, table: Table = catalog): Promise<void> {
  const state = await findSetting(ctx, progress, Progress)
  if (!state?.finished || state.marked) return
  await inTransaction(ctx, async (ctx) => {
    const slugs = { products: pieces(table).map(({ slug }) => slug), categories: categories.map(({ slug }) => slug) }
    await markEarlierDemo(ctx, slugs)
    await saveSetting(ctx, progress, { finished: true, marked: true } satisfies Progress)
  })
}

async function seedCategories(ctx: Ctx): Promise<void> {
  const known = new Set((await listCategories(ctx)).map((category) => category.slug))
  for (const category of categories) {
    if (known.has(category.slug)) continue
    await inTransaction(ctx, async (ctx) => markDemo(ctx, 'category', (await createCategory(ctx, category)).id))
  }
}

/** Each scene is two pictures, 'scenes/knit-portrait.webp' and 'scenes/knit-landscape.webp'. */
async function seedScenes(ctx: Ctx, table: Table): Promise<void> {
  const names = [...new Set(table.scenes.map((path) => path.replace(/-[a-z]+\.webp$/, '')))]
  const ids = await storePictures(ctx, table.scenes)
  const idOf = (path: string) => ids.get(path) ?? ''
  const scenes = names.map((name) => ({
    portrait: idOf(`${name}-portrait.webp`),
    landscape: idOf(`${name}-landscape.webp`),
  }))
  await chooseLandingScenes(ctx, scenes)
  await seedRhythm(ctx, scenes[names.indexOf('scenes/still-life')]?.landscape)
}

/** In the areas with many products the first one stands large; among skirts and trousers a scene leads on to the bags. */
async function seedRhythm(ctx: Ctx, bags: string | undefined): Promise<void> {
  const line = 'Eteğinizle pantolonunuzu bir çanta bağlar'
  const tiles = bags ? [{ picture: bags, line, words: 'Çantalara bakın', link: '/canta' }] : []
  const areas: AreaRhythm[] = [
    { area: 'ust-giyim', lead: 'first', every: 12, tiles: [] },
    { area: 'alt-giyim', lead: 'first', every: 8, tiles },
  ]
  await saveSetting(ctx, rhythmKey, { areas } satisfies Rhythm)
}

async function seedProducts(ctx: Ctx, say: (line: string) => void, table: Table): Promise<void> {
  const all = pieces(table)
  const invent = inventor(all)
  const categoryIds = new Map((await listCategories(ctx)).map(({ slug, id }) => [slug, id]))
  const now = ctx.clock()

  const pictures = await storePictures(
    ctx,
    all.flatMap(({ color }) => color.pictures),
  )

  const create = async (piece: Piece) => {
    const images = piece.color.pictures.map((path) => pictures.get(path) ?? '')
    // As if one had come in nearly every day, so that the newest ones are a varied sight and few are new.
    const createdAt = after(now, -hours(20) * (piece.newest + 1))
    const categoryId = categoryIds.get(piece.design.category)
    if (!categoryId) throw new Error(`the demo table names an unknown category: ${piece.design.category}`)
    const product = { ...invent(piece), categoryId, images }
    return inTransaction({ ...ctx, clock: () => createdAt }, async (ctx) => {
      const created = await createProduct(ctx, product)
      await markDemo(ctx, 'product', created.id)
      // On sale at its full price until today's discount.
      const { originalPriceKurus: priceKurus } = product
      if (priceKurus) await recordEarlierPrice(ctx, created.id, { priceKurus, since: createdAt })
      return created
    })
  }
  const ids: string[] = []
  for (const piece of all) {
    ids.push(((await findProduct(ctx, piece.slug)) ?? (await create(piece))).id)
    if (ids.length % 20 === 0 || ids.length === all.length) say(`demo shop: ${ids.length} of ${all.length} products`)
  }
  await seedGroups(ctx, all, ids)
}

/** The colors of a design are one group, in the order of the table. */
async function seedGroups(ctx: Ctx, all: Piece[], ids: string[]): Promise<void> {
  const idOf = new Map(all.map((piece, index) => [piece.slug, ids[index]]))
  const grouped = await findColorSiblings(ctx, ids)
  for (const design of new Set(all.map((piece) => piece.design))) {
    const productIds = design.colors.flatMap((color) => idOf.get(`${design.code}-${color.slug}`) ?? [])
    if (productIds.length < 2 || productIds.some((id) => grouped.has(id))) continue
    await inTransaction(ctx, async (ctx) => {
      await markDemo(ctx, 'group', (await createProductGroup(ctx, { name: design.name, productIds })).id)
    })
  }
}

/** The last one stands first. */
const looks = [
  {
    title: 'Akşam yemeğine',
    pieces: ['kayik-yaka-top-kakao', 'klos-midi-etek-gul-kurusu', 'hilal-omuz-cantasi-siyah'],
  },
  { title: 'Triko ve kadife', pieces: ['dugmeli-triko-crop-krem', 'kadife-mini-etek-taba', 'hilal-omuz-cantasi-taba'] },
  { title: 'Keten ve hasır', pieces: ['keten-gomlek-beyaz', 'duz-paca-pantolon-bej', 'orgu-pazar-cantasi-dogal'] },
]

/** Those whose pieces the table has. They go with the demo's products. */
async function seedLooks(ctx: Ctx): Promise<void> {
  const known = new Set((await listLooks(ctx)).map(({ title }) => title))
  for (const { title, pieces } of looks) {
    const found = await Promise.all(pieces.map((slug) => findProduct(ctx, slug)))
    const productIds = found.flatMap((product) => product?.id ?? [])
    if (productIds.length === pieces.length && !known.has(title))
      await createLook(ctx, { title, imageId: null, productIds })
  }
}
