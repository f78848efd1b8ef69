import { expect } from 'vitest'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { listCards } from './cards.ts'

test('a card knows its only color where the name ends in it, and its colors where there are several to see', async ({
  ctx,
}) => {
  const { id: categoryId } = await aCategory(ctx)
  const size = (color: string, size: string, colorHex?: string) => ({ color, size, ...(colorHex && { colorHex }) })
  await aProduct(ctx, { name: 'Yelek Bordo', categoryId, variants: [size('Bordo', 'S'), size('Bordo', 'M')] })
  await aProduct(ctx, { name: 'Bordolu Yelek', categoryId, variants: [size('Bordo', 'S')] })
  await aProduct(ctx, { name: 'Etek Mavi', categoryId, variants: [size('Mavi', 'S', '#112233'), size('Ekru', 'M')] })
  await aProduct(ctx, {
    name: 'Bluz Mavi',
    categoryId,
    variants: [size('Mavi', 'S', '#112233'), size('Ekru', 'M', '#eeeedd')],
  })
  const cards = await listCards(ctx, { sort: 'newest', offset: 0, limit: 10 })
  const told = cards.map(({ name, color, colors }) => [name, color, colors.map((each) => each.name).sort()])
  expect(Object.fromEntries(told.map(([name, ...rest]) => [name, rest]))).toEqual({
    'Yelek Bordo': ['Bordo', []],
    'Bordolu Yelek': [undefined, []],
    'Etek Mavi': [undefined, []],
    'Bluz Mavi': [undefined, ['Ekru', 'Mavi']],
  })
})
