import { describe, expect } from 'vitest'
import { createProductGroup } from '#shop/catalog/groups.ts'
import { aCategory, aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'

type App = { fetch(request: Request): Response | Promise<Response> }

async function open(app: App, path: string) {
  const response = await app.fetch(new Request(`http://shop.test${path}`))
  return { status: response.status, headers: response.headers, html: await response.text() }
}

/** No public page may hold these: they would break the policy, or be somebody's own. */
function expectPublicPage({ html, headers }: Awaited<ReturnType<typeof open>>) {
  expect(html).not.toMatch(/\sstyle="/)
  expect(html).not.toMatch(/\son[a-z]+="/)
  expect(html).toContain('<html lang="tr"')
  expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(policy).not.toContain('unsafe')
}

describe('landing page', () => {
  test('leads to the four areas, without scenes too', async ({ app }) => {
    const page = await open(app, '/')
    expect(page.status).toBe(200)
    expectPublicPage(page)
    for (const path of ['/ust-giyim', '/alt-giyim', '/aksesuar', '/special'])
      expect(page.html).toContain(`href="${path}"`)
    expect(page.html).toContain('Keşfetmeye Başla')
  })
})

describe('listing', () => {
  test('shows price, discount and what is sold out', async ({ app, ctx }) => {
    const category = await aCategory(ctx, { name: 'Bluz' })
    await aProduct(ctx, {
      name: 'Keten Bluz',
      categoryId: category.id,
      originalPriceKurus: 100_000,
      variants: [{ priceKurus: 75_050 }],
    })
    await aProduct(ctx, { name: 'İpek Bluz', categoryId: category.id, variants: [{ stock: 0 }] })
    const page = await open(app, '/ust-giyim')
    expect(page.status).toBe(200)
    expectPublicPage(page)
    expect(page.html).toContain('750,50 TL')
    expect(page.html).toContain('1.000,00 TL')
    expect(page.html).toContain('yüzde 24 indirim')
    expect(page.html).toContain('Tükendi')
    expect(page.html).toContain('<title>Üst Giyim | Narçiçeği</title>')
  })

  test('shows the colors of a design as their cloth on each of its cards, which lead to them', async ({ app, ctx }) => {
    const category = await aCategory(ctx, { name: 'Bluz' })
    const make = (name: string, color: string) =>
      aProduct(ctx, { name, categoryId: category.id, variants: [{ color }] })
    const [white, striped] = [await make('Gömlek Beyaz', 'Beyaz'), await make('Gömlek Çizgili', 'Çizgili')]
    await createProductGroup(ctx, { name: 'Gömlek', productIds: [white.id, striped.id] })
    const { html } = await open(app, '/bluz')
    const lists = html.match(/<ul aria-label="Renkler".*?<\/ul>/gs) ?? []
    expect(lists).toHaveLength(2)
    for (const list of lists) {
      expect(list).toMatch(/href="\/urun\/gomlek-cizgili" title="Çizgili".*?src="\/media\/renk\/gomlek-cizgili"/)
      expect(list.match(/aria-current="true"/g)).toHaveLength(1)
    }
    const cards = await app.fetch(new Request('http://shop.test/urun/gomlek-beyaz/renkler'))
    expect((await cards.json()).cards).toMatchObject([
      { name: 'Gömlek Beyaz' },
      { name: 'Gömlek Çizgili', isNew: true },
    ])
    const none = await app.fetch(new Request('http://shop.test/urun/yok/renkler'))
    expect(await none.json()).toEqual({ cards: [] })
  })

  test('is there for every category, the admin’s own too, and in the menus', async ({ app, ctx }) => {
    await aCategory(ctx, { name: 'Şile Bezi' })
    const page = await open(app, '/sile-bezi')
    expect(page.status).toBe(200)
    expect(page.html).toContain('Bu Kategoride Henüz Ürün Bulunmuyor')
    await aCategory(ctx, { name: 'Kimono' })
    const { html } = await open(app, '/ust-giyim')
    const [tabs = ''] = /<nav aria-label="Kategoriler".*?<\/nav>/s.exec(html) ?? []
    expect(tabs).toMatch(/href="\/sile-bezi".*href="\/kimono"/s)
    expect((await open(app, '/aksesuar')).html).toContain('href="/sile-bezi"')
  })

  test('has banners for accessories and the special collection, which says what makes it special', async ({
    app,
    ctx,
  }) => {
    const empty = await open(app, '/special')
    expectPublicPage(empty)
    expect(empty.html).toContain('Henüz Özel Koleksiyon Ürünü Eklenmemiş')
    for (const blurb of ['Özel Tasarım', 'Sınırlı Üretim', 'Premium Kalite']) expect(empty.html).toContain(blurb)
    const { id: categoryId } = await aCategory(ctx, { name: 'Özel Koleksiyon' })
    const { id } = await aProduct(ctx, { name: 'Abiye', categoryId })
    await ctx.db.execute(`update variants set retired_at = now() where product_id = '${id}'`)
    const page = await open(app, '/ozel-koleksiyon')
    expectPublicPage(page)
    expect(page.html).toContain('Fiyat Belirtilmemiş')
    expect(page.html).toContain('ÖZEL</p>')
    const { id: bags } = await aCategory(ctx, { name: 'Çanta' })
    await aProduct(ctx, { categoryId: bags, variants: [{ size: 'Standart' }] })
    const accessories = await open(app, '/aksesuar')
    expect(accessories.html).toContain('AKSESUAR KOLEKSİYONU')
    expect(accessories.html).toMatch(/<nav aria-label="Kategoriler".*?href="\/aksesuar".*?href="\/canta"/s)
  })

  test('shows everything at an address of its own, with the areas as its tabs and none of them current', async ({
    app,
    ctx,
  }) => {
    const { id: bags } = await aCategory(ctx, { name: 'Çanta' })
    const { id: skirts } = await aCategory(ctx, { name: 'Etek' })
    await aProduct(ctx, { name: 'Sepet Çanta', categoryId: bags, variants: [{ size: 'Standart' }] })
    await aProduct(ctx, { name: 'Pileli Etek', categoryId: skirts })
    const page = await open(app, '/tum-urunler')
    expectPublicPage(page)
    expect(page.html).toContain('<title>Tüm Ürünler | Narçiçeği</title>')
    expect(page.html).toMatch(/rel="canonical" href="[^"?]*\/tum-urunler"/)
    for (const name of ['Sepet Çanta', 'Pileli Etek']) expect(page.html).toContain(`>${name}</a>`)
    const [tabs = ''] = /<nav aria-label="Kategoriler".*?<\/nav>/s.exec(page.html) ?? []
    expect([...tabs.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/tum-urunler',
      '/ust-giyim',
      '/alt-giyim',
      '/aksesuar',
      '/special',
    ])
    expect(tabs.match(/aria-current="page"[^>]*href="([^"]*)"|href="([^"]*)"[^>]*aria-current/)?.join()).toContain(
      'tum-urunler',
    )
    const [header = ''] = /<nav aria-label="Bölümler".*?<\/nav>/s.exec(page.html) ?? []
    expect(header).toContain('/ust-giyim')
    expect(header).not.toContain('aria-current')
    expect((await open(app, '/sitemap.xml')).html).toContain('/tum-urunler</loc>')
  })

  test('has each order as a link, says how many of the products it shows, and of upper wear all three numbers', async ({
    app,
    ctx,
  }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise' })
    for (let n = 0; n < 27; n++) await aProduct(ctx, { name: `Elbise ${n}`, categoryId })
    const { html } = await open(app, '/ust-giyim?siralama=yeni&beden=S')
    for (const order of [
      '',
      'siralama=yeni&amp;',
      'siralama=artan&amp;',
      'siralama=azalan&amp;',
      'siralama=indirim&amp;',
    ])
      expect(html).toContain(`href="/ust-giyim?${order}beden=S"`)
    expect(html).toMatch(/aria-current="true"[^>]*href="\/ust-giyim\?siralama=yeni[^>]*>En yeniler/)
    expect(html).toContain('27 ürünün 24’ü gösteriliyor')
    expect(html).toMatch(/>Toplam: 27<.*>Gösterilen: 24<.*>Kalan: 3</s)
    expect(html).toContain('3 ürün daha var')
    const dresses = await open(app, '/elbise')
    expect(dresses.html).toContain('27 ürünün 24’ü gösteriliyor')
    const { html: found } = await open(app, '/ara?q=elbise')
    expect(found).toMatch(/aria-current="true"[^>]*>En uygun</)
  })

  test('gives 24 cards and a link to more that works without script', async ({ app, ctx }) => {
    const category = await aCategory(ctx, { name: 'Etek' })
    for (let n = 0; n < 26; n++) {
      await aProduct(ctx, { name: `Etek ${n}`, categoryId: category.id, variants: [{ priceKurus: 50_000 + n * 100 }] })
    }
    const first = await open(app, '/alt-giyim?siralama=artan')
    expect(first.html.match(/class="card /g)).toHaveLength(24)
    expect(first.html.indexOf('500,00 TL')).toBeLessThan(first.html.indexOf('501,00 TL'))
    expect(first.html).toContain('href="/alt-giyim?sayfa=2&amp;siralama=artan"')
    const longer = await open(app, '/alt-giyim?sayfa=2&siralama=artan')
    expect(longer.html.match(/class="card /g)).toHaveLength(26)
    expect(longer.html).not.toContain('Daha fazla göster')
    expect(longer.html).toContain('>26 ürün<')
    expect(longer.html).toMatch(/rel="canonical" href="[^"?]*\/alt-giyim"/)
  })

  test('filters by what the address says, with counts, and takes each choice back by a link', async ({ app, ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Pantolon' })
    await aProduct(ctx, { name: 'Bol', categoryId, variants: [{ color: 'Haki', size: '36', priceKurus: 90_000 }] })
    await aProduct(ctx, { name: 'Dar', categoryId, variants: [{ color: 'Siyah', size: '38', priceKurus: 140_000 }] })
    await aProduct(ctx, { name: 'Düz', categoryId, variants: [{ color: 'Siyah', size: '38', stock: 0 }] })
    const page = await open(app, '/pantolon?renk=siyah&stokta=1&siralama=artan&renk=')
    expectPublicPage(page)
    expect(page.html.match(/class="card /g)).toHaveLength(1)
    expect(page.html).toMatch(/>Dar</)
    expect(page.html).toMatch(/role="status"[^>]*>1 ürün bulundu</)
    expect(page.html).toMatch(/disabled="" name="beden" value="36"/)
    expect(page.html).toContain('href="/pantolon?siralama=artan&amp;stokta=1"')
    expect(page.html).toMatch(/<form aria-label="Filtreler"[^>]* action="\/pantolon"/)
    expect(page.html).toContain('<input type="hidden" name="siralama" value="artan"')
    expect(page.html).toMatch(/rel="canonical" href="[^"?]*\/pantolon"/)

    const none = await open(app, '/pantolon?beden=36&renk=siyah')
    expect(none.html).toContain('Bu seçimlere uyan ürün yok')
    expect(none.html).toContain('Filtreleri Temizle')
    const priced = await open(app, '/pantolon?en-az=1.000&en-cok=x')
    expect(priced.html.match(/class="card /g)).toHaveLength(2)
  })

  test('is a 404 page with a way on where there is nothing', async ({ app }) => {
    for (const path of ['/yok-boyle-bir-yer', '/urun/yok', '/a/b/c']) {
      const page = await open(app, path)
      expect(page.status, path).toBe(404)
      expectPublicPage(page)
      expect(page.html).toContain('Bu sayfayı bulamadık')
      expect(page.html).toContain('href="/ust-giyim"')
    }
  })
})

describe('search', () => {
  test('shows what was found like a listing, keeps it out of search engines, and says what it did not know', async ({
    app,
    ctx,
  }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Gömlek' })
    await aProduct(ctx, { name: 'Keten Gömlek', categoryId, variants: [{ color: 'Haki' }] })
    await aProduct(ctx, { name: 'Saten Gömlek', categoryId, variants: [{ color: 'Siyah' }] })
    const page = await open(app, '/ara?q=GOMLEKLER+zebra&renk=yesil')
    expect(page.status).toBe(200)
    expectPublicPage(page)
    expect(page.html).toContain('<meta name="robots" content="noindex"')
    expect(page.html.match(/class="card /g)).toHaveLength(1)
    expect(page.html).toMatch(/“(<!-- -->)?zebra/)
    const { html: numbered } = await open(app, '/ara?q=1.500+gömlek')
    expect(numbered).toContain('“1.500”<!-- --> için bir şey bulamadık')
    expect(page.html).toContain('href="/ara?q=GOMLEKLER+zebra"')
    const none = await open(app, '/ara?q=zebra')
    expectPublicPage(none)
    expect(none.html).toContain('için sonuç bulamadık')
    expect(none.html).toContain('href="/ara?q=G%C3%B6mlek"')
    expect(none.html).toContain('href="/gomlek"')
    expect((await open(app, '/ara')).html).toContain('Ne arıyorsunuz?')
  })

  test('takes what the words say of prices for its filters', async ({ app }) => {
    for (const [q, address] of [
      ['1.000 TL altı gömlek', '/ara?en-cok=1000&q=gömlek'],
      ['500-1000 tl', '/tum-urunler?en-az=500&en-cok=1000'],
      ['500-1000 gömlek', '/ara?en-az=500&en-cok=1000&q=gömlek'],
      ['en ucuz gömlek', '/ara?siralama=artan&q=gömlek'],
      ['indirimli gömlek 900 TL altı', '/ara?siralama=indirim&en-cok=900&q=gömlek'],
    ] as const) {
      const { status, headers } = await open(app, `/ara?${new URLSearchParams({ q })}`)
      const to = headers.get('location') ?? ''
      expect([status, decodeURIComponent(to)], q).toEqual([302, address])
      expect((await open(app, to)).status, q).toBe(200)
    }
  })

  test('suggests products and categories to the field in the header, the same for everybody', async ({ app, ctx }) => {
    const { id: categoryId } = await aCategory(ctx, { name: 'Gömlek' })
    await aProduct(ctx, { name: 'Keten Gömlek', categoryId })
    const { headers, html } = await open(app, '/ara/oneriler?q=goml')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('etag')).toBeTruthy()
    expect(JSON.parse(html)).toMatchObject({
      categories: [{ to: '/gomlek', name: 'Gömlek' }],
      products: [{ slug: 'keten-gomlek', priceKurus: 119_900 }],
    })
    const [cheap, dear] = [
      await open(app, '/ara/oneriler?q=goml+1000+tl+alti'),
      await open(app, '/ara/oneriler?q=goml+1000+tl+ustu'),
    ]
    expect([JSON.parse(cheap.html).products, JSON.parse(dear.html).products]).toMatchObject([
      [],
      [{ slug: 'keten-gomlek' }],
    ])
    expect(JSON.parse(cheap.html).categories).toEqual([{ to: '/gomlek?en-cok=1000', name: 'Gömlek' }])
    const priceAlone = await open(app, '/ara/oneriler?q=1200+tl+alti')
    expect(JSON.parse(priceAlone.html)).toMatchObject({ products: [{ slug: 'keten-gomlek' }], words: [] })
    expect(JSON.parse((await open(app, '/ara/oneriler?q=x')).html)).toEqual({ categories: [], products: [], words: [] })
  })
})

describe('product page', () => {
  test('has its price, sizes and colors, and data that cannot leave its script', async ({ app, ctx }) => {
    const category = await aCategory(ctx, { name: 'Elbise' })
    const product = await aProduct(ctx, {
      name: 'Elbise </script><b>\u2028',
      categoryId: category.id,
      variants: [
        { size: 'S', priceKurus: 119_900 },
        { size: 'M', priceKurus: 119_900, stock: 0 },
      ],
    })
    const other = await aProduct(ctx, { name: 'Elbise Siyah', categoryId: category.id, variants: [{ color: 'Siyah' }] })
    await createProductGroup(ctx, { name: 'Elbise', productIds: [product.id, other.id] })
    const page = await open(app, `/urun/${product.slug}`)
    expect(page.status).toBe(200)
    expectPublicPage(page)
    expect(page.html).toContain('1.199,00 TL')
    expect(page.html).toContain('ÖNCE BEDEN SEÇİN')
    expect(page.html).toMatch(/M<span class="sr-only"> \(tükendi\)/)
    expect(page.html).toContain(`href="/urun/${other.slug}"`)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.html) ?? []
    expect(data).not.toMatch(/[<\u2028]/)
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'ProductGroup',
      hasVariant: [
        { offers: { price: '1199.00', priceCurrency: 'TRY', availability: 'https://schema.org/InStock' } },
        {},
        {},
      ],
    })
  })

  test('promises no return where the law gives no right of withdrawal', async ({ app, ctx }) => {
    const usual = await aProduct(ctx)
    const exempt = await aProduct(ctx, { withdrawalExemption: 'Kişiye özel örülür' })
    expect((await open(app, `/urun/${usual.slug}`)).html).toContain('15 gün içinde ücretsiz iade</li>')
    const { html } = await open(app, `/urun/${exempt.slug}`)
    expect(html).toContain('Cayma hakkı yoktur: Kişiye özel örülür</li>')
    expect(html).not.toContain('15 gün içinde ücretsiz iade</li>')
    expect(html).toContain('MerchantReturnNotPermitted')
  })

  test('tells fabric, care, fit and measurements, in words and to search engines', async ({ app, ctx }) => {
    const { slug } = await aProduct(ctx, {
      fabric: '%55 keten, %45 viskon',
      care: 'iron-low, wash-30',
      fit: 'rahat',
      measurements: 'Beden;Göğüs;Boy\nM;92,5;112\nS;88;\nXL;99;120',
      modelLine: 'Manken 1,75 m, S giyiyor',
      variants: [{ size: 'S' }, { size: 'M' }],
    })
    const page = await open(app, `/urun/${slug}`)
    expectPublicPage(page)
    const { html } = page
    for (const words of ['%55 keten, %45 viskon', '30 °C’de yıkanır', '>Rahat</span>', 'Manken 1,75 m, S giyiyor'])
      expect(html).toContain(words)
    expect(html).toMatch(/<use href="[^"]*care[^"]*\.svg#wash-30">/)
    const rows = [...html.matchAll(/<tr[^>]*><th scope="row"[^>]*>(.*?)<\/th>(.*?)<\/tr>/g)]
    expect(rows.map(([, size, cells]) => [size, cells?.replace(/<[^>]*>/g, ' ').trim()])).toEqual([
      ['S', '88  –'],
      ['M', '92,5  112'],
    ])
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    const cm = (name: string, value: number) => ({ '@type': 'QuantitativeValue', name, value, unitCode: 'CMT' })
    expect(JSON.parse(data)).toMatchObject({
      material: '%55 keten, %45 viskon',
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Kalıp', value: 'Rahat' },
        { name: 'Bakım', value: '30 °C’de yıkanır, Düşük ısıda ütülenir (110 °C)' },
      ],
      hasVariant: [
        { size: 'S', hasMeasurement: [cm('Göğüs', 88)] },
        { size: 'M', hasMeasurement: [cm('Göğüs', 92.5), cm('Boy', 112)] },
      ],
    })
  })

  test('says nothing of a garment that the owner said nothing of', async ({ app, ctx }) => {
    const { slug } = await aProduct(ctx)
    const { html } = await open(app, `/urun/${slug}`)
    expect(html).not.toMatch(/Kumaş ve bakım|Ölçü ve kalıp|material|additionalProperty|hasMeasurement/)
  })

  test('offers the size chart where sizes are a body’s, and the zoom everywhere but in the special collection', async ({
    app,
    ctx,
  }) => {
    const pages = { Elbise: [true, true], Çanta: [false, true], 'Özel Koleksiyon': [true, false] } as const
    for (const [name, [chart, zoom]] of Object.entries(pages)) {
      const { id: categoryId } = await aCategory(ctx, { name })
      const variants = [{ size: name === 'Çanta' ? 'Standart' : 'M' }]
      const { slug } = await aProduct(ctx, { categoryId, variants })
      const page = await open(app, `/urun/${slug}`)
      expectPublicPage(page)
      expect(page.html.includes('Beden Tablosu'), `${name}: chart`).toBe(chart)
      expect(page.html.includes('Görseli büyüt'), `${name}: zoom`).toBe(zoom)
    }
  })

  test('gives a browser the products that it remembers, as they are now, and keeps nothing of it', async ({
    app,
    ctx,
  }) => {
    const first = await aProduct(ctx, { name: 'Önce Bakılan' })
    const second = await aProduct(ctx, { name: 'Sonra Bakılan' })
    const { html, headers } = await open(app, `/son-bakilanlar?id=${second.id}&id=${first.id}&id=x`)
    expect(JSON.parse(html).cards.map((card: { name: string }) => card.name)).toEqual(['Sonra Bakılan', 'Önce Bakılan'])
    expect(headers.get('etag')).toBeNull()
  })

  test('says so when everything is sold out, and has no button that does nothing', async ({ app, ctx }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 0 }] })
    const { html } = await open(app, `/urun/${product.slug}`)
    expect(html).toContain('Bu ürün şu anda stokta bulunmamaktadır.')
    expect(html).not.toMatch(/ÖNCE BEDEN SEÇİN|SEPETE EKLE/)
  })
})
