import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { products } from '../catalog/schema.ts'
import { listCards } from '../catalog/search/cards.ts'
import type { Ctx } from '../ctx.ts'
import type { CatalogChange } from '../ports.ts'
import { after, days, hours } from '../time.ts'
import { announceNoLongerNew, CardSettings, cardsKey, findCardMarks } from './card-settings.ts'
import { saveSetting } from './settings.ts'

const all = { sort: 'newest', offset: 0, limit: 10 } as const

async function cardOf(ctx: Ctx, id: string) {
  return (await listCards(ctx, { ...all, marks: await findCardMarks(ctx) })).find((card) => card.id === id)
}

const later = (ctx: Ctx, milliseconds: number): Ctx => ({ ...ctx, clock: () => after(ctx.clock(), milliseconds) })

describe('new', () => {
  test('a product is, for as many days as the setting says', async ({ ctx }) => {
    const { id } = await aProduct(ctx)
    expect(await cardOf(later(ctx, days(13)), id)).toMatchObject({ isNew: true })
    expect(await cardOf(later(ctx, days(14)), id)).not.toHaveProperty('isNew')
    await saveSetting(ctx, cardsKey, { newDays: 30, fewLeft: 3 })
    expect(await cardOf(later(ctx, days(29)), id)).toMatchObject({ isNew: true })
    await saveSetting(ctx, cardsKey, { newDays: 0, fewLeft: 3 })
    expect(await cardOf(ctx, id)).not.toHaveProperty('isNew')
  })

  test('counts from the first publication: what comes back to the shop is not new again', async ({ ctx }) => {
    const { id } = await aProduct(ctx)
    const publish = (ctx: Ctx, published: boolean) =>
      ctx.db
        .update(products)
        .set({ publishedAt: published ? ctx.clock() : null })
        .where(eq(products.id, id))
    await publish(ctx, false)
    await publish(later(ctx, days(20)), true)
    expect(await cardOf(later(ctx, days(20)), id)).toBeDefined()
    expect(await cardOf(later(ctx, days(20)), id)).not.toHaveProperty('isNew')
  })

  test('ends on kept pages too: what stopped being new within the last hours is announced, and nothing else', async ({
    ctx,
  }) => {
    const { id } = await aProduct(ctx)
    const announced: CatalogChange[] = []
    const at = (milliseconds: number) =>
      announceNoLongerNew({ ...later(ctx, milliseconds), onCatalogChange: (change) => void announced.push(change) })
    await at(days(14) - hours(1))
    await at(days(14) + hours(3))
    expect(announced).toEqual([])
    await at(days(14) + hours(1))
    expect(announced).toEqual([{ productIds: expect.arrayContaining([id]) }])
  })
})

test('few are the pieces of all sizes together', async ({ ctx }) => {
  const { id } = await aProduct(ctx, { variants: [{ stock: 1 }, { stock: 2 }, { stock: 0 }] })
  const { id: many } = await aProduct(ctx, { variants: [{ stock: 1 }, { stock: 3 }] })
  const { id: none } = await aProduct(ctx, { variants: [{ stock: 0 }] })
  expect(await cardOf(ctx, id)).toMatchObject({ left: 3 })
  expect(await cardOf(ctx, many)).not.toHaveProperty('left')
  expect(await cardOf(ctx, none)).not.toHaveProperty('left')
  await saveSetting(ctx, cardsKey, { newDays: 14, fewLeft: 2 })
  expect(await cardOf(ctx, id)).not.toHaveProperty('left')
})

test('days and pieces are whole and not without end', () => {
  const wrong = (settings: object) =>
    Object.keys(CardSettings.safeParse({ newDays: 14, fewLeft: 3, ...settings }).error?.flatten().fieldErrors ?? {})
  expect(wrong({})).toEqual([])
  expect(wrong({ newDays: 366 })).toEqual(['newDays'])
  expect(wrong({ newDays: -1 })).toEqual(['newDays'])
  expect(wrong({ fewLeft: 1.5 })).toEqual(['fewLeft'])
  expect(wrong({ fewLeft: 21 })).toEqual(['fewLeft'])
})
