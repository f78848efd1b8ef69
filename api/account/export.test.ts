import { expect } from 'vitest'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aTransfer } from '#test/transfers/transfer.ts'

test('her own data tell the account to which the shop pays back, in the file and on the page', async ({
  ctx,
  api,
  app,
}) => {
  const iban = 'TR330006100519786457841326'
  const sale = await aTransfer(ctx, api)
  await sale.receive(500)
  await sale.own('POST', `/orders/${sale.orderId}/cancellation`)
  const exported = async () => (await sale.own('GET', '/account/export')).body.data
  expect(await exported()).not.toHaveProperty('refundAccounts')
  await sale.own('PUT', `/orders/${sale.orderId}/refund-account`, { iban, holder: 'Ayşe Yılmaz' })
  const order = `#${sale.orderId.slice(-8).toUpperCase()}`
  expect((await exported()).refundAccounts).toEqual([{ order, iban, holder: 'Ayşe Yılmaz' }])
  const { body } = await sale.staff('GET', '/admin/customers')
  const { id } = body.data[0]
  const page = await app.fetch(
    new Request(`http://shop.test/api/v1/admin/customers/${id}/export?format=html`, {
      headers: { authorization: `Bearer ${await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))}` },
    }),
  )
  expect(await page.text()).toContain(`<td>${order}</td><td>${iban}</td><td>Ayşe Yılmaz</td>`)
})
