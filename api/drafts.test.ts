import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { sendForm } from '#test/forms.ts'
import { test } from '#test/shop.ts'
import { inLine, lineOf } from '#test/waiting/line.ts'

const anAdmin = async (ctx: Ctx) => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))

describe('a product that is taken back to a draft', () => {
  test('is nowhere that shoppers look, and back everywhere once it is published', async ({ ctx, app, api }) => {
    const admin = await anAdmin(ctx)
    const shopper = await signIn(ctx, await aUser(ctx))
    const category = await aCategory(ctx, { name: 'Kimono' })
    const variants = [
      { color: 'Bordo', size: 'XXL' },
      { color: 'Bordo', size: '4XL', stock: 0 },
    ]
    const product = await aProduct(ctx, { categoryId: category.id, variants, name: 'Zambak Kimono' })
    const beside = await aProduct(ctx, { name: 'Yanındaki Elbise' })
    const group = { name: 'Kimono', productIds: [product.id, beside.id] }
    await api('POST', '/admin/product-groups', { token: admin, body: group })
    await api('POST', '/favorites/add', { token: shopper, body: { productId: product.id } })

    const page = async (path: string) => (await app.fetch(new Request(`http://shop.test${path}`))).text()
    const places: Record<string, () => Promise<boolean>> = {
      call: async () => (await api('GET', `/products/${product.id}`)).status === 200,
      list: async () => JSON.stringify((await api('GET', '/products')).body).includes('Zambak'),
      search: async () => JSON.stringify((await api('GET', '/products?q=zambak')).body).includes('Zambak'),
      ofCategory: async () => (await api('GET', '/products?category=kimono')).body.data.pagination.total > 0,
      count: async () => (await api('GET', '/categories')).body.data[0].productCount > 0,
      colors: async () => (await api('GET', `/products/${beside.id}/related-colors`)).body.data.hasGroup,
      favorites: async () => (await api('GET', '/favorites/my', { token: shopper })).body.data.length > 0,
      page: async () => (await app.fetch(new Request(`http://shop.test/urun/${product.slug}`))).status === 200,
      listing: async () => (await page('/tum-urunler')).includes(product.slug),
      facets: async () => (await page('/tum-urunler')).includes('XXL'),
      suggestions: async () => (await page('/ara/oneriler?q=zamb')).includes('Zambak'),
      sitemap: async () => (await page('/sitemap.xml')).includes(product.slug),
      recently: async () => (await page(`/son-bakilanlar?id=${product.id}`)).includes('Zambak'),
      checkout: async () =>
        (await api('POST', '/payments/create', { token: shopper, body: aPayment(product) })).status === 200,
      notices: async () => {
        const body = { email: 'ayse@posta.example', productId: product.id, size: '4XL' }
        return (await api('POST', '/forms/stock-notice', { body })).status === 200
      },
    }
    const seen = async () => {
      const found = []
      for (const [place, look] of Object.entries(places)) if (await look()) found.push(place)
      return found
    }
    const everywhere = Object.keys(places)
    const put = (published: string) => sendForm(app, 'PUT', `/admin/products/${product.id}`, { published }, admin)
    expect(await seen()).toEqual(everywhere)
    expect((await put('false')).status).toBe(200)
    expect(await seen()).toEqual([])
    expect((await put('true')).status).toBe(200)
    expect(await seen()).toEqual(everywhere)
  })

  test('is not recommended', async ({ ctx, app }) => {
    const admin = await anAdmin(ctx)
    const product = await aProduct(ctx, { name: 'Zambak Kimono' })
    const beside = await aProduct(ctx)
    const recommended = async () => {
      const response = await app.fetch(new Request(`http://shop.test/urun/${beside.slug}/oneriler.data`))
      return (await response.text()).includes('Zambak')
    }
    expect(await recommended()).toBe(true)
    await sendForm(app, 'PUT', `/admin/products/${product.id}`, { published: 'false' }, admin)
    expect(await recommended()).toBe(false)
  })

  test('pieces are kept for those who wait once it is on sale', async ({ ctx, app }) => {
    const admin = await anAdmin(ctx)
    const product = await aProduct(ctx, { variants: [{ stock: 3 }] })
    const put = (published: string) => sendForm(app, 'PUT', `/admin/products/${product.id}`, { published }, admin)
    await put('false')
    await inLine(ctx, { productId: product.id, size: 'S' }, ['ayse', 'banu'])
    const stock = async () => (await put('false')).body.data.totalStock
    expect(await stock()).toBe(3)
    expect((await put('true')).body.data.totalStock).toBe(1)
    expect(await lineOf(ctx, product.id)).toEqual(['ayse held', 'banu held'])
  })

  test('the database calls the same products on sale', async ({ ctx, app }) => {
    const admin = await anAdmin(ctx)
    const product = await aProduct(ctx)
    const shown = async () => await ctx.db.execute(sql`select id from shown_products(array[${product.id}::uuid])`)
    expect((await shown()).rows).toHaveLength(1)
    await sendForm(app, 'PUT', `/admin/products/${product.id}`, { published: 'false' }, admin)
    expect((await shown()).rows).toHaveLength(0)
  })
})
