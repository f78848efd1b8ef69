import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { endForgottenReservations } from '#shop/returns/exchanges/again.ts'
import { days } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aDelivery } from '#test/returns/delivery.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { test } from '#test/shop.ts'

test('what she wrote before her parcel arrived stays early once it did', async ({ ctx, api, clock }) => {
  const sale = await aDelivery(ctx, api, { status: 'SHIPPED' })
  const id = await sale.asked()
  const read = async () => (await sale.staff('GET', `/admin/returns/${id}`)).body.data.early
  expect(await read()).toBe(true)
  clock.forward(days(1))
  await sale.staff('PUT', `/admin/orders/${sale.orderId}/status`, { status: 'DELIVERED' })
  expect(await read()).toBe(true)
})

test('open panels hear of a return that is asked for', async ({ ctx, api, deps }) => {
  const sale = await aDelivery(ctx, api)
  const heard: unknown[] = []
  const stop = deps.orderFeed.follow('an admin', (event) => heard.push(event))
  await sale.asked()
  stop()
  expect(heard).toContainEqual(expect.objectContaining({ kind: 'changed', orderId: sale.orderId }))
})

test('once the old piece is here the new one is kept for thirty days', async ({ ctx, api, clock }) => {
  const sale = await anExchange(ctx, api)
  const { id } = await sale.arrived(sale.dearer)
  const until = new Date(clock.now.getTime() + days(30)).toISOString()
  expect((await sale.returnOf(id)).exchange.reservedUntil).toBe(until)
})

test('a piece that arrives says nothing of those whose old ones have not been seen', async ({ ctx, api, clock }) => {
  const other = await anExchange(ctx, api)
  const { exchange } = (await other.swap(other.dearer)).body.data
  const keptUntil = async () =>
    (await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, exchange.orderId)))[0]?.leaseUntil
  const before = await keptUntil()
  clock.forward(days(1))
  const sale = await anExchange(ctx, api)
  await sale.arrived(sale.dearer)
  expect(before).toBeInstanceOf(Date)
  expect(await keptUntil()).toEqual(before)
})

test('an exchange of two pieces does not become a return where the law excepts one of them', async ({ ctx, api }) => {
  const sizes = ['S', 'M'].map((size) => ({ size, stock: 5, priceKurus: 10_000 }))
  const plain = await aProduct(ctx, { variants: sizes })
  const excepted = await aProduct(ctx, { variants: sizes, withdrawalExemption: 'Siparişe özel örülür (m.15).' })
  const [buyer, owner] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const own = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, buyer), body })
  const { paymentData, orderData } = aPayment(plain)
  const cartItems = [plain, excepted].flatMap((product) => aPayment(product).orderData.cartItems)
  const order = { paymentData, orderData: { ...orderData, cartItems, totalAmount: 200 } }
  const { orderId } = (await own('POST', '/payments/create', order)).body.data
  const delivered = { token: await signIn(ctx, owner), body: { status: 'DELIVERED' } }
  await api('PUT', `/admin/orders/${orderId}/status`, delivered)
  const lines: { id: string; productId: string }[] = (await own('GET', `/orders/${orderId}`)).body.data.items
  const items = lines.map(({ id: itemId }, index) => {
    const { variants } = [plain, excepted][index] ?? plain
    return { itemId, quantity: 1, reason: 'TOO_SMALL', newVariantId: variants[1]?.id }
  })
  const asked = await own('POST', `/orders/${orderId}/returns`, { kind: 'EXCHANGE', items })
  expect(asked.status).toBe(201)
  const turned = await own('POST', `/returns/${asked.body.data.id}/to-return`)
  expect([turned.status, turned.body.code]).toEqual([409, 'NO_WITHDRAWAL'])
})

test('what she paid for a piece that was kept too long goes back', async ({ ctx, api, clock }) => {
  const sale = await anExchange(ctx, api)
  const { id } = (await sale.swap(sale.dearer)).body.data
  expect((await sale.pay(id, 50)).status).toBe(200)
  clock.forward(days(11))
  await endForgottenReservations(ctx)
  expect(await sale.returnOf(id)).toMatchObject({ exchange: { state: 'ENDED' } })
  expect(await sale.stockOf(sale.dearer)).toBe(3)
  await sale.settle()
  expect(await sale.books()).toEqual([])
})
