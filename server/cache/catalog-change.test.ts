import { expect } from 'vitest'
import { changeProduct } from '#shop/catalog/edits/product-edits.ts'
import { announceCatalogChange } from '#shop/catalog-changes.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

test('a new price shows wherever it moves the product to, and what it does not concern stays kept', async ({
  app,
  as,
  database,
}) => {
  const ctx = as({ kind: 'system' })
  const get = async (path: string) => (await app.fetch(new Request(`http://shop.test${path}`))).text()
  const category = await aCategory(ctx)
  const shirt = (name: string, priceKurus: number) =>
    aProduct(ctx, { name, categoryId: category.id, variants: [{ priceKurus }] })
  await shirt('Çizgili Gömlek', 10_000)
  const dear = await shirt('Düz Gömlek', 90_000)
  const bag = await aProduct(ctx, { name: 'Deri Çanta', variants: [{ priceKurus: 50_000 }] })
  const paths = [
    `/urun/${dear.slug}`,
    `/${category.slug}?siralama=artan`,
    '/tum-urunler?en-cok=300',
    '/ara?q=g%C3%B6mlek&siralama=artan',
    '/ara?q=g%C3%B6mlek&en-cok=300',
    '/ara/oneriler?q=g%C3%B6mlek+300+tl+alt%C4%B1',
    '/ara/devami?q=g%C3%B6mlek&en-cok=300',
    '/api/v1/products?sort=price-asc&limit=1',
    '/api/v1/products?sort=price-desc&limit=1',
  ]
  const read = () => Promise.all(paths.map(get))
  const before = await read()
  await get(`/urun/${bag.slug}`)

  const variants = dear.variants.map((variant) => ({ ...variant, images: undefined, priceKurus: 5000 }))
  await changeProduct(ctx, dear.id, { variants })
  const after = await read()
  for (const [n, path] of paths.entries()) expect(after[n], path).not.toBe(before[n])
  const asked: string[] = []
  database.watch.around = (text, run) => {
    asked.push(text)
    return run()
  }
  await get(`/urun/${bag.slug}`)
  database.watch.around = undefined
  expect(asked, 'another product is not made again').toEqual([])
  await announceCatalogChange(ctx, 'everything')
  expect(await read()).toEqual(after)
})

test('a price that is no longer struck through moves the product in the order of reductions', async ({ app, as }) => {
  const ctx = as({ kind: 'system' })
  const second = async () => {
    const answer = await app.fetch(new Request('http://shop.test/api/v1/products?sort=discount&limit=1&page=2'))
    return ((await answer.json()) as { data: { products: { id: string }[] } }).data.products[0]?.id
  }
  const reduced = await aProduct(ctx, { originalPriceKurus: 150_000 })
  const usual = await aProduct(ctx)
  expect(await second()).toBe(usual.id)
  await changeProduct(ctx, reduced.id, { originalPrice: null })
  expect(await second()).toBe(reduced.id)
})

test('what is in stock again comes into the further cards of a search that asks for it', async ({ app, as }) => {
  const ctx = as({ kind: 'system' })
  const read = async () => (await app.fetch(new Request('http://shop.test/ara/devami?q=kaban&stokta=1&sayfa=1'))).text()
  await aProduct(ctx, { name: 'Kaşe Kaban', variants: [{ stock: 3 }] })
  const gone = await aProduct(ctx, { name: 'Yün Kaban', variants: [{ stock: 0 }] })
  expect(await read()).not.toContain('Yün Kaban')
  await changeProduct(ctx, gone.id, { variants: gone.variants.map((one) => ({ ...one, images: undefined, stock: 2 })) })
  expect(await read()).toContain('Yün Kaban')
})
