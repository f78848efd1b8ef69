import { expect } from 'vitest'
import { type Ctx, newId } from '#shop/ctx.ts'
import type { Right } from '#shop/rights.ts'
import { giftCardsKey } from '#shop/settings/gift-cards/gift-cards.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { aHelper } from '#test/accounts/helper.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { anExchange } from '#test/returns/exchange.ts'
import { type Api, test } from '#test/shop.ts'

/** Every call of the panel that answers about orders and people, before or after the parcel is delivered. */
const lists = ['/admin/orders', '/admin/packing', '/admin/customers', '/admin/dashboard', '/admin/returns']

async function aSoldOrder(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { variants: [{ priceKurus: 123_450, stock: 9 }] })
  const buyer = await aUser(ctx, { email: 'alici@posta.example' })
  const token = await signIn(ctx, buyer)
  const payment = aPayment(product)
  const { body } = await api('POST', '/payments/create', { token, body: payment })
  const { phone, address } = payment.orderData.customerInfo
  return { orderId: body.data.orderId as string, buyerId: buyer.id, phone, address }
}

const all: Right[] = ['dashboard', 'orders', 'returns', 'customers', 'reports']

async function textOf(api: Api, token: string, paths: string[]): Promise<string> {
  const answers: string[] = []
  for (const path of paths) {
    const { status, body } = await api('GET', path, { token })
    expect(status, path).toBe(200)
    answers.push(JSON.stringify(body))
  }
  return answers.join('\n')
}

test('without the sight of sums no answer holds one', async ({ ctx, api, app }) => {
  const { orderId, buyerId } = await aSoldOrder(ctx, api)
  const details = [`/admin/orders/${orderId}`, `/admin/customers/${buyerId}`, '/admin/reports/sales']
  const seen = await textOf(api, await aHelper(ctx, [...all, 'amounts', 'contacts']), [...lists, ...details])
  expect(seen).toContain('1234.5')
  const token = await aHelper(ctx, [...all, 'contacts'])
  const hidden = await textOf(api, token, [...lists, ...details])
  expect(hidden).not.toMatch(/1234[.,]5|1\.234,50|123450/)
  expect(hidden).not.toMatch(/"(totalAmount|amount|spent|credit|priceAtPurchase|refundedAmount|sales|average)":[\d{]/)
  expect(hidden).toContain('alici@posta.example')
  for (const path of ['/admin/exports/orders?format=csv', '/admin/reports/sales/csv']) {
    const headers = { authorization: `Bearer ${token}` }
    const file = await app.fetch(new Request(`http://shop.test/api/v1${path}`, { headers }))
    expect([file.status, /1\.?234[.,]5/.test(await file.text())]).toEqual([200, false])
  }
  // Calls that give money back are refused, also by way of the status.
  const status = async (method: string, path: string, body?: object) =>
    (await api(method, path, { token, body })).status
  for (const path of ['/admin/gift-cards', '/admin/exports/gift-cards'])
    expect(await status('GET', path), path).toBe(403)
  expect(await status('PUT', `/admin/orders/${orderId}/status`, { status: 'CANCELLED' })).toBe(403)
  expect(await status('DELETE', `/admin/orders/${orderId}`)).toBe(403)
  expect(await status('POST', `/admin/orders/${orderId}/refund`, { amount: 1, reason: 'x' })).toBe(403)
  const items = [{ itemId: newId(), quantity: 0 }]
  expect(await status('PUT', `/admin/orders/${orderId}`, { items })).toBe(403)
  expect(await status('GET', `/orders/${orderId}/contracts`)).toBe(404)
  expect(await status('PUT', `/admin/orders/${orderId}/status`, { status: 'CONFIRMED' })).toBe(200)
})

test('without the sight of contacts an order tells where its parcel goes, until it is there', async ({
  ctx,
  api,
  app,
}) => {
  const { orderId, buyerId, phone, address } = await aSoldOrder(ctx, api)
  const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const token = await aHelper(ctx, [...all, 'amounts'])
  const own = phone.replace(/\D/g, '').slice(-10)
  const tell = async (paths: string[]) => {
    const text = await textOf(api, token, paths)
    expect(text).not.toContain('alici@posta.example')
    return [text.includes(own), text.includes(address)]
  }
  expect(await tell([`/admin/orders/${orderId}`])).toEqual([true, true])
  const others = ['/admin/orders', '/admin/customers', `/admin/customers/${buyerId}`, '/admin/returns']
  expect(await tell(others)).toEqual([false, false])
  for (const status of ['CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED'])
    await api('PUT', `/admin/orders/${orderId}/status`, { token: owner, body: { status } })
  expect(await tell([`/admin/orders/${orderId}`])).toEqual([false, false])
  const headers = { authorization: `Bearer ${token}` }
  for (const file of ['exports/orders?format=csv', 'exports/customers?format=csv', `orders/${orderId}/invoice.xml`]) {
    const url = `http://shop.test/api/v1/admin/${file}`
    const text = await (await app.fetch(new Request(url, { headers }))).text()
    expect(text).not.toMatch(/@posta\.example/)
    expect(text).not.toContain(own)
  }
})

test('without the sight of sums it is told all the same whether money goes back', async ({ ctx, api }) => {
  const token = await aHelper(ctx, ['returns'])
  const told = async (id: string) => (await api('GET', `/admin/returns/${id}`, { token })).body.data
  const sale = await anExchange(ctx, api)
  const swapped = (await sale.swap(sale.medium)).body.data.id
  expect(await told(swapped)).toMatchObject({ kind: 'EXCHANGE', paysBack: false })
  await sale.own('DELETE', `/returns/${swapped}`)
  const cheaper = (await sale.swap(sale.cheaper)).body.data.id
  expect(await told(cheaper)).toMatchObject({ kind: 'EXCHANGE', paysBack: true })
  expect(await told(cheaper)).not.toHaveProperty('refundAmount')
})

test('without the sight of contacts no search finds anybody by them', async ({ ctx, api }) => {
  const { phone } = await aSoldOrder(ctx, api)
  await saveSetting(ctx, giftCardsKey, { on: true })
  const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const gift = { amount: 50, recipientEmail: 'hediye@posta.example', recipientName: 'Işıl' }
  expect((await api('POST', '/admin/gift-cards', { token: owner, body: gift })).status).toBe(201)
  const helper = await aHelper(ctx, [...all, 'amounts'])
  const found = async (token: string, path: string, q: string) =>
    (await api('GET', `${path}?q=${encodeURIComponent(q)}`, { token })).body.data.length as number
  const national = phone.replace(/\D/g, '').slice(-10)
  for (const [path, words] of [
    ['/admin/orders', ['ayse@posta.example', 'ayse@', phone, national, national.slice(0, 6)]],
    ['/admin/customers', ['alici@posta.example', 'alici@', phone, national.slice(0, 6)]],
    ['/admin/gift-cards', ['hediye@posta.example', 'hediye']],
  ] as const) {
    for (const q of words) expect([await found(owner, path, q), await found(helper, path, q)], q).toEqual([1, 0])
  }
  const { data } = (await api('GET', '/admin/orders', { token: helper })).body
  const { firstName, lastName } = data[0].customerInfo
  for (const q of [`${lastName} ${firstName}`, data[0].id.slice(-8), `#${data[0].id.slice(-8).toUpperCase()}`])
    expect(await found(helper, '/admin/orders', q), q).toBe(1)
  const [customer] = (await api('GET', '/admin/customers', { token: helper })).body.data
  expect(await found(helper, '/admin/customers', customer.firstName)).toBe(1)
  expect(await found(helper, '/admin/gift-cards', 'Işıl')).toBe(1)
})

test('without the sight of contacts neither the history nor the papers of a parcel that is there tell where she lives', async ({
  ctx,
  api,
  app,
}) => {
  const { orderId } = await aSoldOrder(ctx, api)
  const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const token = await aHelper(ctx, [...all, 'amounts'])
  const customerInfo = {
    firstName: 'İpek',
    lastName: 'Işık',
    phone: '05339998877',
    address: 'Gizli Sokak 7/3\nArka kapı',
  }
  const changed = await api('PUT', `/admin/orders/${orderId}`, { token: owner, body: { customerInfo, items: [] } })
  expect(changed.status).toBe(200)
  const history = async (token: string) =>
    JSON.stringify((await api('GET', `/admin/orders/${orderId}`, { token })).body.data.history)
  const print = async (token: string, path: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ orderIds: [orderId] })
    const url = `http://shop.test/api/v1/admin/${path}`
    return (await app.fetch(new Request(url, { method: 'POST', headers, body }))).status
  }
  const papers = ['packing-slips', 'address-labels']
  for (const path of papers) expect(await print(token, path), path).toBe(200)
  expect(await history(token)).toContain('Gizli Sokak')
  for (const status of ['CONFIRMED', 'PREPARED', 'SHIPPED', 'DELIVERED'])
    await api('PUT', `/admin/orders/${orderId}/status`, { token: owner, body: { status } })
  expect(await history(owner)).toMatch(/Gizli Sokak.*0533 999 88 77/)
  const hidden = await history(token)
  expect(hidden).not.toMatch(/Gizli Sokak|Arka kapı|0533/)
  // That it was changed is still told, and for whom the parcel was.
  expect(hidden).toMatch(/Alıcı artık İpek Işık\..*Teslimat adresi değişti\..*Telefon değişti\./)
  for (const path of papers) expect([await print(owner, path), await print(token, path)], path).toEqual([200, 403])
})

test('without the sight of sums nobody refuses an exchange whose difference was paid, as that gives it back', async ({
  ctx,
  api,
}) => {
  const sale = await anExchange(ctx, api)
  const token = await aHelper(ctx, ['returns', 'contacts'])
  const refuse = async (id: string) =>
    (await api('POST', `/admin/returns/${id}/refuse`, { token, body: { reason: 'Giyilmiş' } })).status
  const { id } = await sale.arrived(sale.dearer, 'WORN')
  await sale.pay(id, 50)
  expect(await refuse(id)).toBe(403)
  expect(await sale.returnOf(id)).toMatchObject({ status: 'RECEIVED', exchange: { state: 'KEPT' } })
  expect((await sale.decide(id, 'refuse', { reason: 'Giyilmiş' })).status).toBe(200)
  const unpaid = await sale.swap(sale.dearer)
  expect(await refuse(unpaid.body.data.id)).toBe(200)
  expect(await sale.books()).toEqual([])
})

test('who makes campaigns sees neither what they brought nor for whom one is, and leaves it hers', async ({
  ctx,
  api,
}) => {
  await aUser(ctx, { email: 'alici@posta.example' })
  const owner = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const given = { code: 'OZEL', kind: 'PERCENT', value: 20, customerEmail: 'alici@posta.example' }
  const made = (await api('POST', '/admin/coupons', { token: owner, body: given })).body.data
  expect(made).toMatchObject({ customerEmail: 'alici@posta.example', oneCustomer: true, revenue: 0, discount: 0 })
  const token = await aHelper(ctx, ['campaigns'])
  const hidden = JSON.stringify((await api('GET', '/admin/coupons', { token })).body)
  expect(hidden).not.toMatch(/alici@|"revenue"|"discount"/)
  const { customerEmail, ...seen } = given
  const saved = await api('PUT', `/admin/coupons/${made.id}`, { token, body: { ...seen, value: 30 } })
  expect(saved.body.data).toMatchObject({ value: 30, oneCustomer: true })
  expect(saved.body.data).not.toHaveProperty('customerEmail')
  const [kept] = (await api('GET', '/admin/coupons', { token: owner })).body.data
  expect(kept).toMatchObject({ value: 30, customerEmail: 'alici@posta.example' })
  for (const email of ['alici@posta.example', 'kimse@posta.example']) {
    const asked = await api('POST', '/admin/coupons', {
      token,
      body: { ...given, code: 'BASKA', customerEmail: email },
    })
    expect([asked.status, Object.keys(asked.body.error)]).toEqual([400, ['customerEmail']])
  }
})
