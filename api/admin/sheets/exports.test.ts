import { expect } from 'vitest'
import { amountInCell, readCsv } from '#shop/csv.ts'
import { aPayment, goodCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { test } from '#test/shop.ts'

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

  const request = new Request('http://shop.test/api/v1/admin/exports/orders?format=csv', {
    headers: { authorization: `Bearer ${owner}` },
  })
  const file = new Uint8Array(await (await app.fetch(request)).arrayBuffer())
  const [head = [], ...lines] = await readCsv(file, { headed: true })
  const kurus = (line: string[], title: string) => amountInCell(line[head.indexOf(title)] ?? '') ?? 0
  const sum = (of: (line: string[]) => number) => lines.reduce((sum, line) => sum + of(line), 0)
  const total = sum((line) => kurus(line, 'Sipariş toplamı'))
  expect([lines.length, total]).toEqual([2, Math.round(three.total * 100)])
  expect(sum((line) => kurus(line, 'Vade farkı'))).toBe(total - 133_333)
  const pieces = sum((line) => kurus(line, 'Birim fiyat') * Number(line[head.indexOf('Adet')]))
  const beside = sum((line) => ['Kargo', 'Ödeme ücreti', 'Vade farkı'].reduce((sum, one) => sum + kurus(line, one), 0))
  expect(pieces + beside).toBe(total)
})
