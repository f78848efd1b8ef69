import { expect } from 'vitest'
import { anExchange } from '#test/returns/exchange.ts'
import { test } from '#test/shop.ts'

test('an order says how much of it can still be given back, without what pays for pieces that came in exchange', async ({
  ctx,
  api,
}) => {
  const sale = await anExchange(ctx, api, { quantity: 2, delivery: 3_990 })
  const read = async () => (await sale.staff('GET', `/admin/orders/${sale.orderId}`)).body.data
  expect(await read()).toMatchObject({ totalAmount: 239.9, left: 239.9 })
  expect((await read()).moved).toBeUndefined()
  const { id } = await sale.arrived(sale.medium)
  await sale.decide(id, 'complete', {})
  expect(await read()).toMatchObject({ refundedAmount: 0, left: 139.9, moved: 100 })
  const back = await sale.staff('POST', `/admin/orders/${sale.orderId}/refunds`, {
    items: [{ itemId: sale.itemId, quantity: 1 }],
  })
  expect(back.body.data).toMatchObject({ refundedAmount: 100, left: 39.9, moved: 100 })
  const more = await sale.staff('POST', `/admin/orders/${sale.orderId}/refund`, { amount: 39.91, reason: 'Gecikme' })
  expect(more.status).toBe(409)
})
