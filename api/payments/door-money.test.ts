import { and, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { orders } from '#shop/orders/schema.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { workbook } from '#test/documents/workbook.ts'
import { aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { aBeginning, aPlaced } from '#test/ways/door.ts'

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
  type App = { fetch(request: Request): Response | Promise<Response> }
  const upload = async (app: App, token: string, list: string | Uint8Array, columns?: string) => {
    const form = new FormData()
    form.set('file', list && new File([list as BlobPart], 'odemeler.csv'))
    if (columns !== undefined) form.set('columns', columns)
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
      return body.data.payouts.map(({ state }: { state: string }) => state)
    }
    const { status, body } = await upload(app, token, csv)
    expect([status, body.data.payouts[0]]).toEqual([
      200,
      {
        ...{ row: 3, trackingNumber: 'YK1001', amount: 1248, date: '21.11.2026', state: 'fits' },
        order: { id: orderId, shownId: `#${orderId.slice(-8).toUpperCase()}`, customer: 'Ayşe Yılmaz', total: 1248 },
      },
    ])
    expect(body.data.payouts[2]).toMatchObject({ state: 'unknown', order: null })
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

  test('may be a workbook, and is asked about once where its titles say nothing', async ({ ctx, api, app }) => {
    const { orderId } = await aPlaced(ctx, api)
    await ctx.db.update(orders).set({ trackingNumber: '700100200300' }).where(eq(orders.id, orderId))
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const list = await workbook(['Evrak', 'Alıcı', 'Net'], [['700100200300', 'Ayşe Yılmaz', { kurus: 124_800 }]])
    const asked = await upload(app, token, list)
    expect(asked.body.data).toEqual({
      payouts: [],
      table: {
        titles: ['Evrak', 'Alıcı', 'Net'],
        rows: [['700100200300', 'Ayşe Yılmaz', '1248']],
        columns: [null, null, null],
        knownBy: 'unknown',
      },
    })
    expect((await upload(app, token, list, 'trackingNumber,,')).body.error).toEqual({
      columns: ['Tutar sütununu seçin'],
    })
    expect((await upload(app, token, list, 'trackingNumber,amount,')).body.error).toHaveProperty('columns')
    const said = await upload(app, token, list, 'trackingNumber,,amount')
    expect(said.body.data.payouts).toMatchObject([{ row: 2, state: 'fits', order: { id: orderId } }])
    const next = await upload(app, token, 'Evrak;Alıcı;Net\n700100200300;Ayşe;1.200,00')
    expect(next.body.data).toMatchObject({ payouts: [{ state: 'other-amount' }], table: { knownBy: 'hand' } })
  })

  test('that is none is refused with what is missing', async ({ ctx, app, api }) => {
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const sentence = async (csv: string) => (await upload(app, token, csv)).body.message
    expect(await sentence('')).toBe('Bir CSV ya da XLSX dosyası seçin')
    expect(await sentence('Ad;Not\nAyşe;12')).toContain('takip numarası ve tutar sütunları bulunamadı')
    expect(await sentence('Takip no;Tutar\n;')).toBe('Dosyada takip numarası ve tutarı olan bir satır yok.')
    const long = Array.from({ length: 5_001 }, (_, n) => `T${n};1`)
    expect(await sentence(['Takip no;Tutar', ...long].join('\n'))).toBe('Liste en çok 5000 satır olabilir.')
    expect((await upload(app, token, 'x'.repeat(3_200_000))).status).toBe(413)
    const shopper = await signIn(ctx, await aUser(ctx))
    expect((await upload(app, shopper, 'Takip no;Tutar\n1;1')).status).toBe(403)
    expect((await api('POST', '/admin/door/payouts')).status).toBe(401)
    expect((await api('POST', '/admin/door/collected', { token, body: { orderIds: [] } })).status).toBe(400)
  })
})
