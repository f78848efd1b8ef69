import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { days, minutes } from '#shop/time.ts'
import { aPayment, secureCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'
import { usedByYou, usedUp } from './open.ts'

/** A product of 1.000 TL, campaigns that the owner makes, and what they make of one piece for whoever asks. */
async function aShop(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 9, priceKurus: 100_000 }] })
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const campaign = async (fields: object) => {
    const body = { kind: 'PERCENT', value: 10, ...fields }
    const made = await api('POST', '/admin/coupons', { token: await signIn(ctx, owner), body })
    expect(made.status).toBe(201)
  }
  const quote = async (coupon?: string, token?: string) => {
    const body = { cartItems: aPayment(product).orderData.cartItems, coupon }
    return (await api('POST', '/checkout/quote', { ...(token ? { token } : {}), body })).body.data
  }
  const buy = async (token: string, totalAmount: number, coupon?: string, way: object = {}) => {
    const { orderData, paymentData } = aPayment(product, { totalAmount, ...way })
    const paid = 'paymentMethod' in way ? way : { paymentData }
    const body = { ...paid, orderData: { ...orderData, coupon } }
    return (await api('POST', '/payments/create', { token, body })).body
  }
  return {
    campaign,
    quote,
    buy,
    buyer: async (email?: string) => signIn(ctx, await aUser(ctx, email ? { email } : {})),
  }
}

test('a campaign without a code counts from its first moment, and none that is off beside it', async ({
  ctx,
  api,
  clock,
}) => {
  const { campaign, quote } = await aShop(ctx, api)
  await campaign({ name: 'Açılış', startsAt: new Date(clock.now.getTime() + days(1)).toISOString() })
  await campaign({ name: 'Eski', value: 50, active: false })
  expect((await quote()).total, 'a day before').toBe(1000)
  clock.forward(days(1) - 1)
  expect((await quote()).total, 'a moment before').toBe(1000)
  clock.forward(1)
  expect((await quote()).total, 'as it begins').toBe(900)
  clock.forward(minutes(1))
  expect((await quote()).total).toBe(900)
})

describe('how often one person has it', () => {
  test('once for a first order, also under an address of hers with a word after a +', async ({ ctx, api }) => {
    const { campaign, quote, buy, buyer } = await aShop(ctx, api)
    await campaign({ code: 'ILK', firstOrderOnly: true, personLimit: 2 })
    const [first, again] = [await buyer('ayse@posta.example'), await buyer('ayse+iki@posta.example')]
    expect((await buy(first, 900, 'ILK')).data.status).toBe('SUCCESS')
    expect((await quote('ILK', again)).coupon).toEqual({ code: 'ILK', counts: false, why: usedByYou })
    expect((await buy(again, 900, 'ILK')).code).toBe('PRICE_CHANGED')
    expect((await quote('ILK', await buyer())).total, 'for somebody else').toBe(900)
  })

  test('as often as she likes where nothing is said, as often as it says where something is', async ({ ctx, api }) => {
    const { campaign, quote, buy, buyer } = await aShop(ctx, api)
    await campaign({ code: 'HEP' })
    await campaign({ code: 'IKI', personLimit: 2 })
    const hers = await buyer()
    for (const code of ['HEP', 'HEP', 'IKI', 'IKI']) {
      expect((await buy(hers, 900, code)).data?.status, code).toBe('SUCCESS')
    }
    expect((await quote('HEP', hers)).total).toBe(900)
    expect((await quote('IKI', hers)).coupon.why).toBe(usedByYou)
  })
})

describe('what waits in a payment of hers', () => {
  const ways = [
    ['at her bank', { card: secureCard }, 900, '3DS_REQUIRED'],
    ['for the code of the door', { paymentMethod: 'CASH_ON_DELIVERY' }, 949, 'CODE_REQUIRED'],
  ] as const

  test.for(ways)(
    '%s is hers to use again where all that a code may be used',
    async ([, way, total, status], { ctx, api }) => {
      const { campaign, quote, buy, buyer } = await aShop(ctx, api)
      await campaign({ code: 'BIR', totalLimit: 1 })
      const [hers, another] = [await buyer(), await buyer()]
      expect((await buy(hers, total, 'BIR', way)).data.status).toBe(status)
      expect((await quote('BIR', hers)).total).toBe(900)
      expect((await quote('BIR', another)).coupon).toMatchObject({ counts: false, why: usedUp })
      expect((await buy(another, 900, 'BIR')).code).toBe('PRICE_CHANGED')
      // Her other payment ends as this begins, so that it holds the one use.
      expect((await buy(hers, 900, 'BIR')).data.status).toBe('SUCCESS')
      expect((await quote('BIR', hers)).coupon).toMatchObject({ counts: false, why: usedUp })
    },
  )

  test.for(ways)(
    '%s is hers to use again where one person may use it',
    async ([, way, total, status], { ctx, api }) => {
      const { campaign, quote, buy, buyer } = await aShop(ctx, api)
      await campaign({ code: 'IKI', personLimit: 2 })
      const hers = await buyer()
      expect((await buy(hers, 900, 'IKI')).data.status).toBe('SUCCESS')
      expect((await buy(hers, total, 'IKI', way)).data.status).toBe(status)
      expect((await quote('IKI', hers)).total).toBe(900)
      expect((await buy(hers, 900, 'IKI')).data.status).toBe('SUCCESS')
      expect((await quote('IKI', hers)).coupon).toMatchObject({ counts: false, why: usedByYou })
    },
  )
})
