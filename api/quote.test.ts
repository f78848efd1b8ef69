import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { products, variants } from '#shop/catalog/schema.ts'
import { newId } from '#shop/ctx.ts'
import { aPayment, goodCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test as withIyzico } from '#test/outside/iyzico-shop.ts'
import { test } from '#test/shop.ts'

describe('a quote', () => {
  test('prices a cart line by line for anybody, in sums that are right to the kuruş', async ({ ctx, api }) => {
    const dress = await aProduct(ctx, { variants: [{ priceKurus: 129_990, size: 'M' }] })
    const bag = await aProduct(ctx, { variants: [{ priceKurus: 33_333 }] })
    const [medium, only] = [dress.variants[0], bag.variants[0]]
    const cartItems = [
      { productId: dress.id, size: 'M', quantity: 1 },
      { productId: bag.id, variantId: only?.id, quantity: '3' },
      { productId: dress.id, variantId: medium?.id, quantity: 1 },
    ]
    const { status, body } = await api('POST', '/checkout/quote', { body: { cartItems } })
    expect([status, body.data]).toEqual([
      200,
      {
        lines: [
          { productId: dress.id, variantId: medium?.id, quantity: 2, unitPrice: 1299.9, discount: 0, total: 2599.8 },
          { productId: bag.id, variantId: only?.id, quantity: 3, unitPrice: 333.33, discount: 0, total: 999.99 },
        ],
        ...{ goods: 3599.79, discount: 0, delivery: 0, methodFee: 0, installmentFee: 0, total: 3599.79 },
        methods: [
          { method: 'CARD', fee: 0, available: true },
          { method: 'HOSTED', fee: 0, available: true },
          { method: 'BANK_TRANSFER', fee: 0, available: true },
          { method: 'CASH_ON_DELIVERY', fee: 49, available: true },
        ],
      },
    ])
  })

  test('is what the card is charged, with the fee of its installments', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
    const token = await signIn(ctx, await aUser(ctx))
    const payment = aPayment(product, { quantity: 2 })
    const { cartItems } = payment.orderData
    const asked = { cartItems, installments: '6', cardPrefix: goodCard.slice(0, 8), paymentMethod: 'CARD' }
    const { goods, installmentFee, total } = (await api('POST', '/checkout/quote', { token, body: asked })).body.data
    expect([goods, total]).toEqual([2000, goods + installmentFee])
    expect(installmentFee).toBeGreaterThan(0)
    const pay = (totalAmount: number) => {
      const orderData = { ...payment.orderData, totalAmount }
      const body = { orderData, paymentData: { ...payment.paymentData, installments: '6' } }
      return api('POST', '/payments/create', { token, body })
    }
    // There are none by another way to pay.
    const transfer = { ...asked, paymentMethod: 'BANK_TRANSFER' }
    const whole = (await api('POST', '/checkout/quote', { token, body: transfer })).body.data
    expect(whole).toMatchObject({ installmentFee: 0, total: 2000 })
    expect((await pay(total - 0.01)).body.code).toBe('PRICE_CHANGED')
    expect((await pay(total)).body.data).toMatchObject({ status: 'SUCCESS', totalAmount: total, installmentFee })
  })

  test('follows the prices of the shop, which is what a cart of yesterday learns from it', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }] })
    const body = { cartItems: [{ productId: product.id, variantId: product.variants[0]?.id, quantity: 1 }] }
    const total = async () => (await api('POST', '/checkout/quote', { body })).body.data.total
    expect(await total()).toBe(1000)
    await ctx.db.update(variants).set({ priceKurus: 89_990 }).where(eq(variants.productId, product.id))
    expect(await total()).toBe(899.9)
  })

  test('says which line cannot be had, and what is missing for installments', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M' }] })
    const quote = async (body: object) => {
      const { status, body: answer } = await api('POST', '/checkout/quote', { body })
      return [status, typeof answer.error === 'string' ? answer.error : Object.keys(answer.error)]
    }
    const item = { productId: product.id, size: 'M', quantity: 1 }
    expect(await quote({ cartItems: [item, { ...item, size: 'XL' }] })).toEqual([400, ['cartItems.1.size']])
    expect(await quote({ cartItems: [] })).toEqual([400, ['cartItems']])
    expect(await quote({ cartItems: [item], paymentMethod: 'SHELLS' })).toEqual([400, ['paymentMethod']])
    expect(await quote({ cartItems: [item], installments: 3 })).toEqual([400, ['cardPrefix']])
    const debit = { installments: 3, cardPrefix: '589283' }
    expect(await quote({ cartItems: [item], ...debit })).toEqual([400, ['installments']])
    const gone = 'Sepetinizdeki bir ürün artık satışta değil; lütfen sepetinizi güncelleyin.'
    expect(await quote({ cartItems: [{ ...item, productId: newId() }] })).toEqual([404, gone])
    await ctx.db.update(products).set({ publishedAt: null }).where(eq(products.id, product.id))
    expect(await quote({ cartItems: [item] })).toEqual([404, gone])
  })

  test('says of a code that the shop does not know that it counts for nothing', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 100_000, size: 'M' }] })
    const body = { cartItems: [{ productId: product.id, size: 'M', quantity: 1 }], coupon: ' YAZ20 ' }
    const { total, coupon } = (await api('POST', '/checkout/quote', { body })).body.data
    expect([total, coupon]).toEqual([1000, { code: 'YAZ20', counts: false, why: 'Böyle bir indirim kodu yok.' }])
  })

  test('may be asked for sixty times a minute from one address', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M' }] })
    const body = { cartItems: [{ productId: product.id, size: 'M', quantity: 1 }] }
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) statuses.push((await api('POST', '/checkout/quote', { body })).status)
    expect(statuses).toEqual([...Array(60).fill(200), 429])
  })
})

withIyzico(
  'while the bank is silent there is no quote in installments, and one without',
  async ({ ctx, api, iyzico }) => {
    const product = await aProduct(ctx, { variants: [{ size: 'M' }] })
    const cartItems = [{ productId: product.id, size: 'M', quantity: 1 }]
    iyzico.state.down = true
    const quote = async (more: object) =>
      (await api('POST', '/checkout/quote', { body: { cartItems, ...more } })).status
    expect(await quote({ installments: 3, cardPrefix: '552608' })).toBe(503)
    expect(await quote({})).toBe(200)
  },
)
