import { describe, expect } from 'vitest'
import { eachText, productFields, textFields } from '#shop/catalog/product-fields.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aProductForm as aForm, aPhoto, aVariantRow as aRow, sendForm } from '#test/forms.ts'
import { test } from '#test/shop.ts'
import { inLine, lineOf } from '#test/waiting/line.ts'

const anAdmin = async (ctx: Ctx) => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))

describe('changing a product', () => {
  test('takes a form only', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const { id } = await aProduct(ctx, { name: 'Eski' })
    const refused = await api('PUT', `/admin/products/${id}`, { token, body: { name: 'Yeni' } })
    expect([refused.status, refused.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('changes only what is given', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, { name: 'Eski', variants: [{ sku: 'A' }, { sku: 'B' }] })
    const put = (fields: Record<string, string>) => sendForm(app, 'PUT', `/admin/products/${product.id}`, fields, token)
    const { body } = await put({ name: 'Yeni', withdrawalExemption: 'Sipariş üzerine örülür', originalPrice: '2000' })
    expect(body.data).toMatchObject({
      name: 'Yeni',
      slug: product.slug,
      description: product.description,
      withdrawalExemption: 'Sipariş üzerine örülür',
      originalPrice: 2000,
      version: 2,
      variants: [{ sku: 'A' }, { sku: 'B' }],
    })
    const cleared = await put({ withdrawalExemption: '', originalPrice: '' })
    expect(cleared.body.data).toMatchObject({ withdrawalExemption: null, originalPrice: null, name: 'Yeni' })
    expect((await put({ name: ' ' })).body.error).toEqual({ name: ['Ürün adı zorunludur'] })
    expect((await put({ variants: '[]' })).body.error).toEqual({ variants: ['En az bir varyant eklenmelidir'] })
  })

  test('an outfit is saved in its order and noted by name; what is deleted leaves it', async ({ ctx, api, app }) => {
    const token = await anAdmin(ctx)
    const { id } = await aProduct(ctx)
    const pieces = []
    for (const name of ['Etek', 'Çanta', 'Kemer']) pieces.push((await aProduct(ctx, { name })).id)
    const [skirt = '', bag = '', belt = ''] = pieces
    const put = (outfit: unknown, fields = {}) =>
      sendForm(app, 'PUT', `/admin/products/${id}`, { outfit: JSON.stringify(outfit), ...fields }, token)
    const saved = (await put([bag, skirt, bag])).body.data
    expect(saved).toMatchObject({
      outfit: [bag, skirt],
      outfitPieces: [{ id: bag, name: 'Çanta', price: 1199, published: true }, { id: skirt }],
    })
    expect((await put([belt, bag])).body.data.outfit).toEqual([belt, bag])
    const { body } = await api('GET', '/admin/audit', { token })
    expect(body.data[0]).toMatchObject({
      before: { outfit: ['Çanta', 'Etek'] },
      after: { outfit: ['Kemer', 'Çanta'] },
    })
    const copy = await api('POST', `/admin/products/${id}/copies`, { token, body: { color: 'Bordo' } })
    expect(copy.body.data.outfit).toEqual([])

    await api('DELETE', `/admin/products/${belt}`, { token })
    const left = await put([bag], { name: 'Yeni ad' })
    expect([left.status, left.body.data.name, left.body.data.outfit]).toEqual([200, 'Yeni ad', [bag]])
    expect((await put([])).body.data.outfit).toEqual([])
  })

  test('an outfit has two to four pieces that are there, and never the product itself', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const { id } = await aProduct(ctx)
    const pieces: string[] = []
    for (let n = 0; n < 5; n++) pieces.push((await aProduct(ctx)).id)
    const errors = async (outfit: unknown) =>
      (await sendForm(app, 'PUT', `/admin/products/${id}`, { outfit: JSON.stringify(outfit) }, token)).body.error
    expect(await errors(pieces.slice(0, 1))).toEqual({
      outfit: ['Kombin için en az 2 parça seçin ya da hiç seçmeyin'],
    })
    expect(await errors(pieces)).toEqual({ outfit: ['En çok 4 parça seçebilirsiniz'] })
    expect(await errors([id, ...pieces.slice(0, 2)])).toEqual({ outfit: ['Ürün kendi kombininde yer alamaz'] })
    expect(await errors([newId(), ...pieces.slice(0, 2)])).toEqual({ outfit: ['Seçilen ürünlerden biri bulunamadı'] })
    expect(await errors(pieces.slice(0, 4))).toBeUndefined()
    const form = await aForm(ctx, { outfit: JSON.stringify(pieces.slice(0, 2)) })
    const made = await sendForm(app, 'POST', '/admin/products', form, token)
    expect([made.status, made.body.data.outfit]).toEqual([201, pieces.slice(0, 2)])
  })

  test('every text field is saved, shown, copied and noted', async ({ ctx, api, app }) => {
    const token = await anAdmin(ctx)
    const { id, slug } = await aProduct(ctx)
    const put = (fields: Record<string, string>) => sendForm(app, 'PUT', `/admin/products/${id}`, fields, token)
    const texts = {
      ...eachText((name) => `${productFields[name].label} metni`),
      ...{
        care: 'wash-30, iron-low',
        fit: 'rahat',
        vatRate: '20',
        measurements: 'Beden;Boy\nS;60',
        tags: 'keten, yaz',
      },
    }
    const { tags: _, ...shown } = texts
    expect((await put(texts)).body.data).toMatchObject(texts)
    expect((await put({ name: 'Başka' })).body.data).toMatchObject(texts)
    const answer = (await api('GET', `/products/${slug}`)).body.data
    expect(answer).toMatchObject(shown)
    expect(Object.keys(answer)).not.toContain('tags')
    const { body } = await api('POST', `/admin/products/${id}/copies`, { token, body: { color: 'Bordo' } })
    expect(body.data).toMatchObject(texts)
    const { data: entries } = (await api('GET', `/admin/audit?subject=${id}`, { token })).body
    expect(entries.at(-1)).toMatchObject({ before: eachText(() => null), after: texts })
    for (const name of textFields) {
      const refused = await put({ [name]: 'a'.repeat(productFields[name].maxLength + 1) })
      expect(refused.body.error).toEqual({ [name]: [expect.stringMatching(/^En çok .* karakter yazabilirsiniz$/)] })
    }
    expect((await put(eachText(() => ''))).body.data).toMatchObject(eachText(() => null))
  })

  test('a text field with a rule refuses what breaks it', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const { id } = await aProduct(ctx)
    const put = (fields: Record<string, string>) => sendForm(app, 'PUT', `/admin/products/${id}`, fields, token)
    const refused = await put({ care: 'steam', fit: 'slim', measurements: 'Beden;Boy\nS;uzun' })
    expect([refused.status, refused.body.error]).toEqual([
      400,
      {
        care: ['“steam” bilinen bir bakım simgesi değil'],
        fit: ['Kalıp şunlardan biri olmalı: dar, oturan, normal, rahat, bol'],
        measurements: ['Ölçüler 0 ile 400 arasında, santimetre olmalı'],
      },
    ])
  })

  test('of two who edit at once the second is told', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const { id } = await aProduct(ctx)
    const put = (name: string) => sendForm(app, 'PUT', `/admin/products/${id}`, { name, version: '1' }, token)
    expect((await put('İlk')).status).toBe(200)
    const second = await put('İkinci')
    expect(second.body).toMatchObject({
      code: 'EDIT_CONFLICT',
      message: 'Bu ürün siz düzenlerken başka biri tarafından değiştirildi.',
      data: { version: 2 },
    })
    expect(second.status).toBe(409)
  })

  test('keeps variants by id, retires those that an order holds and drops the others', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, {
      variants: [
        { sku: 'S1', size: 'S', stock: 9 },
        { sku: 'M1', size: 'M' },
        { sku: 'L1', size: 'L' },
      ],
    })
    const [s, m] = product.variants
    const buyer = await signIn(ctx, await aUser(ctx))
    const bought = await api('POST', '/payments/create', { token: buyer, body: aPayment(product) })
    expect(bought.status).toBe(200)
    const row = { color: 'Kum', price: 900, stockQuantity: 1 }
    const rows = [
      { ...row, id: m?.id, sku: 'S1', size: 'L' },
      { ...row, id: 'yeni-1', sku: 'M1', size: 'M' },
      // A temporary id of hers that happens to look like one of ours.
      { ...row, id: crypto.randomUUID(), sku: 'XL1', size: 'XL' },
    ]
    const put = (variants: unknown[]) =>
      sendForm(app, 'PUT', `/admin/products/${product.id}`, { variants: JSON.stringify(variants) }, token)
    const { body } = await put(rows)
    expect(body.data.variants).toMatchObject([
      { id: m?.id, sku: 'S1', size: 'L', price: 900, stockQuantity: 1 },
      { sku: 'M1', size: 'M' },
      { sku: 'XL1', size: 'XL' },
    ])
    const order = await api('GET', `/admin/orders/${bought.body.data.orderId}`, { token })
    expect(order.body.data.items[0].variant).toMatchObject({ id: s?.id, sku: 'S1', size: 'S' })
    const gone = await put([{ ...row, id: s?.id, sku: 'X', size: 'S' }])
    expect([gone.status, Object.keys(gone.body.error)]).toEqual([400, ['variants.0.id']])
  })

  test('knows a variant without an id by its SKU, whatever its case', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, { variants: [{ sku: 'A' }, { sku: 'B' }] })
    const [a, b] = product.variants
    const rows = [
      { sku: 'b', color: 'Kum', size: 'M', price: 10, stockQuantity: 1 },
      { sku: 'C', color: 'Kum', size: 'S', price: 10, stockQuantity: 1 },
      { sku: 'A', color: 'Kum', size: 'L', price: 10, stockQuantity: 1 },
    ]
    const form = { variants: JSON.stringify(rows) }
    const { body } = await sendForm(app, 'PUT', `/admin/products/${product.id}`, form, token)
    expect(body.data.variants).toMatchObject([{ id: b?.id, sku: 'b' }, { sku: 'C' }, { id: a?.id, size: 'L' }])
    // Beside one that is named a row without an id is new, also under the SKU of one that was deleted.
    const named = { variants: JSON.stringify([{ ...rows[0], id: b?.id }, rows[2]]) }
    const next = await sendForm(app, 'PUT', `/admin/products/${product.id}`, named, token)
    expect(next.body.data.variants).toMatchObject([
      { id: b?.id },
      { sku: 'A', id: expect.not.stringMatching(`${a?.id}`) },
    ])
  })

  test('lets variants swap their SKUs and sizes', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, { variants: [{ sku: 'A' }, { sku: 'B' }] })
    const [a, b] = product.variants
    const rows = [
      { id: a?.id, sku: 'B', color: 'Kum', size: 'M', price: 10, stockQuantity: 1 },
      { id: b?.id, sku: 'A', color: 'Kum', size: 'S', price: 10, stockQuantity: 1 },
    ]
    const { status, body } = await sendForm(
      app,
      'PUT',
      `/admin/products/${product.id}`,
      { variants: JSON.stringify(rows) },
      token,
    )
    expect([status, body.data.variants.map((row: { sku: string }) => row.sku)]).toEqual([200, ['B', 'A']])
  })

  test('a sale while she edits is not undone, and more stock is kept for those who wait', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, { variants: [{ sku: 'A', stock: 5 }] })
    const [variant] = product.variants
    const buyer = await signIn(ctx, await aUser(ctx))
    await api('POST', '/payments/create', { token: buyer, body: aPayment(product, { quantity: 2 }) })
    const put = (stockQuantity: number, stockSeen?: number) => {
      const row = { id: variant?.id, sku: 'A', color: 'Kum', size: 'S', price: 1199, stockQuantity, stockSeen }
      const fields = { variants: JSON.stringify([row]) }
      return sendForm(app, 'PUT', `/admin/products/${product.id}`, fields, token)
    }
    await inLine(ctx, { productId: product.id, size: 'S' }, ['ayse'])
    expect((await put(9, 5)).body.data.totalStock).toBe(6)
    expect(await lineOf(ctx, product.id)).toEqual(['ayse held'])
    const refused = await put(1, 8)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      { 'variants.0.stockQuantity': [expect.stringContaining('stokta 6 adet var')] },
    ])
    expect((await put(2)).body.data.totalStock).toBe(2)
  })

  test('keeps and orders pictures, and a new main one takes the place of the old', async ({ ctx, app }) => {
    const token = await anAdmin(ctx)
    const stored = await Promise.all(
      ['#a00', '#0a0', '#00a'].map(async (color) => {
        const { body } = await sendForm(app, 'POST', '/admin/images', { file: await aPhoto(color) }, token)
        expect(body.data).toMatchObject({ width: 8, height: 10, url: expect.stringContaining(body.data.id) })
        return body.data as { id: string; url: string }
      }),
    )
    const [a, b, c] = stored.map(({ id }) => id)
    const { id } = await aProduct(ctx)
    const put = async (fields: Parameters<typeof sendForm>[3]) =>
      (await sendForm(app, 'PUT', `/admin/products/${id}`, fields, token)).body.data.imageIds
    expect(await put({ mainImageId: stored[1]?.url, existingImages: JSON.stringify([a, c]) })).toEqual([b, a, c])
    // The list holds extra pictures only: the main one stays.
    expect(await put({ existingImages: JSON.stringify([stored[2]?.url]) })).toEqual([b, c])
    expect(await put({ existingImages: JSON.stringify([c, a]) })).toEqual([b, c, a])
    expect(await put({ mainImageId: a })).toEqual([a, b, c])
    const [main, ...rest] = await put({ mainImage: await aPhoto('#ff0'), images: await aPhoto('#0ff') })
    expect([a, b, c]).not.toContain(main)
    expect(rest).toEqual([b, c, expect.any(String)])
    expect(await put({ existingImages: '[]' })).toEqual([main])
    expect(await put({ published: 'false', mainImageId: '' })).toEqual([])
  })

  test('logs no change of a text whose line ends came as form data has them', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx)
    const path = `/admin/products/${product.id}`
    const put = (fields: Record<string, string>) => sendForm(app, 'PUT', path, fields, token)
    await put({ description: 'Yumuşak keten.\n- Astarlı\n- Cepli' })
    const { body } = await put({ description: 'Yumuşak keten.\r\n- Astarlı\r\n- Cepli', name: 'Işıltılı Elbise' })
    expect(body.data.description).toBe('Yumuşak keten.\n- Astarlı\n- Cepli')
    const [entry] = (await api('GET', '/admin/audit', { token })).body.data
    expect(Object.keys(entry.after)).toEqual(['name'])
  })

  test('changes nothing when one part is refused', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    await aProduct(ctx, { variants: [{ sku: 'BASKA' }] })
    const product = await aProduct(ctx, { name: 'Eski Ad' })
    const variants = JSON.stringify([{ ...aRow, sku: 'BASKA' }])
    const put = await sendForm(app, 'PUT', `/admin/products/${product.id}`, { name: 'Yeni Ad', variants }, token)
    expect(put.status).toBe(409)
    expect((await api('GET', `/products/${product.id}`)).body.data.name).toBe('Eski Ad')
  })
})

describe('deleting a product', () => {
  test('frees its address and SKUs, and its orders still show it', async ({ ctx, app, api }) => {
    const token = await anAdmin(ctx)
    const product = await aProduct(ctx, { name: 'Keten Elbise', variants: [{ sku: 'KE-S' }] })
    const buyer = await signIn(ctx, await aUser(ctx))
    const bought = await api('POST', '/payments/create', { token: buyer, body: aPayment(product) })
    const removed = await api('DELETE', `/admin/products/${product.id}`, { token })
    expect([removed.status, removed.body.message]).toEqual([200, 'Ürün silindi.'])
    expect((await api('DELETE', `/admin/products/${product.id}`, { token })).status).toBe(404)
    expect((await api('GET', `/products/${product.id}`)).status).toBe(404)
    const order = await api('GET', `/orders/${bought.body.data.orderId}`, { token: buyer })
    expect(order.body.data.items[0].variant.product.name).toBe('Keten Elbise')
    const again = await sendForm(app, 'POST', '/admin/products', await aForm(ctx), token)
    expect([again.status, again.body.data.slug]).toEqual([201, 'keten-elbise'])
    expect((await api('DELETE', `/admin/orders/${bought.body.data.orderId}`, { token })).status).toBe(200)
  })
})
