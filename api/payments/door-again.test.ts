import { expect } from 'vitest'
import { findDoorSettings, saveDoorSettings } from '#shop/checkout/ways/door/settings.ts'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aBeginning, mailedCode, stockOf } from '#test/ways/door.ts'

test('an order at the door that waits for its code keeps its buyer from no other, which ends it; that of others counts for its telephone', async ({
  ctx,
  api,
}) => {
  const sale = await aBeginning(ctx, api)
  await saveDoorSettings(ctx, { ...(await findDoorSettings(ctx)), openPerPerson: 1, openPerPhone: 1 })
  const again = await sale.buy()
  expect([again.status, again.body.data?.status]).toEqual([200, 'CODE_REQUIRED'])
  expect((await sale.state()).body.data.status).toBe('DECLINED')
  expect(await stockOf(ctx, sale.product.id)).toBe(2)
  const stranger = await signIn(ctx, await aUser(ctx))
  const hers = await api('POST', '/payments/create', { token: stranger, body: sale.body })
  expect([hers.status, hers.body.message]).toEqual([
    409,
    expect.stringMatching(/^Bu telefonla kapıda ödemeli 1 sipariş/),
  ])

  const code = await mailedCode(ctx)
  const path = `/payments/${again.body.data.orderId}/code`
  expect((await api('POST', path, { token: sale.token, body: { code } })).status).toBe(200)
  const third = await sale.buy()
  expect([third.status, third.body.message]).toEqual([
    409,
    expect.stringMatching(/^Kapıda ödemeli 1 siparişiniz henüz/),
  ])
})
