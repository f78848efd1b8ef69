import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { changeProduct, deleteProduct } from '#shop/catalog/edits/product-edits.ts'
import { variants } from '#shop/catalog/schema.ts'
import { tendMarketplace } from '#shop/channels/market/tend.ts'
import { channels } from '#shop/channels/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { days, minutes, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { sheetOf } from '#test/documents/xlsx.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/outside/trendyol/shop.ts'
import { type Api, test as plain, type TestClock } from '#test/shop.ts'

async function aShop(ctx: Ctx, api: Api, clock: TestClock, stock = 5) {
  const product = await aProduct(ctx, { name: 'Keten Elbise', variants: [{ stock, priceKurus: 25_000 }] })
  const id = product.variants[0]?.id ?? ''
  await ctx.db.update(variants).set({ barcode: '8690000000005' }).where(eq(variants.id, id))
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const call = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, owner), body })
  /** A round of the talk with it, half a minute later. */
  const tend = async () => {
    clock.forward(seconds(31))
    await tendMarketplace(ctx)
  }
  const left = async () => (await ctx.db.select().from(variants).where(eq(variants.id, id)))[0]?.stock
  const orders = async () => (await call('GET', '/admin/orders')).body.data
  const overview = async () => (await call('GET', '/admin/marketplace')).body.data.marketplace
  const decide = (packageId: number, decision: string) =>
    call('POST', `/admin/marketplace/packages/${packageId}/decision`, { decision })
  const buyHere = async () => {
    const token = await signIn(ctx, await aUser(ctx))
    return (await api('POST', '/payments/create', { token, body: aPayment(product) })).status
  }
  return { product, barcode: '8690000000005', call, tend, left, orders, overview, decide, buyHere }
}

describe('stock and prices', () => {
  test('follow the shop, many changes at once, and only what differs', async ({ ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock)
    await shop.tend()
    expect(trendyol.stock.get(shop.barcode)).toEqual({ quantity: 5, salePrice: 250, listPrice: 250 })
    await shop.tend()
    expect(trendyol.pushes).toHaveLength(1)
    await shop.buyHere()
    await shop.buyHere()
    await shop.tend()
    expect(trendyol.stock.get(shop.barcode)?.quantity).toBe(3)
    expect(trendyol.pushes).toHaveLength(2)
    const { settings, version } = await shop.overview()
    const put = (body: object) => shop.call('PUT', '/admin/settings/marketplace', body)
    expect((await put({ settings: { buffer: -1 } })).status).toBe(400)
    expect((await put({ settings: { ...settings, buffer: 2 }, version })).status).toBe(200)
    expect((await put({ settings, version: 7 })).status).toBe(409)
    await shop.tend()
    expect(trendyol.stock.get(shop.barcode)?.quantity).toBe(1)
    await changeProduct(ctx, shop.product.id, { published: false })
    await shop.tend()
    expect(trendyol.stock.get(shop.barcode)?.quantity).toBe(0)
  })

  for (const how of ['drop before', 'drop after', 'html 502', 'http 429', 'half an answer'] as const) {
    test(`arrive in the end after ${how}`, async ({ ctx, api, clock, trendyol }) => {
      const shop = await aShop(ctx, api, clock)
      await shop.tend()
      await shop.buyHere()
      // The first question of a round after a push is for the batch, so nothing is spoiled before it is over.
      await shop.tend()
      await shop.buyHere()
      clock.forward(seconds(1))
      await ctx.db.update(channels).set({ ordersAfter: new Date(clock.now.getTime() + days(1)) })
      await ctx.db.execute(sql`update channel_listings set batch_id = null`)
      trendyol.mischief.push(how)
      await shop.tend()
      expect((await shop.overview()).lastError).toContain('Trendyol')
      for (let round = 0; round < 4; round++) await shop.tend()
      expect(trendyol.stock.get(shop.barcode)?.quantity).toBe(3)
      expect((await shop.overview()).lastError).toBe('')
    })
  }

  test('that it does not know are told to the owner', async ({ ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock)
    await aProduct(ctx)
    trendyol.unknown.add(shop.barcode)
    await shop.tend()
    await shop.tend()
    expect(await shop.overview()).toMatchObject({
      listings: 1,
      withoutBarcode: 1,
      failures: [{ productId: shop.product.id, barcode: shop.barcode, error: 'Ürün bulunamadı' }],
    })
  })

  test('of a piece that left the shop are sold out', async ({ ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock)
    trendyol.buy([{ barcode: shop.barcode }])
    await shop.tend()
    await deleteProduct(ctx, shop.product.id)
    await shop.tend()
    expect(trendyol.stock.get(shop.barcode)?.quantity).toBe(0)
  })
})

test('a line of no pieces keeps no package from being read, and a package of none waits for the owner', async ({
  ctx,
  api,
  clock,
  trendyol,
}) => {
  const shop = await aShop(ctx, api, clock)
  const none = { barcode: shop.barcode, quantity: 0 }
  const empty = trendyol.buy([none])
  trendyol.buy([none, { barcode: shop.barcode, quantity: 2 }])
  await shop.tend()
  const { short, lastError } = await shop.overview()
  expect([short, lastError]).toMatchObject([
    [{ packageId: String(empty), reason: 'Pakette gönderilecek ürün yok.' }],
    '',
  ])
  expect(await shop.orders()).toMatchObject([{ totalAmount: 500 }])
  expect(await shop.left()).toBe(3)
})

test('whether it is in step is said before the shop goes live', async ({ ctx, api, clock, trendyol }) => {
  const shop = await aShop(ctx, api, clock)
  const item = async () =>
    (await shop.call('GET', '/admin/readiness')).body.data.items.find(({ id }: { id: string }) => id === 'market')
  expect(await item()).toMatchObject({ state: 'advice', text: expect.stringContaining('henüz hiç yanıt vermedi') })
  await shop.tend()
  expect(await item()).toMatchObject({ title: 'Trendyol', state: 'done' })
  trendyol.mischief.push('html 502')
  await shop.tend()
  expect(await item()).toMatchObject({ state: 'advice', text: expect.stringContaining('Trendyol') })
})

describe('an order from there', () => {
  test('holds its stock once, is prepared like any other, and mails nobody', async ({ ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock)
    const id = trendyol.buy([{ barcode: shop.barcode, quantity: 2, price: 230 }])
    await shop.tend()
    await shop.tend()
    expect(await shop.left()).toBe(3)
    expect(trendyol.stock.get(shop.barcode)?.quantity).toBe(3)
    const [order] = await shop.orders()
    expect(order).toMatchObject({ paymentMethod: 'MARKETPLACE', paymentStatus: 'SUCCESS', totalAmount: 460 })
    expect((await shop.call('PUT', `/admin/orders/${order.id}/status`, { status: 'CONFIRMED' })).status).toBe(200)
    await shop.tend()
    expect(trendyol.told).toEqual([{ id, what: 'Picking' }])
    trendyol.change(id, 'Delivered')
    await shop.tend()
    expect((await shop.orders())[0].status).toBe('DELIVERED')
    expect(await ctx.db.select().from(mails)).toEqual([])
  })

  test('bears the name and address that were given there, or says where to look', async ({
    ctx,
    api,
    clock,
    trendyol,
  }) => {
    const shop = await aShop(ctx, api, clock)
    const orderTo = async (address?: Record<string, string>) => {
      trendyol.buy([{ barcode: shop.barcode }], 'Created', address)
      await shop.tend()
      const [{ id }] = await shop.orders()
      return (await shop.call('GET', `/admin/orders/${id}`)).body.data.customerInfo
    }
    expect(await orderTo()).toMatchObject({
      ...{ firstName: 'Zeynep', lastName: 'Kaya', phone: '05321234567' },
      ...{ address: 'Atatürk Cad. 5 Daire 3', city: 'İzmir', district: 'Konak' },
    })
    // The package names its customer too.
    const unknown = { firstName: 'Zeynep', lastName: 'Kaya', address: 'Adres pazaryerinde', city: 'Pazaryeri' }
    expect(await orderTo({})).toMatchObject(unknown)
  })

  test('gets its invoice, which is told there and mailed to nobody', async ({ app, ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock)
    const id = trendyol.buy([{ barcode: shop.barcode }])
    await shop.tend()
    const [order] = await shop.orders()
    await shop.call('PUT', `/admin/orders/${order.id}/status`, { status: 'CONFIRMED' })
    const body = new FormData()
    body.set('number', 'ABC2026000000001')
    body.set('file', new File(['%PDF-1.7\nfatura\n%%EOF'], 'fatura.pdf', { type: 'application/pdf' }))
    const headers = { authorization: `Bearer ${await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))}` }
    const url = `http://shop.test/api/v1/admin/orders/${order.id}/invoice`
    const answer = await app.fetch(new Request(url, { method: 'POST', headers, body }))
    const { message, data } = await answer.json()
    expect([answer.status, message]).toEqual([
      200,
      'Fatura eklendi. Pazaryeri siparişinin müşterisine e-posta gönderilmez.',
    ])
    expect(data.invoiceFiles).toMatchObject([{ number: 'ABC2026000000001' }])
    await shop.tend()
    await shop.tend()
    expect(trendyol.told).toEqual([
      { id, what: 'Picking' },
      { id, what: 'Invoiced ABC2026000000001' },
    ])
    expect(await ctx.db.select().from(mails)).toEqual([])
  })

  test('is neither cancelled, paid back nor changed from here', async ({ ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock)
    trendyol.buy([{ barcode: shop.barcode }])
    await shop.tend()
    const [order] = await shop.orders()
    for (const [method, path, body] of [
      ['DELETE', `/admin/orders/${order.id}`, undefined],
      ['POST', `/admin/orders/${order.id}/refund`, { amount: 10, reason: 'Gecikme' }],
    ] as const) {
      const refused = await shop.call(method, path, body)
      expect([refused.status, refused.body.message], path).toEqual([
        409,
        expect.stringContaining('pazaryerinin panelinden'),
      ])
    }
    expect(await shop.left()).toBe(4)
  })

  test('that is cancelled there gives its pieces back; one that is not paid yet only holds them', async ({
    ctx,
    api,
    clock,
    trendyol,
  }) => {
    const shop = await aShop(ctx, api, clock)
    const id = trendyol.buy([{ barcode: shop.barcode, quantity: 2 }], 'Awaiting')
    await shop.tend()
    expect([await shop.left(), (await shop.orders())[0].paymentStatus]).toEqual([3, 'PENDING'])
    trendyol.change(id, 'Created')
    await shop.tend()
    expect((await shop.orders())[0].paymentStatus).toBe('SUCCESS')
    trendyol.change(id, 'Cancelled')
    await shop.tend()
    await shop.tend()
    expect([await shop.left(), (await shop.orders())[0].status]).toEqual([5, 'CANCELLED'])
  })

  test('that comes back there is paid back: once in the history, and off the accountant’s month in which it was', async ({
    app,
    ctx,
    api,
    clock,
    trendyol,
  }) => {
    const shop = await aShop(ctx, api, clock)
    const id = trendyol.buy([{ barcode: shop.barcode, quantity: 2, price: 230 }])
    await shop.tend()
    trendyol.change(id, 'Delivered')
    await shop.tend()
    clock.forward(days(13))
    await shop.tend()
    trendyol.change(id, 'Returned')
    await shop.tend()
    trendyol.change(id, 'Returned')
    await shop.tend()
    const [order] = await shop.orders()
    expect(order).toMatchObject({ status: 'DELIVERED', paymentStatus: 'REFUNDED' })
    expect(await shop.left(), 'the owner puts away what she gets').toBe(3)
    const { history } = (await shop.call('GET', `/admin/orders/${order.id}`)).body.data
    expect(history.filter(({ type }: { type: string }) => type === 'refund')).toHaveLength(1)
    const monthOf = async (month: string) => {
      const headers = { authorization: `Bearer ${await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))}` }
      const url = `http://shop.test/api/v1/admin/invoices/export?month=${month}`
      const answer = await app.fetch(new Request(url, { headers }))
      const [titles = {}, ...rows] = sheetOf(new Uint8Array(await answer.arrayBuffer()))
      const total = Object.keys(titles).find((at) => titles[at] === 'Toplam') ?? ''
      return rows.map((row) => row[total])
    }
    expect([await monthOf('2026-11'), await monthOf('2026-12')]).toEqual([['460.00'], ['-460.00']])
    trendyol.change(id, 'Cancelled')
    await shop.tend()
    expect([await monthOf('2026-11'), await monthOf('2026-12')]).toEqual([['460.00'], ['-460.00']])
  })

  test('is read after a failure, and none is lost', async ({ ctx, api, clock, trendyol }) => {
    const shop = await aShop(ctx, api, clock)
    await shop.tend()
    trendyol.buy([{ barcode: shop.barcode }])
    trendyol.mischief.push('html 502')
    await shop.tend()
    expect(await shop.left()).toBe(5)
    clock.forward(minutes(1))
    await shop.tend()
    expect(await shop.left()).toBe(4)
  })
})

describe('the last piece, sold here and there at once', () => {
  test('is hers who was first; the other waits for the owner, who finds one or lets it go', async ({
    ctx,
    api,
    clock,
    trendyol,
  }) => {
    const shop = await aShop(ctx, api, clock, 1)
    await shop.tend()
    const [one, two] = [trendyol.buy([{ barcode: shop.barcode }]), trendyol.buy([{ barcode: shop.barcode }])]
    expect(await shop.buyHere()).toBe(200)
    await shop.tend()
    expect(await shop.left()).toBe(0)
    expect((await shop.orders()).length).toBe(1)
    expect((await shop.call('GET', '/admin/dashboard')).body.data.waiting.shortPackages).toBe(2)
    expect((await shop.overview()).short).toEqual([
      expect.objectContaining({ packageId: String(one), reason: expect.stringContaining('tükendi') }),
      expect.objectContaining({ packageId: String(two) }),
    ])
    expect((await shop.decide(one, 'take')).status).toBe(409)
    await ctx.db.execute(sql`update variants set stock = 1`)
    expect((await shop.decide(one, 'take')).body.data.orderId).toEqual(expect.any(String))
    expect(await shop.left()).toBe(0)
    expect((await shop.decide(two, 'belki')).status).toBe(400)
    trendyol.mischief.push('html 502')
    expect((await shop.decide(two, 'refuse')).status).toBe(409)
    expect((await shop.decide(two, 'refuse')).status).toBe(200)
    expect(trendyol.statusOf(two)).toBe('UnSupplied')
    expect((await shop.decide(two, 'refuse')).status).toBe(404)
    await shop.tend()
    expect((await shop.overview()).short).toEqual([])
    expect((await shop.orders()).length).toBe(2)
  })
})

plain('without a marketplace nothing is asked, sent or shown', async ({ ctx, api }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  await tendMarketplace(ctx)
  expect((await api('GET', '/admin/marketplace', { token })).body.data).toEqual({ marketplace: null })
  expect(await ctx.db.select().from(channels)).toEqual([])
})
