import { describe, expect } from 'vitest'
import { returnCredit } from '#shop/credit/of-orders.ts'
import type { Ctx } from '#shop/ctx.ts'
import { exportList } from '#shop/imports/exports/exports.ts'
import { exportMonth } from '#shop/invoices/month.ts'
import type { Right } from '#shop/rights.ts'
import { minutes, seconds } from '#shop/time.ts'
import { aHelper } from '#test/accounts/helper.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment, secureCard } from '#test/checkout.ts'
import { sheetOf } from '#test/documents/xlsx.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { aGuest, allowGuests, mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

/** A product of 1.000 TL, a shopper, the owner, and gift cards switched on. */
async function aShop(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 5, priceKurus: 100_000 }] })
  const initial = await stockByVariant(ctx.db)
  const [hers, owners] = [await aUser(ctx), await aUser(ctx, { role: 'ADMIN' })]
  const own = async (method: string, path: string, body?: unknown) =>
    api(method, path, { token: await signIn(ctx, hers), body })
  const staff = async (method: string, path: string, body?: unknown, key?: string) =>
    api(method, path, {
      token: await signIn(ctx, owners),
      body,
      ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
    })
  const turn = (on: boolean) => staff('PUT', '/admin/settings/gift-cards', { settings: { on } })
  await turn(true)
  const { cartItems } = aPayment(product).orderData
  const detail = async (id: string) => (await staff('GET', `/admin/gift-cards/${id}`)).body.data
  return {
    ...{ product, hers, own, staff, turn, detail },
    card: async (amount: number, more: object = {}) =>
      (await staff('POST', '/admin/gift-cards', { amount, ...more })).body.data[0],
    balance: async (id: string) => (await detail(id)).balance,
    quote: async (giftCards: string[], more: object = {}) =>
      (await own('POST', '/checkout/quote', { cartItems, giftCards, ...more })).body.data,
    buy: (totalAmount: number, giftCards: string[], more: object = {}, card?: string) => {
      const { paymentData, ...bought } = aPayment(product, { totalAmount, ...(card ? { card } : {}) })
      const orderData = { ...bought.orderData, giftCards, ...more }
      return own('POST', '/payments/create', { ...bought, orderData, paymentData })
    },
    order: async (id: string) => (await own('GET', `/orders/${id}`)).body.data,
    books: () => auditBooks(ctx.db, initial),
  }
}

describe('at the checkout', () => {
  test('a card pays a part, keeps the rest for the next order, and its code may be typed as she likes', async ({
    ctx,
    api,
  }) => {
    const shop = await aShop(ctx, api)
    const { id, code, tail } = await shop.card(1_300)
    expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/)
    const told = await shop.quote([code.toLowerCase().replaceAll('-', ' ')])
    expect(told).toMatchObject({
      total: 0,
      methods: [{ method: 'STORE_CREDIT', available: true }],
      giftCards: [{ tail, counts: true, balance: 1_300, used: 1_000, left: 300 }],
    })
    expect(told).not.toHaveProperty('credit')
    const { body } = await shop.buy(0, [code])
    expect(body.data).toMatchObject({ status: 'SUCCESS' })
    expect(await shop.order(body.data.orderId)).toMatchObject({ paymentMethod: 'STORE_CREDIT', giftCard: 1_000 })
    expect(await shop.order(body.data.orderId)).not.toHaveProperty('credit')
    expect(await shop.balance(id)).toBe(300)
    const next = await shop.buy(700, [code])
    expect(next.body.data.status).toBe('SUCCESS')
    expect(await shop.order(next.body.data.orderId)).toMatchObject({
      paymentMethod: 'CARD',
      giftCard: 300,
      totalAmount: 1_000,
    })
    expect((await shop.detail(id)).entries).toMatchObject([
      { cause: 'spent', amount: -300, orderId: next.body.data.orderId },
      { cause: 'spent', amount: -1_000 },
      { cause: 'issued', amount: 1_300 },
    ])
    const [mail, last] = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-confirmation')
    expect(mail?.text).toContain('Hediye kartı: −1.000,00 TL')
    expect(mail?.text).toContain(`•••• ${tail} ile biten hediye kartınızda 300,00 TL kaldı`)
    expect(last?.text, 'an empty one').not.toContain('kaldı')
    expect(await shop.books()).toEqual([])
  })

  test('two cards pay in the order in which they were typed, before store credit; it all goes back in reverse', async ({
    ctx,
    api,
  }) => {
    const shop = await aShop(ctx, api)
    const [first, second] = [await shop.card(200), await shop.card(300)]
    await shop.staff('POST', `/admin/customers/${shop.hers.id}/credit`, { amount: 100, reason: 'Hediye' })
    const codes = [first.code, second.code]
    expect(await shop.quote(codes, { useCredit: true })).toMatchObject({
      total: 400,
      credit: { balance: 100, used: 100 },
      giftCards: [
        { used: 200, left: 0 },
        { used: 300, left: 0 },
      ],
    })
    const { body } = await shop.buy(400, codes, { useCredit: true })
    const { orderId } = body.data
    expect(await shop.order(orderId)).toMatchObject({ credit: 100, giftCard: 500, totalAmount: 1_000 })
    const refund = (amount: number) =>
      shop.staff('POST', `/admin/orders/${orderId}/refund`, { amount, reason: 'Geç geldi' })
    await refund(450)
    expect(await shop.order(orderId)).toMatchObject({ refundedAmount: 450, refundedCredit: 50 })
    await refund(100)
    const [balances, told] = [[await shop.balance(first.id), await shop.balance(second.id)], await shop.order(orderId)]
    expect(balances).toEqual([0, 50])
    expect(told).toMatchObject({ refundedAmount: 550, refundedCredit: 100, refundedGiftCard: 50 })
    await shop.staff('DELETE', `/admin/orders/${orderId}`)
    expect([await shop.balance(first.id), await shop.balance(second.id)]).toEqual([200, 300])
    expect(await shop.books()).toEqual([])
  })

  test('a code that does not count says why, and takes nothing', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const blocked = await shop.card(100)
    await shop.staff('POST', `/admin/gift-cards/${blocked.id}/block`)
    const good = await shop.card(50)
    expect(await shop.quote([blocked.code, 'YANLIŞ-KOD'])).toMatchObject({
      total: 1_000,
      giftCards: [
        { counts: false, why: expect.stringContaining('kapatılmış') },
        { counts: false, why: expect.stringContaining('Böyle bir hediye kartı yok') },
      ],
    })
    expect((await shop.quote([good.code, good.code])).giftCards[1]).toMatchObject({ counts: false })
    expect((await shop.own('POST', '/checkout/quote', { cartItems: [], giftCards: ['a', 'b', 'c'] })).status).toBe(400)
    const { body } = await shop.buy(900, [blocked.code])
    expect(body).toMatchObject({ code: 'PRICE_CHANGED', data: { totalAmount: 1_000 } })
    await shop.turn(false)
    expect((await shop.quote([good.code])).giftCards).toMatchObject([{ counts: false }])
    expect(await shop.books()).toEqual([])
  })

  test('who tries many codes is stopped, also when one of them is good, for as long as she is told', async ({
    ctx,
    api,
    clock,
  }) => {
    clock.forward(minutes(5))
    const shop = await aShop(ctx, api)
    const { code } = await shop.card(50)
    for (let tries = 0; tries < 30; tries++)
      await shop.quote([`AAAA-BBBB-CCCC-${2000 + tries}`.replaceAll(/[01]/g, '9')])
    const { cartItems } = aPayment(shop.product).orderData
    const ask = () => shop.own('POST', '/checkout/quote', { cartItems, giftCards: [code] })
    const { status, headers } = await ask()
    expect(status).toBe(429)
    expect((await shop.own('POST', '/checkout/quote', { cartItems })).status).toBe(200)
    clock.forward(seconds(Number(headers.get('retry-after'))))
    expect((await ask()).status).toBe(200)
  })

  test('what waits at the bank is free again when she begins anew, and comes back when she never paid', async ({
    ctx,
    api,
  }) => {
    const shop = await aShop(ctx, api)
    const { id, code } = await shop.card(400)
    const { body } = await shop.buy(600, [code], {}, secureCard)
    expect(body.data.status).toBe('3DS_REQUIRED')
    expect(await shop.balance(id)).toBe(0)
    expect(await shop.quote([code])).toMatchObject({ total: 600, giftCards: [{ used: 400 }] })
    await shop.staff('POST', `/admin/customers/${shop.hers.id}/credit`, { amount: 50, reason: 'Hediye' })
    expect(await shop.quote([], { useCredit: true }), 'a card is no store credit').toMatchObject({
      total: 950,
      credit: { balance: 50 },
    })
    // To whom she gave the code it says that nothing is left: her payment may still come.
    const { cartItems } = aPayment(shop.product).orderData
    const others = await api('POST', '/checkout/quote', {
      token: await signIn(ctx, await aUser(ctx)),
      body: { cartItems, giftCards: [code] },
    })
    expect(others.body.data).toMatchObject({
      total: 1_000,
      giftCards: [{ counts: false, why: 'Bu hediye kartında bakiye kalmamış.' }],
    })
    const again = await shop.buy(600, [code])
    expect(again.body.data.status).toBe('SUCCESS')
    expect((await shop.detail(id)).entries.map(({ cause }: { cause: string }) => cause)).toEqual([
      'spent',
      'returned',
      'spent',
      'issued',
    ])
    expect(await shop.books()).toEqual([])
  })

  test('what waits at the bank is free for a guest too when she begins anew, and for no other guest', async ({
    ctx,
    api,
  }) => {
    const shop = await aShop(ctx, api)
    await allowGuests(ctx)
    const { code } = await shop.card(400)
    const guest = await aGuest(ctx, api)
    const { paymentData, orderData } = aPayment(shop.product, { totalAmount: 600, card: secureCard })
    const body = { paymentData, orderData: { ...orderData, giftCards: [code] } }
    expect((await api('POST', '/payments/create', { token: guest, body })).body.data.status).toBe('3DS_REQUIRED')
    const { cartItems } = orderData
    const told = async (token: string) =>
      (await api('POST', '/checkout/quote', { token, body: { cartItems, giftCards: [code] } })).body.data.total
    const other = await aGuest(ctx, api, 'baska@posta.example')
    expect([await told(guest), await told(other)]).toEqual([600, 1_000])
  })

  test('what an order gave back is not told of a second time while its card is still at the bank', async ({
    ctx,
    api,
  }) => {
    const shop = await aShop(ctx, api)
    const { code } = await shop.card(400)
    const { orderId } = (await shop.buy(600, [code], {}, secureCard)).body.data
    await returnCredit(ctx, orderId)
    expect(await shop.quote([code])).toMatchObject({ total: 600, giftCards: [{ used: 400 }] })
  })

  test('contracts, invoices and the accountant see the full price and how it was paid', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const { code } = await shop.card(400)
    const { orderData } = aPayment(shop.product, { totalAmount: 600 })
    const preview = await shop.own('POST', '/contracts/preview', { orderData: { ...orderData, giftCards: [code] } })
    expect(JSON.stringify(preview.body)).toContain('Kullanılan hediye kartı')
    await shop.buy(600, [code])
    const owner: Ctx = { ...ctx, actor: { kind: 'system' } }
    const chunks: Uint8Array[] = []
    for await (const chunk of exportMonth(owner, ctx.clock().toISOString().slice(0, 7))) chunks.push(chunk)
    const rows = sheetOf(Buffer.concat(chunks))
    const told = JSON.stringify(rows)
    expect(told).toContain('Kredi veya banka kartı, 400,00 TL hediye kartı')
    expect(told).toContain('1000')
  })
})

describe('the owner', () => {
  test('makes many at once, once for a key, and a single one for an address', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const body = { amount: 250, count: 20, note: 'Yılbaşı' }
    const made = await shop.staff('POST', '/admin/gift-cards', body, 'key')
    expect(made.status).toBe(201)
    expect(new Set(made.body.data.map(({ code }: { code: string }) => code)).size).toBe(20)
    expect((await shop.staff('POST', '/admin/gift-cards', body, 'key')).status).toBe(409)
    const list = await shop.staff('GET', '/admin/gift-cards?limit=5&q=yılbaşı')
    expect(list.body).toMatchObject({ pagination: { total: 20 }, open: 5_000 })
    expect(JSON.stringify(list.body)).not.toContain(made.body.data[0].code)
    const to = { recipientEmail: 'Ayse@ornek.com', recipientName: 'Ayşe', message: 'İyi ki doğdun,\nAnnen' }
    expect((await shop.staff('POST', '/admin/gift-cards', { ...body, ...to })).status).toBe(400)
    const { id, code } = await shop.card(100, to)
    const [mail] = (await mailsOf(ctx)).filter(({ toEmail }) => toEmail === 'ayse@ornek.com')
    expect(mail?.text).toContain(code)
    expect(mail?.text).toContain('İyi ki doğdun,\nAnnen')
    expect(mail?.html).toContain('İyi ki doğdun,<br>Annen')
    const renewed = (await shop.staff('POST', `/admin/gift-cards/${id}/code`)).body.data
    const [, again] = (await mailsOf(ctx)).filter(({ toEmail }) => toEmail === 'ayse@ornek.com')
    expect(again?.text).toContain(renewed.code)
    expect((await shop.quote([code])).giftCards).toMatchObject([{ counts: false }])
    expect((await shop.quote([renewed.code])).giftCards).toMatchObject([{ counts: true, balance: 100 }])
    expect((await shop.staff('GET', `/admin/gift-cards?q=${renewed.code}`)).body.pagination.total).toBe(1)
    expect((await shop.staff('GET', '/admin/gift-cards?state=BLOCKED')).body.pagination.total).toBe(0)
    expect((await shop.staff('POST', `/admin/gift-cards/${id}/block`)).body.data.state).toBe('BLOCKED')
    expect((await shop.staff('POST', `/admin/gift-cards/${id}/unblock`)).body.data.state).toBe('OPEN')
    const rows: string[] = []
    for await (const chunk of await exportList({ ...ctx, actor: { kind: 'system' } }, 'gift-cards', 'csv'))
      rows.push(Buffer.from(chunk).toString())
    expect(rows.join('')).toContain(renewed.tail)
    expect(rows.join('')).not.toContain(renewed.code)
    expect(await shop.books()).toEqual([])
  })

  test('finds a card by an address only where she sees addresses', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    await shop.card(100, { recipientEmail: 'ayse@ornek.com', recipientName: 'Hilal' })
    const found = async (rights: Right[], q: string) => {
      const { body } = await api('GET', `/admin/gift-cards?q=${q}`, { token: await aHelper(ctx, rights) })
      return body.pagination.total
    }
    expect(await found(['orders', 'amounts', 'contacts'], 'ayse@')).toBe(1)
    expect(await found(['orders', 'amounts'], 'ayse@')).toBe(0)
    expect(await found(['orders', 'amounts'], 'hilal')).toBe(1)
  })

  test('spent cards get no new code, unknown ones are not found, and off means off', async ({ ctx, api }) => {
    const shop = await aShop(ctx, api)
    const { id, code } = await shop.card(1_000)
    await shop.buy(0, [code])
    expect((await shop.staff('POST', `/admin/gift-cards/${id}/code`)).status).toBe(409)
    const inState = async (state: string) =>
      (await shop.staff('GET', `/admin/gift-cards?state=${state}`)).body.pagination.total
    expect([await inState('OPEN'), await inState('USED')]).toEqual([0, 1])
    for (let tries = 0; tries < 31; tries++) await shop.quote([code])
    expect((await shop.quote([code])).giftCards, 'a spent one is no guess').toMatchObject([{ counts: false }])
    for (const path of ['', '/block', '/unblock', '/code']) {
      const method = path ? 'POST' : 'GET'
      expect((await shop.staff(method, `/admin/gift-cards/${shop.product.id}${path}`)).status).toBe(404)
      expect((await shop.own(method, `/admin/gift-cards/${id}${path}`)).status).toBe(403)
    }
    expect((await shop.staff('GET', '/admin/gift-cards?page=0')).status).toBe(400)
    await shop.turn(false)
    expect((await shop.staff('POST', '/admin/gift-cards', { amount: 5 })).status).toBe(409)
  })
})
