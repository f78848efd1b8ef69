import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { products } from '#shop/catalog/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'

const usual = { fee: 49.9, freeFrom: 2000, provinces: [{ city: 'Hakkari', fee: 99 }] }

test('a fee for delivery is in the quote, the charge, the order, its contracts and mail, and on the pages', async ({
  ctx,
  api,
  app,
}) => {
  const product = await aProduct(ctx)
  const initial = await stockByVariant(ctx.db)
  const [token, staff] = [await signIn(ctx, await aUser(ctx)), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const saved = await api('PUT', '/admin/settings/delivery', { token: staff, body: usual })
  expect(saved.body.data).toMatchObject({ ...usual, provinces: [{ city: 'Hakkâri', fee: 99 }] })

  const { cartItems } = aPayment(product).orderData
  const quote = async (city: string, quantity = 1) => {
    const items = cartItems.map((item) => ({ ...item, quantity }))
    const { data } = (await api('POST', '/checkout/quote', { body: { cartItems: items, city } })).body
    return [data.goods, data.delivery, data.total]
  }
  expect(await quote('İstanbul')).toEqual([1199, 49.9, 1248.9])
  expect(await quote('hakkari')).toEqual([1199, 99, 1298])
  expect(await quote('İstanbul', 2)).toEqual([2398, 0, 2398])

  const buy = (totalAmount: number) =>
    api('POST', '/payments/create', { token, body: aPayment(product, { totalAmount }) })
  expect((await buy(1199)).body).toMatchObject({ code: 'PRICE_CHANGED', data: { totalAmount: 1248.9 } })
  const { orderId } = (await buy(1248.9)).body.data
  const order = (await api('GET', `/orders/${orderId}`, { token })).body.data
  expect(order).toMatchObject({ totalAmount: 1248.9, delivery: 49.9 })
  const [mail] = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-confirmation')
  expect(mail?.text).toContain('Kargo: 49,90 TL')
  expect(await auditBooks(ctx.db, initial)).toEqual([])

  const says = async (path: string, words: string) =>
    (await (await app.fetch(new Request(`http://shop.test${path}`))).text()).includes(words)
  const rule = 'Kargo ücreti 49,90 TL; 2.000,00 TL ve üzeri siparişlerde ücretsizdir.'
  expect(await says('/bilgi?section=teslimat-iade', rule)).toBe(true)
  const sales = '/bilgi?section=mesafeli-satis'
  expect(await says(sales, 'Kargo ücreti sipariş özetinde yazar ve Alıcı’ya aittir.')).toBe(true)
  expect(await says(sales, 'Kargo ücreti Satıcı’ya aittir')).toBe(false)
  expect(await says(`/urun/${product.slug}`, '"value":49.9')).toBe(true)
})

test('the fee goes back with the last piece, not with a part', async ({ ctx, api }) => {
  const product = await aProduct(ctx)
  const [token, staff] = [await signIn(ctx, await aUser(ctx)), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  await api('PUT', '/admin/settings/delivery', { token: staff, body: { fee: 50, freeFrom: 0, provinces: [] } })
  const body = aPayment(product, { quantity: 2, totalAmount: 2448 })
  const { orderId } = (await api('POST', '/payments/create', { token, body })).body.data
  await ctx.db.update(orders).set({ status: 'DELIVERED' }).where(eq(orders.id, orderId))
  const [item] = (await api('GET', `/orders/${orderId}`, { token })).body.data.items
  const giveBack = async () => {
    const body = { items: [{ itemId: item.id, quantity: 1 }], restock: false, reason: '' }
    await api('POST', `/admin/orders/${orderId}/refunds`, { token: staff, body })
    return (await api('GET', `/orders/${orderId}`, { token })).body.data.refundedAmount
  }
  expect([await giveBack(), await giveBack()]).toEqual([1199, 2448])
})

test('what is wrong is said at its field', async ({ ctx, api }) => {
  const staff = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const wrong = async (body: object) =>
    Object.keys(
      (await api('PUT', '/admin/settings/delivery', { token: staff, body: { ...usual, ...body } })).body.error,
    )
  expect(await wrong({ fee: -1 })).toEqual(['fee'])
  expect(await wrong({ provinces: [{ city: 'Paris', fee: 1 }] })).toEqual(['provinces.0.city'])
  const twice = [...usual.provinces, { city: 'HAKKARİ', fee: 1 }]
  expect(await wrong({ provinces: twice })).toEqual(['provinces'])
  const save = (version: number) =>
    api('PUT', '/admin/settings/delivery', { token: staff, body: { ...usual, version } })
  expect([(await save(0)).status, (await save(0)).body.code]).toEqual([200, 'EDIT_CONFLICT'])
})

test('a class of weight is in the quote and the charge of what is of it, keeps its products when renamed, and is no word without one', async ({
  ctx,
  api,
  app,
}) => {
  const [coat, shirt] = [await aProduct(ctx), await aProduct(ctx)]
  const initial = await stockByVariant(ctx.db)
  const [token, staff] = [await signIn(ctx, await aUser(ctx)), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const admin = (method: string, path: string, body?: object) => api(method, path, { token: staff, body })
  const page = async ({ slug }: { slug: string }) =>
    (await app.fetch(new Request(`http://shop.test/urun/${slug}`))).text()
  expect((await admin('GET', '/admin/weight-classes')).body.data).toEqual([])
  expect((await api('GET', '/admin/weight-classes', { token })).status).toBe(403)
  expect((await api('GET', '/admin/weight-classes')).status).toBe(401)

  const save = (classes: object[] | undefined) =>
    admin('PUT', '/admin/settings/delivery', { fee: 50, freeFrom: 0, provinces: [], classes })
  expect((await save([{ name: 'Ağır', extra: 80 }])).body.data.classes).toEqual([{ name: 'Ağır', extra: 80 }])
  await ctx.db.update(products).set({ weightClass: 'Ağır' }).where(eq(products.id, coat.id))
  const deliveryOf = async (...bought: (typeof coat)[]) => {
    const cartItems = bought.flatMap((product) => aPayment(product).orderData.cartItems)
    return (await api('POST', '/checkout/quote', { body: { cartItems } })).body.data.delivery
  }
  expect([await deliveryOf(coat, shirt), await deliveryOf(shirt)]).toEqual([130, 50])
  expect(await page(coat)).toContain('Bu ürünün kargo ücreti 130,00 TL')
  expect(await page(coat)).toContain('"value":130')
  expect(await page(shirt)).toContain('“Ağır” ürün bulunan siparişlerde 80,00 TL eklenir.')

  const renamed = await save([{ name: 'Büyük', extra: 70, was: 'Ağır' }])
  expect(renamed.body.data.classes).toEqual([{ name: 'Büyük', extra: 70 }])
  expect((await api('GET', `/products/${coat.id}`)).body.data.weightClass).toBe('Büyük')
  expect((await save(undefined)).body.data.classes, 'left out it stays').toHaveLength(1)
  const body = aPayment(coat, { totalAmount: 1319 })
  expect((await api('POST', '/payments/create', { token, body })).body.data.status).toBe('SUCCESS')
  expect(await auditBooks(ctx.db, initial)).toEqual([])

  expect((await save([{ name: '', extra: 0 }])).body.error).toMatchObject({
    'classes.0.name': ['Sınıfın adını yazın'],
    'classes.0.extra': ['Ek ücret sıfırdan büyük olmalı'],
  })
  expect((await save([])).status).toBe(200)
  expect([await deliveryOf(coat, shirt), (await page(shirt)).includes('“Ağır”')]).toEqual([50, false])
})
