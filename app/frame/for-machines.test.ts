import { describe, expect } from 'vitest'
import { sectionPath, sections } from '#shop/settings/sections.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

async function open(app: App, path: string) {
  const response = await app.fetch(new Request(`http://shop.test${path}`))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('/sitemap.xml', () => {
  test('lists every page worth finding, each by its canonical address and all of them there', async ({ app, ctx }) => {
    const dresses = await aCategory(ctx, { name: 'Elbise' })
    const special = await aCategory(ctx, { name: 'Özel Koleksiyon' })
    await aCategory(ctx, { name: 'Boş Kategori' })
    const product = await aProduct(ctx, { name: 'Keten Elbise', categoryId: dresses.id })
    await aProduct(ctx, { name: 'Abiye', categoryId: special.id })
    const { status, headers, text } = await open(app, '/sitemap.xml')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const addresses = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    )
    const paths = addresses.map((address) => address.replace(ctx.config.publicUrl, ''))
    expect(new Set(paths)).toEqual(
      new Set([
        '/',
        '/tum-urunler',
        '/ust-giyim',
        '/special',
        '/elbise',
        `/urun/${product.slug}`,
        '/urun/abiye',
        ...sections.map(({ id }) => sectionPath(id)),
      ]),
    )
    expect(paths).toHaveLength(new Set(paths).size)
    expect(text).toContain(`/urun/${product.slug}</loc><lastmod>2026-11-20</lastmod>`)
    for (const path of paths) {
      const page = await open(app, path)
      expect(page.status, path).toBe(200)
      expect(page.text, path).not.toContain('noindex')
      expect(page.text, path).toContain(`rel="canonical" href="${ctx.config.publicUrl}${path}"`)
    }
  })
})

describe('/robots.txt', () => {
  test('keeps search engines from what is personal, and leads them to the sitemap', async ({ app, ctx }) => {
    const { status, headers, text } = await open(app, '/robots.txt')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    for (const path of ['/admin', '/verify-email', '/reset-password', '/odeme', '/api'])
      expect(text).toMatch(new RegExp(`^Disallow: ${path}$`, 'm'))
    expect(text).toContain(`Sitemap: ${ctx.config.publicUrl}/sitemap.xml`)
  })
})

describe('/manifest.webmanifest', () => {
  test('names the shop and its icons, and every page points to it', async ({ app, ctx }) => {
    const { status, headers, text } = await open(app, '/manifest.webmanifest')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8'])
    const manifest = JSON.parse(text)
    expect(manifest).toMatchObject({ name: ctx.config.shopName, lang: 'tr', start_url: '/' })
    expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual([
      'any',
      '192x192',
      '512x512',
      '512x512',
    ])
    expect((await open(app, '/bilgi')).text).toContain('rel="manifest" href="/manifest.webmanifest"')
  })
})

describe('/logo', () => {
  test('shows the brand name only, and to no search engine', async ({ app, ctx }) => {
    const { status, text } = await open(app, '/logo')
    expect(status).toBe(200)
    expect(text).toContain('<meta name="robots" content="noindex"')
    const body = text.slice(text.indexOf('<body'), text.indexOf('<script'))
    expect(body.replace(/<[^>]+>/g, '').trim()).toBe(ctx.config.shopName)
  })
})

describe('the data of a product page', () => {
  test('names each variant, its color once', async ({ app, ctx }) => {
    for (const [name, variant] of [
      ['Keten Elbise İnci', 'Keten Elbise İnci M'],
      ['Keten Elbise', 'Keten Elbise inci M'],
    ] as const) {
      const { slug } = await aProduct(ctx, { name, variants: [{ color: 'inci', size: 'M' }] })
      const { text } = await open(app, `/urun/${slug}`)
      const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
      expect(JSON.parse(data)).toMatchObject({ hasVariant: [{ name: variant }] })
    }
  })
})
