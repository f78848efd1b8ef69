import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

/** An order of pieces at 300 TL each by a shopper who spends store credit on it, and the owner who changes it. */
async function anOrder(ctx: Ctx, api: Api, credit: number, paymentMethod?: string, quantity = 2) {
  const product = await aProduct(ctx, { variants: [0, 1].map(() => ({ stock: 5, priceKurus: 30_000 })) })
  const before = await stockByVariant(ctx.db)
  const user = await aUser(ctx)
  const [hers, owners] = [await signIn(ctx, user), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const staff = (method: string, path: string, body?: unknown) => api(method, path, { token: owners, body })
  const own = (method: string, path: string, body?: unknown) => api(method, path, { token: hers, body })
  await staff('POST', `/admin/customers/${user.id}/credit`, { amount: credit, reason: 'Hediye' })
  const { paymentData, orderData } = aPayment(product, { quantity, totalAmount: Math.max(0, quantity * 300 - credit) })
  const payment = paymentMethod ? { paymentMethod } : { paymentData }
  const body = { ...payment, orderData: { ...orderData, useCredit: true } }
  const placed = await own('POST', '/payments/create', body)
  expect(placed.status).toBe(200)
  const id: string = placed.body.data.orderId
  const read = async () => (await staff('GET', `/admin/orders/${id}`)).body.data
  const payments = async () => (await staff('GET', '/admin/payments')).body.data
  const [{ id: itemId }] = (await read()).items
  return {
    ...{ id, itemId, product, own, staff, read },
    lower: (quantity: number) => staff('PUT', `/admin/orders/${id}`, { items: [{ itemId, quantity }] }),
    giveBack: (amount: number, more: object = {}) =>
      staff('POST', `/admin/orders/${id}/refund`, { amount, reason: 'Geç geldi', ...more }),
    receive: (amount: number) =>
      staff('POST', `/admin/orders/${id}/transfer`, { amount, receivedAt: ctx.clock().toISOString() }),
    payments,
    /** The owner transfers what waits for her; returns the sums. */
    paidBack: async () => {
      const { refunds }: { refunds: { id: string; amount: number }[] } = await payments()
      for (const { id } of refunds) {
        await staff('POST', `/admin/payments/refunds/${id}/resolution`, { outcome: 'gone', note: 'Havale edildi' })
      }
      return refunds.map(({ amount }) => amount)
    },
    /** She gives back what was too much; returns the sum. */
    excessBack: async () => {
      const [{ attemptId, excess }] = (await payments()).findings
      await staff('POST', `/admin/payments/${attemptId}/resolution`, { action: 'refund-excess' })
      return excess
    },
    balance: async () => (await own('GET', '/account/credit')).body.data.balance,
    charged: async () => {
      const row = (await listDemoLedger(ctx.db)).find(({ orderId }) => orderId === id)
      return row && [row.amountKurus, row.refundedKurus]
    },
    shelf: async () => {
      const rows = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
      return rows.toSorted((a, b) => a.position - b.position).map(({ stock }) => stock)
    },
    books: () => auditBooks(ctx.db, before),
  }
}

describe('an order paid with store credit and by card', () => {
  test('gives money back first and then credit, and may still be cancelled', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, 400)
    expect((await order.lower(1)).status).toBe(200)
    expect(await order.read()).toMatchObject({ totalAmount: 300, credit: 300, paymentStatus: 'SUCCESS' })
    expect([await order.charged(), await order.balance(), await order.shelf()]).toEqual([[20_000, 20_000], 100, [4, 5]])
    const notes = (await order.read()).history.map(({ note }: { note: string }) => note)
    expect(notes).toContain('Değişikliğin farkı 100,00 TL mağaza kredisi olarak iade edildi')
    const [told] = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-changed')
    expect(told?.text).toContain('Aradaki 200,00 TL ödemeyi yaptığınız karta iade edilir.')
    expect(told?.text).toContain('Aradaki farkın 100,00 TL kadarı mağaza krediniz olarak hesabınıza geri eklendi.')
    expect(await order.books()).toEqual([])
    expect((await order.own('POST', `/orders/${order.id}/cancellation`)).status).toBe(200)
    expect(await order.balance()).toBe(400)
    expect(await order.books()).toEqual([])
  })

  test('gives credit where its money went back before, and nothing beyond what is left', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, 400)
    await order.giveBack(200)
    expect((await order.lower(1)).status).toBe(200)
    expect([await order.charged(), await order.balance()]).toEqual([[20_000, 20_000], 300])
    expect(await order.read()).toMatchObject({ totalAmount: 300, credit: 100, refundedAmount: 200 })
    expect(await order.books()).toEqual([])
  })

  test('is refused where less is left than would go back', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, 400)
    await order.giveBack(350, { asCredit: true, customerAgreed: true })
    const refused = await order.lower(1)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(
      'Bu siparişin geri verilebilecek tutarı 250,00 TL; daha az ürün çıkarın ya da siparişi iptal edin.',
    )
    expect([await order.balance(), await order.shelf()]).toEqual([350, [3, 5]])
    expect(await order.books()).toEqual([])
  })

  test('its buyer swaps a size without any money', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, 400)
    const swap = { variantId: order.product.variants[1]?.id }
    expect((await order.own('PUT', `/orders/${order.id}/items/${order.itemId}/size`, swap)).status).toBe(200)
    expect([await order.charged(), await order.balance(), await order.shelf()]).toEqual([[20_000, 0], 0, [5, 3]])
    expect(await order.books()).toEqual([])
  })
})

test('one that credit paid in full gives back credit alone', async ({ ctx, api }) => {
  const order = await anOrder(ctx, api, 700)
  expect((await order.lower(1)).status).toBe(200)
  expect(await order.read()).toMatchObject({ paymentMethod: 'STORE_CREDIT', totalAmount: 300, credit: 300 })
  expect([await order.charged(), await order.balance()]).toEqual([undefined, 400])
  const swap = { variantId: order.product.variants[1]?.id }
  expect((await order.own('PUT', `/orders/${order.id}/items/${order.itemId}/size`, swap)).status).toBe(200)
  expect(await order.books()).toEqual([])
  await order.own('POST', `/orders/${order.id}/cancellation`)
  expect(await order.balance()).toBe(700)
  expect(await order.books()).toEqual([])
})

describe('one that waits for a transfer', () => {
  test('is due at its new sum less the credit', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, 100, 'BANK_TRANSFER')
    expect((await order.lower(1)).status).toBe(200)
    const { transfer, totalAmount, credit } = (await order.own('GET', `/orders/${order.id}`)).body.data
    expect({ due: transfer.amount, totalAmount, credit }).toEqual({
      due: 200,
      totalAmount: 300,
      credit: 100,
    })
    await order.receive(200)
    expect(await order.read()).toMatchObject({ paymentStatus: 'SUCCESS' })
    expect(await order.balance()).toBe(0)
    expect(await order.books()).toEqual([])
  })

  test('is not lowered to what credit covers', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, 300, 'BANK_TRANSFER')
    const refused = await order.lower(1)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(
      'Kalan ürünlerin tamamını müşterinin mağaza kredisi karşılıyor; siparişi iptal edin, müşteri kredisiyle yeniden sipariş versin.',
    )
    expect([await order.shelf(), await order.balance()]).toEqual([[3, 5], 0])
    expect(await order.books()).toEqual([])
  })
})

test('lowered twice, money goes back first although the first difference is still on its way', async ({ ctx, api }) => {
  const order = await anOrder(ctx, api, 200, 'BANK_TRANSFER', 3)
  await order.receive(700)
  expect([(await order.lower(2)).status, (await order.lower(1)).status]).toEqual([200, 200])
  expect(await order.balance()).toBe(0)
  expect(await order.paidBack()).toEqual([300, 300])
  expect(await order.books()).toEqual([])
})

describe('more than was due beside credit came by transfer', () => {
  test('and all that the order cost goes back: the rest is still told as too much', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, 400, 'BANK_TRANSFER')
    expect((await order.receive(250)).body.data).toEqual({ outcome: 'paid' })
    expect((await order.giveBack(600)).status).toBe(200)
    expect(await order.balance(), 'as it was paid').toBe(400)
    expect(await order.paidBack()).toEqual([200])
    expect([await order.excessBack(), await order.paidBack()]).toEqual([50, [50]])
    expect((await order.payments()).findings).toEqual([])
    expect(await order.books()).toEqual([])
  })

  test('and it is lowered once its money went back: the difference is credit', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, 400, 'BANK_TRANSFER')
    await order.receive(250)
    await order.giveBack(200)
    expect(await order.paidBack()).toEqual([200])
    expect((await order.lower(1)).status).toBe(200)
    expect(await order.balance()).toBe(300)
    expect([await order.excessBack(), await order.paidBack()]).toEqual([50, [50]])
    expect(await order.books()).toEqual([])
  })
})
