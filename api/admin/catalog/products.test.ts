import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import { products } from '#shop/catalog/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { maxImageBytes } from '#shop/media/contract.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { aProductForm as aForm, aPhoto, aVariantRow as aRow, sendForm } from '#test/forms.ts'
import { test } from '#test/shop.ts'

const anAdmin = async (ctx: Ctx) => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))

describe('who may see and change products', () => {
  test.for([
    ['GET', '/admin/products'],
    ['GET', '/admin/products/{id}'],
    ['GET', '/admin/products/{id}/price-check?price=10'],
    ['POST', '/admin/products'],
    ['PUT', '/admin/products/{id}'],
    ['DELETE', '/admin/products/{id}'],
    ['POST', '/admin/products/{id}/copies'],
    ['POST', '/admin/images'],
  ] as const)('%s %s: not a guest, not a customer', async ([method, path], { ctx, app }) => {
    const { id } = await aProduct(ctx)
    const customer = await signIn(ctx, await aUser(ctx))
    const answers = []
    for (const token of [undefined, customer]) {
      const headers = token ? { authorization: `Bearer ${token}` } : undefined
      const body = method === 'POST' || method === 'PUT' ? new FormData() : undefined
      const address = `http://shop.test/api/v1${path.replace('{id}', id)}`
      answers.push((await app.fetch(new Request(address, { method, headers, body }))).status)
    }
    expect(answers).toEqual([401, 403])
  })
})

describe('a new product', () => {
  test('is on sale with its pictures, the main one first', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const form = {
      ...(await aForm(ctx, { mainImageId: undefined, originalPrice: '1.5' })),
      mainImage: await aPhoto('#a00'),
      images: [await aPhoto('#0a0'), await aPhoto('#00a')],
    }
    const { status, body } = await sendForm(app, 'POST', '/admin/products', form, token)
    expect([status, body.message]).toEqual([201, 'Ürün eklendi.'])
    expect(body.data).toMatchObject({
      slug: 'keten-elbise',
      price: 1199.5,
      originalPrice: 1.5,
      struckPrice: null,
      published: true,
      version: 1,
      totalStock: 4,
      groupId: null,
      withdrawalExemption: null,
      variants: [{ sku: 'KE-S', color: 'Kum', colorHex: '#cdbb9f', size: 'S', price: 1199.5, stockQuantity: 4 }],
    })
    expect(body.data.imageIds).toHaveLength(3)
    expect(body.data.mainImage).toBe(body.data.pictures[0].url)
    expect(body.data.images).toEqual(body.data.pictures.slice(1).map(({ url }: { url: string }) => url))
    expect((await api('GET', '/products/keten-elbise')).body.data.mainImage).toBe(body.data.mainImage)
    const [entry] = await ctx.db.select().from(auditEntries).where(eq(auditEntries.subjectId, body.data.id))
    expect(entry).toMatchObject({ action: 'product.create', actorName: 'Ayşe Yılmaz', subjectName: 'Keten Elbise' })
  })

  test('says what is missing, at its field', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const { status, body } = await sendForm(app, 'POST', '/admin/products', { variants: '[]' }, token)
    expect([status, body.error]).toEqual([
      400,
      {
        name: ['Ürün adı zorunludur'],
        categoryId: ['Kategori seçin'],
        description: ['Ürün açıklaması zorunludur'],
        mainImage: ['Ana görsel zorunludur'],
        variants: ['En az bir varyant eklenmelidir'],
      },
    ])
  })

  test('a form without fields, without any of a product, or cut off on its way changes nothing and says so', async ({
    ctx,
    app,
  }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx)
    const cutOff = '--b\r\nContent-Disposition: form-data; name="na'
    for (const [method, path] of [
      ['POST', '/admin/products'],
      ['PUT', `/admin/products/${product.id}`],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
      const raw = new Request(`http://shop.test/api/v1${path}`, { method, headers, body: cutOff })
      const broken = await app.fetch(raw)
      const answers = [
        await sendForm(app, method, path, {}, token),
        await sendForm(app, method, path, { beden: 'M' }, token),
        { status: broken.status, body: (await broken.json()) as { message: string } },
      ]
      for (const { status, body } of answers)
        expect([status, body.message], method).toEqual([400, 'Form verileri eksik. Lütfen tekrar deneyin.'])
    }
  })

  test('says at each cell of the grid what is wrong', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const rows = [
      { sku: '', color: ' ', size: '', price: 0, stockQuantity: -1 },
      {},
      { ...aRow, price: 10.001, stockQuantity: 1.5 },
    ]
    const form = await aForm(ctx, { variants: JSON.stringify(rows) })
    const { status, body } = await sendForm(app, 'POST', '/admin/products', form, token)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      'variants.0.sku': ['1. varyant: SKU gerekli'],
      'variants.0.color': ['1. varyant: Renk gerekli'],
      'variants.0.size': ['1. varyant: Beden gerekli'],
      'variants.0.price': ["1. varyant: Fiyat 0'dan büyük olmalı"],
      'variants.0.stockQuantity': ['1. varyant: Stok miktarı negatif olamaz'],
      'variants.1.sku': ['2. varyant: SKU gerekli'],
      'variants.1.price': ["2. varyant: Fiyat 0'dan büyük olmalı"],
      'variants.2.price': ['3. varyant: Fiyatta en çok iki ondalık basamak olabilir'],
      'variants.2.stockQuantity': ['3. varyant: Stok tam sayı olmalı'],
    })
    expect(body.message).toBe('1. varyant: SKU gerekli')
    const third = JSON.stringify([aRow, { ...aRow, sku: 'KE-M', size: 'M' }, { ...aRow, sku: '', size: 'L' }])
    const missing = await sendForm(app, 'POST', '/admin/products', await aForm(ctx, { variants: third }), token)
    expect(missing.body.message).toBe('3. varyant: SKU gerekli')
  })

  test.for(['{', '{"a":1}', '["a"]', 'null'])('refuses %s as variants', async (variants, { ctx, app }) => {
    const { status, body } = await sendForm(
      app,
      'POST',
      '/admin/products',
      await aForm(ctx, { variants }),
      await anAdmin(ctx),
    )
    expect([status, body.message]).toEqual([400, 'Varyant bilgileri eksik veya hatalı.'])
  })

  test('refuses an SKU or a size twice, an SKU of another product, and an address in use', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const other = await aProduct(ctx, { variants: [{ sku: 'BASKA' }] })
    const post = async (given: Record<string, string>) =>
      sendForm(app, 'POST', '/admin/products', await aForm(ctx, given), token)
    const twice = await post({ variants: JSON.stringify([aRow, aRow]) })
    expect([twice.status, twice.body.error]).toEqual([
      400,
      {
        'variants.1.sku': ['2. varyant: Bu SKU zaten kullanılıyor'],
        'variants.1.size': ['2. varyant: Aynı renk ve beden iki kez eklenmiş'],
      },
    ])
    const taken = await post({ variants: JSON.stringify([aRow, { ...aRow, size: 'M', sku: 'BASKA' }]) })
    expect([taken.status, taken.body.message, taken.body.error]).toEqual([
      409,
      '2. varyant: Bu SKU zaten kullanılıyor',
      { 'variants.1.sku': ['2. varyant: Bu SKU zaten kullanılıyor'] },
    ])
    const address = await post({ slug: other.slug })
    expect([address.status, Object.keys(address.body.error)]).toEqual([409, ['slug']])
    expect(await ctx.db.select().from(products)).toHaveLength(1)
  })

  test('refuses SKUs that differ in case only, in one product and in two', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    await aProduct(ctx, { variants: [{ sku: 'Işık-ŞAL' }] })
    const post = async (...skus: string[]) => {
      const rows = skus.map((sku, index) => ({ ...aRow, sku, size: String(index) }))
      return sendForm(app, 'POST', '/admin/products', await aForm(ctx, { variants: JSON.stringify(rows) }), token)
    }
    for (const sku of ['IŞIK-ŞAL', 'ışık-şal', 'işik-şAL']) {
      expect((await post('A', sku)).body.error, sku).toEqual({
        'variants.1.sku': ['2. varyant: Bu SKU zaten kullanılıyor'],
      })
    }
    expect((await post('ke-s', 'KE-S')).body.error).toEqual({
      'variants.1.sku': ['2. varyant: Bu SKU zaten kullanılıyor'],
    })
    expect((await post('ışık-sal')).status).toBe(201)
  })

  test('takes numbers as text, and ids of its maker that look like ours', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const rows = [
      { ...aRow, id: '5b0c7b1e-92cf-4a6e-8b4b-6a1c2d3e4f50', price: '1199.50', stockQuantity: '4' },
      { ...aRow, id: 'temp-2', sku: 'KE-M', size: 'M' },
    ]
    const form = await aForm(ctx, { variants: JSON.stringify(rows) })
    const made = await sendForm(app, 'POST', '/admin/products', form, token)
    expect(made.body.data.variants).toMatchObject([
      { sku: 'KE-S', price: 1199.5, stockQuantity: 4 },
      { sku: 'KE-M', price: 1199.5 },
    ])
    const known = made.body.data.variants.map((variant: object) => ({ ...variant, colorHex: null }))
    const added = { ...aRow, id: '5b0c7b1e-92cf-4a6e-8b4b-6a1c2d3e4f51', sku: 'KE-L', size: 'L' }
    const path = `/admin/products/${made.body.data.id}`
    const saved = await sendForm(app, 'PUT', path, { variants: JSON.stringify([...known, added]) }, token)
    expect(saved.body.data.variants.map(({ id, sku }: { id: string; sku: string }) => [id, sku])).toEqual([
      [known[0].id, 'KE-S'],
      [known[1].id, 'KE-M'],
      [expect.not.stringContaining(added.id), 'KE-L'],
    ])
    const elsewhere = await aForm(ctx, {
      slug: 'baska',
      variants: JSON.stringify([{ ...added, id: known[0].id, sku: 'X' }]),
    })
    const stolen = await sendForm(app, 'POST', '/admin/products', elsewhere, token)
    expect([stolen.status, stolen.body.message]).toEqual([
      400,
      '1. varyant: Bu varyant artık yok; sayfayı yenileyip yeniden deneyin.',
    ])
  })

  test('refuses files that are no pictures, naming the file, and pictures nobody knows', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const bad = new File(['merhaba'], 'not.txt')
    const post = async (fields: Parameters<typeof sendForm>[3]) =>
      sendForm(app, 'POST', '/admin/products', { ...(await aForm(ctx)), ...fields }, token)
    const extra = await post({ images: [await aPhoto('#123'), bad] })
    expect([extra.status, extra.body.error, extra.body.data]).toEqual([
      400,
      { 'images.1': ['Sadece resim dosyaları kabul edilir'] },
      { file: 'not.txt' },
    ])
    const large = await post({ mainImage: new File([new Uint8Array(maxImageBytes + 1)], 'buyuk.jpg') })
    expect([large.status, large.body.error]).toEqual([413, { mainImage: ["Dosya boyutu 10MB'dan büyük olamaz"] }])
    const unknown = await post({ existingImages: JSON.stringify(['f'.repeat(32)]) })
    expect([unknown.status, Object.keys(unknown.body.error)]).toEqual([400, ['existingImages']])
    const strange = await post({ mainImageId: 'f'.repeat(32) })
    expect([strange.status, Object.keys(strange.body.error)]).toEqual([400, ['mainImageId']])
  })

  test('shows a color by those of its pictures that were chosen for it, as long as it has them', async ({
    ctx,
    app,
    api,
  }) => {
    const token = await anAdmin(ctx)
    const rows = [aRow, { ...aRow, sku: 'KE-KS', color: 'Kırmızı' }]
    const form = { ...(await aForm(ctx)), images: [await aPhoto('#0a0'), await aPhoto('#00a')] }
    const made = await sendForm(app, 'POST', '/admin/products', { ...form, variants: JSON.stringify(rows) }, token)
    const { id, imageIds, images, variants } = made.body.data
    expect(variants.map((variant: { images: string[] }) => variant.images)).toEqual([[], []])
    const put = (fields: Record<string, string>) => sendForm(app, 'PUT', `/admin/products/${id}`, fields, token)
    const [sand, red] = variants
    // By id or by address; what is left out stays as it is.
    const chosen = [sand, { ...red, images: [images[1], imageIds[1]] }]
    expect((await put({ variants: JSON.stringify(chosen) })).status).toBe(200)
    const shown = async () => {
      const { data } = (await api('GET', '/products/keten-elbise')).body
      return Object.fromEntries(
        data.variants.map((one: { color: string; images: string[] }) => [one.color, one.images]),
      )
    }
    expect(await shown()).toEqual({ Kum: [], Kırmızı: [images[1], images[0]] })
    const { images: _, ...unsaid } = { ...red, price: 900 }
    expect((await put({ variants: JSON.stringify([sand, unsaid]) })).status).toBe(200)
    expect(await shown()).toEqual({ Kum: [], Kırmızı: [images[1], images[0]] })
    expect((await put({ existingImages: JSON.stringify([imageIds[2]]) })).status).toBe(200)
    expect(await shown()).toEqual({ Kum: [], Kırmızı: [images[1]] })
    const gone = await put({ variants: JSON.stringify([sand, { ...red, images: [imageIds[1]] }]) })
    expect([gone.status, gone.body.error]).toEqual([
      400,
      { 'variants.1.images': ['2. varyant: Rengin görseli ürünün görsellerinden biri olmalı'] },
    ])
  })

  test('as a draft needs a name and a category only, and all else to be published', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const { id: categoryId } = await aCategory(ctx)
    const form = { name: 'Taslak', categoryId, published: 'false' }
    const { status, body } = await sendForm(app, 'POST', '/admin/products', form, token)
    expect([status, body.data.published]).toEqual([201, false])
    expect((await api('GET', '/products/taslak')).status).toBe(404)
    const put = (fields: Record<string, string>) =>
      sendForm(app, 'PUT', `/admin/products/${body.data.id}`, fields, token)
    const refused = await put({ published: 'true' })
    expect([refused.status, Object.keys(refused.body.error)]).toEqual([400, ['description', 'mainImage', 'variants']])
    const { name: _, categoryId: __, ...rest } = await aForm(ctx, { published: 'true' })
    expect((await put(rest)).status).toBe(200)
    expect((await api('GET', '/products/taslak')).status).toBe(200)
  })
})

describe('another color', () => {
  test('is a draft of the same design in its group', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, {
      name: 'Keten Elbise Kum',
      variants: [
        { sku: 'KE-KUM-S', size: 'S', stock: 3 },
        { sku: 'KE-KUM-M', size: 'M' },
      ],
    })
    const copy = async () =>
      (await api('POST', `/admin/products/${product.id}/copies`, { token, body: { color: 'Bordo' } })).body.data
    const first = await copy()
    expect(first).toMatchObject({
      name: 'Keten Elbise Bordo',
      slug: 'keten-elbise-bordo',
      published: false,
      totalStock: 0,
      imageIds: [],
      price: 1199,
      variants: [
        { sku: 'KE-BOR-S', color: 'Bordo', size: 'S' },
        { sku: 'KE-BOR-M', size: 'M' },
      ],
    })
    const second = await copy()
    expect(second).toMatchObject({ slug: 'keten-elbise-bordo-2', groupId: first.groupId })
    expect(second.variants[0].sku).toBe('KE-BOR-S-2')
    expect((await api('GET', `/admin/products/${product.id}`, { token })).body.data.groupId).toBe(first.groupId)
  })
})

describe('the price check', () => {
  test('says what shoppers will see and why', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const was1400 = await aProduct(ctx, { originalPriceKurus: 140_000, variants: [{ priceKurus: 120_000 }] })
    const fresh = await aProduct(ctx)
    const ask = async (id: string, query: string) =>
      (await api('GET', `/admin/products/${id}/price-check?${query}`, { token })).body.data
    expect(await ask(was1400.id, 'price=1200&originalPrice=1400')).toEqual({
      struckPrice: 1400,
      message: expect.stringContaining('1.400,00 TL'),
    })
    expect(await ask(was1400.id, 'price=1200&originalPrice=1900')).toEqual({
      struckPrice: 1400,
      message: expect.stringContaining('30 günün en düşük fiyatı'),
    })
    expect((await ask(was1400.id, 'price=1000&originalPrice=1900')).struckPrice).toBe(1200)
    expect((await ask(was1400.id, 'price=1300&originalPrice=1900')).struckPrice).toBe(null)
    expect(await ask(fresh.id, 'price=1199&originalPrice=1900')).toEqual({
      struckPrice: null,
      message: expect.stringContaining('daha önce uygulanmış bir fiyatı yok'),
    })
    const unsaved = await api('GET', '/admin/products/price-check?price=10&originalPrice=20', { token })
    expect(unsaved.body.data.struckPrice).toBe(null)
  })

  test('agrees with what the shop then shows', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, { originalPriceKurus: 140_000, variants: [{ sku: 'A', priceKurus: 120_000 }] })
    const path = `/admin/products/${product.id}/price-check?price=1000&originalPrice=1900`
    const { struckPrice } = (await api('GET', path, { token })).body.data
    const [variant] = product.variants
    const row = { id: variant?.id, sku: 'A', color: 'Kum', size: 'S', price: 1000, stockQuantity: 5 }
    const fields = { originalPrice: '1900', variants: JSON.stringify([row]) }
    const { body } = await sendForm(app, 'PUT', `/admin/products/${product.id}`, fields, token)
    expect(body.data).toMatchObject({ price: 1000, originalPrice: 1900, struckPrice })
    expect((await api('GET', `/products/${product.id}`)).body.data.originalPrice).toBe(struckPrice)
  })
})

describe('the list', () => {
  test('finds, filters and sorts; drafts are in it', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const skirts = await aCategory(ctx, { name: 'Etek' })
    await aProduct(ctx, { name: 'Çiçekli Elbise', variants: [{ sku: 'CE-1', priceKurus: 90_000, stock: 1 }] })
    await aProduct(ctx, { name: 'Keten Etek', categoryId: skirts.id, variants: [{ color: 'Şampanya', stock: 20 }] })
    await aProduct(ctx, { name: 'Işıltılı Bluz', variants: [{ sku: '100%', stock: 0, priceKurus: 500_000 }] })
    const draft = { name: 'Dantelli Taslak', categoryId: skirts.id, published: 'false' }
    await sendForm(app, 'POST', '/admin/products', draft, token)
    const names = async (query: string) => {
      const { body } = await api('GET', `/admin/products?${query}`, { token })
      expect(body.pagination.total).toBe(body.data.length)
      return body.data.map((row: { name: string }) => row.name.split(' ')[0])
    }
    expect(await names('sort=name')).toEqual(['Çiçekli', 'Dantelli', 'Işıltılı', 'Keten'])
    expect(await names('q=ISILTILI')).toEqual(['Işıltılı'])
    expect(await names('q=ce-1')).toEqual(['Çiçekli'])
    expect(await names('q=sampanya+etek')).toEqual(['Keten'])
    expect(await names('q=100%25')).toEqual(['Işıltılı'])
    expect(await names('q=%25')).toEqual(['Işıltılı'])
    expect(await names('category=etek&sort=name')).toEqual(['Dantelli', 'Keten'])
    expect(await names(`category=${skirts.id}&state=published`)).toEqual(['Keten'])
    expect(await names('area=alt-giyim&state=draft')).toEqual(['Dantelli'])
    expect(await names('stock=out&sort=name')).toEqual(['Dantelli', 'Işıltılı'])
    expect(await names('stock=low')).toEqual(['Çiçekli'])
    expect(await names('stock=in&sort=stock-desc')).toEqual(['Keten', 'Çiçekli'])
    expect(await names('sort=stock-asc')).toEqual(['Dantelli', 'Işıltılı', 'Çiçekli', 'Keten'])
    expect(await names('sort=price-desc')).toEqual(['Işıltılı', 'Keten', 'Çiçekli', 'Dantelli'])
    const second = await api('GET', '/admin/products?limit=3&page=2&sort=name', { token })
    expect(second.body.data.map((row: { name: string }) => row.name)).toEqual(['Keten Etek'])
    expect(second.body.pagination).toEqual({ page: 2, totalPages: 2, total: 4 })
    expect((await api('GET', '/admin/products?limit=201', { token })).status).toBe(400)
  })
})
