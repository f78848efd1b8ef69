import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aLogo } from '#test/documents/logo.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { textOfPdf } from '#test/pdf.ts'
import { type Api, test } from '#test/shop.ts'

async function aSale(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, {
    name: 'Işıltılı Çağla Şal',
    variants: [{ stock: 9, color: 'Gümüş', size: 'Standart', sku: 'ŞAL-1' }],
  })
  const customer = await signIn(ctx, await aUser(ctx))
  const buy = async () =>
    (await api('POST', '/payments/create', { token: customer, body: aPayment(product, { quantity: 2 }) })).body.data
      .orderId as string
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return { customer, admin, buy }
}

type App = { fetch(request: Request): Response | Promise<Response> }

async function print(app: App, token: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await app.fetch(
    new Request(`http://shop.test/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return textOfPdf(Buffer.from(await response.arrayBuffer()))
}

describe.for(['/admin/packing-slips', '/admin/address-labels'])('POST %s', (path) => {
  test('is for admins, about paid orders', async ({ ctx, api }) => {
    const { customer, admin, buy } = await aSale(ctx, api)
    const orderId = await buy()
    expect((await api('POST', path, { body: { orderIds: [orderId] } })).status).toBe(401)
    expect((await api('POST', path, { token: customer, body: { orderIds: [orderId] } })).status).toBe(403)
    for (const [orderIds, status] of [
      [[], 400],
      [['yok'], 400],
      [[orderId, orderId], 400],
      [[orderId, crypto.randomUUID()], 404],
    ] as const) {
      expect((await api('POST', path, { token: admin, body: { orderIds } })).status).toBe(status)
    }
  })

  test('gives a page per order, in the order asked for, every Turkish letter in it', async ({ ctx, api, app }) => {
    const { admin, buy } = await aSale(ctx, api)
    const [first, second] = [await buy(), await buy()]
    await ctx.db
      .update(orders)
      .set({ firstName: 'Iğdır İpek Öykü', lastName: 'Çağlayangil', city: 'Muğla' })
      .where(eq(orders.id, second))
    const pages = await print(app, admin, path, { orderIds: [second, first] })
    expect(pages).toHaveLength(2)
    expect(pages[0]).toContain('Iğdır İpek Öykü Çağlayangil')
    expect(pages[0]).toContain('34710 Muğla')
    expect(pages[0]).toContain(`#${second.slice(-8).toUpperCase()}`)
    expect(pages[1]).toContain('Ayşe Yılmaz')
    expect(pages[1]).toContain('0532 111 22 33')
    // An order's number may hold any digits.
    const words = pages.join().replace(/#[0-9A-F]{8}/g, '')
    expect(words, 'neither card nor sum').not.toMatch(/5528|0008|TL\b/)
  })
})

test('a packing slip lists what is still to be sent, and the note', async ({ ctx, api, app }) => {
  const { admin, buy } = await aSale(ctx, api)
  const orderId = await buy()
  const order = (await api('GET', `/admin/orders/${orderId}`, { token: admin })).body.data
  const items = [{ itemId: order.items[0].id, quantity: 1 }]
  await api('POST', `/admin/orders/${orderId}/refunds`, { token: admin, body: { items } })
  const [page] = await print(app, admin, '/admin/packing-slips', { orderIds: [orderId], note: 'Güle güle giyin.' })
  expect(page).toContain('Işıltılı Çağla Şal ŞAL-1 Gümüş Standart 1')
  expect(page).toContain('Toplam 1 adet')
  expect(page).toContain('Güle güle giyin.')
  expect(page).toMatch(/^Narçiçeği Sipariş/)
  await aLogo(ctx, 'svg')
  const [withLogo] = await print(app, admin, '/admin/packing-slips', { orderIds: [orderId] })
  expect(withLogo, 'a logo stands in place of the name').toMatch(/^Sipariş/)
})

test('a label bears sender, carrier and number, and the longest address on one page', async ({ ctx, api, app }) => {
  const { admin, buy } = await aSale(ctx, api)
  const orderId = await buy()
  const address = 'Ağaçlıköy Mahallesi Şehit Öğretmen Gülümser Çığırgan Sokağı '.repeat(8).trim()
  await ctx.db
    .update(orders)
    .set({ address, firstName: 'Gülümser '.repeat(8).trim(), carrier: 'yurtici', trackingNumber: '123456789012' })
    .where(eq(orders.id, orderId))
  for (const size of ['a6', '10x15']) {
    const pages = await print(app, admin, '/admin/address-labels', { orderIds: [orderId], size })
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain(address)
    expect(pages[0]).toContain('0532 111 22 33')
    expect(pages[0]).toContain('Yurtiçi Kargo · 123456789012')
    expect(pages[0]).toContain('Örnek Mahallesi, Nar Sokak No: 1')
  }
})

test('a name with line breaks and hidden letters breaks neither mail nor paper', async ({ ctx, api, app }) => {
  const { customer, admin } = await aSale(ctx, api)
  const product = await aProduct(ctx)
  const body = aPayment(product)
  const customerInfo = {
    ...body.orderData.customerInfo,
    firstName: 'Ayşe\r\nBcc: kurban@posta.example\r\n\r\n',
    lastName: '\u202eYılmaz\u0000',
    address: 'Bağdat Caddesi\n1/2\u0007',
  }
  const bought = await api('POST', '/payments/create', {
    token: customer,
    body: { ...body, orderData: { ...body.orderData, customerInfo } },
  })
  expect(bought.status).toBe(200)
  const [mail] = await ctx.db.select().from(mails).where(eq(mails.kind, 'order-confirmation'))
  expect(`${mail?.toEmail}${mail?.subject}`).toMatch(/^\P{Cc}+$/u)
  expect(mail?.text).toContain('Ayşe Bcc: kurban@posta.example')
  const orderIds = [bought.body.data.orderId]
  for (const path of ['/admin/packing-slips', '/admin/address-labels']) {
    const [page = ''] = await print(app, admin, path, { orderIds })
    expect(page).toContain('Bağdat Caddesi 1/2')
  }
})
