import { describe, expect } from 'vitest'
import { createApp } from '#server'
import { findProduct, type Product } from '#shop/catalog/products.ts'
import { resumeThreeDs } from '#shop/checkout/three-ds.ts'
import type { Ctx, Deps } from '#shop/ctx.ts'
import { aPayment, failingSecureCard, secureCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const stockOf = async (ctx: Ctx, { id }: Pick<Product, 'id'>) =>
  (await findProduct(ctx, id))?.variants.map(({ stock }) => stock)

/** Several sizes or products in one cart. */
function aCart(products: Product[], quantity: number, card = secureCard) {
  const parts = products.flatMap((product) =>
    product.variants.map((_, variant) => aPayment(product, { variant, quantity, card })),
  )
  const [first] = parts
  if (!first) throw new Error('an empty cart')
  return {
    ...first,
    orderData: {
      ...first.orderData,
      cartItems: parts.flatMap(({ orderData }) => orderData.cartItems),
      totalAmount: parts.reduce((sum, { orderData }) => sum + orderData.totalAmount, 0),
    },
  }
}

/** A shop that believes the address it is told, and one shopper who pays from there. */
function shopperOf(ctx: Ctx, deps: Deps, hold = deps.config.hold) {
  const app = createApp({ ...deps, config: { ...deps.config, hold, trustProxy: 1 } })
  return async (address: string) => {
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const pay = async (body: object, from = address) => {
      const response = await app.fetch(
        new Request('http://shop.test/api/v1/payments/create', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'x-forwarded-for': from,
          },
          body: JSON.stringify(body),
        }),
      )
      const { code, message, data } = await response.json()
      return { status: response.status, code, message, data, retryAfter: response.headers.get('retry-after') }
    }
    return { pay, token }
  }
}

describe('what a shopper who has not paid may hold', () => {
  test('one order does not take the whole shop out of stock', async ({ ctx, deps }) => {
    const products = await Promise.all(
      Array.from({ length: 8 }, () => aProduct(ctx, { variants: [{ stock: 5 }, { stock: 5 }] })),
    )
    const { pay } = await shopperOf(ctx, deps)('198.51.100.1')
    const answer = await pay(aCart(products, 5))
    expect(answer).toMatchObject({
      status: 409,
      code: 'HOLD_LIMIT',
      message: expect.stringContaining('en çok 30 ürün'),
    })
    for (const product of products) expect(await stockOf(ctx, product)).toEqual([5, 5])
  })

  test('of one size a share, but of a small stock all: the last piece can be bought', async ({ ctx, deps }) => {
    const plenty = await aProduct(ctx, { variants: [{ stock: 20 }] })
    const last = await aProduct(ctx, { variants: [{ stock: 1 }] })
    const few = await aProduct(ctx, { variants: [{ stock: 5 }] })
    const shopper = shopperOf(ctx, deps)
    const tooMany = await (await shopper('198.51.100.1')).pay(aPayment(plenty, { quantity: 11 }))
    expect(tooMany).toMatchObject({
      status: 409,
      code: 'HOLD_LIMIT',
      message: expect.stringContaining('en çok 10 adet'),
      data: { lines: [{ productId: plenty.id, most: 10 }] },
    })
    expect(await stockOf(ctx, plenty)).toEqual([20])
    expect((await (await shopper('198.51.100.2')).pay(aPayment(plenty, { quantity: 10 }))).status).toBe(200)
    expect((await (await shopper('198.51.100.3')).pay(aPayment(last))).status).toBe(200)
    expect((await (await shopper('198.51.100.4')).pay(aPayment(few, { quantity: 5 }))).status).toBe(200)
  })

  test('what is asked for beyond the stock is short of stock, not of leave', async ({ ctx, deps }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 3 }] })
    const { pay } = await shopperOf(ctx, deps)('198.51.100.1')
    expect(await pay(aPayment(product, { quantity: 60 }))).toMatchObject({ code: 'OUT_OF_STOCK' })
  })

  test('one address holds what two accounts may, and another address is not its business', async ({ ctx, deps }) => {
    const products = await Promise.all(Array.from({ length: 4 }, () => aProduct(ctx, { variants: [{ stock: 40 }] })))
    const cart = (n: number, quantity: number) => aCart(products.slice(n, n + 1), quantity)
    const shopper = shopperOf(ctx, deps, { units: 10, sharePercent: 50 })
    expect((await (await shopper('2001:db8::1')).pay(cart(0, 10))).data).toMatchObject({ status: '3DS_REQUIRED' })
    expect((await (await shopper('2001:db8::2')).pay(cart(1, 10))).data).toMatchObject({ status: '3DS_REQUIRED' })
    const third = await shopper('2001:db8::3')
    expect(await third.pay(cart(2, 1))).toMatchObject({
      status: 409,
      code: 'HOLD_LIMIT',
      message: expect.stringContaining('Bağlantınızdan'),
      retryAfter: '600',
    })
    expect(await stockOf(ctx, products[2] as Product)).toEqual([40])
    expect((await third.pay(cart(2, 1), '2001:db8:0:9::1')).data).toMatchObject({ status: '3DS_REQUIRED' })
  })

  test('of one size one address holds no more than one account', async ({ ctx, deps }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 20 }] })
    const shopper = shopperOf(ctx, deps)
    expect(
      (await (await shopper('198.51.100.1')).pay(aPayment(product, { quantity: 10, card: secureCard }))).status,
    ).toBe(200)
    expect(await (await shopper('198.51.100.1')).pay(aPayment(product, { quantity: 1 }))).toMatchObject({
      code: 'HOLD_LIMIT',
    })
    expect((await (await shopper('198.51.100.2')).pay(aPayment(product, { quantity: 1 }))).status).toBe(200)
    expect(await stockOf(ctx, product)).toEqual([9])
  })
})

describe('what waits at the bank', () => {
  test('is given up when its shopper pays in another way: the last piece is hers again', async ({ ctx, deps, api }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 1 }] })
    const { pay, token } = await shopperOf(ctx, deps)('198.51.100.1')
    const older = await pay(aPayment(product, { card: secureCard }))
    expect(older.data.status).toBe('3DS_REQUIRED')
    const newer = await pay(aPayment(product))
    expect(newer).toMatchObject({ status: 200, data: { status: 'SUCCESS' } })
    expect((await api('GET', `/payments/${older.data.orderId}`, { token })).body.data.status).toBe('DECLINED')
    expect(await stockOf(ctx, product)).toEqual([0])
  })

  test('and given up takes no money, though she says yes there afterwards', async ({ ctx, deps, api }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 5 }] })
    const { pay, token } = await shopperOf(ctx, deps)('198.51.100.1')
    let conversationId = ''
    const { charge, finishThreeDs } = deps.payments
    deps.payments.charge = (request) => {
      conversationId ||= request.conversationId
      return charge(request)
    }
    let finished = 0
    deps.payments.finishThreeDs = (attempt) => {
      finished++
      return finishThreeDs(attempt)
    }
    const older = await pay(aPayment(product, { card: secureCard }))
    await pay(aPayment(product))
    await resumeThreeDs(ctx, conversationId, {})
    expect(finished).toBe(0)
    expect((await api('GET', `/payments/${older.data.orderId}`, { token })).body.data.status).toBe('DECLINED')
    expect((await api('GET', '/orders/my', { token })).body.data).toHaveLength(1)
    expect(await stockOf(ctx, product)).toEqual([4])
  })

  test('stays held and counts while the provider says nothing about it', async ({ ctx, deps }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 5 }] })
    const { pay } = await shopperOf(ctx, deps, { units: 4, sharePercent: 50 })('198.51.100.1')
    await pay(aPayment(product, { quantity: 4, card: secureCard }))
    deps.payments.find = async () => ({ kind: 'unknown', reason: 'away' })
    expect(await pay(aPayment(product))).toMatchObject({
      status: 409,
      code: 'HOLD_LIMIT',
      message: expect.stringContaining('Tamamlanmamış bir ödemeniz'),
    })
    expect(await stockOf(ctx, product)).toEqual([1])
  })

  test('money that turns out to be taken ends the second payment before it begins', async ({ ctx, deps, api }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 5 }] })
    const { pay, token } = await shopperOf(ctx, deps)('198.51.100.1')
    const older = await pay(aPayment(product, { card: secureCard }))
    const { orderId } = older.data
    deps.payments.find = async () => ({ kind: 'charged', paymentId: 'p', amountKurus: 119_900, orderId })
    expect(await pay(aPayment(product))).toMatchObject({
      status: 409,
      message: expect.stringContaining('Siparişlerim'),
    })
    expect((await api('GET', '/orders/my', { token })).body.data).toMatchObject([{ id: orderId }])
    expect(await stockOf(ctx, product)).toEqual([4])
  })

  test('is on sale again at once when the bank says no', async ({ ctx, deps }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 20 }] })
    const shopper = shopperOf(ctx, deps)
    const one = await shopper('198.51.100.1')
    let conversationId = ''
    const { charge } = deps.payments
    deps.payments.charge = (request) => {
      conversationId = request.conversationId
      return charge(request)
    }
    deps.payments.readReturn = () => ({ kind: 'failed' })
    await one.pay(aPayment(product, { quantity: 10, card: failingSecureCard }))
    expect(await stockOf(ctx, product)).toEqual([10])
    await resumeThreeDs(ctx, conversationId, {})
    expect(await stockOf(ctx, product)).toEqual([20])
    expect((await (await shopper('198.51.100.1')).pay(aPayment(product, { quantity: 10 }))).status).toBe(200)
  })
})
