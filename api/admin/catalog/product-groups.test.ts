import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const anAdmin = async (ctx: Ctx) => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))

describe('product groups', () => {
  test.for([
    ['GET', '/admin/product-groups'],
    ['POST', '/admin/product-groups'],
    ['PUT', '/admin/product-groups/{id}'],
    ['DELETE', '/admin/product-groups/{id}'],
  ] as const)('%s %s: not a guest, not a customer', async ([method, path], { ctx, api }) => {
    const productIds = [(await aProduct(ctx)).id, (await aProduct(ctx)).id]
    const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'Elbise', productIds }
    const address = path.replace('{id}', productIds[0] ?? '')
    expect((await api(method, address, { body })).status).toBe(401)
    const token = await signIn(ctx, await aUser(ctx))
    expect((await api(method, address, { body, token })).status).toBe(403)
  })

  test('join products as colors of one design, in her order', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const [a, b, c] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
    const related = async () =>
      (await api('GET', `/products/${a.id}/related-colors`)).body.data.relatedProducts.map(
        (product: { id: string }) => product.id,
      )
    const body = { name: 'Keten Elbise', productIds: [b.id, a.id] }
    const made = await api('POST', '/admin/product-groups', { token, body })
    expect([made.status, made.body.data]).toEqual([
      201,
      expect.objectContaining({
        name: 'Keten Elbise',
        members: [
          { product: expect.objectContaining({ id: b.id, name: b.name, price: 1199, published: true }) },
          { product: expect.objectContaining({ id: a.id, mainImage: expect.stringContaining('/media/') }) },
        ],
      }),
    ])
    expect(await related()).toEqual([b.id])
    const path = `/admin/product-groups/${made.body.data.id}`
    const changed = await api('PUT', path, { token, body: { name: 'Keten', productIds: [c.id, a.id] } })
    expect(changed.body.data).toMatchObject({ name: 'Keten', members: [{ product: { id: c.id } }, {}] })
    expect(await related()).toEqual([c.id])
    expect((await api('GET', '/admin/product-groups', { token })).body.data).toEqual([changed.body.data])
    expect((await api('DELETE', path, { token })).status).toBe(200)
    expect(await related()).toEqual([])
    expect((await api('DELETE', path, { token })).status).toBe(404)
    expect((await api('PUT', path, { token, body })).status).toBe(404)
  })

  test('of two who change one at once the second writes nothing over, and is told', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const ids = [(await aProduct(ctx)).id, (await aProduct(ctx)).id, (await aProduct(ctx)).id]
    const seen = { name: 'Keten', productIds: ids.slice(0, 2) }
    const made = await api('POST', '/admin/product-groups', { token, body: seen })
    const save = (body: object) => api('PUT', `/admin/product-groups/${made.body.data.id}`, { token, body })
    expect((await save({ name: 'Keten', productIds: ids, seen })).status).toBe(200)
    const second = await save({ name: 'Keten elbise', productIds: ids.slice(0, 2), seen })
    expect([second.status, second.body.code]).toEqual([409, 'EDIT_CONFLICT'])
    expect(second.body.message).toContain('“Keten” bu arada başka biri tarafından değiştirildi')
    expect((await save({ name: 'Keten', productIds: ids, seen })).status, 'the same is no other').toBe(200)
    const known = { name: 'Keten', productIds: ids }
    expect((await save({ name: 'Keten', productIds: ids.toReversed(), seen: known })).status).toBe(200)
    const ordered = await save({ name: 'Keten', productIds: [...ids.slice(1), ...ids.slice(0, 1)], seen: known })
    expect(ordered.body.code, 'another order').toBe('EDIT_CONFLICT')
    expect((await save({ name: 'Elbise', productIds: ids })).status, 'who names no state').toBe(200)
  })

  test('lose products that are deleted, and go when one is left', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const productIds = [(await aProduct(ctx)).id, (await aProduct(ctx)).id, (await aProduct(ctx)).id]
    await api('POST', '/admin/product-groups', { token, body: { name: 'Keten', productIds } })
    const sizes = []
    for (const id of productIds) {
      await api('DELETE', `/admin/products/${id}`, { token })
      const { body } = await api('GET', '/admin/product-groups', { token })
      sizes.push(body.data.map((group: { members: unknown[] }) => group.members.length))
    }
    expect(sizes).toEqual([[2], [], []])
  })

  test('need a name and two products that are in no other group', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const [a, b, c] = [await aProduct(ctx), await aProduct(ctx), await aProduct(ctx)]
    const post = (body: object) => api('POST', '/admin/product-groups', { token, body })
    expect((await post({ name: ' ', productIds: [a.id, a.id] })).body.error).toEqual({
      name: ['Grup adı gereklidir'],
      productIds: ['En az 2 ürün seçmelisiniz'],
    })
    expect((await post({ name: 'Elbise', productIds: [a.id, b.id] })).status).toBe(201)
    const taken = await post({ name: 'Başka', productIds: [c.id, b.id] })
    expect([taken.status, taken.body.message]).toEqual([409, `“${b.name}” zaten başka bir grupta.`])
    const unknown = await post({ name: 'Başka', productIds: [c.id, '01900000-0000-7000-8000-000000000000'] })
    expect([unknown.status, Object.keys(unknown.body.error)]).toEqual([400, ['productIds']])
  })
})
