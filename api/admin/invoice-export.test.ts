import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { demoCharges, paymentAttempts } from '#shop/payments/schema.ts'
import { days, minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { sheetOf } from '#test/documents/xlsx.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { type Api, test as base } from '#test/shop.ts'

const company = { type: 'COMPANY', title: 'İpek Ltd. Şti.', vkn: '4810058590', taxOffice: 'Kadıköy' }
const office = { address: 'Ofis Sok. No: 1 Kat: 3', city: 'İzmir', district: 'Konak' }

/** The rows of a month's file below its head, as the titles call their cells. */
type Month = (month: string) => Promise<Record<string, string>[]>
type Fixtures = { staff: string; monthOf: Month }

const test = base.extend<Fixtures>({
  staff: async ({ ctx }, use) => use(await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))),
  monthOf: async ({ app, ctx }, use) =>
    use(async (month) => {
      // Anew each time: a test may go days on.
      const staff = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
      const request = new Request(`http://shop.test/api/v1/admin/invoices/export?month=${month}`, {
        headers: { authorization: `Bearer ${staff}` },
      })
      const answer = await app.fetch(request)
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="muhasebe-${month}.xlsx"`)
      const [titles = {}, ...rows] = sheetOf(new Uint8Array(await answer.arrayBuffer()))
      return rows.map((row) => Object.fromEntries(Object.entries(row).map(([at, text]) => [titles[at], text])))
    }),
})

async function anOrder(ctx: Ctx, api: Api, { more = {}, quantity = 1, vatRate = '' } = {}) {
  const token = await signIn(ctx, await aUser(ctx))
  const payment = aPayment(await aProduct(ctx, vatRate ? { vatRate } : {}), { quantity })
  Object.assign(payment.orderData.customerInfo, more)
  const { body } = await api('POST', '/payments/create', { token, body: payment })
  return {
    token,
    id: body.data.orderId as string,
    shownId: `#${(body.data.orderId as string).slice(-8).toUpperCase()}`,
  }
}

const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((total, row) => total + Math.round(Number(row[column] ?? 0) * 100), 0)

describe('the month for the accountant', () => {
  test('has a line for each order, with its buyer as the invoice calls her and its tax by rate', async ({
    ctx,
    api,
    monthOf,
  }) => {
    const one = await anOrder(ctx, api)
    const other = await anOrder(ctx, api, { more: { invoice: company, invoiceAddress: office }, vatRate: '20' })
    const rows = await monthOf('2026-11')
    expect(rows).toHaveLength(2)
    expect(rows.find((row) => row['Sipariş no'] === one.shownId)).toEqual({
      Tarih: '46346',
      İşlem: 'Satış',
      'Sipariş no': one.shownId,
      Alıcı: 'Ayşe Yılmaz',
      'Fatura adresi': 'Bağdat Caddesi 1/2, Kadıköy, 34710 İstanbul',
      Ödeme: 'Kredi veya banka kartı',
      'Matrah %10': '1090.00',
      'KDV %10': '109.00',
      Toplam: '1199.00',
    })
    expect(rows.find((row) => row['Sipariş no'] === other.shownId)).toMatchObject({
      Alıcı: 'İpek Ltd. Şti.',
      'T.C. kimlik / vergi no': '4810058590',
      'Vergi dairesi': 'Kadıköy',
      'Fatura adresi': 'Ofis Sok. No: 1 Kat: 3, Konak / İzmir',
      'Matrah %20': '999.17',
      'KDV %20': '199.83',
    })
  })

  test('names the invoice of each order as it is now, and none of an order that has none', async ({
    app,
    ctx,
    api,
    staff,
    monthOf,
  }) => {
    const [one, other, without] = [await anOrder(ctx, api), await anOrder(ctx, api), await anOrder(ctx, api)]
    for (const [{ id }, number] of [
      [one, 'ABC2026000000001'],
      [one, 'ABC2026000000003'],
      [other, 'ABC2026000000002'],
    ] as const) {
      const body = new FormData()
      body.set('number', number)
      body.set('file', new File(['%PDF-1.7\nfatura\n%%EOF'], 'fatura.pdf', { type: 'application/pdf' }))
      const headers = { authorization: `Bearer ${staff}` }
      const url = `http://shop.test/api/v1/admin/orders/${id}/invoice`
      expect((await app.fetch(new Request(url, { method: 'POST', headers, body }))).status).toBe(200)
    }
    const rows = await monthOf('2026-11')
    const numberOf = ({ shownId }: typeof one) => rows.find((row) => row['Sipariş no'] === shownId)?.['Fatura no']
    expect([one, other, without].map(numberOf)).toEqual(['ABC2026000000003', 'ABC2026000000002', undefined])
  })

  test('takes an order off that was cancelled at its marketplace, where nobody writes a refund, in the month in which it was', async ({
    ctx,
    api,
    monthOf,
  }) => {
    const { id, shownId } = await anOrder(ctx, api)
    const isIt = eq(orders.id, id)
    await ctx.db.update(orders).set({ paymentMethod: 'MARKETPLACE' }).where(isIt)
    expect(sum(await monthOf('2026-11'), 'Toplam'), 'sold').toBe(119_900)
    const cancelledAt = new Date('2026-12-02T09:00:00Z')
    await ctx.db.update(orders).set({ status: 'CANCELLED', cancelledAt, paymentStatus: 'REFUNDED' }).where(isIt)
    expect(sum(await monthOf('2026-11'), 'Toplam'), 'as it was').toBe(119_900)
    expect(await monthOf('2026-12')).toMatchObject([
      { İşlem: 'İade', 'Sipariş no': shownId, 'Matrah %10': '-1090.00', 'KDV %10': '-109.00', Toplam: '-1199.00' },
    ])
    await ctx.db.update(orders).set({ paidAt: null }).where(isIt)
    expect(await monthOf('2026-12'), 'what was never sold').toEqual([])
  })

  test('takes off what old pieces were to pay in an exchange that ended, of which nobody writes a refund', async ({
    ctx,
    api,
    monthOf,
  }) => {
    const sale = await anExchange(ctx, api)
    const { id } = (await sale.swap(sale.dearer)).body.data
    await sale.pay(id, 50)
    expect(sum(await monthOf('2026-11'), 'Toplam')).toBe(10_000 + 15_000)
    await sale.own('DELETE', `/returns/${id}`)
    const rows = await monthOf('2026-11')
    expect(rows.map((row) => row.Toplam).toSorted()).toEqual(['-100.00', '-50.00', '100.00', '150.00'])
    for (const [column, kept] of [['Toplam', 10_000] as const, ['KDV %10', 909] as const])
      expect(sum(rows, column), 'the piece that she keeps').toBe(kept)
  })

  test('takes off a piece that was sent out for nothing but did not come to be exchanged', async ({
    ctx,
    api,
    monthOf,
  }) => {
    const sale = await anExchange(ctx, api)
    const settings = { enabled: true, exchanges: true, contractCode: '', howToSend: '', exchangeSend: 'ON_ITS_WAY' }
    expect((await sale.staff('PUT', '/admin/settings/returns', { settings })).status).toBe(200)
    const { id } = (await sale.swap(sale.medium)).body.data
    await sale.decide(id, 'approve')
    await sale.own('POST', `/returns/${id}/sent`, {})
    expect(sum(await monthOf('2026-11'), 'Toplam')).toBe(20_000)
    await sale.decide(id, 'refuse', { reason: 'Kutu boştu' })
    expect(sum(await monthOf('2026-11'), 'Toplam')).toBe(10_000)
  })

  test('has a line of its own for each refund; an order that went back in whole sums to nothing', async ({
    ctx,
    api,
    staff,
    monthOf,
  }) => {
    const cancelled = await anOrder(ctx, api)
    await api('POST', `/orders/${cancelled.id}/cancellation`, { token: cancelled.token })
    const { id, shownId } = await anOrder(ctx, api, { quantity: 3 })
    await api('PUT', `/admin/orders/${id}/status`, { token: staff, body: { status: 'PREPARED' } })
    const [item] = (await api('GET', `/admin/orders/${id}`, { token: staff })).body.data.items
    const giveBack = (quantity: number) =>
      api('POST', `/admin/orders/${id}/refunds`, { token: staff, body: { items: [{ itemId: item.id, quantity }] } })
    await giveBack(1)
    const rows = await monthOf('2026-11')
    expect(rows.map((row) => row.İşlem).toSorted()).toEqual(['Satış', 'Satış', 'İade', 'İade'].toSorted())
    const ofCancelled = rows.filter((row) => row['Sipariş no'] === cancelled.shownId)
    expect(ofCancelled).toHaveLength(2)
    for (const column of ['Matrah %10', 'KDV %10', 'Toplam']) expect(sum(ofCancelled, column)).toBe(0)
    expect(rows.find((row) => row['Sipariş no'] === shownId && row.İşlem === 'İade')).toMatchObject({
      'Matrah %10': '-1090.00',
      'KDV %10': '-109.00',
      Toplam: '-1199.00',
    })
    await giveBack(2)
    const ofOrder = (await monthOf('2026-11')).filter((row) => row['Sipariş no'] === shownId)
    expect(ofOrder).toHaveLength(3)
    for (const column of ['Matrah %10', 'KDV %10', 'Toplam']) expect(sum(ofOrder, column)).toBe(0)
  })

  test('takes off what went back past the shop, in the provider’s own panel, once nothing of the order is kept', async ({
    ctx,
    api,
    clock,
    monthOf,
  }) => {
    const { id, shownId } = await anOrder(ctx, api, { quantity: 3 })
    const other = await anOrder(ctx, api)
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
      return api(method, `/admin/${path}`, { token, ...(body && { body }) })
    }
    const [item] = (await call('GET', `orders/${id}`)).body.data.items
    await call('POST', `orders/${id}/refunds`, { items: [{ itemId: item.id, quantity: 1 }] })
    await ctx.db.update(demoCharges).set({ refundedKurus: sql`amount_kurus` })
    clock.forward(days(2))
    for (const orderId of [id, other.id]) {
      const [paid] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
      expect((await call('POST', `payments/${paid?.id}/resolution`, { action: 'ask' })).status).toBe(200)
    }
    expect(sum(await monthOf('2026-11'), 'Toplam'), 'the orders stand').toBe(3 * 119_900)
    for (const orderId of [id, other.id]) expect((await call('DELETE', `orders/${orderId}`)).status).toBe(200)
    const rows = await monthOf('2026-11')
    for (const column of ['Matrah %10', 'KDV %10', 'Toplam']) expect(sum(rows, column), column).toBe(0)
    const back = rows.filter((row) => row.İşlem === 'İade' && row['Sipariş no'] === shownId)
    expect(back.map((row) => [row.Tarih, row.Toplam])).toEqual([
      ['46346', '-1199.00'],
      ['46348', '-2398.00'],
    ])

    // One that was sent: a part went there and the rest from here.
    const sent = await anOrder(ctx, api)
    await call('PUT', `orders/${sent.id}/status`, { status: 'DELIVERED' })
    await ctx.db.update(demoCharges).set({ refundedKurus: 10_000 }).where(eq(demoCharges.orderId, sent.id))
    clock.forward(days(2))
    const [paid] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, sent.id))
    await call('POST', `payments/${paid?.id}/resolution`, { action: 'ask' })
    const [piece] = (await call('GET', `orders/${sent.id}`)).body.data.items
    await call('POST', `orders/${sent.id}/refunds`, { items: [{ itemId: piece.id, quantity: 1 }] })
    const ofSent = (await monthOf('2026-11')).filter((row) => row['Sipariş no'] === sent.shownId)
    expect(ofSent.map((row) => [row.Tarih, row.Toplam])).toEqual([
      ['46348', '1199.00'],
      ['46350', '-1099.00'],
      ['46350', '-100.00'],
    ])
    expect(sum(ofSent, 'KDV %10')).toBe(0)
    expect(await monthOf('2026-12')).toEqual([])
  })

  test('tells a month that is over as before, whatever is changed or goes back later', async ({
    ctx,
    api,
    clock,
    monthOf,
  }) => {
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
      const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
      const answer = await api(method, `/admin/${path}`, { token, ...(body && { body }) })
      expect(answer.status, path).toBe(200)
      return answer.body.data
    }
    const itemOf = async (id: string) => (await call('GET', `orders/${id}`)).items[0].id
    const { id, shownId } = await anOrder(ctx, api, { quantity: 4 })
    const swapped = await anOrder(ctx, api)
    const november = await monthOf('2026-11')
    expect(sum(november, 'Toplam')).toBe(5 * 119_900)

    clock.now = new Date('2026-12-03T09:00:00Z')
    await call('PUT', `orders/${id}`, { items: [{ itemId: await itemOf(id), quantity: 3 }] })
    clock.forward(minutes(1))
    await call('POST', `orders/${id}/refunds`, { items: [{ itemId: await itemOf(id), quantity: 1 }] })
    clock.forward(minutes(1))
    const dearTax = await aProduct(ctx, { vatRate: '20' })
    const variantId = dearTax.variants[0]?.id
    await call('PUT', `orders/${swapped.id}`, {
      items: [{ itemId: await itemOf(swapped.id), variantId, keepPrice: true }],
    })
    expect(await monthOf('2026-11')).toEqual(november)
    const december = await monthOf('2026-12')
    expect(december.map((row) => [row.Tarih, row.İşlem, row['Sipariş no'], row.Toplam])).toEqual([
      ['46359', 'Değişiklik', shownId, '-1199.00'],
      ['46359', 'İade', shownId, '-1199.00'],
      ['46359', 'Değişiklik', swapped.shownId, '0.00'],
    ])
    expect(december[2]).toMatchObject({ 'Matrah %10': '-1090.00', 'KDV %10': '-109.00', 'Matrah %20': '999.17' })

    clock.now = new Date('2027-01-04T09:00:00Z')
    for (const one of [id, swapped.id]) await call('DELETE', `orders/${one}`)
    expect(await monthOf('2026-11')).toEqual(november)
    expect(await monthOf('2026-12')).toEqual(december)
    const all = [...november, ...december, ...(await monthOf('2027-01'))]
    for (const column of ['Matrah %10', 'KDV %10', 'Matrah %20', 'KDV %20', 'Toplam'])
      expect(sum(all, column), column).toBe(0)
  })

  test('takes off what went back past the shop of an order that stands, on the day on which the owner noted it, each part once', async ({
    ctx,
    api,
    clock,
    monthOf,
  }) => {
    const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
      const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
      const answer = await api(method, `/admin/${path}`, { token, ...(body && { body }) })
      expect(answer.status, path).toBe(200)
      return answer.body.data
    }
    const { id, shownId } = await anOrder(ctx, api)
    const november = await monthOf('2026-11')
    const [paid] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, id))
    const goesBackThere = async (refundedKurus: number, day: string) => {
      clock.now = new Date(`${day}T09:00:00Z`)
      await ctx.db.update(demoCharges).set({ refundedKurus })
      await call('POST', `payments/${paid?.id}/resolution`, { action: 'ask' })
      const [found] = (await call('GET', 'payments')).findings
      await call('POST', `payments/findings/${found.id}/resolution`, { note: 'Panelden iade ettim' })
    }
    await goesBackThere(10_000, '2026-12-02')
    await goesBackThere(25_000, '2027-01-02')
    clock.now = new Date('2027-02-02T09:00:00Z')
    await call('DELETE', `orders/${id}`)
    expect(await monthOf('2026-11')).toEqual(november)
    const told = [...(await monthOf('2026-12')), ...(await monthOf('2027-01')), ...(await monthOf('2027-02'))]
    expect(told.map((row) => [row.Tarih, row.İşlem, row['Sipariş no'], row.Toplam])).toEqual([
      ['46358', 'İade', shownId, '-100.00'],
      ['46389', 'İade', shownId, '-150.00'],
      ['46420', 'İade', shownId, '-949.00'],
    ])
    for (const column of ['Matrah %10', 'KDV %10']) expect(sum([...november, ...told], column)).toBe(0)
  })

  test('begins and ends at midnight in Istanbul', async ({ ctx, api, clock, monthOf }) => {
    clock.now = new Date('2026-11-30T20:59:59Z')
    await anOrder(ctx, api)
    expect(await monthOf('2026-12')).toEqual([])
    clock.now = new Date('2026-11-30T21:00:00Z')
    await anOrder(ctx, api)
    expect((await monthOf('2026-11')).map((row) => row.Tarih)).toEqual(['46356'])
    expect((await monthOf('2026-12')).map((row) => row.Tarih)).toEqual(['46357'])
  })

  test('is for staff, and of a month', async ({ ctx, api, staff }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const asked = (month: string, token: string) => api('GET', `/admin/invoices/export?month=${month}`, { token })
    expect((await asked('2026-11', token)).status).toBe(403)
    for (const month of ['2026-13', '2026', '', '1999-01']) expect((await asked(month, staff)).status, month).toBe(400)
  })
})
