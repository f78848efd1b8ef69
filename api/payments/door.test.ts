import { and, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { findProduct } from '#shop/catalog/products.ts'
import { endForgottenCodes } from '#shop/checkout/ways/door/confirm.ts'
import { findDoorSettings, saveDoorSettings } from '#shop/checkout/ways/door/settings.ts'
import type { Ctx } from '#shop/ctx.ts'
import { sendMail } from '#shop/mail/outbox.ts'
import { mails } from '#shop/mail/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { doorCodes, paymentAttempts } from '#shop/payments/schema.ts'
import { minutes, seconds } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

const stockOf = async (ctx: Ctx, id: string) => (await findProduct(ctx, id))?.variants[0]?.stock

/** The code of the newest mail that has one. */
async function mailedCode(ctx: Ctx): Promise<string> {
  const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'door-code')
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'no code was mailed'
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** A shopper who begins to buy a piece of 1.199 TL at the door. */
async function aBeginning(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ stock: 3, priceKurus: 119_900 }] })
  const user = await aUser(ctx)
  const token = await signIn(ctx, user)
  const { orderData } = aPayment(product, { totalAmount: 1248 })
  const body = { orderData, paymentMethod: 'CASH_ON_DELIVERY' }
  const buy = (more: object = {}) => api('POST', '/payments/create', { token, body: { ...body, ...more } })
  const begun = await buy()
  const { orderId } = begun.body.data ?? {}
  const enter = (code: string) => api('POST', `/payments/${orderId}/code`, { token, body: { code } })
  const resend = () => api('POST', `/payments/${orderId}/code/resend`, { token })
  const state = () => api('GET', `/payments/${orderId}`, { token })
  const orderNow = async () => (await ctx.db.select().from(orders).where(eq(orders.id, orderId)))[0]
  const mine = async () => (await api('GET', '/orders/my', { token })).body.data
  return { product, user, token, orderData, body, buy, begun, orderId, enter, resend, state, orderNow, mine }
}

async function aStaff(ctx: Ctx, api: Api) {
  const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  return (method: string, path: string, body?: unknown) => api(method, path, { token, body })
}

async function aPlaced(ctx: Ctx, api: Api) {
  const beginning = await aBeginning(ctx, api)
  expect((await beginning.enter(await mailedCode(ctx))).status).toBe(200)
  return { ...beginning, admin: await aStaff(ctx, api) }
}

describe('buying at the door', () => {
  test('asks for a mailed code: until then nobody sees the order, its units are held, no card is asked', async ({
    ctx,
    api,
  }) => {
    const { begun, orderId, product, state, mine, orderNow } = await aBeginning(ctx, api)
    const asked = { status: 'CODE_REQUIRED', orderId, sentTo: 'a•••@posta.example', totalAmount: 1248 }
    expect([begun.status, begun.body.data]).toMatchObject([200, asked])
    expect((await state()).body.data).toMatchObject(asked)
    expect([await mine(), await stockOf(ctx, product.id)]).toEqual([[], 2])
    expect(await orderNow()).toMatchObject({ placedAt: null, methodFeeKurus: 4_900, totalKurus: 124_800 })
    expect((await mailsOf(ctx)).map(({ kind, toEmail }) => [kind, toEmail])).toEqual([
      ['door-code', 'ayse@posta.example'],
    ])
  })

  test('keeps the code nowhere in the open, neither in the database nor, once sent, in the outbox', async ({
    ctx,
    api,
  }) => {
    await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    const [kept] = await ctx.db.select().from(doorCodes)
    expect(kept?.codeHash).not.toContain(code)
    const [mail] = await mailsOf(ctx)
    const admin = await aStaff(ctx, api)
    const shown = async () => (await admin('GET', `/admin/mails/${mail?.id}`)).body.data
    expect((await shown()).text).toContain('••••••')
    expect((await shown()).text).not.toContain(code)
    expect((await shown()).keptBack).toContain('kod taşır')
    await sendMail(ctx, mail?.id ?? '')
    expect((await ctx.db.select().from(mails))[0]?.text).toBe('')
  })

  test('places the order by the right code, once however often it is sent, and mails what to have ready', async ({
    ctx,
    api,
  }) => {
    const { orderId, enter, mine, state, product } = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    const answer = await enter(code)
    expect([answer.status, answer.body.data]).toMatchObject([200, { status: 'SUCCESS', orderId, totalAmount: 1248 }])
    expect((await enter(code)).body.data).toEqual(answer.body.data)
    expect((await state()).body.data.status).toBe('SUCCESS')
    expect(await mine()).toMatchObject([
      { id: orderId, status: 'PENDING', paymentStatus: 'CASH_ON_DELIVERY', totalAmount: 1248 },
    ])
    expect(await stockOf(ctx, product.id)).toBe(2)
    const [, confirmation, ...more] = await mailsOf(ctx)
    expect(more).toEqual([])
    expect(confirmation?.kind).toBe('order-confirmation')
    expect(confirmation?.text).toContain(
      'nakit veya kartla yapacaksınız; lütfen 1.248,00 TL tutarını hazır bulundurun.',
    )
    expect(confirmation?.text).toContain('Kapıda ödeme bedeli: 49,00 TL')
    expect(confirmation?.text).not.toContain('ödemeniz tamamlandı')
    expect(await ctx.db.select().from(doorCodes)).toEqual([])
  })

  test('counts wrong codes; the fifth ends the order and its units are on sale again', async ({ ctx, api }) => {
    const { enter, product, mine, state } = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    for (const triesLeft of [4, 3, 2, 1]) {
      const { status, body } = await enter(wrongOf(code))
      expect([status, body.code, body.data]).toEqual([400, 'WRONG_CODE', { triesLeft }])
      expect(body.message).toContain(`Kalan deneme: ${triesLeft}.`)
    }
    expect(await stockOf(ctx, product.id)).toBe(2)
    const last = await enter(wrongOf(code))
    expect([last.status, last.body.code]).toEqual([409, 'CODE_OVER'])
    expect([(await enter(code)).body.code, await mine(), await stockOf(ctx, product.id)]).toEqual(['CODE_OVER', [], 3])
    expect((await state()).body.data).toMatchObject({
      status: 'DECLINED',
      message: 'Bu sipariş sona erdi ve sizden bir ödeme alınmadı; yeniden sipariş verebilirsiniz.',
    })
    expect((await mailsOf(ctx)).map(({ kind }) => kind)).toEqual(['door-code'])
  })

  test('takes no code after its time, and ends by itself what nobody confirmed', async ({ ctx, api, clock }) => {
    const late = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    clock.forward(minutes(ctx.config.holdMinutes))
    expect([(await late.enter(code)).body.code, await stockOf(ctx, late.product.id)]).toEqual(['CODE_OVER', 3])
    const forgotten = await aBeginning(ctx, api)
    clock.forward(minutes(ctx.config.holdMinutes) - seconds(1))
    await endForgottenCodes(ctx)
    expect(await stockOf(ctx, forgotten.product.id)).toBe(2)
    clock.forward(seconds(2))
    await endForgottenCodes(ctx)
    expect(await stockOf(ctx, forgotten.product.id)).toBe(3)
    expect((await forgotten.resend()).body.code).toBe('CODE_OVER')
  })

  test('mails another code after a minute, twice at most; the earlier one no longer counts', async ({
    ctx,
    api,
    clock,
  }) => {
    const { enter, resend } = await aBeginning(ctx, api)
    const first = await mailedCode(ctx)
    const soon = await resend()
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, '60'])
    let newest = first
    for (let times = 2; times <= 3; times++) {
      clock.forward(minutes(1))
      expect((await resend()).body.data.status).toBe('CODE_REQUIRED')
      newest = await mailedCode(ctx)
    }
    clock.forward(minutes(1))
    expect((await resend()).status).toBe(429)
    if (first !== newest) expect((await enter(first)).body.code).toBe('WRONG_CODE')
    expect((await enter(newest)).body.data.status).toBe('SUCCESS')
    expect((await resend()).body.data.status).toBe('SUCCESS')
  })

  test("is nobody else's: neither code nor state", async ({ ctx, api }) => {
    const { orderId } = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    const token = await signIn(ctx, await aUser(ctx))
    const path = `/payments/${orderId}/code`
    expect((await api('POST', path, { token, body: { code } })).status).toBe(404)
    expect((await api('POST', `${path}/resend`, { token })).status).toBe(404)
    expect((await api('POST', path, { body: { code } })).status).toBe(401)
    expect((await api('POST', `${path}/resend`)).status).toBe(401)
    expect((await api('POST', '/payments/none/code', { token, body: { code } })).status).toBe(404)
    expect((await api('POST', path, { token, body: { code: '12' } })).status).toBe(400)
  })

  test('is given up when she pays in another way', async ({ ctx, api }) => {
    const { token, product, enter } = await aBeginning(ctx, api)
    const code = await mailedCode(ctx)
    const paid = await api('POST', '/payments/create', { token, body: aPayment(product) })
    expect([paid.body.data.status, await stockOf(ctx, product.id)]).toEqual(['SUCCESS', 2])
    expect((await enter(code)).body.code).toBe('CODE_OVER')
  })

  test('is begun once by one key, however often it is sent', async ({ ctx, api }) => {
    const { token, body } = await aBeginning(ctx, api)
    const send = () => api('POST', '/payments/create', { token, body, headers: { 'idempotency-key': 'one' } })
    const first = await send()
    expect(first.body.data.status).toBe('CODE_REQUIRED')
    expect((await send()).body.data).toEqual(first.body.data)
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'door-code')).toHaveLength(2)
  })

  test('needs the fee in the total that she saw', async ({ ctx, api }) => {
    const { orderData, buy } = await aBeginning(ctx, api)
    const { status, body } = await buy({ orderData: { ...orderData, totalAmount: 1199 } })
    expect([status, body.code, body.data]).toEqual([409, 'PRICE_CHANGED', { totalAmount: 1248 }])
  })
})

describe('who may pay at the door', () => {
  test('is bounded by an account’s open orders, and by its telephone’s over accounts', async ({ ctx, api }) => {
    const { buy, orderData } = await aPlaced(ctx, api)
    await saveDoorSettings(ctx, { ...(await findDoorSettings(ctx)), openPerPerson: 1, openPerPhone: 2 })
    const second = await buy()
    expect([second.status, second.body.code]).toEqual([409, 'METHOD_UNAVAILABLE'])
    expect(second.body.message).toContain('Kapıda ödemeli 1 siparişiniz henüz tamamlanmadı')
    const token = await signIn(ctx, await aUser(ctx))
    const another = (phone: string) => {
      const customerInfo = { ...orderData.customerInfo, phone }
      const body = { orderData: { ...orderData, customerInfo }, paymentMethod: 'CASH_ON_DELIVERY' }
      return api('POST', '/payments/create', { token, body })
    }
    await saveDoorSettings(ctx, { ...(await findDoorSettings(ctx)), openPerPhone: 1 })
    expect((await another('+90 532 111 22 33')).body.message).toContain('Bu telefonla kapıda ödemeli 1 sipariş')
    expect((await another('0532 111 22 34')).body.data.status).toBe('CODE_REQUIRED')
  })

  test('ends for a telephone and an account after two refused parcels', async ({ ctx, api }) => {
    const { buy, admin, orderId, orderData, orderNow, product } = await aPlaced(ctx, api)
    const ship = (id: string) => admin('PUT', `/admin/orders/${id}/status`, { status: 'SHIPPED' })
    const early = await admin('POST', `/admin/orders/${orderId}/refused`)
    expect([early.status, early.body.message]).toEqual([
      409,
      'Yalnızca kargodaki bir paket için “Teslim alınmadı” diyebilirsiniz.',
    ])
    await ship(orderId)
    const refused = await admin('POST', `/admin/orders/${orderId}/refused`)
    expect(refused.body.data).toMatchObject({ status: 'CANCELLED', paymentStatus: 'FAILED', refunds: [] })
    expect(await stockOf(ctx, product.id)).toBe(3)
    expect((await orderNow())?.refusedAt).toEqual(ctx.clock())
    expect((await mailsOf(ctx)).at(-1)?.text).toContain('paketi teslim alınmadığı için iptal edildi')
    expect((await admin('POST', `/admin/orders/${orderId}/refused`)).status).toBe(409)
    const again = (await buy()).body.data.orderId
    await ctx.db.update(orders).set({ placedAt: ctx.clock(), refusedAt: ctx.clock() }).where(eq(orders.id, again))
    await ctx.db.update(paymentAttempts).set({ status: 'EXPIRED' }).where(eq(paymentAttempts.orderId, again))
    const ended = await buy()
    expect([ended.status, ended.body.message]).toEqual([
      409,
      'Daha önce teslim alınmayan paketler nedeniyle kapıda ödeme kullanılamıyor; lütfen başka bir ödeme yöntemi seçin.',
    ])
    const token = await signIn(ctx, await aUser(ctx))
    const body = { orderData, paymentMethod: 'CASH_ON_DELIVERY' }
    expect((await api('POST', '/payments/create', { token, body })).body.code).toBe('METHOD_UNAVAILABLE')
    await saveDoorSettings(ctx, { ...(await findDoorSettings(ctx)), refusalsThatEnd: 0 })
    expect((await api('POST', '/payments/create', { token, body })).body.data.status).toBe('CODE_REQUIRED')
  })

  test('and for which orders: totals, provinces and categories, each with its sentence', async ({ ctx, api }) => {
    const product = await aProduct(ctx, { variants: [{ priceKurus: 50_000 }] })
    const cartItems = [{ productId: product.id, variantId: product.variants[0]?.id, quantity: 1 }]
    const usual = { ...(await findDoorSettings(ctx)), feeKurus: 2_000 }
    const offered = async (more: object, city?: string) => {
      await saveDoorSettings(ctx, { ...usual, ...more })
      const { body } = await api('POST', '/checkout/quote', { body: { cartItems, city } })
      return body.data.methods.find(({ method }: { method: string }) => method === 'CASH_ON_DELIVERY')
    }
    const yes = { method: 'CASH_ON_DELIVERY', fee: 20, available: true }
    const no = (why: string) => ({ method: 'CASH_ON_DELIVERY', fee: 20, available: false, why })
    expect(await offered({ smallestKurus: 50_000, largestKurus: 50_000 })).toEqual(yes)
    expect(await offered({ smallestKurus: 50_001 })).toEqual(
      no('Kapıda ödeme 500,01 TL ve üzeri siparişlerde kullanılabilir.'),
    )
    expect(await offered({ largestKurus: 49_999 })).toEqual(
      no('Kapıda ödeme en çok 499,99 TL tutarındaki siparişlerde kullanılabilir.'),
    )
    const out = no('Van iline gönderilen siparişlerde kapıda ödeme kullanılamıyor.')
    expect(await offered({ provinces: ['Van'] }, 'Van')).toEqual(out)
    expect(await offered({ provinces: ['Van'] }, 'İzmir')).toEqual(yes)
    expect(await offered({ provinces: ['İzmir'], provinceRule: 'only' }, 'Van')).toEqual(out)
    expect(await offered({ provinces: ['İzmir'], provinceRule: 'only' }, 'İzmir')).toEqual(yes)
    expect(await offered({ provinces: ['İzmir'], provinceRule: 'only' })).toEqual(yes)
    expect(await offered({ categoriesOut: [product.category.id] })).toEqual(
      no(`${product.name} kapıda ödemeyle satılmıyor; bu ürün için başka bir ödeme yöntemi seçin.`),
    )
    expect(await offered({ enabled: false })).toBeUndefined()
  })
})

describe('the money at the door', () => {
  test('is in once, without a second confirmation; a second admin is told', async ({ ctx, api }) => {
    const { admin, orderId, mine, user } = await aPlaced(ctx, api)
    const toCollect = await admin('GET', '/admin/orders?payment=at-door')
    expect(toCollect.body.data).toMatchObject([{ id: orderId, paymentMethod: 'CASH_ON_DELIVERY', methodFee: 49 }])
    expect(toCollect.body.totals.amount).toBe(1248)
    const collected = await admin('POST', `/admin/orders/${orderId}/collected`)
    expect([collected.status, collected.body.data]).toMatchObject([
      200,
      { paymentStatus: 'SUCCESS', status: 'PENDING' },
    ])
    expect((await mine())[0].paymentStatus).toBe('SUCCESS')
    expect((await admin('GET', '/admin/orders?payment=at-door')).body.data).toEqual([])
    const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
    expect(attempt).toMatchObject({ status: 'SUCCEEDED', chargedKurus: 124_800, provider: 'door' })
    const paid = and(eq(orders.id, orderId), eq(orders.userId, user.id))
    expect((await ctx.db.select().from(orders).where(paid))[0]?.paidAt).toEqual(ctx.clock())
    const twice = await admin('POST', `/admin/orders/${orderId}/collected`)
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'Bu siparişin tahsilatı daha önce kaydedilmiş; hiçbir şey değiştirilmedi.',
    ])
    expect((await admin('POST', `/admin/orders/${orderId}/refused`)).status).toBe(409)
    expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'order-confirmation')).toHaveLength(1)
    const { body } = await admin('GET', '/admin/audit?action=order.collect')
    expect(body.data).toMatchObject([{ after: { amountKurus: 124_800 } }])
  })

  test('is not awaited of a cancelled order, of another way, or before the code', async ({ ctx, api }) => {
    const { admin, orderId, token, product } = await aPlaced(ctx, api)
    expect((await admin('DELETE', `/admin/orders/${orderId}`)).body.data.status).toBe('CANCELLED')
    const collect = async (id: string) => {
      const { status, body } = await admin('POST', `/admin/orders/${id}/collected`)
      return [status, body.message]
    }
    expect(await collect(orderId)).toEqual([409, 'Bu sipariş iptal edilmiş; tahsilatı beklenmiyor.'])
    const card = await api('POST', '/payments/create', { token, body: aPayment(product) })
    expect(await collect(card.body.data.orderId)).toEqual([409, 'Bu sipariş kapıda ödemeli değil.'])
    const { orderId: unconfirmed } = await aBeginning(ctx, api)
    expect(await collect(unconfirmed)).toEqual([404, 'Sipariş bulunamadı.'])
    expect((await admin('POST', `/admin/orders/${unconfirmed}/refused`)).status).toBe(404)
    const guest = await api('POST', `/admin/orders/${orderId}/collected`)
    const shopper = await api('POST', `/admin/orders/${orderId}/refused`, { token })
    expect([guest.status, shopper.status]).toEqual([401, 403])
  })
})

describe('a list of the carrier', () => {
  const upload = async (app: { fetch(request: Request): Response | Promise<Response> }, token: string, csv: string) => {
    const form = new FormData()
    form.set('file', csv && new File([csv], 'odemeler.csv', { type: 'text/csv' }))
    const headers = { authorization: `Bearer ${token}` }
    const url = 'http://shop.test/api/v1/admin/door/payouts'
    const answer = await app.fetch(new Request(url, { method: 'POST', headers, body: form }))
    return { status: answer.status, body: await answer.json() }
  }

  test('is matched row by row, counts only what the owner confirms, and twice changes nothing', async ({
    ctx,
    api,
    app,
  }) => {
    const { orderId, admin, buy } = await aPlaced(ctx, api)
    const second = (await buy()).body.data.orderId
    const sent = (id: string, trackingNumber: string) =>
      ctx.db.update(orders).set({ trackingNumber, placedAt: ctx.clock() }).where(eq(orders.id, id))
    await sent(orderId, 'YK1001')
    await sent(second, 'YK1002')
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const csv = [
      'Ödeme listesi;;;',
      'Sıra;Kargo Takip No;Tahsilat Tutarı;Ödeme Tarihi',
      '1;YK1001;1.248,00;21.11.2026',
      '2;YK1001;1.248,00;21.11.2026',
      '3;YK1003;99,00;21.11.2026',
      '4;YK1002;1.000,00;22.11.2026',
      ';;Toplam;',
    ].join('\r\n')
    const states = async () => {
      const { body } = await upload(app, token, csv)
      return body.data.map(({ state }: { state: string }) => state)
    }
    const { status, body } = await upload(app, token, csv)
    expect([status, body.data[0]]).toEqual([
      200,
      {
        ...{ row: 3, trackingNumber: 'YK1001', amount: 1248, date: '21.11.2026', state: 'fits' },
        order: { id: orderId, shownId: `#${orderId.slice(-8).toUpperCase()}`, customer: 'Ayşe Yılmaz', total: 1248 },
      },
    ])
    expect(body.data[2]).toMatchObject({ state: 'unknown', order: null })
    await ctx.db.update(orders).set({ paymentStatus: 'CASH_ON_DELIVERY' }).where(eq(orders.id, second))
    expect(await states()).toEqual(['fits', 'paid', 'unknown', 'other-amount'])
    const collect = (orderIds: string[]) => admin('POST', '/admin/door/collected', { orderIds })
    const { body: first } = await collect([orderId, second])
    expect(first.data).toMatchObject({ collected: [orderId], refused: [{ orderId: second }] })
    expect(await states()).toEqual(['paid', 'paid', 'unknown', 'other-amount'])
    expect((await collect([orderId])).body.data).toEqual({
      collected: [],
      refused: [{ orderId, message: 'Bu siparişin tahsilatı daha önce kaydedilmiş; hiçbir şey değiştirilmedi.' }],
    })
    await ctx.db.update(orders).set({ paymentStatus: 'FAILED' }).where(eq(orders.id, second))
    expect((await states()).at(-1)).toBe('over')
  })

  test('that is none is refused with what is missing', async ({ ctx, app, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const sentence = async (csv: string) => (await upload(app, token, csv)).body.message
    expect(await sentence('')).toBe('Bir CSV dosyası seçin')
    expect(await sentence('Ad;Tutar\nAyşe;12')).toContain('takip numarası ve tutar sütunları bulunamadı')
    expect(await sentence('Takip no;Tutar\n;')).toBe('Dosyada takip numarası ve tutarı olan bir satır yok.')
    const long = Array.from({ length: 5_001 }, (_, n) => `T${n};1`)
    expect(await sentence(['Takip no;Tutar', ...long].join('\n'))).toBe('Liste en çok 5000 satır olabilir.')
    expect((await upload(app, token, 'x'.repeat(1_000_001))).status).toBe(413)
    const shopper = await signIn(ctx, await aUser(ctx))
    expect((await upload(app, shopper, 'Takip no;Tutar\n1;1')).status).toBe(403)
    expect((await api('POST', '/admin/door/payouts')).status).toBe(401)
    expect((await api('POST', '/admin/door/collected', { token, body: { orderIds: [] } })).status).toBe(400)
  })
})

test('the settings are the owner’s: kept, checked, and of two who save at once the second is told', async ({
  ctx,
  api,
}) => {
  const admin = await aStaff(ctx, api)
  const { body } = await admin('GET', '/admin/settings/door')
  const { version, ...settings } = body.data
  expect(settings).toMatchObject({ enabled: true, fee: 49, cash: true, smallest: 100, largest: 10_000 })
  const put = (more: object) => admin('PUT', '/admin/settings/door', { ...settings, ...more })
  expect((await put({ fee: 59.9, provinces: ['Van'], version })).body.data).toMatchObject({
    fee: 59.9,
    provinces: ['Van'],
  })
  expect((await findDoorSettings(ctx)).feeKurus).toBe(5_990)
  expect((await put({ version })).body.code).toBe('EDIT_CONFLICT')
  const wrongFields = async (more: object) => Object.keys((await put(more)).body.error)
  expect(await wrongFields({ cash: false, card: false })).toEqual(['cash'])
  expect(await wrongFields({ largest: 99 })).toEqual(['largest'])
  expect(await wrongFields({ provinces: ['Atlantis'] })).toEqual(['provinces.0'])
  expect((await put({ largest: 0 })).status).toBe(200)
  const live = { ...ctx, config: { ...ctx.config, mode: 'live' as const } }
  await ctx.db.execute("delete from settings where key = 'payments.door'")
  expect([(await findDoorSettings(ctx)).enabled, (await findDoorSettings(live)).enabled]).toEqual([true, false])
})
