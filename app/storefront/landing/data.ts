import { type Cover, listCovers } from '#shop/catalog/covers.ts'
import { type FirstLook, findFirstLooks } from '#shop/catalog/looks/shown.ts'
import { type Card, listCards } from '#shop/catalog/search/cards.ts'
import { noFilter } from '#shop/catalog/search/filters.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findCardMarks, findCardSettings } from '#shop/settings/card-settings.ts'
import { findLanding, type LandingPart } from '#shop/settings/landing.ts'
import { landingScenes, type Scene, sceneOf } from '#shop/settings/scenes.ts'
import { findPromises } from '#shop/settings/terms.ts'

/** Products in the rail of new arrivals, and pieces beside the picture of the special collection. */
const newest = 8
const special = 2

export type LandingData = {
  slogan: string
  scenes: Scene[]
  /** Which of them stands where. */
  places: { first: Scene | undefined; unisex: Scene | undefined; special: Scene | undefined }
  parts: LandingPart[]
  fresh: Card[]
  pieces: Card[]
  looks: FirstLook[]
  covers: Cover[]
  promises: { icon: 'truck' | 'return' | 'box'; title: string; text: string }[]
}

/** Reads only what the parts that are shown need. */
export async function loadLanding(ctx: Ctx): Promise<LandingData> {
  const [{ slogan, parts: all }, marks, { colorsApart }] = await Promise.all([
    findLanding(ctx),
    findCardMarks(ctx),
    findCardSettings(ctx),
  ])
  const parts = all.filter(({ shown }) => shown)
  const shows = (...kinds: LandingPart['kind'][]) => parts.some(({ kind }) => kinds.includes(kind))
  const inStock = { filter: { ...noFilter, inStock: true }, sort: 'newest', offset: 0, marks } as const
  const list = { ...inStock, together: !colorsApart }
  const [scenes, fresh, pieces, looks, covers, promises] = await Promise.all([
    landingScenes(ctx),
    shows('new') ? listCards(ctx, { ...list, limit: newest }) : [],
    shows('special') ? listCards(ctx, { ...list, area: 'special', limit: special }) : [],
    shows('looks') ? findFirstLooks(ctx) : [],
    shows('categories', 'choice') ? listCovers(ctx) : [],
    shows('promises') ? promisesOf(ctx) : [],
  ])
  const places = {
    first: sceneOf(scenes, 'landing'),
    unisex: sceneOf(scenes, 'alt-giyim'),
    special: sceneOf(scenes, 'special'),
  }
  return { slogan, scenes, places, parts, fresh, pieces, looks, covers, promises }
}

async function promisesOf(ctx: Ctx): Promise<LandingData['promises']> {
  const { shipping, return: returns, dispatch, rules } = await findPromises(ctx)
  return [
    { icon: 'truck', title: shipping, text: rules.delivery },
    { icon: 'return', title: returns, text: rules.returnCost },
    { icon: 'box', title: dispatch, text: rules.dispatch },
  ]
}
