import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { sendForm } from '#test/forms.ts'
import { test } from '#test/shop.ts'

type App = Parameters<typeof sendForm>[0]
const anAdmin = async (ctx: Ctx) => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))

async function ask(app: App, path: string) {
  const { status, headers } = await app.fetch(new Request(`http://shop.test${path}`))
  return [status, headers.get('Location')]
}

describe('the old address of a product', () => {
  test('leads to the new one with its query, and the API answers the product', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, { name: 'Bir' })
    const move = (slug: string) => sendForm(app, 'PUT', `/admin/products/${product.id}`, { slug }, token)
    expect(await ask(app, '/urun/bir')).toEqual([200, null])
    await move('İki')
    expect(await ask(app, '/urun/bir?utm_source=posta&renk=kum')).toEqual([301, '/urun/iki?utm_source=posta&renk=kum'])
    expect((await api('GET', '/products/bir')).body.data.slug).toBe('iki')
    await move('uc')
    expect(await ask(app, '/urun/bir')).toEqual([301, '/urun/uc'])
    expect(await ask(app, '/urun/iki')).toEqual([301, '/urun/uc'])
  })

  test('leads nowhere wrong after another change', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, { name: 'Bir' })
    const move = (slug: string) => sendForm(app, 'PUT', `/admin/products/${product.id}`, { slug }, token)
    await move('iki')
    expect(await ask(app, '/urun/bir')).toEqual([301, '/urun/iki'])
    await move('bir')
    expect(await ask(app, '/urun/bir')).toEqual([200, null])
    expect(await ask(app, '/urun/iki')).toEqual([301, '/urun/bir'])
    const other = await aProduct(ctx, { name: 'İki' })
    expect(await ask(app, '/urun/iki')).toEqual([200, null])
    expect((await api('GET', '/products/iki')).body.data.id).toBe(other.id)
    await move('dort')
    await api('DELETE', `/admin/products/${product.id}`, { token })
    expect((await ask(app, '/urun/bir'))[0]).toBe(404)
  })

  test('may not be kept by browsers for ever', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const { id } = await aProduct(ctx, { name: 'Bir' })
    await sendForm(app, 'PUT', `/admin/products/${id}`, { slug: 'iki' }, token)
    const { headers } = await app.fetch(new Request('http://shop.test/urun/bir'))
    expect(headers.get('Cache-Control')).toBe('no-cache')
  })
})

describe('the old address of a category', () => {
  test('leads to the new one, and to whoever has it now', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const { id } = await aCategory(ctx, { name: 'Ceket' })
    const put = (slug: string) => api('PUT', `/admin/categories/${id}`, { token, body: { name: 'Ceket', slug } })
    expect(await ask(app, '/ceket')).toEqual([200, null])
    await put('ceketler')
    expect(await ask(app, '/ceket?siralama=artan&utm_source=x')).toEqual([301, '/ceketler?siralama=artan&utm_source=x'])
    await aCategory(ctx, { name: 'Ceket' })
    expect(await ask(app, '/ceket')).toEqual([200, null])
    await api('DELETE', `/admin/categories/${id}`, { token })
    expect((await ask(app, '/ceketler'))[0]).toBe(404)
  })
})
