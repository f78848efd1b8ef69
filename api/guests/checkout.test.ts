import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { emailCodes, guestKeys, users } from '#shop/accounts/schema.ts'
import { createCampaign } from '#shop/campaigns/campaigns.ts'
import { NewCampaign } from '#shop/campaigns/contract.ts'
import type { Ctx } from '#shop/ctx.ts'
import { sendMail } from '#shop/mail/outbox.ts'
import { mails } from '#shop/mail/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { saveGuestCheckout } from '#shop/settings/guests/guest-checkout.ts'
import { hours, minutes, seconds } from '#shop/time.ts'
import { aPagePayment, aPayment, poorCard, secureCard } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aGuest, allowGuests, guestEmail as email, guestCode, mailsOf, wrongOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

const askCode = (api: Api, to = email) => api('POST', '/checkout/email-code', { body: { email: to } })
const enter = (api: Api, code: string) => api('POST', '/checkout/guest', { body: { email, code } })

/** A payment that a stranger sends with the code, or a guest with her token. */
async function aPurchase(ctx: Ctx, given: Parameters<typeof aPayment>[1] = {}) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 119_900 }] })
  const payment = aPayment(product, given)
  const byCode = (emailCode: string) => ({ ...payment, orderData: { ...payment.orderData, emailCode } })
  return { product, payment, byCode }
}

describe('while nobody may buy without an account', () => {
  test('there is no such address, and paying asks for the login as ever', async ({ ctx, api }) => {
    const { byCode } = await aPurchase(ctx)
    expect((await askCode(api)).status).toBe(404)
    expect((await enter(api, '123456')).status).toBe(404)
    const { status, body } = await api('POST', '/payments/create', { body: byCode('123456') })
    expect([status, body.message]).toEqual([401, 'Bu işlem için giriş yapmanız gerekiyor.'])
    // Not even faults of the input are named.
    expect((await api('POST', '/payments/create', { body: {} })).status).toBe(401)
    expect(await mailsOf(ctx)).toEqual([])
  })

  test('what a guest had opened before buys nothing more', async ({ ctx, api }) => {
    await allowGuests(ctx)
    const token = await aGuest(ctx, api)
    const { payment } = await aPurchase(ctx)
    await saveGuestCheckout(ctx, { on: false })
    expect((await api('POST', '/payments/create', { token, body: payment })).status).toBe(401)
  })
})

describe('the code that proves an address', () => {
  test('is mailed, masked in the answer, and kept nowhere in the open', async ({ ctx, api }) => {
    await allowGuests(ctx)
    const { status, body } = await askCode(api, 'Ayse@Posta.example')
    expect([status, body.data]).toEqual([200, { sentTo: 'a•••@posta.example', until: '2026-11-20T09:15:00.000Z' }])
    const [mail] = await mailsOf(ctx)
    const code = await guestCode(ctx)
    expect(mail?.toEmail).toBe(email)
    const [kept] = await ctx.db.select().from(emailCodes)
    expect(JSON.stringify(kept)).not.toContain(code)
    expect(JSON.stringify(kept)).not.toContain('posta.example')
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await api('GET', `/admin/mails/${mail?.id}`, { token: admin })).body.data.text).not.toContain(code)
    await sendMail(ctx, mail?.id ?? '')
    expect((await ctx.db.select().from(mails))[0]?.text).toBe('')
  })

  test('opens a purchase once, and is forgotten then', async ({ ctx, api }) => {
    await allowGuests(ctx)
    await askCode(api)
    const code = await guestCode(ctx)
    const { status, body } = await enter(api, code)
    expect([status, body.data]).toMatchObject([200, { email, until: '2026-11-20T11:00:00.000Z' }])
    expect((await enter(api, code)).body.code).toBe('CODE_OVER')
    expect(await ctx.db.select().from(emailCodes)).toEqual([])
    const [key] = await ctx.db.select().from(guestKeys)
    expect(JSON.stringify(key)).not.toContain(body.data.token)
  })

  test('is not guessed: the fifth wrong code ends it, the right one after that too', async ({ ctx, api }) => {
    await allowGuests(ctx)
    await askCode(api)
    const code = await guestCode(ctx)
    for (const triesLeft of [4, 3, 2, 1]) {
      const { status, body } = await enter(api, wrongOf(code))
      expect([status, body.code, body.data]).toEqual([400, 'WRONG_CODE', { triesLeft }])
    }
    expect((await enter(api, wrongOf(code))).body.code).toBe('CODE_OVER')
    expect([(await enter(api, code)).status, (await enter(api, code)).body.code]).toEqual([409, 'CODE_OVER'])
  })

  test('ends after a quarter of an hour, and by the next one', async ({ ctx, api, clock }) => {
    await allowGuests(ctx)
    await askCode(api)
    const first = await guestCode(ctx)
    clock.forward(seconds(61))
    await askCode(api)
    const second = await guestCode(ctx)
    if (first !== second) expect((await enter(api, first)).body.code).toBe('WRONG_CODE')
    clock.forward(minutes(16))
    expect((await enter(api, second)).body.code).toBe('CODE_OVER')
  })

  test('is mailed once a minute and five times an hour; an address that is thrown away gets none', async ({
    ctx,
    api,
    clock,
  }) => {
    await allowGuests(ctx)
    await askCode(api)
    const early = await askCode(api)
    expect([early.status, early.body.message]).toEqual([429, 'Yeni kod için lütfen 60 saniye bekleyin.'])
    for (let n = 0; n < 4; n++) {
      clock.forward(seconds(61))
      expect((await askCode(api)).status).toBe(200)
    }
    clock.forward(seconds(61))
    expect((await askCode(api)).status).toBe(429)
    expect((await askCode(api, 'ayse@mailinator.com')).status).toBe(400)
    expect((await askCode(api, 'ayse')).body.error.email).toEqual(['Geçerli bir e-posta adresi girin'])
    expect(await mailsOf(ctx)).toHaveLength(5)
  })

  test('one network gets twenty an hour, for whatever addresses', async ({ ctx, api }) => {
    await allowGuests(ctx)
    for (let n = 0; n < 20; n++) expect((await askCode(api, `kisi${n}@posta.example`)).status).toBe(200)
    expect((await askCode(api, 'kisi20@posta.example')).status).toBe(429)
  })

  test('is tried sixty times an hour by one network, for whatever addresses', async ({ ctx, api }) => {
    await allowGuests(ctx)
    for (let n = 0; n < 60; n++) await enter(api, '000000')
    expect((await enter(api, '000000')).status).toBe(429)
  })
})

describe('a guest', () => {
  test('buys with her token as others do, one order for each key', async ({ ctx, api }) => {
    await allowGuests(ctx)
    const token = await aGuest(ctx, api)
    const { payment } = await aPurchase(ctx)
    const buy = () => api('POST', '/payments/create', { token, body: payment, headers: { 'idempotency-key': 'one' } })
    const { status, body } = await buy()
    expect([status, body.data.status]).toEqual([200, 'SUCCESS'])
    expect((await buy()).body).toEqual(body)
    const [order, ...more] = await ctx.db.select().from(orders)
    expect(more).toEqual([])
    expect(order).toMatchObject({ guest: true, email, paymentStatus: 'SUCCESS' })
    expect((await api('GET', `/payments/${order?.id}`, { token })).body.data.status).toBe('SUCCESS')
    expect((await api('GET', `/orders/${order?.id}`, { token })).body.data.totalAmount).toBe(1199)
  })

  test('reads the contracts of her purchase', async ({ ctx, api }) => {
    await allowGuests(ctx)
    const token = await aGuest(ctx, api)
    const { payment } = await aPurchase(ctx)
    const { status, body } = await api('POST', '/contracts/preview', { token, body: { orderData: payment.orderData } })
    expect([status, body.data.totalAmount]).toEqual([200, 1199])
    expect(body.data.distanceSales.text).not.toMatch(/hesabınız/i)
  })

  test('has her order sent to no other address than the one she proved', async ({ ctx, api }) => {
    await allowGuests(ctx)
    const token = await aGuest(ctx, api)
    const { payment } = await aPurchase(ctx)
    const customerInfo = { ...payment.orderData.customerInfo, email: 'baska@posta.example' }
    const body = { ...payment, orderData: { ...payment.orderData, customerInfo } }
    const answer = await api('POST', '/payments/create', { token, body })
    expect([answer.status, Object.keys(answer.body.error)]).toEqual([400, ['orderData.customerInfo.email']])
  })

  test('sees nothing of the account with her address, and no call that is not about her purchase', async ({
    ctx,
    api,
  }) => {
    await allowGuests(ctx)
    const account = await aUser(ctx, { email })
    const hers = await signIn(ctx, account)
    const { payment } = await aPurchase(ctx)
    const bought = await api('POST', '/payments/create', { token: hers, body: payment })
    const token = await aGuest(ctx, api)
    for (const path of [
      '/orders/my',
      '/favorites/my',
      '/account',
      '/account/addresses',
      '/account/sessions',
      '/orders/guest',
      '/admin/orders',
    ]) {
      expect([path, (await api('GET', path, { token })).status]).toEqual([path, 401])
    }
    const { orderId } = bought.body.data
    expect((await api('GET', `/orders/${orderId}`, { token })).status).toBe(404)
    expect((await api('GET', `/payments/${orderId}`, { token })).status).toBe(404)
    expect((await api('POST', `/orders/${orderId}/cancellation`, { token })).status).toBe(404)
    // And the account nothing of hers.
    await api('POST', '/payments/create', { token, body: payment })
    expect((await api('GET', '/orders/my', { token: hers })).body.data).toHaveLength(1)
  })

  test('sees none of the orders that were placed with her address before', async ({ ctx, api, clock }) => {
    await allowGuests(ctx)
    const { payment } = await aPurchase(ctx)
    const first = await api('POST', '/payments/create', { token: await aGuest(ctx, api), body: payment })
    clock.forward(minutes(5))
    const token = await aGuest(ctx, api)
    expect((await api('GET', `/orders/${first.body.data.orderId}`, { token })).status).toBe(404)
    expect((await api('GET', `/payments/${first.body.data.orderId}`, { token })).status).toBe(404)
  })

  test('is a guest for two hours', async ({ ctx, api, clock }) => {
    await allowGuests(ctx)
    const token = await aGuest(ctx, api)
    const { payment } = await aPurchase(ctx)
    clock.forward(hours(2))
    expect((await api('POST', '/payments/create', { token, body: payment })).status).toBe(401)
  })

  test('is bounded like an account, however many codes she asks for', async ({ ctx, api, clock }) => {
    await allowGuests(ctx)
    const { payment } = await aPurchase(ctx, { card: poorCard })
    const tries: number[] = []
    for (let n = 0; n < 3; n++) {
      const token = await aGuest(ctx, api)
      for (let m = 0; m < 2; m++) {
        tries.push((await api('POST', '/payments/create', { token, body: payment })).status)
      }
      clock.forward(seconds(61))
    }
    expect(tries).toEqual([402, 402, 402, 402, 402, 429])
  })

  test('cannot be signed in as, nor be given a password', async ({ ctx, api }) => {
    await allowGuests(ctx)
    await aGuest(ctx, api)
    const [guest] = await ctx.db.select().from(users).where(eq(users.guest, true))
    for (const address of [email, guest?.email]) {
      const login = await api('POST', '/auth/login', { body: { email: address, password: 'x' } })
      expect(login.status).toBeGreaterThanOrEqual(400)
    }
    await api('POST', '/auth/forgot-password', { body: { email } })
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(['guest-code'])
  })
})

describe('a stranger who sends the code along', () => {
  test('buys in one call, and gets what asks about this order alone', async ({ ctx, api }) => {
    await allowGuests(ctx)
    const { byCode } = await aPurchase(ctx, { card: secureCard })
    await askCode(api)
    const body = byCode(await guestCode(ctx))
    const begun = await api('POST', '/payments/create', { body, headers: { 'idempotency-key': 'one' } })
    expect([begun.status, begun.body.data.status]).toEqual([200, '3DS_REQUIRED'])
    const { orderId, guestToken: token } = begun.body.data
    expect((await api('GET', `/payments/${orderId}`, { token })).body.data.status).toBe('3DS_REQUIRED')
    expect((await api('GET', '/orders/my', { token })).status).toBe(401)
    expect((await api('POST', '/payments/create', { token, body })).status).toBe(401)
    // The same again is the same order, though the code is used up.
    const again = await api('POST', '/payments/create', { body, headers: { 'idempotency-key': 'one' } })
    expect([again.status, again.body.data.orderId]).toEqual([200, orderId])
    // Only a token's hash is kept, so that it comes with another one: each opens the order.
    for (const one of [token, again.body.data.guestToken])
      expect((await api('GET', `/payments/${orderId}`, { token: one })).status).toBe(200)
    expect((await api('POST', '/payments/create', { body })).body.code).toBe('CODE_OVER')
  })

  test('may send another card after one that was refused', async ({ ctx, api }) => {
    await allowGuests(ctx)
    const { byCode, payment } = await aPurchase(ctx, { card: poorCard })
    await askCode(api)
    const code = await guestCode(ctx)
    expect((await api('POST', '/payments/create', { body: byCode(code) })).status).toBe(402)
    const paymentData = { ...payment.paymentData, cardNumber: '5528790000000008' }
    const second = await api('POST', '/payments/create', { body: { ...byCode(code), paymentData } })
    expect([second.status, second.body.data.status]).toEqual([200, 'SUCCESS'])
    // Her token is for this order; its page opens by the link of a mail alone.
    const { orderId, guestToken: token } = second.body.data
    expect((await api('GET', `/orders/${orderId}`, { token })).status).toBe(200)
    expect((await api('GET', '/orders/guest', { token })).status).toBe(401)
    expect((await api('GET', `/orders/guest/${token}`)).status).toBe(404)
  })

  test('pays by every way that is on', async ({ ctx, api, clock }) => {
    await allowGuests(ctx)
    const { product, payment } = await aPurchase(ctx)
    const { orderData } = payment
    const pay = async (more: object) => {
      await askCode(api)
      const emailCode = await guestCode(ctx)
      clock.forward(seconds(61))
      const body = {
        ...payment,
        ...more,
        orderData: { ...orderData, ...('orderData' in more ? (more.orderData as object) : {}), emailCode },
      }
      return (await api('POST', '/payments/create', { body })).body.data
    }
    expect(await pay({})).toMatchObject({ status: 'SUCCESS' })
    expect(await pay({ ...aPagePayment(product), paymentData: undefined })).toMatchObject({ status: 'REDIRECT' })
    expect(await pay({ paymentMethod: 'BANK_TRANSFER' })).toMatchObject({ status: 'AWAITING_TRANSFER' })
    const door = await pay({ paymentMethod: 'CASH_ON_DELIVERY', orderData: { totalAmount: 1248 } })
    expect(door).toMatchObject({ status: 'CODE_REQUIRED', sentTo: 'a•••@posta.example' })
    const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'door-code')
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    const token = door.guestToken
    const confirmed = await api('POST', `/payments/${door.orderId}/code`, { token, body: { code } })
    expect([confirmed.status, confirmed.body.data.status]).toEqual([200, 'SUCCESS'])
  })

  test('needs the code, the right one, for the very address', async ({ ctx, api }) => {
    await allowGuests(ctx)
    const { payment, byCode } = await aPurchase(ctx)
    expect((await api('POST', '/payments/create', { body: payment })).status).toBe(401)
    await askCode(api)
    const code = await guestCode(ctx)
    const wrong = await api('POST', '/payments/create', { body: byCode(wrongOf(code)) })
    expect([wrong.status, wrong.body.code, Object.keys(wrong.body.error)]).toEqual([
      400,
      'WRONG_CODE',
      ['orderData.emailCode'],
    ])
    const other = byCode(code)
    other.orderData.customerInfo = { ...other.orderData.customerInfo, email: 'baska@posta.example' }
    expect((await api('POST', '/payments/create', { body: other })).body.code).toBe('CODE_OVER')
    expect((await api('POST', '/payments/create', { body: byCode('12') })).status).toBe(400)
    expect(await ctx.db.select().from(orders)).toEqual([])
  })
})

test('a code that is for a person once is hers as a guest too: another address with her telephone is her', async ({
  ctx,
  api,
}) => {
  await allowGuests(ctx)
  await createCampaign(ctx, NewCampaign.parse({ code: 'BIRKEZ', kind: 'AMOUNT', value: 100, personLimit: 1 }))
  const { payment } = await aPurchase(ctx)
  const { orderData } = payment
  const buy = async (address: string, phone: string) => {
    const token = await aGuest(ctx, api, address)
    const customerInfo = { ...orderData.customerInfo, email: address, phone }
    const body = { ...payment, orderData: { ...orderData, customerInfo, totalAmount: 1099, coupon: 'BIRKEZ' } }
    const answer = await api('POST', '/payments/create', { token, body })
    return [answer.status, answer.body.data?.coupon?.why ?? '']
  }
  expect(await buy('ayse@posta.example', '0532 111 22 33')).toEqual([200, ''])
  const spent = [409, expect.stringContaining('hakkınız doldu')]
  expect(await buy('ayse@posta.example', '0533 444 55 66')).toEqual(spent)
  expect(await buy('baska@posta.example', '+90 532 111 22 33')).toEqual(spent)
  expect(await buy('zeynep@posta.example', '0535 777 88 99')).toEqual([200, ''])
})

for (const [limit, why] of [
  [{ personLimit: 1 }, 'hakkınız doldu'],
  [{ firstOrderOnly: true }, 'yalnızca ilk siparişte'],
] as const) {
  test(`a code with ${Object.keys(limit)} is used once by an address, with an account and without one`, async ({
    ctx,
    api,
  }) => {
    await allowGuests(ctx)
    await createCampaign(ctx, NewCampaign.parse({ code: 'BIRKEZ', kind: 'AMOUNT', value: 100, ...limit }))
    const { payment } = await aPurchase(ctx)
    const { orderData } = payment
    const buy = async (token: string, address: string, phone: string) => {
      const customerInfo = { ...orderData.customerInfo, email: address, phone }
      const body = { ...payment, orderData: { ...orderData, customerInfo, totalAmount: 1099, coupon: 'BIRKEZ' } }
      const answer = await api('POST', '/payments/create', { token, body })
      return [answer.status, answer.body.data?.coupon?.why ?? '']
    }
    const asGuest = async (address: string) => buy(await aGuest(ctx, api, address), address, '0532 111 22 33')
    const withAccount = async (address: string) =>
      buy(await signIn(ctx, await aUser(ctx, { email: address })), address, '0533 444 55 66')
    const spent = [409, expect.stringContaining(why)]
    expect(await withAccount('ayse@posta.example')).toEqual([200, ''])
    expect(await asGuest('ayse@posta.example')).toEqual(spent)
    expect(await asGuest('zeynep@posta.example')).toEqual([200, ''])
    expect(await withAccount('zeynep@posta.example')).toEqual(spent)
  })
}

test('who only names an address does not hear what was bought under it', async ({ ctx, api }) => {
  await allowGuests(ctx)
  await createCampaign(ctx, NewCampaign.parse({ code: 'ILK', kind: 'AMOUNT', value: 100, firstOrderOnly: true }))
  const { payment } = await aPurchase(ctx)
  const guest = await aGuest(ctx, api, 'ayse@posta.example')
  const { orderData } = payment
  const customerInfo = { ...orderData.customerInfo, email: 'ayse@posta.example' }
  const bought = { ...payment, orderData: { ...orderData, customerInfo } }
  expect((await api('POST', '/payments/create', { token: guest, body: bought })).status).toBe(200)
  const token = await signIn(ctx, await aUser(ctx, { email: 'ayse@posta.example', verified: false }))
  const heard = async () => {
    const asked = { cartItems: orderData.cartItems, coupon: 'ILK' }
    return (await api('POST', '/checkout/quote', { token, body: asked })).body.data.coupon.why ?? ''
  }
  expect(await heard()).toBe('')
  await ctx.db.update(users).set({ emailVerifiedAt: ctx.clock() }).where(eq(users.email, 'ayse@posta.example'))
  expect(await heard()).toContain('yalnızca ilk siparişte')
})
