import { expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { anExchange, exchanged } from '#test/returns/exchange.ts'
import { type Api, test } from '#test/shop.ts'

/** The dearer piece has come to her; `path` gives a sum of it back. */
async function arrivedExchange(ctx: Ctx, api: Api) {
  const sale = await exchanged(ctx, api)
  const path = `/admin/orders/${sale.replacementId}`
  await sale.staff('PUT', `${path}/status`, { status: 'DELIVERED' })
  return { ...sale, path: `${path}/refund` }
}

test('what is owed by hand for an exchanged piece and for its delivery is told of once each', async ({ ctx, api }) => {
  const sale = await anExchange(ctx, api, { delivery: 3_990, method: 'BANK_TRANSFER' })
  const { id, replacementId } = await sale.arrived(sale.medium)
  await sale.decide(id, 'complete', {})
  expect((await sale.own('POST', `/orders/${replacementId}/cancellation`)).status).toBe(200)
  const owed = (await sale.staff('GET', '/admin/payments')).body.data.refunds
  expect(owed.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([100, 39.9])
  const told = async () => (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-refund-owed').length
  const before = await told()
  for (const { id } of owed.toReversed())
    await sale.staff('POST', `/admin/payments/refunds/${id}/resolution`, { outcome: 'gone', note: 'EFT' })
  expect([before, await told()]).toEqual([1, 1])
  expect(await sale.books()).toEqual([])
})

test('a sum that goes back for what came in exchange takes no delivery of the older order along; the piece does', async ({
  ctx,
  api,
}) => {
  const sale = await arrivedExchange(ctx, api)
  const { replacementId, path } = sale
  expect((await sale.staff('POST', path, { amount: 150, reason: 'Gecikme' })).status).toBe(200)
  await sale.settle()
  expect([await sale.refunds(replacementId), await sale.refunds(sale.orderId)]).toEqual([
    [
      [50, 'SUCCEEDED'],
      [100, 'SUCCEEDED'],
    ],
    [],
  ])
  const order = (await sale.own('GET', `/orders/${replacementId}`)).body.data
  const items = [{ itemId: order.items[0].id, quantity: 1, reason: 'TOO_BIG' }]
  const { id } = (await sale.own('POST', `/orders/${replacementId}/returns`, { items })).body.data
  await sale.decide(id, 'approve')
  await sale.decide(id, 'receive', { condition: 'AS_NEW' })
  expect((await sale.decide(id, 'complete', {})).body.data.status).toBe('COMPLETED')
  await sale.settle()
  expect(await sale.refunds(sale.orderId)).toEqual([[39.9, 'SUCCEEDED']])
  expect(await sale.books()).toEqual([])
})

test('of two pieces that came in exchange one is given back: the delivery stays paid until the other is too', async ({
  ctx,
  api,
}) => {
  const sale = await anExchange(ctx, api, { quantity: 2, delivery: 3_990 })
  const { id, exchange } = (await sale.swap(sale.medium, { quantity: 2 })).body.data
  await sale.decide(id, 'approve')
  await sale.decide(id, 'receive', { condition: 'AS_NEW' })
  await sale.decide(id, 'complete', {})
  const path = `/admin/orders/${exchange.orderId}`
  await sale.staff('PUT', `${path}/status`, { status: 'DELIVERED' })
  const [{ id: itemId }] = (await sale.staff('GET', path)).body.data.items
  const giveOne = () => sale.staff('POST', `${path}/refunds`, { items: [{ itemId, quantity: 1 }], restock: true })
  expect((await giveOne()).status).toBe(200)
  await sale.settle()
  expect((await sale.order()).refundedAmount).toBe(0)
  expect((await giveOne()).status).toBe(200)
  await sale.settle()
  expect((await sale.order()).refundedAmount).toBe(39.9)
  expect(await sale.books()).toEqual([])
})

test('an exchange that gave nothing back is no refund that its owner had not seen', async ({ ctx, api }) => {
  const sale = await anExchange(ctx, api, { quantity: 2 })
  const { id } = await sale.arrived(sale.medium)
  await sale.decide(id, 'complete', {})
  const path = `/admin/orders/${sale.orderId}`
  expect((await sale.staff('GET', path)).body.data.refunds).toEqual([])
  const asked = { amount: 10, reason: 'Gecikme', refundsSeen: 0 }
  expect((await sale.staff('POST', `${path}/refund`, asked)).status).toBe(200)
  expect(await sale.books()).toEqual([])
})

test('a sum that goes back over both payments goes once for its key, and another sum is another request', async ({
  ctx,
  api,
}) => {
  const sale = await arrivedExchange(ctx, api)
  const { replacementId, path } = sale
  const token = await signIn(ctx, sale.owner)
  const headers = { 'Idempotency-Key': 'k1' }
  const give = (amount: number) => api('POST', path, { token, body: { amount, reason: 'Gecikme' }, headers })
  expect((await give(80)).status).toBe(200)
  expect((await give(80)).status, 'its answer was lost').toBe(200)
  expect((await give(50)).body.code).toBe('IDEMPOTENCY_CONFLICT')
  await sale.settle()
  expect((await give(80)).status).toBe(200)
  expect(await sale.refunds(replacementId)).toEqual([
    [50, 'SUCCEEDED'],
    [30, 'SUCCEEDED'],
  ])
  expect(await sale.books()).toEqual([])
})

test('credit instead of money for what came in exchange is given for the old piece first, then for its difference', async ({
  ctx,
  api,
}) => {
  const sale = await arrivedExchange(ctx, api)
  const give = (amount: number) => {
    const agreed = { asCredit: true, customerAgreed: true, reason: 'Anlaştık' }
    return sale.staff('POST', sale.path, { amount, ...agreed })
  }
  expect((await give(120)).status).toBe(200)
  await sale.settle()
  const credit = async () => (await sale.own('GET', '/account/credit')).body.data.balance
  expect([await credit(), await sale.books()]).toEqual([120, []])
  expect((await give(30)).status).toBe(200)
  expect((await give(1)).status).toBe(409)
  expect([await credit(), await sale.books()]).toEqual([150, []])
})
