import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import { variants } from '#shop/catalog/schema.ts'
import { NewPayment } from '#shop/checkout/contract.ts'
import { holdStock, priceLines } from '#shop/checkout/lines.ts'
import { settleOpenPayments } from '#shop/checkout/recovery.ts'
import type { Ctx } from '#shop/ctx.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { hours, seconds } from '#shop/time.ts'
import { aPayment, poorCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const stockOf = async (ctx: Ctx, id: string) => (await findProduct(ctx, id))?.variants[0]?.stock

describe('POST /payments/create', () => {
  test('sells: charges once, writes the order, takes the stock, queues the confirmation', async ({
    ctx,
    api,
    queued,
  }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 3, priceKurus: 119_950 }] })
    const user = await aUser(ctx)
    const token = await signIn(ctx, user)
    const { status, body } = await api('POST', '/payments/create', { token, body: aPayment(product, { quantity: 2 }) })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, data: { status: 'SUCCESS', totalAmount: 2399 } })
    expect(await stockOf(ctx, product.id)).toBe(1)
    const [charge, ...more] = await listDemoLedger(ctx.db)
    expect(more).toEqual([])
    expect(charge).toMatchObject({
      paymentId: body.data.paymentId,
      orderId: body.data.orderId,
      amountKurus: 239_900,
      status: 'CHARGED',
    })
    expect(queued.filter((job) => job.name === 'send-mail')).toHaveLength(1)
    const mine = await api('GET', '/orders/my', { token })
    expect(mine.body.data).toHaveLength(1)
    expect(mine.body.data[0]).toMatchObject({
      id: body.data.orderId,
      status: 'PENDING',
      paymentStatus: 'SUCCESS',
      totalAmount: 2399,
      shippingAddress: 'Bağdat Caddesi 1/2, Kadıköy, 34710 İstanbul',
      items: [{ quantity: 2, priceAtPurchase: 1199.5, variant: { product: { name: product.name } } }],
    })
    expect(mine.body.data[0]).not.toHaveProperty('adminNotes')
  })

  test('refuses guests and unverified users', async ({ ctx, api }) => {
    const product = await aProduct(ctx)
    expect((await api('POST', '/payments/create', { body: aPayment(product) })).status).toBe(401)
    const token = await signIn(ctx, await aUser(ctx, { verified: false }))
    const answer = await api('POST', '/payments/create', { token, body: aPayment(product) })
    expect([answer.status, answer.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  })

  test('prices from the database: another total is PRICE_CHANGED with the right one, and nothing is charged', async ({
    ctx,
    api,
  }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const answer = await api('POST', '/payments/create', { token, body: aPayment(product, { totalAmount: 0.01 }) })
    expect([answer.status, answer.body.code, answer.body.data]).toEqual([409, 'PRICE_CHANGED', { totalAmount: 1199 }])
    expect(await listDemoLedger(ctx.db)).toEqual([])
    expect(await stockOf(ctx, product.id)).toBe(5)
  })

  test('a price that fell meanwhile is told before anything is charged: nobody pays more than she would now', async ({
    ctx,
    api,
  }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const seen = aPayment(product, { totalAmount: 1299 })
    const answer = await api('POST', '/payments/create', { token, body: seen })
    expect([answer.status, answer.body.code, answer.body.data]).toEqual([409, 'PRICE_CHANGED', { totalAmount: 1199 }])
    expect(await listDemoLedger(ctx.db)).toEqual([])
  })

  test('names the lines that are out of stock, adding up lines of the same variant', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 3 }] })
    const token = await signIn(ctx, await aUser(ctx))
    const body = aPayment(product, { quantity: 4 })
    const [line] = body.orderData.cartItems
    if (!line) throw new Error('no line')
    body.orderData.cartItems = [
      { ...line, quantity: 2 },
      { ...line, quantity: 2 },
    ]
    const answer = await api('POST', '/payments/create', { token, body })
    expect([answer.status, answer.body.code]).toEqual([409, 'OUT_OF_STOCK'])
    expect(answer.body.data.lines).toMatchObject([{ productId: product.id, available: 3 }])
    expect(await stockOf(ctx, product.id)).toBe(3)
    const thousands = await api('POST', '/payments/create', { token, body: aPayment(product, { quantity: 5_000 }) })
    expect([thousands.status, thousands.body.code]).toEqual([409, 'OUT_OF_STOCK'])
  })

  test('a size taken off sale between its pricing and its buying is not sold', async ({ ctx }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 3, size: 'M' }] })
    const { cartItems } = NewPayment.parse(aPayment(product)).orderData
    const lines = await priceLines(ctx, cartItems)
    const [variant] = lines.map(({ item }) => item.variantId)
    await ctx.db
      .update(variants)
      .set({ retiredAt: ctx.clock() })
      .where(eq(variants.id, variant ?? ''))
    await expect(holdStock(ctx, lines)).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
      message: `${product.name} (M) artık satışta değil; lütfen sepetinizi güncelleyin.`,
      data: { lines: [{ variantId: variant, available: 0 }] },
    })
    const [row] = await ctx.db
      .select()
      .from(variants)
      .where(eq(variants.id, variant ?? ''))
    expect(row?.stock).toBe(3)
  })

  test('a declined card is 402 with the reason, gives the stock back and shows no order', async ({ ctx, api }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const answer = await api('POST', '/payments/create', { token, body: aPayment(product, { card: poorCard }) })
    expect([answer.status, answer.body.code]).toEqual([402, 'PAYMENT_DECLINED'])
    expect(answer.body.message).toContain('bakiyesi yetersiz')
    expect(await stockOf(ctx, product.id)).toBe(5)
    expect((await api('GET', '/orders/my', { token })).body.data).toEqual([])
  })

  test('the same key and body give the same answer and one charge; another body is a conflict', async ({
    ctx,
    api,
  }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const headers = { 'idempotency-key': 'sepet-1' }
    const first = await api('POST', '/payments/create', { token, headers, body: aPayment(product) })
    const second = await api('POST', '/payments/create', { token, headers, body: aPayment(product) })
    expect(second.body).toEqual(first.body)
    expect(await listDemoLedger(ctx.db)).toHaveLength(1)
    const other = await api('POST', '/payments/create', { token, headers, body: aPayment(product, { quantity: 2 }) })
    expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    // Reloading the page would not help: the key is kept until she knows what became of the first try.
    expect(other.body.message).toBe('Bu deneme öncekinden farklı bilgiler içeriyor; yeni bir ödeme başlatılmadı.')
  })

  test('a key is its shopper’s own: another with the same key and cart buys her own order', async ({ ctx, api }) => {
    const product = await aProduct(ctx)
    const headers = { 'idempotency-key': 'sepet' }
    const buy = async () => {
      const token = await signIn(ctx, await aUser(ctx))
      const { status, body } = await api('POST', '/payments/create', { token, headers, body: aPayment(product) })
      expect(status).toBe(200)
      const mine = await api('GET', '/orders/my', { token })
      expect(mine.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.orderId])
      return body.data.orderId
    }
    expect(await buy()).not.toBe(await buy())
    expect(await listDemoLedger(ctx.db)).toHaveLength(2)
  })

  test('a declined answer is repeated for its key, and a free key survives a refused request', async ({ ctx, api }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const headers = { 'idempotency-key': 'k' }
    const refused = await api('POST', '/payments/create', {
      token,
      headers,
      body: aPayment(product, { totalAmount: 1 }),
    })
    expect(refused.status).toBe(409)
    const declined = await api('POST', '/payments/create', {
      token,
      headers,
      body: aPayment(product, { card: poorCard }),
    })
    const again = await api('POST', '/payments/create', { token, headers, body: aPayment(product, { card: poorCard }) })
    expect([declined.status, again.status]).toEqual([402, 402])
    expect(again.body).toEqual(declined.body)
  })

  test.for([
    ['broken JSON', '{"orderData":', 400],
    ['no body', undefined, 400],
    ['empty cart', { orderData: { cartItems: [] } }, 400],
  ] as const)('answers %s with a sentence', async ([, body, expected], { ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const answer = await api('POST', '/payments/create', {
      token,
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(expected)
    expect(answer.body.message).toMatch(/\p{L}/u)
  })

  test.for([
    ['quantity', -1],
    ['quantity', 1.5],
    ['quantity', '1,5'],
    ['quantity', '2 adet'],
    ['quantity', ''],
    ['quantity', '-1'],
    ['quantity', '1e1'],
    ['productId', 'yok'],
    ['productId', '01a1f993-9e61-73c3-ae24-5a25296f3150'],
    ['variantId', '01a1f993-9e61-73c3-ae24-5a25296f3150'],
  ] as const)('refuses %s %s', async ([field, value], { ctx, api }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const body = aPayment(product)
    const answer = await api('POST', '/payments/create', {
      token,
      body: {
        ...body,
        orderData: { ...body.orderData, cartItems: [{ ...body.orderData.cartItems[0], [field]: value }] },
      },
    })
    expect([400, 404]).toContain(answer.status)
    expect(answer.body.message).not.toMatch(/Invalid|expected/i)
    expect(await listDemoLedger(ctx.db)).toEqual([])
  })

  test('takes numbers that a form sent as text', async ({ ctx, api }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const body = aPayment(product, { quantity: 2 })
    const { cartItems, totalAmount } = body.orderData
    const asText = cartItems.map((item) => ({ ...item, quantity: String(item.quantity) }))
    const orderData = { ...body.orderData, cartItems: asText, totalAmount: String(totalAmount) }
    const answer = await api('POST', '/payments/create', { token, body: { ...body, orderData } })
    expect([answer.status, answer.body.data.totalAmount]).toEqual([200, 2398])
    expect(await stockOf(ctx, product.id)).toBe(3)
  })

  test.for([
    ['cardNumber', '5528790000000009', 'Geçerli bir kart numarası giriniz'],
    ['cardNumber', '55287900', 'Geçerli bir kart numarası giriniz'],
    ['expiryDate', '12/20', 'Geçerli bir son kullanma tarihi giriniz'],
    ['expiryDate', '13/40', 'Geçerli bir son kullanma tarihi giriniz'],
    ['cvv', '12', 'Geçerli bir CVV giriniz'],
    ['cardHolderName', ' ', 'Kart sahibinin adı gerekli'],
  ] as const)('refuses a card whose %s is %s', async ([field, value, sentence], { ctx, api }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const body = aPayment(product)
    const answer = await api('POST', '/payments/create', {
      token,
      body: { ...body, paymentData: { ...body.paymentData, [field]: value } },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toEqual({ [`paymentData.${field}`]: [sentence] })
  })

  test.for([
    ['city', 'Atlantis', 'İl seçin'],
    ['postalCode', 'abc', 'Posta kodu 5 rakamdır'],
    ['postalCode', '99123', 'Posta kodu ilin plaka numarasıyla başlar (01–81)'],
  ] as const)('refuses a %s that the forms refuse: %s', async ([field, value, sentence], { ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const { orderData, paymentData } = aPayment(await aProduct(ctx))
    const customerInfo = { ...orderData.customerInfo, [field]: value }
    const body = { orderData: { ...orderData, customerInfo }, paymentData }
    const answer = await api('POST', '/payments/create', { token, body })
    expect([answer.status, answer.body.error]).toEqual([400, { [`orderData.customerInfo.${field}`]: [sentence] }])
    expect(await listDemoLedger(ctx.db)).toEqual([])
  })

  test('takes American Express with 15 digits', async ({ ctx, api }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const answer = await api('POST', '/payments/create', {
      token,
      body: aPayment(product, { card: '374427000000003' }),
    })
    expect(answer.body.data?.status).toBe('SUCCESS')
  })

  test('stops a shopper who tries too often, and says when to come back', async ({ ctx, api }) => {
    const product = await aProduct(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const statuses: number[] = []
    for (let i = 0; i < 6; i++)
      statuses.push(
        (await api('POST', '/payments/create', { token, body: aPayment(product, { card: poorCard }) })).status,
      )
    expect(statuses).toEqual([402, 402, 402, 402, 402, 429])
    expect(
      (await api('POST', '/payments/create', { token, body: aPayment(product) })).headers.get('retry-after'),
    ).toMatch(/^\d+$/)
  })
})

describe('a process that died', () => {
  test('after the charge: the order is completed; before it: the stock comes back', async ({
    ctx,
    deps,
    api,
    clock,
  }) => {
    const product = await aProduct(ctx, { variants: [{ stock: 5 }] })
    const token = await signIn(ctx, await aUser(ctx))
    const charge = deps.payments.charge
    // The answers are lost on the way: once with the charge made, once without.
    deps.payments.charge = async (request) => {
      await charge(request)
      throw new Error('connection lost')
    }
    deps.payments.find = ((find) => async (id: string) => {
      deps.payments.find = find
      throw new Error(`still no connection for ${id.length}`)
    })(deps.payments.find)
    const lost = await api('POST', '/payments/create', {
      token,
      body: aPayment(product),
      headers: { 'idempotency-key': 'a' },
    })
    expect([lost.status, lost.body.data.status]).toEqual([202, 'PENDING'])
    deps.payments.charge = async () => {
      throw new Error('connection refused')
    }
    const never = await api('POST', '/payments/create', {
      token,
      body: aPayment(product),
      headers: { 'idempotency-key': 'b' },
    })
    expect(never.status).toBe(202)
    expect(await stockOf(ctx, product.id)).toBe(3)

    clock.forward(seconds(20))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id), 'a charge may still be on its way').toBe(3)
    clock.forward(seconds(30))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id)).toBe(4)
    expect((await api('GET', '/orders/my', { token })).body.data).toHaveLength(1)
    const again = await api('POST', '/payments/create', {
      token,
      body: aPayment(product),
      headers: { 'idempotency-key': 'a' },
    })
    expect(again.body.data.status).toBe('SUCCESS')
    clock.forward(hours(1))
    await settleOpenPayments(ctx)
    expect(await stockOf(ctx, product.id)).toBe(4)
  })
})
