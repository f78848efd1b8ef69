import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { days } from '#shop/time.ts'
import { aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'
import { aTransfer } from '#test/transfers/transfer.ts'

const asAdmin = async (ctx: Ctx, api: Api) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return (method: string, path: string, body?: unknown) => api(method, path, { token, body })
}

type Schema = { properties?: Record<string, { type?: string; maximum?: number }> }

/** The versions that bodies may name, with the greatest that is taken. */
function* versionsOf(value: unknown): Generator<number | undefined> {
  if (typeof value !== 'object' || value === null) return
  const version = (value as Schema).properties?.version
  if (version?.type === 'integer') yield version.maximum
  for (const each of Object.values(value)) yield* versionsOf(each)
}

describe('versions', () => {
  test('that no row can have are refused, whatever is saved', async ({ ctx, api }) => {
    const { body: document } = await api('GET', '/openapi.json')
    const bodies = Object.values<object>(document.paths).flatMap((methods) =>
      Object.values(methods).map((call) => call.requestBody),
    )
    const most = [...versionsOf(bodies)]
    expect(most.length).toBeGreaterThan(20)
    expect(Math.max(...most.map((maximum) => maximum ?? Number.POSITIVE_INFINITY))).toBe(2_147_483_647)
    const admin = await asAdmin(ctx, api)
    const settings = { accent: null, logo: null, onDark: null, icon: null }
    const save = async (version?: number) => (await admin('PUT', '/admin/settings/look', { settings, version })).status
    expect([await save(), await save(2_147_483_647), await save(2_147_483_648)]).toEqual([200, 409, 400])
  })
})

describe('days and moments', () => {
  test('of years that nothing can count with are refused', async ({ ctx, api }) => {
    const admin = await asAdmin(ctx, api)
    const sale = await aTransfer(ctx, api)
    await sale.receive(2_398)
    const { body } = await admin('GET', `/admin/orders/${sale.orderId}`)
    for (const status of ['CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED'])
      await admin('PUT', `/admin/orders/${sale.orderId}/status`, { status })
    const items = [{ itemId: body.data.items[0].id, quantity: 1, reason: 'OTHER' }]
    const coupon = { code: 'YIL', kind: 'PERCENT', value: 5 }
    const answers = [
      await admin('GET', '/admin/orders?from=0001-01-01'),
      await admin('GET', '/admin/orders?to=9999-12-31'),
      await admin('GET', '/admin/reports/sales?from=9999-12-31&to=9999-12-31'),
      await admin('GET', '/admin/reports/sales?to=0001-01-01'),
      await admin('POST', '/admin/coupons', { ...coupon, startsAt: '0001-01-01T00:00:00+14:00' }),
      await admin('POST', '/admin/coupons', { ...coupon, endsAt: '9999-12-31T23:59:59-12:00' }),
      await admin('POST', '/admin/payments/reconciliation', { day: '0001-01-01' }),
      await admin('POST', `/admin/orders/${sale.orderId}/returns`, { items, noticedOn: '0000-01-01' }),
    ]
    expect(answers.map(({ status, body }) => `${status} ${body.message}`)).toEqual([
      '400 Başlangıç günü geçersiz',
      '400 Bitiş günü geçersiz',
      '400 Tarihi gün.ay.yıl olarak seçin',
      '400 Tarihi gün.ay.yıl olarak seçin',
      '400 Tarih ve saati yazın',
      '400 Tarih ve saati yazın',
      '400 Gün geçersiz',
      '400 Bildirim günü geçersiz',
    ])
  })

  test('money cannot have come on a day that is still to come', async ({ ctx, api, clock }) => {
    const admin = await asAdmin(ctx, api)
    const sale = await aTransfer(ctx, api)
    const receive = (ahead: number) =>
      admin('POST', `/admin/orders/${sale.orderId}/transfer`, {
        amount: 2_398,
        receivedAt: new Date(clock.now.getTime() + ahead).toISOString(),
      })
    const { status, body } = await receive(days(2))
    expect([status, body.error]).toEqual([400, { receivedAt: ['Paranın geldiği gün gelecekte olamaz'] }])
    // Noon of today, or the clock of another machine.
    expect((await receive(days(1))).body.data).toEqual({ outcome: 'paid' })
  })
})
