import { expect } from 'vitest'
import { recordChange } from '#shop/audit/audit.ts'
import { newId } from '#shop/ctx.ts'
import { rights } from '#shop/rights.ts'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('the history is for admins', async ({ ctx, api }) => {
  expect((await api('GET', '/admin/audit')).status).toBe(401)
  expect((await api('GET', '/admin/audit', { token: await signIn(ctx, await aUser(ctx)) })).status).toBe(403)
})

test('the history says who changed what, newest first, by action, thing, words and page', async ({
  ctx,
  as,
  api,
  clock,
}) => {
  const admin = await aUser(ctx, { role: 'ADMIN', firstName: 'Işıl', lastName: 'Ak' })
  const token = await signIn(ctx, admin)
  const owner = as({ kind: 'user', id: admin.id, sessionId: newId(), address: '203.0.113.7', rights })
  const id = newId()
  await recordChange(owner, {
    action: 'product.update',
    subject: { id, name: 'Keten Elbise' },
    before: { name: 'Keten', price: 10 },
    after: { name: 'Keten Elbise', price: 10 },
  })
  clock.forward(1000)
  await recordChange(ctx, {
    action: 'category.create',
    subject: { id: newId(), name: 'Şapka' },
    after: { slug: 'sapka' },
  })
  const list = async (query = '') => (await api('GET', `/admin/audit?${query}`, { token })).body
  const all = await list()
  expect(all.pagination.total).toBe(2)
  expect(all.data).toMatchObject([
    { action: 'category.create', actor: { id: null, name: 'Mağaza' }, before: null, after: { slug: 'sapka' } },
    {
      action: 'product.update',
      actor: { id: admin.id, name: 'Işıl Ak' },
      subject: { id, name: 'Keten Elbise' },
      before: { name: 'Keten' },
      after: { name: 'Keten Elbise' },
    },
  ])
  for (const query of ['action=product.update', `subject=${id}`, 'q=KETEN', 'q=isil', 'limit=1&page=2']) {
    const { data } = await list(query)
    expect(
      data.map((entry: { action: string }) => entry.action),
      query,
    ).toEqual(['product.update'])
  }
  expect((await list('q=yok')).data).toEqual([])
  expect((await api('GET', '/admin/audit?action=spam', { token })).status).toBe(400)
})
