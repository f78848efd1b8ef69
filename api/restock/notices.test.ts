import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { cancelOrder } from '#shop/orders/status.ts'
import { noticeToken } from '#shop/restock/links.ts'
import { hours, minutes } from '#shop/time.ts'
import { auditBooks } from '#test/books.ts'
import { aPayment, poorCard, secureCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'
import { atCommit, comesIn, inLine, lineOf } from '#test/waiting/line.ts'

/** One sold-out size, people in line for it, one piece that came in for the first, and a shopper. */
async function world(ctx: Ctx, api: Api, names = ['ayse', 'banu']) {
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
  const [ayse = '', banu = ''] = (await inLine(ctx, { productId: product.id }, names)).map((id) => noticeToken(ctx, id))
  const variantId = product.variants[0]?.id ?? ''
  await comesIn(ctx, variantId, 1)
  const initial = new Map([[variantId, 1]])
  const shopper = await signIn(ctx, await aUser(ctx))
  return {
    ...{ product, variantId, ayse, banu },
    get: (token: string) => api('GET', `/stock-notices/${token}`),
    stock: async () => (await ctx.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.stock,
    line: () => lineOf(ctx, product.id),
    books: () => auditBooks(ctx.db, initial),
    async pay(
      stockNotices: string[] | undefined,
      { card, quantity = 1, token = shopper }: { card?: string; quantity?: number; token?: string } = {},
    ) {
      const payment = aPayment(product, { quantity, ...(card ? { card } : {}) })
      const body = { ...payment, orderData: { ...payment.orderData, ...(stockNotices ? { stockNotices } : {}) } }
      return api('POST', '/payments/create', { token, body })
    },
  }
}

test('a guest asks, confirms by her link, and buys the piece that nobody else can', async ({ ctx, api, clock }) => {
  const product = await aProduct(ctx, {
    name: 'Keten Elbise',
    variants: [{ size: 'M', stock: 0, priceKurus: 119_900 }],
  })
  const body = { email: 'ayse@posta.example', size: 'M', productId: product.id }
  expect((await api('POST', '/forms/stock-notice', { body })).body.message).toContain('bağlantıyı 24 saat içinde')
  const token = /#token=([\w.-]+)/.exec((await mailsOf(ctx)).at(-1)?.text ?? '')?.[1] ?? ''
  const at = `/stock-notices/${token}`
  expect((await api('GET', at)).body.data).toMatchObject({ state: 'UNCONFIRMED', size: 'M', color: 'Kum', price: null })
  expect((await api('POST', `${at}/confirm`)).body.data).toMatchObject({ state: 'WAITING', ahead: 0 })
  await comesIn(ctx, product.variants[0]?.id ?? '', 1)
  clock.forward(minutes(20))
  expect((await api('GET', at)).body.data).toMatchObject({
    state: 'HELD',
    product: { name: 'Keten Elbise', slug: product.slug, image: { width: expect.any(Number) } },
    ...{ color: 'Kum', size: 'M', variantId: product.variants[0]?.id, price: 1199 },
    heldUntil: new Date(clock.now.getTime() + minutes(30)).toISOString(),
  })
  const shown = await api('GET', `/products/${product.id}`)
  expect(shown.body.data.variants[0].stockQuantity, 'for all others it is sold out').toBe(0)
  const buyer = await signIn(ctx, await aUser(ctx))
  const pay = (orderData: object) => {
    const payment = aPayment(product)
    return api('POST', '/payments/create', {
      token: buyer,
      body: { ...payment, orderData: { ...payment.orderData, ...orderData } },
    })
  }
  expect((await pay({})).body).toMatchObject({ code: 'OUT_OF_STOCK', data: { lines: [{ available: 0 }] } })
  expect((await pay({ stockNotices: ['abc', token] })).body.data.status).toBe('SUCCESS')
  expect((await api('GET', at)).body.data.state).toBe('BOUGHT')
  expect((await pay({ stockNotices: [token] })).body.code).toBe('OUT_OF_STOCK')
})

test('who is signed in with her proved address is in line at once', async ({ ctx, api }) => {
  const product = await aProduct(ctx, { variants: [{ size: 'M', stock: 0 }] })
  const token = await signIn(ctx, await aUser(ctx, { email: 'ayse@posta.example' }))
  const body = { email: 'ayse@posta.example', size: 'M', productId: product.id }
  expect((await api('POST', '/forms/stock-notice', { body, token })).body.message).toContain('Sıraya girdiniz')
  expect(await lineOf(ctx, product.id)).toEqual(['ayse waits'])
})

describe('a piece that is kept', () => {
  test('is one: of two that she wants the other must be on sale', async ({ ctx, api }) => {
    const { ayse, pay, stock, variantId, books } = await world(ctx, api, ['ayse'])
    const refused = await pay([ayse], { quantity: 2 })
    expect(refused.body).toMatchObject({ code: 'OUT_OF_STOCK', data: { lines: [{ available: 1 }] } })
    await comesIn(ctx, variantId, 1)
    expect(await stock()).toBe(1)
    expect((await pay([ayse, ayse], { quantity: 2 })).status).toBe(200)
    expect([await stock(), await books()]).toEqual([0, [expect.stringContaining('2 sold of 1')]])
  })

  test('is hers again when her bank says no, and goes on when its time is over meanwhile', async ({
    ctx,
    api,
    clock,
  }) => {
    const { ayse, pay, line, stock, books } = await world(ctx, api)
    expect((await pay([ayse], { card: poorCard })).status).toBe(402)
    expect([await line(), await stock(), await books()]).toEqual([['ayse held', 'banu waits'], 0, []])
    expect((await pay([ayse], { card: secureCard })).body.data.status).toBe('3DS_REQUIRED')
    expect(await line()).toEqual(['ayse bought', 'banu waits'])
    clock.forward(minutes(31))
    await atCommit(ctx)
    expect(await line(), 'she is at her bank').toEqual(['ayse bought', 'banu waits'])
    clock.forward(hours(1))
    await settleOpenPayments(ctx)
    await atCommit(ctx)
    expect([await line(), await books()]).toEqual([['ayse over', 'banu held'], []])
  })

  test('is bought with another card although the first is left at the bank', async ({ ctx, api }) => {
    const { ayse, pay, line, books } = await world(ctx, api)
    expect((await pay([ayse], { card: secureCard })).body.data.status).toBe('3DS_REQUIRED')
    expect((await pay([ayse])).body.data.status).toBe('SUCCESS')
    expect([await line(), await books()]).toEqual([['ayse bought', 'banu waits'], []])
  })

  test('goes to the next when her order is cancelled', async ({ ctx, api }) => {
    const { ayse, pay, line, books } = await world(ctx, api)
    const { orderId } = (await pay([ayse])).body.data
    await cancelOrder(ctx, orderId)
    await settleOpenPayments(ctx)
    await atCommit(ctx)
    expect([await line(), await books()]).toEqual([['ayse bought', 'banu held'], []])
  })
})

test('the link of the mail leaves the line by one click, and opens nothing afterwards', async ({ ctx, api, app }) => {
  const { ayse, banu, get, line } = await world(ctx, api)
  const oneClick = `http://shop.test/api/v1/stock-notices/${ayse}/leave`
  const opened = await app.fetch(new Request(oneClick))
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/gelince-haber#token=${ayse}`])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'List-Unsubscribe=One-Click'
  expect((await app.fetch(new Request(oneClick, { method: 'POST', headers, body }))).status).toBe(200)
  expect((await api('POST', `/stock-notices/${ayse}/leave`)).status).toBe(200)
  await atCommit(ctx)
  expect(await line()).toEqual(['banu held'])
  for (const token of [ayse, `${banu}x`, 'yok', 'a.b']) expect((await get(token)).status).toBe(404)
  for (const call of ['confirm', 'again'])
    expect((await api('POST', `/stock-notices/${ayse}/${call}`)).status).toBe(404)
  expect((await api('POST', '/stock-notices/yok/leave')).status).toBe(404)
})

test('her time is over: she comes back, unless she has asked anew meanwhile', async ({ ctx, api, clock }) => {
  const { ayse, product, get, pay } = await world(ctx, api)
  clock.forward(minutes(30))
  const token = await signIn(ctx, await aUser(ctx))
  expect((await pay([ayse], { token })).body.code, 'although nobody has looked after it yet').toBe('OUT_OF_STOCK')
  await atCommit(ctx)
  expect((await get(ayse)).body.data).toMatchObject({ state: 'OVER', keepsPlace: true, variantId: null })
  const again = () => api('POST', `/stock-notices/${ayse}/again`)
  await inLine(ctx, { productId: product.id }, ['ayse'])
  expect((await again()).body).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('zaten sıradasınız'),
  })
  await ctx.db.execute(`delete from stock_requests where notified_at is null`)
  expect((await again()).body.data).toMatchObject({ state: 'WAITING', ahead: 0 })
})
