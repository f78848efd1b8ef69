import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { variants } from '../schema.ts'
import { listSoldSizes, readPlaced } from './sold.ts'

test('every name of a size that the shop has is known once, in stock or not; what is no longer sold is not', async ({
  ctx,
}) => {
  const categoryId = (await aCategory(ctx, { name: 'Bluz' })).id
  const sizes = ['XL', 'M', '38', 'şal', 'S/M', 'eski'].map((size) => ({ size, stock: size === '38' ? 0 : 2 }))
  await aProduct(ctx, { categoryId, variants: sizes })
  await aProduct(ctx, { categoryId, variants: [{ size: 'M' }] })
  await ctx.db.update(variants).set({ retiredAt: new Date() }).where(eq(variants.size, 'eski'))
  expect([...(await listSoldSizes(ctx))].sort()).toEqual(['38', 'M', 'S/M', 'XL', 'şal'].sort())
  expect((await readPlaced(ctx, ['ust-giyim:M'])).map((one) => one.sizes)).toEqual([['M', '38', 'S/M']])
  expect(await readPlaced(ctx, ['M'])).toEqual([])
})

test('a shop without a product has no sizes', async ({ ctx }) => {
  expect(await listSoldSizes(ctx)).toEqual(new Set())
})
