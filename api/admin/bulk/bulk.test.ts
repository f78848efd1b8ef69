import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { resumeBulks } from '#shop/bulk/apply.ts'
import { newId } from '#shop/ctx.ts'
import { test } from '#test/bulk/shop.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'

test('is for staff alone', async ({ ctx, api }) => {
  const token = await signIn(ctx, await aUser(ctx))
  const body = { filter: {}, change: { price: { percent: 10 } } }
  expect((await api('POST', '/admin/products/bulk', { body })).status).toBe(401)
  expect((await api('POST', '/admin/products/bulk', { body, token })).status).toBe(403)
  for (const path of ['', `/${newId()}`]) expect((await api('GET', `/admin/products/bulk${path}`)).status).toBe(401)
  for (const act of ['apply', 'stop', 'undo'])
    expect((await api('POST', `/admin/products/bulk/${newId()}/${act}`, { token })).status).toBe(403)
})

test('takes a filter as the list does, says it page by page, stops and goes on', async ({ ctx, call, run }) => {
  const category = await aCategory(ctx, { name: 'Gömlek' })
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await aProduct(ctx, { categoryId: category.id })).id)
  await aProduct(ctx)
  const { body } = await call('POST', '/admin/products/bulk', {
    filter: { category: category.slug, state: 'published' },
    change: { price: { percent: 10 } },
  })
  expect(body.data).toMatchObject({ count: 3, pagination: { total: 3 } })
  const second = await call('GET', `/admin/products/bulk/${body.data.id}?page=2&limit=2`)
  expect(second.body.data).toMatchObject({ preview: [{ productId: ids[0] }], pagination: { page: 2, totalPages: 2 } })
  expect((await call('POST', `/admin/products/bulk/${body.data.id}/stop`)).status).toBe(409)
  expect((await call('POST', `/admin/products/bulk/${body.data.id}/undo`)).status).toBe(409)
  await call('POST', `/admin/products/bulk/${body.data.id}/apply`)
  expect((await call('POST', `/admin/products/bulk/${body.data.id}/undo`)).status).toBe(409)
  expect((await call('POST', `/admin/products/bulk/${body.data.id}/stop`)).body.data.state).toBe('STOPPED')
  expect(await run(body.data.id)).toMatchObject({ state: 'STOPPED', done: 0 })
  await call('POST', `/admin/products/bulk/${body.data.id}/apply`)
  expect(await run(body.data.id)).toMatchObject({ state: 'DONE', done: 3 })
  const audit = await call('GET', '/admin/audit?action=bulk.apply')
  expect(audit.body.data).toHaveLength(1)
})

test('that a process left in the middle goes on at the next start, and no other', async ({ ctx, call, queued }) => {
  await aProduct(ctx)
  const made = async () =>
    (await call('POST', '/admin/products/bulk', { filter: {}, change: { price: { percent: 10 } } })).body.data.id
  const [left] = [await made(), await made()]
  await call('POST', `/admin/products/bulk/${left}/apply`)
  queued.length = 0
  await resumeBulks(ctx)
  expect(queued).toMatchObject([{ name: 'change-products', data: { bulkId: left } }])
})

const saleOf = (sale: object) => ({ filter: {}, change: { sale } })

test.for([
  ['no products', { change: { price: { percent: 10 } } }, 'ids'],
  ['an empty list', { ids: [], change: { price: { percent: 10 } } }, 'ids'],
  ['both', { ids: [newId()], filter: {}, change: { price: { percent: 10 } } }, 'ids'],
  ['products that are gone', { ids: [newId()], change: { price: { percent: 10 } } }, 'ids'],
  ['a filter without products', { filter: { q: 'yokböyle' }, change: { price: { percent: 10 } } }, 'filter'],
  ['a field of the filter that is none', { filter: { categoryId: newId() }, change: { delete: true } }, 'filter'],
  ['no change', { filter: {}, change: {} }, 'change'],
  ['two kinds of price', { filter: {}, change: { price: { percent: 10, set: 5 } } }, 'change.price'],
  ['price and sale', { filter: {}, change: { price: { percent: 10 }, sale: { percent: 10 } } }, 'change'],
  ['deleting and more', { filter: {}, change: { delete: true, status: 'draft' } }, 'change'],
  ['a third of a kuruş', { filter: {}, change: { price: { amount: 0.005 } } }, 'change.price.amount'],
  ['an unknown category', { filter: {}, change: { categoryId: newId() } }, 'change.categoryId'],
  ['an unknown group', { filter: {}, change: { groupId: newId() } }, 'change.groupId'],
  ['a dated sale of half a percent', saleOf({ percent: 9.5, to: '2026-12-01T10:00' }), 'change.sale.percent'],
  ['a dated sale that is rounded', saleOf({ percent: 9, round: '90', to: '2026-12-01T10:00' }), 'change.sale.round'],
  ['a sale of a day that is over', saleOf({ percent: 9, from: '2026-11-19T10:00' }), 'change.sale.from'],
  ['a sale that ends before it begins', saleOf({ percent: 9, to: '2026-11-20T11:00' }), 'change.sale.to'],
  ['a day that no calendar has', saleOf({ percent: 9, to: '2026-02-31T10:00' }), 'change.sale.to'],
  ['tags that are none', { filter: {}, change: { tags: { add: ' , ' } } }, 'change.tags'],
  ['a tag that is too long', { filter: {}, change: { tags: { add: 'a'.repeat(41) } } }, 'change.tags.add'],
  ['a strange rate', { filter: {}, change: { vatRate: '18' } }, 'change.vatRate'],
])('refuses %s in words', async ([, body, field], { ctx, call }) => {
  await aProduct(ctx)
  const { status, body: answer } = await call('POST', '/admin/products/bulk', body)
  expect(status).toBe(400)
  expect(Object.keys(answer.error)).toEqual([field])
  expect((await ctx.db.execute(sql`select 1 from bulk_changes where state = 'READY'`)).rows).toEqual([])
})

test('knows no change of another id', async ({ call }) => {
  for (const id of [newId(), 'yok']) {
    expect((await call('GET', `/admin/products/bulk/${id}`)).status).toBe(404)
    for (const act of ['apply', 'stop', 'undo'])
      expect((await call('POST', `/admin/products/bulk/${id}/${act}`)).status).toBe(404)
  }
})
