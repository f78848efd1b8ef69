import { expect } from 'vitest'
import { aCategory, aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { rights } from '../../rights.ts'
import { createProductGroup } from '../groups.ts'
import { listCardsBeside } from './cards.ts'

test('beside a product stand other designs, and where they are few, further colors of them before its own', async ({
  ctx,
  as,
}) => {
  const { id: categoryId } = await aCategory(ctx)
  const make = async (name: string) => (await aProduct(ctx, { name, categoryId })).id
  const [black, red, blue] = [await make('Yelek Siyah'), await make('Yelek Bordo'), await make('Yelek Mavi')]
  const [cream, green] = [await make('Kazak Krem'), await make('Kazak Yeşil')]
  const { id } = await aUser(ctx, { role: 'ADMIN' })
  const owner = as({ kind: 'user', id, sessionId: '', address: '127.0.0.1', rights })
  await createProductGroup(owner, { name: 'Yelek', productIds: [black, red, blue] })
  await createProductGroup(owner, { name: 'Kazak', productIds: [cream, green] })
  const beside = async () => (await listCardsBeside(ctx, black, { limit: 24 })).map((card) => card.name)

  const few = await beside()
  expect(few.slice(0, 2).sort()).toEqual(['Kazak Krem', 'Kazak Yeşil'])
  expect(few.slice(2).sort()).toEqual(['Yelek Bordo', 'Yelek Mavi'])

  for (const name of ['Etek', 'Bluz', 'Çanta']) await make(name)
  const enough = await beside()
  expect(enough).toHaveLength(4)
  expect(enough.filter((name) => name.startsWith('Kazak'))).toHaveLength(1)
  expect(enough.filter((name) => name.startsWith('Yelek'))).toEqual([])
})
