import { and, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { variants } from '#shop/catalog/schema.ts'
import { days } from '#shop/time.ts'
import { mailsOf } from '#test/mails.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { test } from '#test/shop.ts'

test('what there is to choose in an exchange is told with the difference', async ({ ctx, api }) => {
  const sale = await anExchange(ctx, api)
  const choices = async (more = '') =>
    (await sale.own('GET', `/orders/${sale.orderId}/exchange-choices${more}`)).body.data[0].choices
  expect(await choices()).toMatchObject([{ variantId: sale.medium, size: 'M', price: 100, difference: 0 }])
  const [other] = (await choices(`?product=${sale.dearerProduct}`)).filter(
    ({ variantId }: { variantId: string }) => variantId === sale.dearer,
  )
  expect(other).toMatchObject({ price: 150, difference: 50 })
})

test('a dearer size of the same product costs the difference; for a cheaper one nothing goes back', async ({
  ctx,
  api,
}) => {
  const sizes = [
    { stock: 5, priceKurus: 10_000, size: 'S' },
    { stock: 2, priceKurus: 30_000, size: 'M' },
    { stock: 2, priceKurus: 8_000, size: 'L' },
  ]
  const sale = await anExchange(ctx, api, { product: { variants: sizes } })
  const [{ choices }] = (await sale.own('GET', `/orders/${sale.orderId}/exchange-choices`)).body.data
  expect(choices.map((one: { size: string; difference: number }) => [one.size, one.difference])).toEqual([
    ['M', 200],
    ['L', 0],
  ])
  const { id, replacementId } = await sale.arrived(sale.medium)
  expect(await sale.returnOf(id)).toMatchObject({ difference: 200, exchange: { state: 'TO_PAY' } })
  expect((await sale.decide(id, 'complete', {})).status, 'nothing for nothing').toBe(409)
  expect((await sale.pay(id, 200)).status).toBe(200)
  expect((await sale.decide(id, 'complete', {})).body.data.status).toBe('COMPLETED')
  expect((await sale.orderRow(replacementId))?.totalKurus).toBe(30_000)
  expect(await sale.books()).toEqual([])
})

test.for([
  ['rose for both', { S: 130, M: 150 }, 20],
  ['rose for both alike', { S: 130, M: 130 }, 0],
  ['fell for the size that she has', { S: 50, M: 100 }, 0],
  ['fell for it, and rose for the other', { S: 50, M: 120 }, 20],
] as const)(
  'a size that is dearer than what she paid and than hers now costs the difference, where the price %s',
  async ([, prices, difference], { ctx, api }) => {
    const sale = await anExchange(ctx, api)
    for (const [size, price] of Object.entries(prices))
      await ctx.db
        .update(variants)
        .set({ priceKurus: price * 100 })
        .where(and(eq(variants.productId, sale.product.id), eq(variants.size, size)))
    const [{ choices }] = (await sale.own('GET', `/orders/${sale.orderId}/exchange-choices`)).body.data
    expect(choices).toMatchObject([{ size: 'M', difference }])
    expect((await sale.swap(sale.medium)).body.data).toMatchObject({ difference })
  },
)

test('totals count what was exchanged once, with what was paid besides or went back, and as one order', async ({
  ctx,
  api,
  clock,
}) => {
  const totals = async (sale: Awaited<ReturnType<typeof anExchange>>, filter: string) => {
    const { amount, refundedAmount } = (await sale.staff('GET', `/admin/orders?${filter}`)).body.totals
    return [amount, refundedAmount]
  }
  const sale = await anExchange(ctx, api)
  const { id } = await sale.arrived(sale.dearer)
  await sale.pay(id, 50)
  await sale.decide(id, 'complete', {})
  const { email } = (await sale.order()).customerInfo
  for (const filter of ['', `q=${email}`]) expect(await totals(sale, filter), filter).toEqual([150, 0])
  const { data } = (await sale.staff('GET', '/admin/dashboard')).body
  expect(data.sales.thisWeek).toMatchObject({ amount: 150, orders: 1 })
  clock.forward(days(1))
  const next = (await sale.staff('GET', '/admin/dashboard')).body.data
  expect(next.sales.yesterday).toMatchObject({ amount: 150, orders: 1 })

  const cheaper = await anExchange(ctx, api)
  await cheaper.decide((await cheaper.arrived(cheaper.cheaper)).id, 'complete', {})
  expect(await totals(cheaper, '')).toEqual([250, 40])
  await ctx.db.execute(sql`select recount()`)
  expect(await totals(cheaper, '')).toEqual([250, 40])
})

test.for([
  [
    'a sum that went back before',
    {},
    30,
    'Daha önce iade edilen: −30,00 TL\nYeni ürünleriniz için sayılan: −60,00 TL',
    10,
  ],
  ['a discount, which its price has in it', { discount: 20 }, 0, 'Yeni ürünleriniz için sayılan: −60,00 TL', 20],
  [
    'what installments cost',
    { installments: '12' },
    0,
    'Taksit farkı: 17,00 TL\nYeni ürünleriniz için sayılan: −60,00 TL',
    57,
  ],
] as const)(
  'mails of an exchange for something cheaper add up after %s',
  async ([, given, before, lines, back], { ctx, api }) => {
    const sale = await anExchange(ctx, api, given)
    if (before > 0) await sale.staff('POST', `/admin/orders/${sale.orderId}/refund`, { amount: before, reason: 'Leke' })
    const { id } = await sale.arrived(sale.cheaper)
    await sale.decide(id, 'complete', {})
    const sent = await mailsOf(ctx)
    for (const [kind, word] of [
      ['order-return-approved', 'İade edilecek fark'],
      ['order-refund', 'İade edilen'],
    ])
      expect(sent.findLast((mail) => mail.kind === kind)?.text).toContain(`${lines}\n${word}: ${back},00 TL`)
  },
)

test('only an exchange with a difference to pay waits for money; the owner finds the others among the new orders', async ({
  ctx,
  api,
}) => {
  const [even, dearer] = [await anExchange(ctx, api), await anExchange(ctx, api)]
  const { exchange } = (await even.swap(even.medium)).body.data
  const { replacementId } = await dearer.arrived(dearer.dearer)
  const listed = async (payment: string) => {
    const { data } = (await even.staff('GET', `/admin/orders?payment=${payment}`)).body
    return data.map(({ id }: { id: string }) => id)
  }
  expect(await listed('awaited')).toEqual([replacementId])
  expect(await listed('new')).toContain(exchange.orderId)
  const { waiting } = (await even.staff('GET', '/admin/dashboard')).body.data
  expect(waiting).toMatchObject({ awaitingMoney: 1, newOrders: (await listed('new')).length })
})
