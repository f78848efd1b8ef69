import { beforeEach, expect, test } from 'vitest'
import { blankInvoice } from '#shop/fields/invoice.ts'
import { failure, fakeBrowser, fakeFetch, ok } from '#test/browser.ts'
import { addToCart } from '../cart/store.ts'
import { keepAttempt, readAttempt } from './draft.ts'
import { cardBody, orderBody, pay, pollPayment } from './pay.ts'

beforeEach(() => {
  fakeBrowser()
})

const body = { any: 'body' }
const keysOf = (sent: { headers: Record<string, string> }[]) => sent.map(({ headers }) => headers['Idempotency-Key'])
const paid = { status: 'SUCCESS', orderId: 'o', paymentId: '1', totalAmount: 1199 }
const timing = (signal = new AbortController().signal) => ({ every: 1, atMost: 5, signal })

test('the body is as the API wants it: ids, sizes, TL, digits only', () => {
  const lines = [
    {
      productId: 'p',
      variantId: 'v',
      slug: 's',
      name: 'n',
      color: 'Kum',
      size: 'M',
      priceKurus: 119_950,
      image: undefined,
      quantity: 2,
    },
  ]
  const customer = {
    firstName: ' İpek ',
    lastName: 'Işık',
    phone: '5',
    email: 'e',
    address: 'a',
    city: 'c',
    district: 'd ',
    neighbourhood: '',
    postalCode: '',
  }
  const card = { cardHolderName: 'IPEK', cardNumber: '5528 7900 0000 0008', expiryDate: '12/30', cvv: '123' }
  expect({ ...orderBody(lines, 239_900, { ...customer, ...blankInvoice }), paymentData: cardBody(card, 3) }).toEqual({
    orderData: {
      cartItems: [{ productId: 'p', variantId: 'v', size: 'M', color: 'Kum', quantity: 2 }],
      customerInfo: { ...customer, firstName: 'İpek', district: 'd' },
      totalAmount: 2399,
    },
    paymentData: { ...card, cardNumber: '5528790000000008', installments: '3' },
  })
})

test('after a lost answer the next try has the same key', async () => {
  let lost = true
  const sent = fakeFetch(() => {
    if (!lost) return ok(paid)
    lost = false
    throw new TypeError('fetch failed')
  })
  await expect(pay(body)).rejects.toMatchObject({ status: 0 })
  await pay(body)
  const [first, second] = keysOf(sent)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).toBe(first)
  expect(readAttempt()).toBeUndefined()
})

test.each([
  [402, 'PAYMENT_DECLINED'],
  [409, 'PRICE_CHANGED'],
  [409, 'OUT_OF_STOCK'],
  [400, 'INVALID'],
])('after %i %s the next try has a new key', async (status, code) => {
  const sent = fakeFetch(() => failure(status, code, 'Olmadı'))
  await expect(pay(body)).rejects.toMatchObject({ code })
  await expect(pay(body)).rejects.toMatchObject({ code })
  const [first, second] = keysOf(sent)
  expect(second).not.toBe(first)
})

test.each([
  [500, 'INTERNAL'],
  [429, 'RATE_LIMITED'],
  [409, 'IDEMPOTENCY_CONFLICT'],
])('%i %s says nothing for certain: the key stays', async (status, code) => {
  const sent = fakeFetch(() => failure(status, code, 'Olmadı'))
  await expect(pay(body)).rejects.toMatchObject({ code })
  await expect(pay(body)).rejects.toMatchObject({ code })
  const [first, second] = keysOf(sent)
  expect(second).toBe(first)
})

test('a shopper who left her bank and pays with another card starts a new payment', async () => {
  const answers = [
    () => ok({ status: '3DS_REQUIRED', orderId: 'o', redirectUrl: '/bank', totalAmount: 1 }),
    () => failure(409, 'IDEMPOTENCY_CONFLICT', 'Başka istek'),
    () => ok(paid),
  ]
  const sent = fakeFetch(() => answers.shift()?.() ?? ok(paid))
  addToCart({
    ...{ productId: 'p', variantId: 'v', slug: 's', name: 'n', color: 'Kum', size: 'M' },
    ...{ priceKurus: 100, image: undefined, quantity: 2 },
  })
  await pay(body)
  expect(readAttempt()).toMatchObject({ outcome: 'bank', orderId: 'o', holds: { v: 2 } })
  expect(await pay({ other: 'card' })).toMatchObject({ status: 'SUCCESS' })
  const [first, second, third] = keysOf(sent)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('two tabs that pay in the same moment send one key', async () => {
  const sent = fakeFetch(() => ok(paid))
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  const other = navigator.locks.request('payment', () => done)
  const payment = pay(body)
  keepAttempt({ key: 'of the other tab', outcome: 'unknown' })
  finish()
  await other
  await payment
  expect(keysOf(sent)).toEqual(['of the other tab'])
})

test('a slow bank is asked until it has decided, through short losses of the network', async () => {
  const answers = [
    () => ok({ status: 'PENDING', orderId: 'o', totalAmount: 1 }),
    () => failure(503, 'UNAVAILABLE', 'Ulaşılamıyor'),
    () => ok(paid),
  ]
  fakeFetch(() => answers.shift()?.() ?? ok(paid))
  expect(await pollPayment('o', timing())).toMatchObject({ status: 'SUCCESS', paymentId: '1' })
})

test('time runs out: the last word is that it is not decided', async () => {
  fakeFetch(() => ok({ status: 'PENDING', orderId: 'o', totalAmount: 1 }))
  expect(await pollPayment('o', timing())).toMatchObject({ status: 'PENDING' })
})

test('an order that is not hers is not asked for again', async () => {
  const sent = fakeFetch(() => failure(404, 'NOT_FOUND', 'Sipariş bulunamadı.'))
  await expect(pollPayment('o', timing())).rejects.toMatchObject({ status: 404 })
  expect(sent).toHaveLength(1)
})

test('back from the page where a card is typed, the news of it is waited for a while, and no longer', async () => {
  const page = { status: 'REDIRECT', orderId: 'o', redirectUrl: 'http://pay.test/', totalAmount: 1199 }
  let asked = 0
  fakeFetch(() => ok(++asked < 3 ? page : paid))
  expect(await pollPayment('o', { ...timing(), page: 5 })).toMatchObject({ status: 'SUCCESS' })
  asked = -100
  expect(await pollPayment('o', { ...timing(), page: 2 })).toMatchObject({ status: 'REDIRECT' })
  expect(await pollPayment('o', timing())).toMatchObject({ status: 'REDIRECT' })
})

test('whoever went to that page and pays in another way begins a new payment', async () => {
  let other = false
  const page = { status: 'REDIRECT', orderId: 'o', redirectUrl: 'http://pay.test/', totalAmount: 1199 }
  const sent = fakeFetch(({ headers }) => {
    if (!other) return ok(page)
    return headers['Idempotency-Key'] === keysOf(sent)[0] ? failure(409, 'IDEMPOTENCY_CONFLICT', '') : ok(paid)
  })
  await pay(body)
  expect(readAttempt()).toMatchObject({ outcome: 'bank', orderId: 'o' })
  other = true
  expect(await pay({ any: 'other' })).toMatchObject({ status: 'SUCCESS' })
})

test('whoever was asked for a code and pays in another way begins a new payment', async () => {
  let other = false
  const asked = { status: 'CODE_REQUIRED', orderId: 'o', sentTo: 'a•••@posta.example', totalAmount: 1248 }
  const sent = fakeFetch(({ headers }) => {
    if (!other) return ok(asked)
    return headers['Idempotency-Key'] === keysOf(sent)[0] ? failure(409, 'IDEMPOTENCY_CONFLICT', '') : ok(paid)
  })
  await pay(body)
  expect(readAttempt()).toMatchObject({ outcome: 'bank', orderId: 'o' })
  other = true
  expect(await pay({ any: 'other' })).toMatchObject({ status: 'SUCCESS' })
})
