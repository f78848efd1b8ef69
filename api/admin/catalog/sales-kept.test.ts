import { expect } from 'vitest'
import { tendSales } from '#shop/catalog/sales/tend.ts'
import { hours } from '#shop/time.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('sales of one product are listed alone, and one that time ends is in the history', async ({
  ctx,
  as,
  api,
  clock,
}) => {
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const [one, other] = [await aProduct(ctx), await aProduct(ctx)]
  const staff = async (method: string, path: string, body?: unknown) =>
    (await api(method, path, { token: await signIn(ctx, owner), body })).body
  const to = new Date(clock.now.getTime() + hours(5)).toISOString().slice(0, 16)
  const made = await staff('POST', '/admin/sales', { productIds: [one.id], percent: 20, name: 'Bir', to })
  await staff('POST', '/admin/sales', { productIds: [other.id], percent: 20, name: 'Öteki' })
  const listed = async (query: string) =>
    (await staff('GET', `/admin/sales?${query}`)).data.map(({ name }: { name: string }) => name).toSorted()
  expect([await listed(''), await listed(`product=${one.id}`)]).toEqual([['Bir', 'Öteki'], ['Bir']])
  clock.forward(hours(9))
  await tendSales(as({ kind: 'system' }))
  expect([await listed('state=ENDED'), await listed('state=RUNNING')]).toEqual([['Bir'], ['Öteki']])
  const audit: { action: string }[] = (await staff('GET', `/admin/audit?subject=${made.data.id}`)).data
  expect(audit.map(({ action }) => action).toSorted()).toEqual(['sale.create', 'sale.end', 'sale.start'])
})

test('whoever plans a sale over another reads of which products, and a sale without a name has one that fits', async ({
  ctx,
  api,
}) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const names = ['Keten Elbise', 'İpek Gömlek', 'U'.repeat(100)]
  const [dress, shirt, long] = [
    await aProduct(ctx, { name: names[0] }),
    await aProduct(ctx, { name: names[1] }),
    await aProduct(ctx, { name: names[2] }),
  ]
  const plan = async (...products: { id: string }[]) =>
    (await api('POST', '/admin/sales', { token, body: { productIds: products.map(({ id }) => id), percent: 20 } })).body
  expect((await plan(long)).data.name).toBe(`${'U'.repeat(60)} %20 indirim`)
  expect((await plan(dress, shirt)).data.name).toBe('2 üründe %20 indirim')
  const alone = (await plan(shirt)).message
  expect(alone).toBe(
    'İpek Gömlek bu tarihlerde başka bir indirimde (2 üründe %20 indirim); tarihleri değiştirin ya da o indirimi bitirin.',
  )
  expect((await plan(shirt, dress)).message).toMatch(/^(İpek Gömlek|Keten Elbise) ve 1 ürün daha bu tarihlerde/)
})
