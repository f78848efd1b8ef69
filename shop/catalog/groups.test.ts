import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { rights } from '../rights.ts'
import { createProductGroup, findColorSiblings } from './groups.ts'
import { variants } from './schema.ts'

test('a color whose only size with stock is no longer sold counts as sold out', async ({ ctx, as }) => {
  const sand = await aProduct(ctx, { variants: [{ color: 'Kum' }] })
  const blue = await aProduct(ctx, {
    variants: [
      { color: 'Mavi', size: 'S', stock: 4 },
      { color: 'Mavi', size: 'M', stock: 0 },
    ],
  })
  const { id } = await aUser(ctx, { role: 'ADMIN' })
  const admin = as({ kind: 'user', id, sessionId: '', address: '127.0.0.1', rights })
  await createProductGroup(admin, { name: 'Keten', productIds: [sand.id, blue.id] })
  const stocked = async () =>
    (await findColorSiblings(ctx, [sand.id])).get(sand.id)?.map(({ color, inStock }) => [color, inStock])

  expect(await stocked()).toEqual([
    ['Kum', true],
    ['Mavi', true],
  ])
  await ctx.db.update(variants).set({ retiredAt: ctx.clock() }).where(eq(variants.stock, 4))
  expect(await stocked()).toEqual([
    ['Kum', true],
    ['Mavi', false],
  ])
})
