import { expect } from 'vitest'
import { amountInCell, readCsv } from '#shop/csv.ts'
import { orders } from '#shop/orders/schema.ts'
import { aPayment, goodCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { test } from '#test/shop.ts'

async function fileOf(app: { fetch: (request: Request) => unknown }, token: string, name: string) {
  const headers = { authorization: `Bearer ${token}` }
  const request = new Request(`http://shop.test/api/v1/admin/exports/${name}?format=csv`, { headers })
  const answer = (await app.fetch(request)) as Response
  return readCsv(new Uint8Array(await answer.arrayBuffer()), { headed: true })
}

test('the file of customers says what each spent, as the panel does: less what went back, and an exchange once', async ({
  ctx,
  api,
  app,
}) => {
  const sale = await anExchange(ctx, api)
  const { id, replacementId } = await sale.arrived(sale.dearer)
  await sale.pay(id, 50)
  await sale.decide(id, 'complete', {})
  await sale.staff('POST', `/admin/orders/${replacementId}/refund`, { amount: 20, reason: 'Leke' })
  const [customer] = (await sale.staff('GET', '/admin/customers?bought=once')).body.data
  expect([customer.orders, customer.spent]).toEqual([1, 130])
  const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const [head = [], ...lines] = await fileOf(app, owner, 'customers')
  const line = lines.find((line) => line[head.indexOf('E-posta')] === customer.email)
  expect(['Sipariş sayısı', 'Harcama'].map((title) => line?.[head.indexOf(title)])).toEqual(['1', '130,00'])
})

test('the file of orders sums: pieces, delivery and fees come to the totals, each of which stands once', async ({
  ctx,
  api,
  app,
}) => {
  const [owner, buyer] = [await signIn(ctx, await aUser(ctx, { role: 'ADMIN' })), await signIn(ctx, await aUser(ctx))]
  const one = await aProduct(ctx, { variants: [{ priceKurus: 33_333 }] })
  const two = await aProduct(ctx, { variants: [{ priceKurus: 66_667 }] })
  const { orderData, paymentData } = aPayment(one)
  const cartItems = [...aPayment(one, { quantity: 2 }).orderData.cartItems, ...aPayment(two).orderData.cartItems]
  const offered = await api('GET', `/payments/installments?price=1333.33&bin=${goodCard.slice(0, 8)}`)
  const three = offered.body.data[0].options.find(({ count }: Json) => count === 3)
  const body = {
    orderData: { ...orderData, cartItems, totalAmount: three.total },
    paymentData: { ...paymentData, installments: '3' },
  }
  expect((await api('POST', '/payments/create', { token: buyer, body })).status).toBe(200)

  const [head = [], ...lines] = await fileOf(app, owner, 'orders')
  const kurus = (line: string[], title: string) => amountInCell(line[head.indexOf(title)] ?? '') ?? 0
  const sum = (of: (line: string[]) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const total = sum((line) => kurus(line, 'Sipariş toplamı'))
  expect([lines.length, total]).toEqual([2, Math.round(three.total * 100)])
  expect(sum((line) => kurus(line, 'Vade farkı'))).toBe(total - 133_333)
  const pieces = sum((line) => kurus(line, 'Birim fiyat') * Number(line[head.indexOf('Adet')]))
  const beside = sum((line) => ['Kargo', 'Ödeme ücreti', 'Vade farkı'].reduce((sum, one) => sum + kurus(line, one), 0))
  expect(pieces + beside).toBe(total)
})

test('an order that the bank confirmed after midnight stands in the file under the day of the panel and its reports', async ({
  ctx,
  api,
  app,
}) => {
  const [owner, buyer] = [await signIn(ctx, await aUser(ctx, { role: 'ADMIN' })), await signIn(ctx, await aUser(ctx))]
  await api('POST', '/payments/create', { token: buyer, body: aPayment(await aProduct(ctx)) })
  const [createdAt, placedAt] = [new Date('2026-11-19T20:59:00Z'), new Date('2026-11-19T21:01:00Z')]
  await ctx.db.update(orders).set({ createdAt, placedAt })
  const [head = [], line = []] = await fileOf(app, owner, 'orders')
  expect(line[head.indexOf('Tarih')]).toBe('19.11.2026')
  const ofDay = await api('GET', '/admin/orders?from=2026-11-19&to=2026-11-19', { token: owner })
  expect(ofDay.body.data).toHaveLength(1)
})

test('the file of orders says which are paid, and what went back: those sums are the list’s', async ({
  ctx,
  api,
  app,
}) => {
  const sale = await anExchange(ctx, api)
  await sale.arrived(sale.dearer)
  const [owner, buyer] = [await signIn(ctx, await aUser(ctx, { role: 'ADMIN' })), await signIn(ctx, await aUser(ctx))]
  const product = await aProduct(ctx, { variants: [{ priceKurus: 30_000 }] })
  const { paymentData: _, ...slip } = aPayment(product)
  await api('POST', '/payments/create', { token: buyer, body: { ...slip, paymentMethod: 'BANK_TRANSFER' } })
  const paid = await api('POST', '/payments/create', { token: buyer, body: aPayment(product) })
  const body = { amount: 20, reason: 'Leke' }
  await api('POST', `/admin/orders/${paid.body.data.orderId}/refund`, { token: owner, body })

  const [head = [], ...lines] = await fileOf(app, owner, 'orders')
  const of = (line: string[], title: string) => line[head.indexOf(title)] ?? ''
  const kurus = (line: string[], title: string) => amountInCell(of(line, title)) ?? 0
  expect(lines.map((line) => of(line, 'Ödeme durumu'))).toEqual([
    'Ödendi',
    'Ödeme bekleniyor',
    'Havale bekleniyor',
    'Kısmen iade edildi',
  ])
  const counted = lines.filter((line) => !/bekleniyor/.test(of(line, 'Ödeme durumu')))
  const { totals } = (await api('GET', '/admin/orders', { token: owner })).body
  const sum = (title: string) => counted.reduce((sum, line) => sum + kurus(line, title), 0) / 100
  expect(sum('Sipariş toplamı') - sum('Değişilen ürünle ödenen')).toBe(totals.amount)
  expect([sum('İade edilen'), totals.refundedAmount]).toEqual([20, 20])
})
