import { expect } from 'vitest'
import { sectionPath, sections } from '#shop/settings/sections.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { faultsOf } from '#test/valid-html.ts'

test('every page is valid HTML as the server draws it', async ({ app, ctx }) => {
  const category = await aCategory(ctx, { name: 'Elbise' })
  const product = await aProduct(ctx, {
    name: 'Keten “Yaz” Elbise <bol>',
    categoryId: category.id,
    variants: [{ size: 'S' }, { size: 'M', stock: 0 }],
  })
  const paths = [
    '/',
    '/ust-giyim',
    '/alt-giyim',
    '/aksesuar',
    '/special',
    '/elbise',
    '/ara',
    '/ara?q=keten',
    '/ara?q=yok&beden=S',
    `/urun/${product.slug}`,
    ...sections.map(({ id }) => sectionPath(id)),
    '/logo',
    '/verify-email',
    '/reset-password',
    '/abonelikten-cik',
    '/odeme/sonuc',
    '/odeme-baglantisi',
    '/gelince-haber',
    '/admin',
    '/admin/urunler/yeni',
    '/api/v1/docs',
  ]
  for (const path of paths) {
    const response = await app.fetch(new Request(`http://shop.test${path}`))
    const html = await response.text()
    expect([response.status, html.includes('<main')], path).toEqual([200, true])
    expect.soft(await faultsOf(html), path).toEqual([])
  }
  const missing = await app.fetch(new Request('http://shop.test/boyle-bir-sayfa-yok'))
  expect(missing.status).toBe(404)
  const html = await missing.text()
  expect(await faultsOf(html)).toEqual([])
  expect(await faultsOf(html.replace('<main', '<ul><div></div></ul><main'))).toHaveLength(1)
})
