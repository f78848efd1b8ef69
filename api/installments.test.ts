import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { aPayment, goodCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { cards } from '#test/outside/iyzico-cards.ts'
import { test as withIyzico } from '#test/outside/iyzico-shop.ts'
import { type Api, test } from '#test/shop.ts'

const priceKurus = 100_000

async function aShopper(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ priceKurus }] })
  const token = await signIn(ctx, await aUser(ctx))
  const pay = (card: string, installments: string, totalAmount: number) => {
    const payment = aPayment(product, { card, totalAmount })
    const body = { ...payment, paymentData: { ...payment.paymentData, installments } }
    return api('POST', '/payments/create', { token, body })
  }
  return {
    pay,
    token,
    offers: async (bin = '') => api('GET', `/payments/installments?price=1000${bin && `&bin=${bin}`}`),
  }
}

type Option = { count: number; total: number; monthly: number }

describe('installments', () => {
  test('every card family has its table; a card has its own; a debit card pays at once', async ({ ctx, api }) => {
    const { offers } = await aShopper(ctx, api)
    const all = (await offers()).body.data
    const families = all.map((offer: { family: string }) => offer.family)
    expect(families).toEqual(expect.arrayContaining(['Bonus', 'Maximum', 'World', 'Axess', 'CardFinans', 'Paraf']))
    for (const { options } of all) {
      expect(options[0]).toEqual({ count: 1, total: 1000, monthly: 1000 })
      for (const { count, total, monthly } of options as Option[]) expect(monthly).toBeCloseTo(total / count, 2)
    }
    const [own, ...others] = (await offers('55260800')).body.data
    expect([own.family, others.length]).toEqual(['Axess', 0])
    expect((await offers('58900400')).body.data[0].options).toHaveLength(1)
    expect((await api('GET', '/payments/installments?price=-1')).status).toBe(400)
    expect((await api('GET', '/payments/installments?price=10&bin=12ab')).status).toBe(400)
  })

  test('what was shown is what is charged, and no other total is taken', async ({ ctx, api }) => {
    const { pay, offers, token } = await aShopper(ctx, api)
    const options: Option[] = (await offers(goodCard.slice(0, 8))).body.data[0].options
    const three = options.find((option) => option.count === 3)
    expect(three?.total).toBeGreaterThan(1000)
    const wrong = await pay(goodCard, '3', 1000)
    expect([wrong.status, wrong.body.code, wrong.body.data.totalAmount]).toEqual([409, 'PRICE_CHANGED', three?.total])
    const right = await pay(goodCard, '3', three?.total ?? 0)
    const paid = { totalAmount: three?.total, installments: 3, installmentFee: (three?.total ?? 0) - 1000 }
    expect([right.status, right.body.data]).toEqual([200, expect.objectContaining(paid)])
    expect((await api('GET', `/orders/${right.body.data.orderId}`, { token })).body.data).toMatchObject(paid)
    expect((await listDemoLedger(ctx.db)).map((charge) => charge.amountKurus / 100)).toEqual([three?.total])
  })

  test('settings say which counts there are and who bears the fee', async ({ ctx, api }) => {
    const { pay, offers } = await aShopper(ctx, api)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const path = '/admin/settings/installments'
    expect((await api('PUT', path, { body: { counts: [3], feeBearer: 'shop' } })).status).toBe(401)
    expect((await api('PUT', path, { token, body: { counts: [99], feeBearer: 'shop' } })).status).toBe(400)
    expect((await api('PUT', path, { token, body: { counts: [3], feeBearer: 'shop' } })).status).toBe(200)
    expect((await api('GET', path, { token })).body.data).toMatchObject({ counts: [3], feeBearer: 'shop' })
    expect((await offers(goodCard.slice(0, 8))).body.data[0].options).toEqual([
      { count: 1, total: 1000, monthly: 1000 },
      { count: 3, total: 1000, monthly: 333.33 },
    ])
    const refused = await pay(goodCard, '6', 1000)
    expect([refused.status, Object.keys(refused.body.error)]).toEqual([400, ['paymentData.installments']])
    expect((await pay(goodCard, '3', 1000)).status).toBe(200)
  })

  test('from the least amount on there are installments, one kuruş below there are none', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const settings = { counts: [3], feeBearer: 'shop', minimumAmount: 1000 }
    expect((await api('PUT', '/admin/settings/installments', { token, body: settings })).status).toBe(200)
    const counts = async (price: string) =>
      (await api('GET', `/payments/installments?price=${price}&bin=55260800`)).body.data[0].options.map(
        ({ count }: Option) => count,
      )
    expect([await counts('999.99'), await counts('1000')]).toEqual([[1], [1, 3]])
  })

  withIyzico('at iyzico the fee is in what is paid, not in the items', async ({ ctx, api, iyzico }) => {
    const { pay } = await aShopper(ctx, api)
    const { status } = await pay(cards.masterCredit, '3', 1120)
    expect(status).toBe(200)
    const auth = iyzico.calls.find((call) => call.path === '/payment/auth')
    expect(auth?.body).toMatchObject({ price: '1000', paidPrice: '1120', installment: 3 })
    iyzico.state.down = true
    expect((await api('GET', '/payments/installments?price=77')).status).toBe(503)
  })
})
