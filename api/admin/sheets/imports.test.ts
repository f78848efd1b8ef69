import { eq } from 'drizzle-orm'
import { zipSync } from 'fflate'
import { describe, expect } from 'vitest'
import { getAdminProduct } from '#shop/catalog/edits/admin-products.ts'
import { deleteProduct } from '#shop/catalog/edits/product-edits.ts'
import { variants } from '#shop/catalog/schema.ts'
import { newId } from '#shop/ctx.ts'
import { runImport } from '#shop/imports/apply.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { aPhoto } from '#test/forms.ts'
import type { Json } from '#test/process.ts'
import { type Api, test as base } from '#test/shop.ts'

type Fixtures = {
  staff: string
  call: (method: string, path: string) => ReturnType<Api>
  upload: (
    file: string | Uint8Array,
    more?: { mapping?: string; name?: string },
  ) => Promise<{ status: number; body: Json }>
  /** Uploads, applies and runs the job. */
  bring: (file: string | Uint8Array) => Promise<Json>
  download: (path: string) => Promise<Uint8Array>
}

const test = base.extend<Fixtures>({
  staff: async ({ ctx }, use) => use(await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))),
  call: async ({ api, staff }, use) => use((method, path) => api(method, path, { token: staff })),
  upload: async ({ app, staff }, use) =>
    use(async (file, { mapping, name = 'urunler.csv' } = {}) => {
      const body = new FormData()
      body.set('file', new File([typeof file === 'string' ? file : new Uint8Array(file)], name))
      if (mapping !== undefined) body.set('mapping', mapping)
      const headers = { authorization: `Bearer ${staff}` }
      const answer = await app.fetch(
        new Request('http://shop.test/api/v1/admin/imports', { method: 'POST', body, headers }),
      )
      return { status: answer.status, body: await answer.json() }
    }),
  bring: async ({ ctx, upload, call }, use) =>
    use(async (file) => {
      const { body } = await upload(file)
      const { id } = body.data
      expect((await call('POST', `/admin/imports/${id}/apply`)).status).toBe(200)
      await runImport(ctx, id, new AbortController().signal)
      return (await call('GET', `/admin/imports/${id}`)).body.data
    }),
  download: async ({ app, staff }, use) =>
    use(async (path) => {
      const headers = { authorization: `Bearer ${staff}` }
      const answer = await app.fetch(new Request(`http://shop.test/api/v1${path}`, { headers }))
      expect(answer.status).toBe(200)
      return new Uint8Array(await answer.arrayBuffer())
    }),
})

const head = 'SKU;Barkod;Ürün adı;Açıklama;Kategori;Renk;Beden;Fiyat;İndirim öncesi fiyat;Stok;KDV oranı;Durum'
const rows = [
  'KME-S;8690000000011;Keten Midi Elbise;Hafif elbise.;Elbise;Kum;S;"₺1.299,90";;4;10;Taslak',
  'KME-M;8690000000028;Keten Midi Elbise;;Elbise;Kum;M;1299,90;;0;%10;Taslak',
  'GOM-38;;Poplin Gömlek;Beyaz gömlek.;Gömlek;Beyaz;38;899;999;2;20;Taslak',
]
const file = [head, ...rows].join('\n')
const counts = (body: Json) => {
  const { new: added, changed, same, failed } = body.counts
  return [added, changed, same, failed]
}

describe('an import', () => {
  test('says what it would change and changes nothing; applied it makes the products, and once more nothing', async ({
    api,
    upload,
    bring,
    catalogChanges,
    call,
  }) => {
    const { status, body } = await upload(file)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ format: 'butik', state: 'READY', rows: 3, errors: [] })
    expect(counts(body.data)).toEqual([2, 0, 0, 0])
    expect(body.data.sample[0].name).toBe('Keten Midi Elbise')
    expect((await call('GET', '/admin/products')).body.pagination.total).toBe(0)
    expect(catalogChanges).toEqual([])

    const done = await bring(file)
    expect(done).toMatchObject({ state: 'DONE', total: 2, done: 2, refused: 0 })
    const { body: list } = await call('GET', '/admin/products?sort=name')
    expect(list.data).toMatchObject([
      {
        name: 'Keten Midi Elbise',
        slug: 'keten-midi-elbise',
        published: false,
        vatRate: '10',
        category: { name: 'Elbise' },
        variants: [
          { sku: 'KME-S', color: 'Kum', size: 'S', price: 1299.9, stockQuantity: 4 },
          { sku: 'KME-M', size: 'M', stockQuantity: 0 },
        ],
      },
      { name: 'Poplin Gömlek', originalPrice: 999, variants: [{ size: '38', price: 899 }] },
    ])
    expect((await api('GET', '/categories')).body.data.map(({ name }: Json) => name).sort()).toEqual([
      'Elbise',
      'Gömlek',
    ])

    const { data: moves } = (await call('GET', `/admin/products/${list.data[0].id}/stock-moves`)).body
    const { firstName, lastName } = (await call('GET', '/account')).body.data
    expect(moves).toMatchObject([{ cause: 'import', before: 0, after: 4, actor: `${firstName} ${lastName}` }])

    const again = await upload(file)
    expect(counts(again.body.data)).toEqual([0, 0, 2, 0])
    const entries = (await call('GET', '/admin/audit?action=import.apply')).body.data
    expect(entries).toMatchObject([{ subject: { name: 'urunler.csv' }, after: { newProducts: 2, newVariants: 3 } }])
    expect((await call('GET', '/admin/imports')).body.pagination.total).toBe(3)
    const { counts: told } = (await upload('SKU;Stok;Kumaş\nKME-S;4;%100 keten\nKME-M;3;%100 keten\n')).body.data
    expect(told, 'the fabric is the product’s').toMatchObject({ changed: 1, newVariants: 0, changedVariants: 1 })
  })

  test('changes what the file says and nothing else, finds by barcode, and keeps what was sold meanwhile', async ({
    ctx,
    upload,
    call,
  }) => {
    const product = await aProduct(ctx, {
      variants: [
        { sku: 'A-S', stock: 5 },
        { sku: 'A-M', stock: 7 },
      ],
    })
    const [one, other] = product.variants
    await ctx.db
      .update(variants)
      .set({ barcode: '869' })
      .where(eq(variants.id, other?.id ?? ''))
    const renamed = (await upload('SKU;Ürün adı\nA-S;Yepyeni Ad\n')).body.data.sample[0].changes
    expect(renamed, 'its address stays').toEqual([{ label: 'Ürün adı', before: product.name, after: 'Yepyeni Ad' }])
    const { body } = await upload('SKU;Barkod;Fiyat;Stok\na-s;;1.000,50;10\n;869;;9\n')
    expect(counts(body.data)).toEqual([0, 1, 0, 0])
    expect(body.data.sample[0].changes).toContainEqual({ label: 'Kum / S: Stok', before: '5', after: '10' })
    // Two are sold before it is applied.
    await ctx.db
      .update(variants)
      .set({ stock: 3 })
      .where(eq(variants.id, one?.id ?? ''))
    await call('POST', `/admin/imports/${body.data.id}/apply`)
    await runImport(ctx, body.data.id, new AbortController().signal)
    const after = await getAdminProduct(ctx, product.id)
    expect(after.variants).toMatchObject([
      { sku: 'a-s', priceKurus: 100_050, stock: 8 },
      { sku: 'A-M', priceKurus: 119_900, stock: 9 },
    ])
    expect(after).toMatchObject({ name: product.name, description: product.description, published: true })
    expect(after.version).toBe(2)
  })

  test('tells what is wrong with each row, leaves that product out whole, and gives the rows back to correct', async ({
    ctx,
    bring,
    download,
    upload,
    call,
  }) => {
    await aProduct(ctx, { name: 'Eski Etek', variants: [{ sku: 'ESKI' }] })
    const broken = [
      head,
      'X-1;;Yeni Bluz;Bluz.;Bluz;Kum;S;abc;;1;10;Taslak',
      'X-2;;Yeni Bluz;Bluz.;Bluz;Kum;M;100;;1,5;10;Taslak',
      'ESKI;;Eski Etek;;;;;;;-1;18;belki',
      ';;Kodsuz;Bir şey.;Bluz;Kum;S;100;;1;10;Taslak',
      'X-3;;Kategorisiz;Bir şey.;;Kum;S;100;;1;10;Taslak',
      'X-4;8,69E+12;İyi Ürün;Bir şey.;Bluz;Kum;S;100;;1;10;Taslak',
      'X-5;;Doğru Ürün;Bir şey.;Bluz;Kum;S;100;;1;10;Taslak',
      'X-5;;Öbür Ürün;Bir şey.;Bluz;Kum;S;100;;1;10;Taslak',
    ].join('\n')
    const done = await bring(broken)
    expect(counts(done)).toEqual([1, 0, 0, 6])
    const told = done.errors.map(({ row, column }: Json) => `${row} ${column}`)
    expect(told).toEqual(
      expect.arrayContaining([
        '2 Fiyat',
        '3 Stok',
        '4 Stok',
        '4 KDV oranı',
        '4 Durum',
        '5 SKU',
        '6 Kategori',
        '7 Barkod',
        '9 SKU',
      ]),
    )
    for (const { message } of done.errors) expect(message).toMatch(/^[A-ZÇĞİÖŞÜ“]/)
    expect((await call('GET', '/admin/products?q=Bluz')).body.pagination.total).toBe(0)
    expect((await call('GET', '/admin/products?q=Do%C4%9Fru')).body.pagination.total).toBe(1)
    const failed = await call('GET', `/admin/imports/${done.id}/products?plan=FAILED&limit=2`)
    expect(failed.body.pagination).toEqual({ page: 1, totalPages: 3, total: 6 })
    const mistakes = await download(`/admin/imports/${done.id}/mistakes`)
    const again = await upload(mistakes, { name: 'hatali-satirlar.xlsx' })
    expect(again.body.data.rows).toBe(7)
    expect(again.body.data.errors).toHaveLength(done.errors.length - 1)
  })

  test('tells of a product without a code, a size or a price at its own row', async ({ upload }) => {
    const { body } = await upload('SKU;Ürün adı;Kategori\nX-9;Tamam;Etek\n;;\n;Kazak;\n')
    const told = body.data.errors.map(({ row, column }: Json) => `${row} ${column}`)
    expect(told).toEqual(expect.arrayContaining(['4 SKU', '4 Kategori']))
    expect([body.data.rows, body.data.errors.filter(({ row }: Json) => row < 2)]).toEqual([2, []])
  })

  test('says what to do about the code of a product at each of its sizes, and takes it as that', async ({ upload }) => {
    const list = 'Ürün Kodu;Ürün Adı;Kategori;Renk;Beden;Barkod;Fiyat\nSB-1;Şifon Bluz;Bluz;Ekru;36;8690000000011;900'
    const sizes = `${list}\nSB-1;Şifon Bluz;Bluz;Ekru;38;8690000000028;900`
    const told =
      'Bu SKU dosyada iki kez var; her beden ve rengin kendi kodu olmalı. Ürünün koduysa “Sütunlar”da “Ürün grubu kodu” seçin'
    expect((await upload(sizes)).body.data.errors).toEqual([{ row: 3, column: 'SKU', message: told }])
    const { body } = await upload(`${list}\nSB-1;Şifon Bluz;Bluz;Ekru;36;8690000000028;900`)
    expect(body.data.errors).toEqual([{ row: 3, column: 'SKU', message: 'Bu SKU dosyada iki kez var' }])
    const mapped = await upload(sizes, { mapping: JSON.stringify({ 'Ürün Kodu': 'key' }) })
    expect(counts(mapped.body.data)).toEqual([1, 0, 0, 0])
  })

  test('says of a product that is to be on sale why it stays a draft', async ({ upload }) => {
    const head = 'SKU;Ürün adı;Açıklama;Kategori;Renk;Beden;Fiyat;Stok;Durum'
    const { body } = await upload(
      `${head}\nA;Elbise;;Elbise;Kum;S;100;1;Yayında\nB;Gömlek;Metin;Elbise;Kum;S;100;1;Yayında\n`,
    )
    expect(body.data.sample.map(({ notes }: { notes: string[] }) => notes)).toEqual([
      ['Açıklaması olmadığı için taslak kalır'],
      ['Görseli olmadığı için taslak kalır; görselleri ürün sayfasından ekleyebilirsiniz'],
    ])
  })

  test('takes columns as the owner maps them, and remembers it for files with the same columns', async ({
    upload,
    ctx,
  }) => {
    await aCategory(ctx, { name: 'Elbise' })
    const strange = 'Kod;İsmi;Tutarı;Tür;Yazı\nQ-1;Elbise A;100;Elbise;Metin\n'
    expect((await upload(strange)).body.data.warnings[0]).toContain('sütunları eşleyin')
    const mapping = JSON.stringify({ Kod: 'sku', İsmi: 'name', Tutarı: 'price', Tür: 'category', Yazı: 'description' })
    const mapped = await upload(strange, { mapping })
    expect(mapped.body.data).toMatchObject({ errors: [], columns: [{ title: 'Kod', field: 'sku' }, {}, {}, {}, {}] })
    const next = await upload(`\n;\n${strange.replace('Q-1', 'Q-2')}`)
    expect([next.body.data.errors, counts(next.body.data)]).toEqual([[], [1, 0, 0, 0]])
  })

  test.for([
    ['nothing', '', 'urunler.csv'],
    ['a head alone', 'SKU;Fiyat\n', 'urunler.csv'],
    ['an old workbook', '\u00d0\u00cf\u0011\u00e0', 'urunler.xls'],
    ['a broken workbook', 'PK\u0003\u0004 nothing', 'urunler.xlsx'],
    ['a feed with a document type', '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa">]><rss>&a;</rss>', 'feed.xml'],
    ['a feed without products', '<?xml version="1.0"?><rss></rss>', 'feed.xml'],
    ['a feed that breaks off', '<?xml version="1.0"?><rss><item><g:id>1</g:id>', 'feed.xml'],
  ])('refuses %s in words', async ([, content = '', name = ''], { upload }) => {
    const { status, body } = await upload(
      Uint8Array.from(content, (letter) => letter.charCodeAt(0)),
      { name },
    )
    expect(status).toBe(400)
    expect(body.error.file[0]).toMatch(/^[A-ZÇĞİÖŞÜ].{20,}/)
  })

  test('refuses what cannot be: no file, a mapping that is none, an import that is not there, done or not running', async ({
    app,
    staff,
    upload,
    bring,
    call,
  }) => {
    const body = new FormData()
    body.set('mapping', '{}')
    const headers = { authorization: `Bearer ${staff}` }
    const empty = await app.fetch(
      new Request('http://shop.test/api/v1/admin/imports', { method: 'POST', body, headers }),
    )
    expect(empty.status).toBe(400)
    for (const mapping of ['{', '{"SKU":"yok"}', '[1]']) expect((await upload(file, { mapping })).status).toBe(400)
    for (const path of ['', '/products', '/mistakes'])
      expect((await call('GET', `/admin/imports/${newId()}${path}`)).status).toBe(404)
    for (const act of ['apply', 'stop'])
      expect((await call('POST', `/admin/imports/${newId()}/${act}`)).status).toBe(404)
    const done = await bring(file)
    expect((await call('POST', `/admin/imports/${done.id}/apply`)).status).toBe(409)
    expect((await call('POST', `/admin/imports/${done.id}/stop`)).status).toBe(409)
    const big = new Uint8Array(50_200_000)
    expect((await upload(big)).status).toBe(413)
  })

  test('stops where the owner says and goes on from there; a product that was deleted meanwhile is told', async ({
    ctx,
    upload,
    call,
  }) => {
    const product = await aProduct(ctx, { variants: [{ sku: 'SIL-1' }] })
    const { body } = await upload(`${file}\nSIL-1;;Silinecek;;;;;500;;1;;`)
    const { id } = body.data
    await call('POST', `/admin/imports/${id}/apply`)
    expect((await call('POST', `/admin/imports/${id}/stop`)).body.data.state).toBe('STOPPED')
    await runImport(ctx, id, new AbortController().signal)
    expect((await call('GET', '/admin/products')).body.pagination.total).toBe(1)
    await deleteProduct(ctx, product.id)
    await call('POST', `/admin/imports/${id}/apply`)
    await runImport(ctx, id, new AbortController().signal)
    const { data } = (await call('GET', `/admin/imports/${id}`)).body
    expect(data).toMatchObject({ state: 'DONE', total: 3, done: 3, refused: 1 })
    expect(data.errors[0].message).toContain('silinmiş')
  })

  test('brings pictures in a ZIP by their name; what is none is told and the product comes without', async ({
    bring,
    upload,
    call,
  }) => {
    const photo = new Uint8Array(await (await aPhoto('#cdbb9f')).arrayBuffer())
    const line = (sku: string, picture: string) => `${sku};Elbise ${sku};Metin;Elbise;100;1;${picture}`
    const csv = [
      'SKU;Ürün adı;Açıklama;Kategori;Fiyat;Stok;Görseller',
      line('Z-1', 'Ön.PNG'),
      line('Z-1B', 'img_1.jpg'),
      line('Z-1C', 'ışık.jpg'),
      line('Z-2', 'bozuk.jpg'),
      line('Z-3', 'http://127.0.0.1/a.jpg'),
    ].join('\n')
    const zip = zipSync({
      'urunler.csv': new TextEncoder().encode(csv),
      'resimler/ön.png': photo,
      // As cameras write it, and as a Turk with the shift key does.
      'resimler/IMG_1.JPG': photo,
      'resimler/IŞIK.JPG': photo,
      'resimler/bozuk.jpg': new TextEncoder().encode('no picture'),
    })
    const done = await bring(zip)
    expect(done).toMatchObject({ state: 'DONE', done: 5, refused: 0 })
    const { data } = (await call('GET', '/admin/products?sort=name')).body
    expect(data.map(({ published, imageIds }: Json) => [published, imageIds.length])).toEqual([
      [true, 1],
      [true, 1],
      [true, 1],
      [false, 0],
      [false, 0],
    ])
    const units = (await call('GET', `/admin/imports/${done.id}/products`)).body.data
    expect(units[3].notes.join()).toContain('resim')
    expect(units[4].notes.join()).toContain('herkese açık bir adres')
    expect(counts((await upload(zip)).body.data)).toEqual([0, 2, 3, 0])
  })

  test('joins the colors of a design, and needs two for it', async ({ ctx, bring, call, upload }) => {
    await aCategory(ctx, { name: 'Elbise' })
    const csv = [
      'SKU;Ürün adı;Açıklama;Kategori;Renk grubu;Renk;Fiyat;Stok',
      'R-1;Elbise Kum;Metin;Elbise;Keten Elbise;Kum;100;1',
      'R-2;Elbise Siyah;Metin;Elbise;Keten Elbise;Siyah;100;1',
      'R-3;Elbise Tek;Metin;Elbise;Yalnız;Siyah;100;1',
    ].join('\n')
    await bring(csv)
    const { data } = (await call('GET', '/admin/product-groups')).body
    expect(data).toMatchObject([{ name: 'Keten Elbise', members: [{}, {}] }])
    expect(counts((await upload(csv)).body.data)).toEqual([0, 0, 3, 0])
    const { sample } = (await upload('SKU;Renk grubu\nR-1;Yeni Grup\nR-3;Yeni Grup\n')).body.data
    expect(sample.map(({ changes }: { changes: unknown }) => changes)).toEqual([
      [{ label: 'Renk grubu', before: 'Keten Elbise', after: 'Yeni Grup' }],
      [{ label: 'Renk grubu', before: '', after: 'Yeni Grup' }],
    ])
  })
})

describe('an export', () => {
  test.for(['xlsx', 'csv'])(
    'of the products as %s brings no difference when it is imported again',
    async (format, { ctx, upload, download }) => {
      await aProduct(ctx, {
        name: 'Her Şeyi Olan "Elbise"; =1+1',
        originalPriceKurus: 150_000,
        fabric: '-%55 keten',
        care: 'hand-wash, iron-low',
        fit: 'oturan',
        vatRate: '10',
        measurements: 'Beden;Göğüs\nS;88,5',
        modelLine: '@manken 1,75 m',
        withdrawalExemption: '+Hijyen ürünü',
        variants: [
          { sku: '00123', color: 'Kum', colorHex: '#CDBB9F' },
          { sku: '=SUM(1)', size: '38', stock: 0 },
        ],
      })
      const { id, images } = await aProduct(ctx, { variants: [{}, { priceKurus: 99_901 }] })
      await ctx.db
        .update(variants)
        .set({ images: images.map((image) => image.id) })
        .where(eq(variants.productId, id))
      const bytes = await download(`/admin/exports/products?format=${format}`)
      if (format === 'csv') expect(new TextDecoder().decode(bytes)).not.toMatch(/(^|;)"?[=+@-]/m)
      const { body } = await upload(bytes, { name: `urunler.${format}` })
      expect(body.data.errors).toEqual([])
      expect(body.data.sample).toEqual([])
      expect(counts(body.data)).toEqual([0, 0, 2, 0])
      const stock = await upload(await download(`/admin/exports/stock?format=${format}`), { name: `stok.${format}` })
      expect(counts(stock.body.data)).toEqual([0, 0, 2, 0])
    },
  )

  test('of orders and customers is noted; the template can be imported as it is; another format is refused', async ({
    download,
    upload,
    call,
  }) => {
    for (const name of ['orders', 'customers'])
      expect((await download(`/admin/exports/${name}?format=csv`)).length).toBeGreaterThan(20)
    expect((await call('GET', '/admin/audit?action=export.download')).body.data).toHaveLength(2)
    const template = await upload(await download('/admin/imports/template'), { name: 'sablon.xlsx' })
    expect(template.body.data.errors).toEqual([])
    expect(counts(template.body.data)).toEqual([1, 0, 0, 0])
    for (const name of ['products', 'stock', 'orders', 'customers'])
      expect((await call('GET', `/admin/exports/${name}?format=pdf`)).status).toBe(400)
  })
})
