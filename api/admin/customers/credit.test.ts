import { and, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import { tendTransfers } from '#shop/checkout/ways/transfer/transfer.ts'
import { returnCredit } from '#shop/credit/of-orders.ts'
import { creditEntries } from '#shop/credit/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { exportMonth } from '#shop/invoices/month.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { freeDelivery, saveDeliveryFee } from '#shop/settings/delivery-fee.ts'
import { days } from '#shop/time.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment, poorCard } from '#test/checkout.ts'
import { sheetOf } from '#test/documents/xlsx.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
import { aGuest, allowGuests, mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

const gift = 'Doğum gününüz kutlu olsun'

/** A shopper with some credit, a product of 1.000 TL with five pieces, and the owner. */
async function aCredit(ctx: Ctx, api: Api, amount = 250) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 100_000 }] })
  const initial = await stockByVariant(ctx.db)
  const [hers, owners] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const own = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, hers), body })
  const staff = async (method: string, path: string, body?: unknown, key?: string) =>
    api(method, path, {
      token: await signIn(ctx, owners),
      body,
      ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
    })
  const give = (body: object, key?: string) => staff('POST', `/admin/customers/${hers.id}/credit`, body, key)
  if (amount > 0) await give({ amount, reason: gift })
  const buy = (totalAmount: number, more: object = {}, given: { card?: string; quantity?: number } = {}) => {
    const { paymentData, ...bought } = aPayment(product, { ...given, totalAmount })
    const orderData = { ...bought.orderData, useCredit: true }
    const withCard = 'paymentMethod' in more ? {} : { paymentData }
    return own('POST', '/payments/create', { ...bought, orderData, ...withCard, ...more })
  }
  return {
    ...{ product, hers, own, staff, give, buy },
    balance: async () => (await own('GET', '/account/credit')).body.data.balance as number,
    causes: async () =>
      (await own('GET', '/account/credit')).body.data.entries.map((e: { cause: string; amount: number }) => [
        e.cause,
        e.amount,
      ]),
    charged: async (orderId: string) => {
      const row = (await listDemoLedger(ctx.db)).find((row) => row.orderId === orderId && row.status === 'CHARGED')
      return row && [row.amountKurus, row.refundedKurus]
    },
    onShelf: async () => (await findProduct(ctx, product.id))?.variants[0]?.stock,
    quote: async (more: object = {}) => {
      const { cartItems } = aPayment(product).orderData
      return (await own('POST', '/checkout/quote', { cartItems, ...more })).body.data
    },
    order: async (id: string) => (await staff('GET', `/admin/orders/${id}`)).body.data,
    refund: (id: string, body: object) => staff('POST', `/admin/orders/${id}/refund`, body),
    books: () => auditBooks(ctx.db, initial),
  }
}

describe('the owner', () => {
  test('gives a gift, once for its key; the customer reads why, and the audit who', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api, 0)
    expect((await sale.own('GET', '/orders/my')).body).not.toHaveProperty('credit')
    for (const _ of [1, 2]) expect((await sale.give({ amount: 250.5, reason: gift }, 'k1')).status).toBe(200)
    expect((await sale.give({ amount: 10, reason: gift }, 'k1')).body.code).toBe('IDEMPOTENCY_CONFLICT')
    expect((await sale.give({ amount: 250.5, reason: 'Başka' }, 'k1')).body.code).toBe('IDEMPOTENCY_CONFLICT')
    const another = `/admin/customers/${(await aUser(ctx)).id}/credit`
    expect((await sale.staff('POST', another, { amount: 10, reason: 'Başka' }, 'k1')).status).toBe(200)
    expect((await sale.own('GET', '/orders/my')).body.credit).toBe(250.5)
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(['store-credit', 'store-credit'])
    expect((await mailsOf(ctx))[0]?.text).toContain(`Sebebi: ${gift}`)
    const { body } = await sale.staff('GET', '/admin/audit?action=credit.change')
    expect(body.data).toMatchObject([{}, { after: { creditKurus: 25_050, reason: gift } }])
  })

  test('takes back no more than there is', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api)
    const back = (amount: number) => sale.give({ amount, reason: 'Yanlış yazılmış', takeBack: true })
    expect((await back(250.01)).body).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('250,00') })
    expect((await back(200)).body.data).toMatchObject({ balance: 50, entries: [{ amount: -200 }, { amount: 250 }] })
    expect(
      (await mailsOf(ctx)).map(({ kind }) => kind),
      'of the gift alone',
    ).toEqual(['store-credit'])
    expect(await sale.books()).toEqual([])
  })

  test.for([{ amount: 0, reason: 'x' }, { amount: 5 }, { reason: 'x' }, { amount: 100_000.01, reason: 'x' }])(
    'refuses %j',
    async (body, { ctx, api }) => {
      expect((await (await aCredit(ctx, api, 0)).give(body)).status).toBe(400)
    },
  )

  test('finds nobody who is not there, and only staff may look', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api, 0)
    for (const path of ['/admin/customers/x/credit', '/admin/customers/019aa000-0000-7000-8000-000000000000/credit']) {
      expect((await sale.staff('GET', path)).status).toBe(404)
      expect((await sale.staff('POST', path, { amount: 1, reason: 'x' })).status).toBe(404)
    }
    const path = `/admin/customers/${sale.hers.id}/credit`
    expect((await sale.own('GET', path)).status).toBe(403)
    expect((await sale.staff('GET', path)).body.data).toMatchObject({ balance: 0, entries: [] })
  })
})

describe('at the checkout', () => {
  test('a quote says what she has, and uses it as she likes; guests and others hear nothing', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api)
    expect(await sale.quote()).toMatchObject({ total: 1000, credit: { balance: 250, used: 0 } })
    expect(await sale.quote({ useCredit: true })).toMatchObject({ total: 750, credit: { balance: 250, used: 250 } })
    const { cartItems } = aPayment(sale.product).orderData
    const guests = await api('POST', '/checkout/quote', { body: { cartItems, useCredit: true } })
    expect(guests.body.data).toMatchObject({ total: 1000 })
    expect(guests.body.data).not.toHaveProperty('credit')
  })

  test('that covers the goods to the kuruş needs no other way, until delivery costs something too', async ({
    ctx,
    api,
  }) => {
    const sale = await aCredit(ctx, api, 1000)
    const ways = async () => {
      const { total, methods } = await sale.quote({ useCredit: true })
      return [total, methods.map(({ method }: { method: string }) => method).includes('CARD')]
    }
    expect(await ways()).toEqual([0, false])
    await saveDeliveryFee({ ...ctx, actor: { kind: 'system' } }, { ...freeDelivery, feeKurus: 3_990 })
    expect(await ways()).toEqual([39.9, true])
  })

  test('she pays the rest by card: order, mail, contracts, invoice and books say so', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api)
    expect((await sale.buy(1000)).body).toMatchObject({ code: 'PRICE_CHANGED', data: { totalAmount: 750 } })
    const { cartItems, customerInfo } = aPayment(sale.product).orderData
    const orderData = { cartItems, customerInfo, totalAmount: 750, useCredit: true }
    const preview = (await sale.own('POST', '/contracts/preview', { orderData })).body.data
    expect(preview.totalAmount).toBe(750)
    expect(preview.preInformation.text).toMatch(
      /Kullanılan mağaza kredisi: −250,00 TL[\s\S]*Ödenecek toplam \(KDV dahil\): 750,00 TL/,
    )
    const { body } = await sale.buy(750)
    expect(body.data).toMatchObject({ status: 'SUCCESS', totalAmount: 750 })
    const { orderId } = body.data
    expect([await sale.charged(orderId), await sale.balance()]).toEqual([[75_000, 0], 0])
    const order = await sale.order(orderId)
    expect(order).toMatchObject({ totalAmount: 1000, credit: 250, vat: [{ gross: 1000 }] })
    expect((await mailsOf(ctx)).at(-1)?.text).toContain('Mağaza krediniz: −250,00 TL\nÖdeme tutarı: 750,00 TL')
    expect(await sale.books()).toEqual([])
  })

  test('credit that pays all of it asks no bank, whatever way was chosen', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api, 1200)
    expect(await sale.quote({ useCredit: true, paymentMethod: 'CASH_ON_DELIVERY' })).toMatchObject({
      total: 0,
      methodFee: 0,
      methods: [{ method: 'STORE_CREDIT', available: true }],
      credit: { balance: 1200, used: 1000 },
    })
    const { body } = await sale.buy(0, { paymentMethod: 'STORE_CREDIT' })
    expect(body.data).toMatchObject({ status: 'SUCCESS', totalAmount: 0, paymentId: '' })
    expect(await sale.order(body.data.orderId)).toMatchObject({
      paymentMethod: 'STORE_CREDIT',
      paymentStatus: 'SUCCESS',
      credit: 1000,
    })
    expect([await listDemoLedger(ctx.db), await sale.balance(), await sale.onShelf()]).toEqual([[], 200, 4])
    const cancelled = await sale.own('POST', `/orders/${body.data.orderId}/cancellation`)
    expect(cancelled.body).toMatchObject({ data: { status: 'CANCELLED' }, message: expect.stringContaining('kredi') })
    expect([await sale.balance(), await sale.onShelf(), await sale.books()]).toEqual([1200, 5, []])
    expect((await mailsOf(ctx)).at(-1)?.text).toContain('mağaza kredisi olarak ekledik')
  })

  test('naming it without enough is refused, and nobody else’s is spent', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api)
    expect((await sale.buy(0, { paymentMethod: 'STORE_CREDIT' })).body.code).toBe('METHOD_UNAVAILABLE')
    const { cartItems, customerInfo } = aPayment(sale.product).orderData
    const asked = { orderData: { cartItems, customerInfo, totalAmount: 0 }, paymentMethod: 'STORE_CREDIT' }
    expect((await sale.own('POST', '/contracts/preview', asked)).status).toBe(409)
    const { body } = await sale.own('POST', '/payments/create', aPayment(sale.product))
    expect(body.data.totalAmount).toBe(1000)
    expect(await sale.balance()).toBe(250)
  })

  test('a declined card gives it back at once; a payment left at the bank, as she pays anew', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api)
    expect((await sale.buy(750, {}, { card: poorCard })).body.code).toBe('PAYMENT_DECLINED')
    expect(await sale.balance()).toBe(250)
    const away = await sale.buy(750, {}, { card: '5526080000000006' })
    expect([away.body.data.status, await sale.balance()]).toEqual(['3DS_REQUIRED', 0])
    expect(await sale.quote({ useCredit: true })).toMatchObject({ total: 750, credit: { balance: 250 } })
    expect((await sale.buy(750)).body.data.status).toBe('SUCCESS')
    expect(await sale.causes()).toEqual([
      ['spent', -250],
      ['returned', 250],
      ['spent', -250],
      ['returned', 250],
      ['spent', -250],
      ['gift', 250],
    ])
    expect(await sale.books()).toEqual([])
  })

  test('what an order gave back is not told of a second time while its card is still at the bank', async ({
    ctx,
    api,
  }) => {
    const sale = await aCredit(ctx, api)
    const { orderId } = (await sale.buy(750, {}, { card: '5526080000000006' })).body.data
    await returnCredit(ctx, orderId)
    expect(await sale.quote({ useCredit: true })).toMatchObject({ total: 750, credit: { balance: 250 } })
  })

  test('an order that waits at its bank does not let the same credit be spent by transfer too', async ({
    ctx,
    api,
  }) => {
    const sale = await aCredit(ctx, api)
    const { body } = await sale.buy(750, { paymentMethod: 'BANK_TRANSFER' })
    expect(body.data).toMatchObject({ status: 'AWAITING_TRANSFER', amount: 750 })
    expect((await sale.buy(750)).body).toMatchObject({ code: 'PRICE_CHANGED', data: { totalAmount: 1000 } })
    expect((await sale.quote()).credit).toBeUndefined()
  })
})

describe('an order by transfer with credit', () => {
  test('whose deadline passed gives it back, and takes it again when the money comes late', async ({
    ctx,
    api,
    clock,
  }) => {
    const sale = await aCredit(ctx, api)
    const { orderId } = (await sale.buy(750, { paymentMethod: 'BANK_TRANSFER' })).body.data
    clock.forward(days(4))
    await tendTransfers(ctx)
    expect(await sale.balance()).toBe(250)
    expect((await mailsOf(ctx)).at(-1)?.text).toContain('250,00 TL mağaza krediniz hesabınıza geri eklendi')
    const receivedAt = ctx.clock().toISOString()
    await sale.staff('POST', `/admin/orders/${orderId}/transfer`, { amount: 750, receivedAt })
    expect([await sale.order(orderId), await sale.balance()]).toMatchObject([{ paymentStatus: 'SUCCESS' }, 0])
    expect(await sale.books()).toEqual([])
  })

  test('goes back whole when the credit was spent meanwhile', async ({ ctx, api, clock }) => {
    const sale = await aCredit(ctx, api)
    const { orderId } = (await sale.buy(750, { paymentMethod: 'BANK_TRANSFER' })).body.data
    clock.forward(days(4))
    await tendTransfers(ctx)
    await sale.buy(750)
    const receivedAt = ctx.clock().toISOString()
    await sale.staff('POST', `/admin/orders/${orderId}/transfer`, { amount: 750, receivedAt })
    expect(await sale.order(orderId)).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED' })
    const { body } = await sale.staff('GET', '/admin/payments')
    expect(body.data.refunds).toMatchObject([{ orderId, amount: 750, byHand: true }])
  })

  test('cancelled once paid: her credit at once, her money once the owner has sent it', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api)
    const { orderId } = (await sale.buy(750, { paymentMethod: 'BANK_TRANSFER' })).body.data
    const receivedAt = ctx.clock().toISOString()
    await sale.staff('POST', `/admin/orders/${orderId}/transfer`, { amount: 750, receivedAt })
    await sale.own('POST', `/orders/${orderId}/cancellation`)
    expect(await sale.balance()).toBe(250)
    const { body } = await sale.staff('GET', '/admin/payments')
    expect(body.data.refunds).toMatchObject([{ amount: 750, byHand: true }])
    const path = `/admin/payments/refunds/${body.data.refunds[0].id}/resolution`
    await sale.staff('POST', path, { outcome: 'gone', note: 'EFT' })
    expect([await sale.balance(), await sale.books()]).toEqual([250, []])
  })
})

describe('giving back', () => {
  test('money comes first, as far as money was paid; the rest is credit, to the kuruş', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api)
    const { orderId } = (await sale.buy(1750, {}, { quantity: 2 })).body.data
    await sale.staff('PUT', `/admin/orders/${orderId}/status`, { status: 'SHIPPED' })
    const [item] = (await sale.order(orderId)).items
    const one = { items: [{ itemId: item.id, quantity: 1 }], restock: true, reason: 'Dar' }
    await sale.refund(orderId, one)
    expect([await sale.charged(orderId), await sale.balance()]).toEqual([[175_000, 100_000], 0])
    const { body } = await sale.refund(orderId, one)
    expect(body.data).toMatchObject({ refundedAmount: 2000, refundedCredit: 250, paymentStatus: 'REFUNDED' })
    expect(body.data.refunds).toMatchObject([{ amount: 1000 }, { amount: 1000, credit: 250 }])
    expect(body.data.history.at(-1).note).toContain('1.000,00 TL iade edildi (250,00 TL mağaza kredisi olarak)')
    expect([await sale.charged(orderId), await sale.balance()]).toEqual([[175_000, 175_000], 250])
    expect((await mailsOf(ctx)).at(-1)?.text).toContain('Bunun 250,00 TL kadarı mağaza krediniz olarak')
    const [entry] = (await sale.own('GET', '/account/credit')).body.data.entries
    expect(entry, 'what the shop wrote about the pieces is its own').toMatchObject({ cause: 'refund', note: '' })
    expect(await sale.books()).toEqual([])
  })

  test('credit instead of money, as the customer agreed: no bank is asked, the rest is money', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api, 0)
    const { orderId } = (await sale.buy(1000)).body.data
    const asked = { amount: 300, reason: 'Paketiniz geç geldi', asCredit: true }
    expect(Object.keys((await sale.refund(orderId, asked)).body.error)).toEqual(['customerAgreed'])
    const { body } = await sale.refund(orderId, { ...asked, customerAgreed: true })
    expect(body.data.history.at(-1).note).toBe(
      '300,00 TL mağaza kredisi olarak iade edildi, müşteri kabul etti: Paketiniz geç geldi',
    )
    expect([await sale.charged(orderId), await sale.balance()]).toEqual([[100_000, 0], 300])
    expect(body.data).toMatchObject({ refundedAmount: 300, refundedCredit: 300, paymentStatus: 'PARTIALLY_REFUNDED' })
    const list = async (payment: string) =>
      (await sale.staff('GET', `/admin/orders?payment=${payment}`)).body.pagination.total
    expect([await list('partly-refunded'), await list('paid')]).toEqual([1, 0])
    expect((await sale.refund(orderId, { amount: 700.01, reason: 'x' })).status).toBe(409)
    await sale.staff('DELETE', `/admin/orders/${orderId}`)
    expect([await sale.charged(orderId), await sale.balance()]).toEqual([[100_000, 70_000], 300])
    expect(await sale.books()).toEqual([])
  })

  test('the accountant’s month has both as lines of the sale', async ({ ctx, api }) => {
    const sale = await aCredit(ctx, api)
    const { orderId } = (await sale.buy(750)).body.data
    await sale.refund(orderId, { amount: 100, reason: 'Geç', asCredit: true, customerAgreed: true })
    const chunks: Uint8Array[] = []
    const month = ctx.clock().toISOString().slice(0, 7)
    for await (const chunk of exportMonth({ ...ctx, actor: { kind: 'system' } }, month)) chunks.push(chunk)
    expect(sheetOf(Buffer.concat(chunks)).slice(1)).toMatchObject([
      { B: 'Satış', I: 'Kredi veya banka kartı, 250,00 TL mağaza kredisi', P: '1000.00' },
      { B: 'İade', P: '-100.00' },
    ])
  })
})

test('an account with credit is not deleted before it is spent or paid out', async ({ ctx, api }) => {
  const sale = await aCredit(ctx, api)
  const refused = await sale.own('DELETE', '/account', { password: usualPassword })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('250,00 TL mağaza krediniz')])
  await sale.give({ amount: 250, takeBack: true, reason: 'IBAN’a gönderildi' })
  expect((await sale.own('GET', '/account/export?format=json')).body.data).toMatchObject({
    storeCredit: {
      balance: 0,
      entries: [
        { cause: 'taken-back', amount: -250 },
        { cause: 'gift', amount: 250 },
      ],
    },
  })
  expect((await sale.own('DELETE', '/account', { password: usualPassword })).status).toBe(200)
})

test('a customer who left gets no credit, not by a refund either', async ({ ctx, api }) => {
  const sale = await aCredit(ctx, api, 0)
  const { orderId } = (await sale.buy(1000)).body.data
  await sale.staff('PUT', `/admin/orders/${orderId}/status`, { status: 'DELIVERED' })
  expect((await sale.own('DELETE', '/account', { password: usualPassword })).status).toBe(200)
  expect((await sale.give({ amount: 5, reason: gift })).status).toBe(404)
  const refused = await sale.refund(orderId, { amount: 5, reason: 'Geç', asCredit: true, customerAgreed: true })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('müşteri hesabını silmiş')])
  expect((await sale.refund(orderId, { amount: 5, reason: 'Geç' })).status).toBe(200)
})

test('entries are only added', async ({ ctx, api }) => {
  const { hers } = await aCredit(ctx, api)
  const own = and(eq(creditEntries.userId, hers.id), eq(creditEntries.cause, 'gift'))
  await expect(ctx.db.transaction((tx) => tx.delete(creditEntries).where(own))).rejects.toThrow()
  await expect(
    ctx.db.transaction((tx) => tx.update(creditEntries).set({ amountKurus: 1 }).where(own)),
  ).rejects.toThrow()
})

test('what a guest bought is not given back as credit, which she could not spend', async ({ ctx, api }) => {
  await allowGuests(ctx)
  const sale = await aCredit(ctx, api, 0)
  const { status, body } = await api('POST', '/payments/create', {
    token: await aGuest(ctx, api),
    body: aPayment(sale.product),
  })
  expect(status).toBe(200)
  const { customerId } = await sale.order(body.data.orderId)
  const asked = { amount: 5, reason: 'Geç geldi', asCredit: true, customerAgreed: true }
  const refused = await sale.refund(body.data.orderId, asked)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Bu siparişe mağaza kredisi verilemez: misafir olarak alışveriş edenin hesabı yoktur; iadeyi para olarak yapın.',
  ])
  const path = `/admin/customers/${customerId}/credit`
  expect((await sale.staff('GET', path)).status).toBe(404)
  expect((await sale.staff('POST', path, { amount: 5, reason: gift })).status).toBe(404)
  expect(await sale.books()).toEqual([])
})
