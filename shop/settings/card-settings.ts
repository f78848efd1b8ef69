import { and, between, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { products } from '../catalog/schema.ts'
import type { CardMarks } from '../catalog/search/cards.ts'
import { announceCatalogChange } from '../catalog-changes.ts'
import { type Ctx, requireRight } from '../ctx.ts'
import { after, days, hours } from '../time.ts'
import { changeSection, type EditedVersion } from './section-change.ts'
import { findSetting } from './settings.ts'

const count = (most: number, what: string) =>
  z
    .number(`${what} gerekli`)
    .int(`${what} tam sayı olmalı`)
    .min(0, `${what} 0 ya da daha fazla olmalı`)
    .max(most, `${what} en çok ${most} olabilir`)

/** Settings of the product cards. */
export const CardSettings = z.object({
  /** Days after its first publication for which a product is new; 0: none is. */
  newDays: count(365, 'Gün sayısı'),
  /** Up to this many pieces left in all sizes together a card says how many; 0: it never does. */
  fewLeft: count(20, 'Adet'),
  /** Each color of a design has a card of its own in lists; else a design has one card, with its colors on it. */
  colorsApart: z.boolean('Renklerin ayrı görünüp görünmeyeceğini belirtin').default(true),
})
export type CardSettings = z.infer<typeof CardSettings>

export const cardsKey = 'cards'

/**
 * Two weeks: what a shopper who looks in twice a month has not seen yet. Three pieces: as few as the product page names
 * of one size. Colors apart: a list then counts what `GET /products` counts (docs/decisions/0023-a-card-for-each-color.md).
 */
const usualCards: CardSettings = { newDays: 14, fewLeft: 3, colorsApart: true }

export async function findCardSettings(ctx: Ctx): Promise<CardSettings> {
  return (await findSetting(ctx, cardsKey, CardSettings)) ?? usualCards
}

/** Returns what cards are marked by today. */
export async function findCardMarks(ctx: Ctx): Promise<CardMarks> {
  const { newDays, fewLeft } = await findCardSettings(ctx)
  return { newSince: after(ctx.clock(), -days(newDays)), few: fewLeft }
}

export async function saveCardSettings(ctx: Ctx, settings: CardSettings, edited: EditedVersion = {}): Promise<void> {
  requireRight(ctx, 'settings')
  await changeSection(ctx, 'cards', cardsKey, edited, async (ctx) => ({
    value: settings,
    before: { ...(await findCardSettings(ctx)) },
    after: { ...settings },
  }))
}

/** How often `announceNoLongerNew` is called; it looks back over twice as long, so that none is missed. */
export const newnessPause = hours(1)

/** Announces the products that have stopped being new, as kept pages still call them so. */
export async function announceNoLongerNew(ctx: Ctx): Promise<void> {
  const { newSince } = await findCardMarks(ctx)
  const rows = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        isNull(products.deletedAt),
        isNotNull(products.publishedAt),
        between(products.firstPublishedAt, after(newSince, -2 * newnessPause), newSince),
      ),
    )
  if (rows.length > 0) await announceCatalogChange(ctx, { productIds: rows.map(({ id }) => id) })
}
