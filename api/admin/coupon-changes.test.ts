import { describe, expect } from 'vitest'
import { updateCampaign } from '#shop/campaigns/campaigns.ts'
import { NewCampaign } from '#shop/campaigns/contract.ts'
import { newId } from '#shop/ctx.ts'
import { rights } from '#shop/rights.ts'
import { findFeeAndCampaigns } from '#shop/settings/campaigns/switches.ts'
import { aHelper } from '#test/accounts/helper.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn, usualPassword } from '#test/factories.ts'
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

  test('counts its own uses alone, and asks for the right itself', async ({ ctx, api, as }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const product = await aProduct(ctx)
    const make = async (code: string) =>
      (await api('POST', '/admin/coupons', { token, body: { ...ten, code, totalLimit: 1 } })).body.data.id as string
    const [used, other] = [await make('BIR'), await make('IKI')]
    const buyer = await signIn(ctx, await aUser(ctx))
    const { paymentData, orderData } = aPayment(product, { totalAmount: 1079.1 })
    const body = { paymentData, orderData: { ...orderData, coupon: 'BIR' } }
    expect((await api('POST', '/payments/create', { token: buyer, body })).status).toBe(200)
    const saved = { ...ten, code: 'IKI', totalLimit: 1 }
    expect((await api('PUT', `/admin/coupons/${other}`, { token, body: saved })).status).toBe(200)
    const quote = { cartItems: orderData.cartItems, coupon: 'BIR' }
    const { coupon } = (await api('POST', '/checkout/quote', { body: quote })).body.data
    expect(coupon).toMatchObject({ counts: false, why: 'Bu kodun kullanım hakları doldu.' })
    const rest = rights.filter((right) => right !== 'campaigns')
    const who = as({ kind: 'user', id: newId(), sessionId: newId(), address: '127.0.0.1', rights: rest })
    await expect(updateCampaign(who, used, NewCampaign.parse(saved))).rejects.toMatchObject({ code: 'FORBIDDEN' })
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

test('a campaign that is not there is not found, whatever stands for its id', async ({ ctx, api }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  for (const id of ['yok', newId()]) {
    const path = `/admin/coupons/${id}`
    const answers = [await api('PUT', path, { token, body: ten }), await api('DELETE', path, { token })]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [404, 'Kampanya bulunamadı.'],
      [404, 'Kampanya bulunamadı.'],
    ])
  }
})

test('carts ask for no code any more once the only one is deleted', async ({ ctx, api }) => {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const { id } = (await api('POST', '/admin/coupons', { token, body: ten })).body.data
  const asks = async () => (await findFeeAndCampaigns({ ...ctx, actor: { kind: 'system' } })).campaigns
  expect(await asks()).toEqual({ codes: true, automatic: false })
  expect((await api('DELETE', `/admin/coupons/${id}`, { token })).status).toBe(200)
  expect(await asks()).toBeUndefined()
})

test('an account that was deleted gets no campaign of its own', async ({ ctx, api }) => {
  const [token, customer] = [await signIn(ctx, await aUser(ctx, { role: 'ADMIN' })), await aUser(ctx)]
  const give = (customerEmail: string) => api('POST', '/admin/coupons', { token, body: { ...ten, customerEmail } })
  const gone = await api('DELETE', '/account', {
    token: await signIn(ctx, customer),
    body: { password: usualPassword },
  })
  expect(gone.status).toBe(200)
  // Under the address that it had, and under what its row holds since.
  for (const email of [customer.email, `${customer.id}@silindi.invalid`]) {
    const { status, body } = await give(email)
    expect([status, body.error]).toEqual([400, { customerEmail: ['Bu adresle kayıtlı bir müşteri yok'] }])
  }
})
