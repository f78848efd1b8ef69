import { describe, expect } from 'vitest'
import { createApp } from '#server'
import { aCategory, anImage, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

async function open(app: App, path: string) {
  const response = await app.fetch(new Request(`http://shop.test${path}`))
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

/** The sizes that the page offers, those that are sold out too. */
function sizesIn(html: string): string[] {
  const [, fieldset = ''] = /<legend>Beden(.*?)<\/fieldset>/s.exec(html) ?? []
  return [...fieldset.matchAll(/name="beden"[^>]*\/>([^<]+)/g)].map(([, size = '']) => size)
}

describe('the color in the address of a product', () => {
  test('is drawn by the server: its picture, its sizes, its preview; the one true address stays the plain one', async ({
    ctx,
    app,
  }) => {
    const pink = await anImage(ctx)
    const { slug, images } = await aProduct(ctx, {
      variants: [
        { color: 'Zümrüt', size: 'S' },
        { color: 'Gül Kurusu', size: 'M', images: [pink] },
        { color: 'Gül Kurusu', size: 'L', stock: 0 },
      ],
    })
    const plain = await open(app, `/urun/${slug}`)
    expect(sizesIn(plain.html)).toEqual(['S', 'M', 'L'])
    const { html } = await open(app, `/urun/${slug}?renk=G%C3%BCl+Kurusu`)
    expect(sizesIn(html)).toEqual(['M', 'L'])
    expect(html).toMatch(new RegExp(`<meta property="og:image" content="[^"]*${pink}`))
    const [, gallery = ''] = /aria-label="Ürün görselleri"(.*?)<\/section>/s.exec(html) ?? []
    expect(gallery).toContain(pink)
    expect(gallery).not.toContain(images[0]?.id)
    expect(html).toMatch(new RegExp(`rel="canonical" href="[^"?]*/urun/${slug}"`))
  })

  test('makes one kept page for each color, whatever else is asked with it', async ({ ctx, deps }) => {
    const app = createApp(deps)
    const { slug } = await aProduct(ctx, { variants: [{ color: 'Zümrüt' }, { color: 'Kum' }] })
    for (const query of ['', '?beden=S', '?utm_source=posta&beden=M', '?stokta=1&q=elbise&section=x'])
      expect((await open(app, `/urun/${slug}${query}`)).status).toBe(200)
    expect(app.cache.size).toBe(1)
    for (const query of ['?renk=Kum', '?renk=Kum&beden=S', '?beden=M&renk=Kum&renk=Mor'])
      expect((await open(app, `/urun/${slug}${query}`)).status).toBe(200)
    expect(app.cache.size).toBe(2)
  })

  test('leads to the plain page where there is no such color, or none to choose; nothing of it is kept', async ({
    ctx,
    deps,
  }) => {
    const app = createApp(deps)
    const several = await aProduct(ctx, { variants: [{ color: 'Zümrüt' }, { color: 'Kum' }] })
    const one = await aProduct(ctx, { variants: [{ color: 'Kum' }] })
    for (const address of [`/urun/${several.slug}?renk=Mor`, `/urun/${one.slug}?renk=Kum`]) {
      const { status, location } = await open(app, address)
      expect([status, location]).toEqual([302, address.split('?')[0]])
    }
    expect(app.cache.size).toBe(0)
  })
})

test('the color that ends a name is set apart, and the data for search engines have the whole name', async ({
  ctx,
  app,
}) => {
  const { slug } = await aProduct(ctx, { name: 'Keten Elbise Gül Kurusu', variants: [{ color: 'Gül Kurusu' }] })
  const { html } = await open(app, `/urun/${slug}`)
  expect(html).toMatch(/<h1[^>]*>Keten Elbise<span class="text-muted"> Gül Kurusu<\/span><\/h1>/)
  expect(html).toContain('<title>Keten Elbise Gül Kurusu | Narçiçeği</title>')
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({ name: 'Keten Elbise Gül Kurusu' })
})

test('beside a piece that is gone stand others of its category, and where these are few of its area', async ({
  ctx,
  deps,
}) => {
  const dresses = (await aCategory(ctx, { name: 'Elbise' })).id
  const bags = (await aCategory(ctx, { name: 'Çanta' })).id
  const make = (name: string, categoryId: string, stock = 5) =>
    aProduct(ctx, { name, categoryId, variants: [{ size: 'M', stock }] })
  const goneDress = await make('Giden Elbise', dresses, 0)
  const goneBag = await make('Giden Çanta', bags, 0)
  for (const n of ['Bir', 'İki', 'Üç']) await make(`Elbise ${n}`, dresses)
  await make('Çanta Bir', bags)
  await make('Bluz Bir', (await aCategory(ctx, { name: 'Bluz' })).id)
  const beside = async (slug: string) => {
    const { html } = await open(createApp(deps), `/urun/${slug}/oneriler.data`)
    return ['Elbise Bir', 'Elbise Dört', 'Çanta Bir', 'Bluz Bir'].filter((name) => html.includes(`"${name}"`))
  }
  expect(await beside(goneDress.slug)).toEqual(['Elbise Bir', 'Bluz Bir'])
  expect(await beside(goneBag.slug)).toEqual(['Çanta Bir'])
  await make('Elbise Dört', dresses)
  expect(await beside(goneDress.slug)).toEqual(['Elbise Bir', 'Elbise Dört'])
})
