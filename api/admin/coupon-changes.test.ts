import { describe, expect } from 'vitest'
import { aHelper } from '#test/accounts/helper.ts'
import { aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const ten = { code: 'ONLUK', kind: 'PERCENT', value: 10 }

describe('a campaign that is saved', () => {
  test('without its limits, dates and least total has none of them any more', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const [startsAt, endsAt] = ['2026-11-01T09:00:00.000Z', '2026-12-01T09:00:00.000Z']
    const bounds = { totalLimit: 5, personLimit: 1, minTotal: 100, startsAt, endsAt }
    const made = await api('POST', '/admin/coupons', { token, body: { ...ten, ...bounds } })
    expect(made.body.data).toMatchObject(bounds)
    const saved = await api('PUT', `/admin/coupons/${made.body.data.id}`, { token, body: ten })
    const none = { totalLimit: null, personLimit: null, minTotal: 0, startsAt: null, endsAt: null }
    expect([saved.status, saved.body.data]).toEqual([200, expect.objectContaining(none)])
  })

  test('by who sees no addresses stays whose it is, and is given to nobody', async ({ ctx, api }) => {
    const customer = await aUser(ctx)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const helper = await aHelper(ctx, ['campaigns', 'amounts'])
    const given = { ...ten, customerEmail: customer.email }
    const { id } = (await api('POST', '/admin/coupons', { token, body: given })).body.data
    const save = (body: object) => api('PUT', `/admin/coupons/${id}`, { token: helper, body })
    const refused = await save({ ...ten, customerEmail: (await aUser(ctx)).email })
    expect([refused.status, refused.body.error]).toEqual([
      400,
      {
        customerEmail: ['Kampanyayı bir müşteriye bağlamak için iletişim bilgilerini görme yetkisi gerekli'],
      },
    ])
    expect((await save({ ...ten, value: 15 })).status).toBe(200)
    const { body } = await api('GET', '/admin/coupons', { token })
    expect(body.data).toMatchObject([{ value: 15, customerEmail: customer.email }])
  })
})
