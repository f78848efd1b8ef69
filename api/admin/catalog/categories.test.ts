import { desc } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { sendForm } from '#test/forms.ts'
import { test } from '#test/shop.ts'

const anAdmin = async (ctx: Ctx) => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
const unknown = '01900000-0000-7000-8000-000000000000'

describe('who may see and change categories', () => {
  test.for([
    ['GET', '/admin/categories'],
    ['POST', '/admin/categories'],
    ['PUT', '/admin/categories/{id}'],
    ['DELETE', '/admin/categories/{id}'],
    ['PUT', '/admin/category-order'],
  ] as const)('%s %s: not a guest, not a customer', async ([method, path], { ctx, api }) => {
    const { id } = await aCategory(ctx)
    const body = method === 'GET' || method === 'DELETE' ? undefined : { name: 'Elbise', ids: [id] }
    const address = path.replace('{id}', id)
    expect((await api(method, address, { body })).status).toBe(401)
    const token = await signIn(ctx, await aUser(ctx))
    expect((await api(method, address, { body, token })).status).toBe(403)
  })
})

describe('categories', () => {
  test('are listed with what is on sale and what is a draft', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const { id } = await aCategory(ctx, { name: 'Ceket' })
    await aCategory(ctx, { name: 'Kaban' })
    await aProduct(ctx, { categoryId: id })
    const gone = await aProduct(ctx, { categoryId: id })
    await sendForm(app, 'POST', '/admin/products', { name: 'Taslak', categoryId: id, published: 'false' }, token)
    await api('DELETE', `/admin/products/${gone.id}`, { token })
    const { body } = await api('GET', '/admin/categories', { token })
    expect(body.data).toMatchObject([
      { name: 'Ceket', slug: 'ceket', area: 'ust-giyim', position: 0, version: 1, productCount: 1, draftCount: 1 },
      { name: 'Kaban', position: 1, productCount: 0, draftCount: 0 },
    ])
  })

  test('are added with the address and area that the name suggests, or with her own', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const post = (body: object) => api('POST', '/admin/categories', { token, body })
    const skirt = await post({ name: 'Pileli Şık Etek' })
    expect([skirt.status, skirt.body.data]).toEqual([
      201,
      expect.objectContaining({ slug: 'pileli-sik-etek', area: 'alt-giyim', productCount: 0 }),
    ])
    expect((await post({ name: 'Plaj', slug: 'deniz', area: 'aksesuar' })).body.data).toMatchObject({
      slug: 'deniz',
      area: 'aksesuar',
    })
    const english = ['Accessory', 'Accessories', 'Tote Bags', 'Skirt', 'Wide Trousers', 'Pants', 'Jeans', 'Baggy Shirt']
    const areas = []
    for (const name of english) areas.push((await post({ name })).body.data.area)
    expect(areas).toEqual([...Array(3).fill('aksesuar'), ...Array(4).fill('alt-giyim'), 'ust-giyim'])
    const { id } = (await post({ name: 'Kaban' })).body.data
    const renamed = await api('PUT', `/admin/categories/${id}`, { token, body: { name: 'Deri Çanta' } })
    expect(renamed.body.data, 'what a name suggested follows the name').toMatchObject({ area: 'aksesuar' })
    expect((await post({ name: '  ' })).body.error).toEqual({ name: ['Kategori adı boş olamaz'] })
    expect((await post({})).body.error).toEqual({ name: ['Kategori adı boş olamaz'] })
    const taken = await post({ name: 'Deniz' })
    expect([taken.status, Object.keys(taken.body.error)]).toEqual([409, ['slug']])
    for (const name of ['Admin', 'Ara', '—']) expect((await post({ name })).status, name).toBe(400)
  })

  test('change only for whom has seen the present state', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const { id } = await aCategory(ctx, { name: 'Ceket' })
    const put = (body: object) => api('PUT', `/admin/categories/${id}`, { token, body })
    const first = await put({ name: 'Ceketler', area: 'special', version: 1 })
    expect([first.status, first.body.data]).toEqual([
      200,
      expect.objectContaining({ name: 'Ceketler', slug: 'ceket', area: 'special', version: 2 }),
    ])
    expect((await put({ name: 'Başka', version: 1 })).body.code).toBe('EDIT_CONFLICT')
    expect((await put({ name: 'Başka' })).body.data, 'her own choice stays').toMatchObject({ area: 'special' })
    const [entry] = await ctx.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
    expect(entry).toMatchObject({ action: 'category.update', before: { name: 'Ceketler' }, after: { name: 'Başka' } })
    expect((await api('PUT', `/admin/categories/${unknown}`, { token, body: { name: 'X' } })).status).toBe(404)
  })

  test('are deleted when nothing is in them, drafts count too', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const { id } = await aCategory(ctx)
    const product = await aProduct(ctx, { categoryId: id })
    await sendForm(app, 'POST', '/admin/products', { name: 'Taslak', categoryId: id, published: 'false' }, token)
    const remove = () => api('DELETE', `/admin/categories/${id}`, { token })
    const full = await remove()
    expect([full.status, full.body.code, full.body.data]).toEqual([409, 'CATEGORY_NOT_EMPTY', { products: 2 }])
    expect(full.body.message).toContain('2 ürün')
    await api('DELETE', `/admin/products/${product.id}`, { token })
    const { body } = await api('GET', '/admin/products', { token })
    await api('DELETE', `/admin/products/${body.data[0].id}`, { token })
    const empty = await remove()
    expect([empty.status, empty.body]).toEqual([204, undefined])
    expect((await remove()).status).toBe(404)
  })

  test('stand in the order she gives them', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const ids = []
    for (const name of ['A', 'B', 'C', 'D']) ids.push((await aCategory(ctx, { name: `Kategori ${name}` })).id)
    const [a, b, c, d] = ids
    const { body } = await api('PUT', '/admin/category-order', { token, body: { ids: [c, a, unknown] } })
    expect(body.data.map((category: { id: string }) => category.id)).toEqual([c, a, b, d])
    const shown = await api('GET', '/categories')
    expect(shown.body.data.map((category: { id: string }) => category.id)).toEqual([c, a, b, d])
    expect((await api('PUT', '/admin/category-order', { token, body: { ids: [] } })).status).toBe(400)
  })
})
