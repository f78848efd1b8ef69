import type { Area } from '#shop/catalog/contract.ts'
import { type Card, type CardMarks, findCards } from '#shop/catalog/search/cards.ts'
import type { Ctx } from '#shop/ctx.ts'
import { findAreaRhythm, type ShownTile } from '#shop/settings/rhythm.ts'
import { type Asked, countFilters } from '../address.ts'

/** The exceptions in the grid: whether the first card stands large, and the tiles, one after each `every` products. */
export type ListingRhythm = { lead: boolean; every: number; tiles: ShownTile[] }

type Found = Awaited<ReturnType<typeof findAreaRhythm>> & {
  /** The product that the owner put first; undefined while it cannot be bought. */
  chosen: Card | undefined
}

/** The rhythm of an area's page as it is opened; a shopper who filters or sorts wants the products alone. */
export async function findListingRhythm(
  ctx: Ctx,
  { area, category }: { area: Area | undefined; category: string | undefined },
  asked: Asked,
  marks: CardMarks,
): Promise<Found | undefined> {
  if (!area || category || asked.sort || countFilters(asked) > 0) return undefined
  const rhythm = await findAreaRhythm(ctx, area)
  const named = rhythm.lead !== 'none' && rhythm.lead !== 'first'
  if (!named) return { ...rhythm, chosen: undefined }
  // Also while it is sold out: the page changes when it is back.
  ctx.tags?.add(rhythm.lead)
  const [card] = await findCards(ctx, [rhythm.lead], marks)
  return { ...rhythm, chosen: card && card.area === area && card.sizes.length > 0 ? card : undefined }
}

/** The stretch of the list behind the product that was put first. */
export function behind(rhythm: Found | undefined, offset: number, limit: number) {
  if (!rhythm?.chosen) return { offset, limit }
  const without = rhythm.chosen.id
  return offset === 0 ? { without, offset, limit: limit - 1 } : { without, offset: offset - 1, limit }
}

/** Undefined where nothing breaks the grid. */
export function shownRhythm({ lead, every, tiles }: Found, cards: Card[]): ListingRhythm | undefined {
  const large = lead !== 'none' && (cards[0]?.sizes.length ?? 0) > 0
  return large || tiles.length > 0 ? { lead: large, every, tiles } : undefined
}
