import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { orderEvents, orders } from '#shop/orders/schema.ts'
import { xlsx } from '#shop/xlsx.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { sendForm } from '#test/forms.ts'
import { mailsOf } from '#test/mails.ts'
import { type Api, test } from '#test/shop.ts'

type App = Parameters<typeof sendForm>[0]
const upload = (app: App, token: string | undefined, bytes?: string | Uint8Array<ArrayBuffer>) =>
  sendForm(app, 'POST', '/admin/orders/tracking/file', { file: bytes && new File([bytes], 'liste.csv') }, token)

const numberOf = (id: string) => `#${id.slice(-8).toUpperCase()}`

/** Some paid orders of one shopper, and an admin. */
async function someSales(ctx: Ctx, api: Api, count: number) {
  const product = await aProduct(ctx, { variants: [{ stock: 20 }] })
  const customer = await signIn(ctx, await aUser(ctx))
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const { body } = await api('POST', '/payments/create', { token: customer, body: aPayment(product) })
    ids.push(body.data.orderId)
  }
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const enter = (rows: object[], more: object = {}) =>
    api('POST', '/admin/orders/tracking', { token: admin, body: { rows, ...more } })
  const orderOf = async (id: string) => (await ctx.db.select().from(orders).where(eq(orders.id, id)))[0]
  const shippedMails = async () => (await mailsOf(ctx)).filter(({ subject }) => /kargo|yola/i.test(subject)).length
  return { ids, admin, customer, enter, orderOf, shippedMails }
}

type Outcome = { outcome: string; message: string }
const outcomes = (answer: { body: { data: { rows: Outcome[] } } }) =>
  answer.body.data.rows.map(({ outcome }) => outcome)

describe('POST /admin/orders/tracking', () => {
  test('is for staff, and for rows', async ({ ctx, api }) => {
    const { admin, customer } = await someSales(ctx, api, 0)
    const path = '/admin/orders/tracking'
    const body = { rows: [{ order: '#AB12CD34', trackingNumber: '1' }] }
    expect((await api('POST', path, { body })).status).toBe(401)
    expect((await api('POST', path, { body, token: customer })).status).toBe(403)
    for (const wrong of [{}, { rows: [] }, { rows: [{ order: 1 }] }, { rows: Array(501).fill(body.rows[0]) }]) {
      expect((await api('POST', path, { body: wrong, token: admin })).status).toBe(400)
    }
  })

  test('ships what it can and says of each other row why not', async ({ ctx, api }) => {
    const { ids, enter, orderOf, shippedMails } = await someSales(ctx, api, 4)
    const [one = '', two = '', gone = '', twice = ''] = ids
    await ctx.db.update(orders).set({ status: 'CANCELLED' }).where(eq(orders.id, gone))
    const rows = [
      { order: numberOf(one), carrier: 'Aras Kargo', trackingNumber: '111 222' },
      { order: two, carrier: 'yurtici', trackingNumber: 'Y-1' },
      { order: numberOf(gone), trackingNumber: '3' },
      { order: '#00000000', trackingNumber: '4' },
      { order: numberOf(twice), trackingNumber: '' },
      { order: numberOf(one).toLowerCase(), trackingNumber: '9' },
      { order: numberOf(twice), trackingNumber: '<b>' },
    ]
    const shown = await enter(rows, { preview: true })
    expect(outcomes(shown)).toEqual(['READY', 'READY', 'REFUSED', 'REFUSED', 'REFUSED', 'REFUSED', 'REFUSED'])
    expect([await orderOf(one), await shippedMails()]).toMatchObject([{ status: 'PENDING', trackingNumber: null }, 0])

    const done = await enter(rows)
    expect(done.body.message).toBe('2 sipariş “Kargoda” oldu. 5 satır işlenemedi.')
    expect(done.body.data.rows.map(({ message }: Outcome) => message)).toEqual([
      'Kargoda; müşteriye e-posta gönderildi.',
      'Kargoda; müşteriye e-posta gönderildi.',
      'Bu sipariş iptal edilmiş; paketi göndermeyin.',
      'Bu numarayla bir sipariş yok; numarayı kontrol edin.',
      'Takip numarası eksik.',
      'Bu sipariş 1. satırda da var; birini silin.',
      'Bu sipariş 5. satırda da var; birini silin.',
    ])
    expect(await orderOf(one)).toMatchObject({ status: 'SHIPPED', carrier: 'aras', trackingNumber: '111222' })
    expect(await orderOf(two)).toMatchObject({ status: 'SHIPPED', carrier: 'yurtici', trackingNumber: 'Y-1' })
    expect(await shippedMails()).toBe(2)
  })

  test('says of an order that is not paid yet, or waits for its exchange, that it cannot be sent, before anything is', async ({
    ctx,
    api,
  }) => {
    const { ids, enter, orderOf } = await someSales(ctx, api, 2)
    const [unpaid = '', exchange = ''] = ids
    await ctx.db.update(orders).set({ paymentStatus: 'PENDING' }).where(eq(orders.id, unpaid))
    await ctx.db.update(orders).set({ exchangeOf: unpaid, waitsForReturn: true }).where(eq(orders.id, exchange))
    const rows = ids.map((order, index) => ({ order, trackingNumber: `A-${index}` }))
    for (const preview of [true, false]) {
      const told = (await enter(rows, { preview })).body.data.rows.map(({ outcome, message }: Outcome) => [
        outcome,
        message.slice(0, 20),
      ])
      expect(told).toEqual([
        ['REFUSED', 'Ödemesi beklenen bir'],
        ['REFUSED', 'Değişim siparişi, mü'],
      ])
    }
    for (const id of ids) expect((await orderOf(id))?.status).toBe('PENDING')
  })

  test('the same again changes nothing and mails nobody', async ({ ctx, api }) => {
    const { ids, enter, shippedMails } = await someSales(ctx, api, 1)
    const rows = ids.map((order) => ({ order, carrier: 'aras', trackingNumber: 'A-1' }))
    await enter(rows)
    const before = await ctx.db.select().from(orderEvents)
    expect(outcomes(await enter(rows))).toEqual(['UNCHANGED'])
    expect(await ctx.db.select().from(orderEvents)).toEqual(before)
    expect(await shippedMails()).toBe(1)
  })

  test('gives a shipped order its number, once, and never replaces one', async ({ ctx, api }) => {
    const { ids, enter, orderOf, shippedMails } = await someSales(ctx, api, 2)
    const [one = '', two = ''] = ids
    await ctx.db.update(orders).set({ status: 'SHIPPED' }).where(eq(orders.id, one))
    expect(outcomes(await enter([{ order: one, trackingNumber: 'A-1' }]))).toEqual(['SHIPPED'])
    expect([(await orderOf(one))?.trackingNumber, await shippedMails()]).toEqual(['A-1', 1])
    const other = await enter([{ order: one, trackingNumber: 'A-2' }])
    expect(other.body.data.rows[0].message).toContain('A-1 olarak kayıtlı')
    const taken = await enter([{ order: two, trackingNumber: 'A-1' }])
    expect(taken.body.data.rows[0]).toMatchObject({
      outcome: 'REFUSED',
      message: expect.stringContaining(numberOf(one)),
    })
    expect((await orderOf(two))?.status).toBe('PENDING')
  })
})

describe('POST /admin/orders/tracking/file', () => {
  test('reads a carrier’s list by its titles and changes nothing', async ({ ctx, app, api }) => {
    const { ids, admin, orderOf } = await someSales(ctx, api, 2)
    const [one = '', two = ''] = ids
    const csv = `Gönderi Raporu\nTarih;Kargo Takip No;Referans No;Alıcı;Kargo Firması\n24.11.2026;700111;${numberOf(one)};Aras Demir;Aras Kargo\n24.11.2026;700112;${numberOf(two)};Ece Su;Aras Kargo\n`
    const read = await upload(app, admin, csv)
    expect(read.status).toBe(200)
    expect(read.body.data.rows).toMatchObject([
      { orderId: one, customer: 'Ayşe Yılmaz', carrier: 'aras', trackingNumber: '700111', outcome: 'READY' },
      { orderId: two, trackingNumber: '700112', outcome: 'READY' },
    ])
    expect((await orderOf(one))?.status).toBe('PENDING')
  })

  test('reads a workbook, and rows without titles', async ({ ctx, app, api }) => {
    const { ids, admin } = await someSales(ctx, api, 1)
    const [one = ''] = ids
    async function* rows() {
      yield ['700111', numberOf(one)]
    }
    const parts: Uint8Array[] = []
    const columns = ['A', 'B'].map((title) => ({ title, width: 12 }))
    for await (const part of xlsx({ name: 'Liste', columns, rows: rows() })) parts.push(part)
    const read = await upload(app, admin, new Uint8Array(Buffer.concat(parts)))
    expect(read.body.data.rows).toMatchObject([{ orderId: one, trackingNumber: '700111', outcome: 'READY' }])
  })

  test('refuses other files, and strangers', async ({ ctx, app, api }) => {
    const { admin, customer } = await someSales(ctx, api, 0)
    expect((await upload(app, customer, 'a;b')).status).toBe(403)
    expect((await upload(app, undefined, 'a;b')).status).toBe(401)
    expect((await upload(app, admin)).status).toBe(400)
    const other = await upload(app, admin, 'Ad;Soyad\nAyşe;Yılmaz\n')
    expect([other.status, other.body.error.file[0]]).toEqual([400, expect.stringContaining('sipariş numarası')])
    expect((await upload(app, admin, new Uint8Array(3_200_000))).status).toBe(413)
  })
})
