import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aCategory, aProduct, aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import type { Ctx } from '../ctx.ts'
import { rights } from '../rights.ts'
import { minutes } from '../time.ts'
import type { Sort } from './contract.ts'
import { recordEarlierPrice } from './edits/lawful-price.ts'
import { createProductGroup, deleteProductGroup, updateProductGroup } from './groups.ts'
import { listProducts } from './products.ts'
import { products } from './schema.ts'
import { listCards } from './search/cards.ts'

/** The names in an order, read in stretches of two. */
async function names(ctx: Ctx, sort: Sort): Promise<string[]> {
  const list: string[] = []
  for (let offset = 0; offset < 10; offset += 2)
    list.push(...(await listCards(ctx, { sort, offset, limit: 2 })).map((card) => card.name))
  const { items } = await listProducts(ctx, { sort, limit: 50, page: 1 })
  expect(items.map(({ name }) => name)).toEqual(list)
  return list
}

async function someProducts(ctx: Ctx, listed: string[]) {
  const { id: categoryId } = await aCategory(ctx)
  const ids: string[] = []
  for (const name of listed) ids.push((await aProduct(ctx, { name, categoryId })).id)
  return ids as [string, string, string, string]
}

describe('the recommended order', () => {
  test('has one color of each design before the second of any, the newest first', async ({ ctx, as }) => {
    const [cream, black, green] = await someProducts(ctx, ['Yelek Krem', 'Yelek Siyah', 'Yelek Yeşil', 'Bluz'])
    const { id } = await aUser(ctx, { role: 'ADMIN' })
    const owner = as({ kind: 'user', id, sessionId: '', address: '127.0.0.1', rights })
    const group = await createProductGroup(owner, { name: 'Yelek', productIds: [green, cream, black] })
    expect(await names(ctx, 'recommended')).toEqual(['Bluz', 'Yelek Yeşil', 'Yelek Krem', 'Yelek Siyah'])
    expect(await names(ctx, 'newest')).toEqual(['Bluz', 'Yelek Yeşil', 'Yelek Siyah', 'Yelek Krem'])
    await updateProductGroup(owner, group.id, { name: 'Yelek', productIds: [black, green] })
    expect(await names(ctx, 'recommended')).toEqual(['Bluz', 'Yelek Siyah', 'Yelek Krem', 'Yelek Yeşil'])
    await deleteProductGroup(owner, group.id)
    expect(await names(ctx, 'recommended')).toEqual(['Bluz', 'Yelek Yeşil', 'Yelek Siyah', 'Yelek Krem'])
  })
})

test('the order by discount begins with the largest share, and what has none ends it', async ({ ctx }) => {
  const [little, none, much, also] = await someProducts(ctx, ['Az', 'Yok', 'Çok', 'Sonra'])
  const since = new Date(ctx.clock().getTime() - minutes(60))
  for (const [id, before] of [
    [little, 1.1],
    [much, 2],
    [also, 1.1],
  ] as const) {
    const [product] = await ctx.db.select().from(products).where(eq(products.id, id))
    const priceKurus = Math.round((product?.priceKurus ?? 0) * before)
    await ctx.db.update(products).set({ originalPriceKurus: priceKurus }).where(eq(products.id, id))
    await recordEarlierPrice(ctx, id, { priceKurus, since })
  }
  expect(await names(ctx, 'discount')).toEqual(['Çok', 'Sonra', 'Az', 'Yok'])
  expect(none).toBeTruthy()
})
