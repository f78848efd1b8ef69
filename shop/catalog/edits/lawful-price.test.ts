import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { type Ctx, newId } from '../../ctx.ts'
import { saveLegalSettings } from '../../settings/legal.ts'
import { after, days, minutes } from '../../time.ts'
import { findProduct } from '../products.ts'
import { products, variants } from '../schema.ts'
import { listCards } from '../search/cards.ts'
import { lowestPriceBefore, lowestRecentPrices, type PriceStep, recordEarlierPrice } from './lawful-price.ts'

const start = new Date('2026-11-20T09:00:00Z')
const daysAgo = (n: number) => after(start, -days(n))
/** On the real clock, as the price history. */
const longAgo = (n: number) => new Date(Date.now() - days(n))
const step = (priceKurus: number, ago: number): PriceStep => ({ priceKurus, since: daysAgo(ago) })

describe('lowestPriceBefore', () => {
  test.for([
    ['a first price has nothing before it', [step(100, 5)], undefined],
    ['the price before', [step(200, 60), step(100, 5)], 200],
    ['the lowest of the window, not the last', [step(200, 60), step(150, 20), step(200, 10), step(100, 0)], 150],
    ['what ended before the window does not count', [step(90, 90), step(200, 40), step(100, 0)], 200],
    ['what reached into the window counts', [step(90, 90), step(200, 29), step(100, 0)], 90],
    ['the first day of the window counts from its midnight', [step(90, 90), step(200, 30.3), step(100, 0)], 90],
    ['a price raised for show', [step(100, 60), step(200, 1), step(100, 0)], 100],
    ['the window is before the discount, not before today', [step(200, 400), step(100, 300)], 200],
    ['a second reduction is measured by the first', [step(200, 60), step(150, 3), step(120, 0)], 150],
  ] as const)('%s', ([, history, lowest]) => expect(lowestPriceBefore([...history], 30)).toBe(lowest))
})

test('the database counts the same, whatever the history', async ({ ctx }) => {
  const history = fc.array(
    fc.record({ priceKurus: fc.integer({ min: 1, max: 9 }), hoursAgo: fc.integer({ min: 0, max: 2000 }) }),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 10, max: 60 }), async (given, windowDays) => {
      const ordered = given
        .toSorted((a, b) => b.hoursAgo - a.hoursAgo)
        .filter((one, index, all) => one.hoursAgo !== all[index + 1]?.hoursAgo)
      const steps = ordered.map(({ priceKurus, hoursAgo }) => ({
        priceKurus,
        since: after(start, -minutes(60 * hoursAgo)),
      }))
      const id = newId()
      for (const { priceKurus, since } of steps) {
        await ctx.db.execute(
          sql`insert into price_history (variant_id, price_kurus, since) values (${id}, ${priceKurus}, ${since.toISOString()}::timestamptz)`,
        )
      }
      const { rows } = await ctx.db.execute<{ lowest: number | null }>(
        sql`select lowest_price_before(${id}, ${windowDays}) as lowest`,
      )
      expect(rows[0]?.lowest ?? undefined).toBe(lowestPriceBefore(steps, windowDays))
      // And so for many sizes at once, of the present price and of one that begins now.
      const { days, lows } = await lowestRecentPrices(ctx, [id])
      const next = [...steps, { priceKurus: 1, since: new Date() }]
      expect([lows.get(id)?.before ?? undefined, lows.get(id)?.recent ?? undefined]).toEqual([
        lowestPriceBefore(steps, days),
        lowestPriceBefore(next, days),
      ])
    }),
    { numRuns: 60 },
  )
})

describe('the window begins at midnight in Istanbul, three hours before that of London', () => {
  /** The lowest price of the thirty days before the current one; the only other price ended at `ended`. */
  async function lowest(ctx: Ctx, { began, ended }: { began: string; ended: string }): Promise<number | null> {
    const id = newId()
    for (const [priceKurus, since] of [
      [50, '2026-01-01T09:00:00Z'],
      [200, ended],
      [100, began],
    ] as const)
      await ctx.db.execute(
        sql`insert into price_history (variant_id, price_kurus, since) values (${id}, ${priceKurus}, ${since}::timestamptz)`,
      )
    const { rows } = await ctx.db.execute<{ lowest: number | null }>(
      sql`select lowest_price_before(${id}, 30) as lowest`,
    )
    return rows[0]?.lowest ?? null
  }

  test.for([
    ['ended on the day before', '2026-11-20T09:00:00Z', '2026-10-20T20:59:00Z', 200],
    [
      'ended on the first day, which in London was still the day before',
      '2026-11-20T09:00:00Z',
      '2026-10-20T21:30:00Z',
      50,
    ],
    ['a discount of half past midnight is one of the new day', '2026-11-20T21:30:00Z', '2026-10-21T12:00:00Z', 200],
    ['and its window one day later', '2026-11-20T21:30:00Z', '2026-10-21T21:30:00Z', 50],
  ] as const)('%s', async ([, began, ended, expected], { ctx }) => {
    expect(await lowest(ctx, { began, ended })).toBe(expected)
  })
})

const shownPrices = async (ctx: Ctx, id: string) => {
  const product = await findProduct(ctx, id)
  const [card] = await listCards(ctx, { sort: 'newest', offset: 0, limit: 1 })
  expect(card?.originalPriceKurus).toBe(product?.originalPriceKurus)
  return [product?.priceKurus, product?.originalPriceKurus]
}

describe('the struck-through price', () => {
  test('is not shown for a first price, whatever the owner writes', async ({ ctx }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 10_000 }] })
    await ctx.db.update(products).set({ originalPriceKurus: 20_000 })
    expect(await shownPrices(ctx, product.id)).toEqual([10_000, null])
  })

  test('follows each change of a price', async ({ ctx }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 20_000 }, { priceKurus: 20_000 }] })
    const setPrice = (priceKurus: number) =>
      ctx.db.update(variants).set({ priceKurus }).where(eq(variants.productId, product.id))
    await ctx.db.update(products).set({ originalPriceKurus: 30_000 })
    await setPrice(15_000)
    // The owner wrote 300, but the goods cost 200.
    expect(await shownPrices(ctx, product.id)).toEqual([15_000, 20_000])
    await setPrice(12_000)
    expect(await shownPrices(ctx, product.id)).toEqual([12_000, 15_000])
    await setPrice(25_000)
    expect(await shownPrices(ctx, product.id)).toEqual([25_000, null])
    await ctx.db.update(products).set({ originalPriceKurus: 13_000 })
    await setPrice(11_000)
    expect(await shownPrices(ctx, product.id)).toEqual([11_000, 12_000])
    await ctx.db.update(products).set({ originalPriceKurus: null })
    expect(await shownPrices(ctx, product.id)).toEqual([11_000, null])
  })

  test("is measured in the owner's window", async ({ ctx }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 10_000 }] })
    await ctx.db.update(products).set({ originalPriceKurus: 20_000 })
    await recordEarlierPrice(ctx, product.id, { priceKurus: 20_000, since: longAgo(20) })
    await recordEarlierPrice(ctx, product.id, { priceKurus: 15_000, since: longAgo(60) })
    expect(await shownPrices(ctx, product.id)).toEqual([10_000, 15_000])
    await saveLegalSettings(ctx, { priceWindowDays: 10 })
    expect(await shownPrices(ctx, product.id)).toEqual([10_000, 20_000])
  })

  test('cannot be made by a price that is not earlier', async ({ ctx }) => {
    const product = await aProduct(ctx)
    const later = recordEarlierPrice(ctx, product.id, { priceKurus: 1, since: longAgo(-1) })
    await expect(later).rejects.toMatchObject({ code: 'INVALID' })
  })
})
