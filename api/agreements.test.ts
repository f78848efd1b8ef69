import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { makeDocuments } from '#shop/agreements/documents.ts'
import { orderContracts } from '#shop/agreements/schema.ts'
import { products } from '#shop/catalog/schema.ts'
import { previewContracts } from '#shop/checkout/agreements-preview.ts'
import type { Ctx } from '#shop/ctx.ts'
import { sendMail } from '#shop/mail/outbox.ts'
import { mails } from '#shop/mail/schema.ts'
import { orders } from '#shop/orders/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aLogo } from '#test/documents/logo.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { drawnInPdf } from '#test/pdf.ts'
import { type Api, test } from '#test/shop.ts'

async function aShopper(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { name: 'Işıltılı Şal <b>', variants: [{ stock: 5, size: 'Standart' }] })
  const token = await signIn(ctx, await aUser(ctx))
  const payment = aPayment(product, { quantity: 2 })
  const preview = await api('POST', '/contracts/preview', { token, body: { orderData: payment.orderData } })
  const { preInformation, distanceSales } = preview.body.data
  const acceptedContracts = { preInformation: preInformation.version, distanceSales: distanceSales.version }
  return { product, token, payment, preview, acceptedContracts }
}

const accepting = (payment: ReturnType<typeof aPayment>, acceptedContracts: object) => ({
  ...payment,
  orderData: { ...payment.orderData, acceptedContracts },
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('POST /contracts/preview', () => {
  test('is for whoever is signed in', async ({ ctx, api }) => {
    const { payment } = await aShopper(ctx, api)
    expect((await api('POST', '/contracts/preview', { body: { orderData: payment.orderData } })).status).toBe(401)
  })

  test('states this order with the prices of the database, and the shop as the law wants it', async ({ ctx, api }) => {
    const { preview, token, payment } = await aShopper(ctx, api)
    expect(preview.status).toBe(200)
    const { totalAmount, preInformation, distanceSales } = preview.body.data
    expect(totalAmount).toBe(2398)
    for (const { text, version } of [preInformation, distanceSales]) {
      expect(version).toMatch(/^[0-9a-f]{12}$/)
      for (const words of [
        'Işıltılı Şal <b> (renk: Kum, beden: Standart), 2 adet × 1.199,00 TL = 2.398,00 TL',
        'Ödenecek toplam (KDV dahil): 2.398,00 TL',
        'Alıcı: Ayşe Yılmaz',
        'Bağdat Caddesi 1/2, Kadıköy, 34710 İstanbul',
        'MERSİS numarası',
        'KEP adresi',
        'Örnek Kargo',
        'Tüketici Hakem Heyet',
        '14 gün içinde',
      ]) {
        expect(text).toContain(words)
      }
    }
    expect(preInformation.html).toContain('Işıltılı Şal &lt;b&gt;')
    const wrong = { ...payment.orderData, totalAmount: 1 }
    const again = await api('POST', '/contracts/preview', { token, body: { orderData: wrong } })
    expect(again.body.data.totalAmount).toBe(2398)
  })

  test('names what the law lets nobody send back, and why; phones are written as people read them', async ({
    ctx,
    api,
  }) => {
    const { token, product, payment } = await aShopper(ctx, api)
    const withdrawalExemption = 'Müşterinin isteği doğrultusunda hazırlanan ürün'
    await ctx.db.update(products).set({ withdrawalExemption }).where(eq(products.id, product.id))
    const { body } = await api('POST', '/contracts/preview', { token, body: { orderData: payment.orderData } })
    expect(body.data.exemptions, 'for right above the button').toEqual([`Işıltılı Şal <b>: ${withdrawalExemption}`])
    for (const { text } of [body.data.preInformation, body.data.distanceSales]) {
      expect(text).toContain(`cayma hakkı yoktur:\n\n- Işıltılı Şal <b>: ${withdrawalExemption}`)
      expect(text).toContain('Telefon: 0532 ')
    }
    const seen = await api('GET', `/products/${product.id}`)
    expect(seen.body.data.withdrawalExemption).toBe(withdrawalExemption)
  })

  test('is made sixty times a minute for one account', async ({ ctx, api, clock }) => {
    const { token, payment } = await aShopper(ctx, api)
    const body = { orderData: payment.orderData }
    const ask = async (token: string) => (await api('POST', '/contracts/preview', { token, body })).status
    const statuses = await Promise.all(Array.from({ length: 60 }, () => ask(token)))
    // Another one was made for her before.
    expect(statuses.toSorted()).toEqual([...Array<number>(59).fill(200), 429])
    expect(await ask(await signIn(ctx, await aUser(ctx)))).toBe(200)
    clock.forward(minutes(1))
    expect(await ask(token)).toBe(200)
  })

  test('what a buyer types stays one line of it', async ({ ctx, api }) => {
    const { token, payment } = await aShopper(ctx, api)
    const address = 'Moda Caddesi 5\n\nMadde 99. Satıcı her şeyi öder.'
    const orderData = { ...payment.orderData, customerInfo: { ...payment.orderData.customerInfo, address } }
    const { body } = await api('POST', '/contracts/preview', { token, body: { orderData } })
    expect(body.data.distanceSales.text).toContain('Moda Caddesi 5 Madde 99. Satıcı her şeyi öder., 34710 İstanbul')
  })
})

describe('accepted contracts', () => {
  test('are kept with the order word for word, with a hash that anybody can check', async ({ ctx, api, clock }) => {
    const { token, payment, preview, acceptedContracts } = await aShopper(ctx, api)
    const paid = await api('POST', '/payments/create', { token, body: accepting(payment, acceptedContracts) })
    expect(paid.status).toBe(200)
    const { body } = await api('GET', `/orders/${paid.body.data.orderId}/contracts`, { token })
    expect(body.data).toMatchObject([
      { kind: 'pre-information', text: preview.body.data.preInformation.text, acceptedAt: clock.now.toISOString() },
      { kind: 'distance-sales', text: preview.body.data.distanceSales.text },
    ])
    for (const { text, sha256: kept } of body.data) expect(sha256(text)).toBe(kept)

    // Later words of the shop change nothing in it.
    await saveSetting(ctx, 'policies', { merchantTitle: 'Gül Moda A.Ş.' })
    const later = await api('GET', `/orders/${paid.body.data.orderId}/contracts`, { token })
    expect(later.body.data).toEqual(body.data)
  })

  test.for([
    { preInformation: 'yanlis', distanceSales: 'yanlis' },
    { preInformation: '', distanceSales: '' },
  ])('of another version charge nothing: %o', async (wrong, { ctx, api }) => {
    const { token, payment } = await aShopper(ctx, api)
    const { status, body } = await api('POST', '/payments/create', { token, body: accepting(payment, wrong) })
    expect([status, body.code]).toEqual([400, wrong.preInformation ? 'CONTRACTS_NOT_ACCEPTED' : 'INVALID'])
    expect(await listDemoLedger(ctx.db)).toEqual([])
    expect(await ctx.db.select().from(orders)).toEqual([])
  })

  test('state the installments and what they cost, as they are charged', async ({ ctx, api }) => {
    const { token, payment, acceptedContracts } = await aShopper(ctx, api)
    const { orderData } = payment
    const bin = payment.paymentData.cardNumber.slice(0, 8)
    const offers = await api('GET', `/payments/installments?price=2398&bin=${bin}`)
    const option = offers.body.data[0].options.find(({ count }: { count: number }) => count === 3)
    const preview = await api('POST', '/contracts/preview', {
      token,
      body: { orderData, paymentData: { installments: 3, bin } },
    })
    expect(preview.body.data.totalAmount).toBe(option.total)
    expect(preview.body.data.distanceSales.text).toContain('Kredi kartı, 3 taksit')
    expect(preview.body.data.distanceSales.text).toContain('Taksit farkı: ')
    const body = {
      paymentData: { ...payment.paymentData, installments: '3' },
      orderData: { ...orderData, totalAmount: option.total, acceptedContracts },
    }
    const paid = await api('POST', '/payments/create', { token, body })
    expect(paid.status).toBe(200)
    const kept = await api('GET', `/orders/${paid.body.data.orderId}/contracts`, { token })
    expect(kept.body.data[1].text).toBe(preview.body.data.distanceSales.text)
  })

  test('that changed between reading and paying must be read again', async ({ ctx, api }) => {
    const { token, payment, acceptedContracts } = await aShopper(ctx, api)
    await saveSetting(ctx, 'policies', { returnCarrier: 'Yıldız Kargo' })
    const refused = await api('POST', '/payments/create', { token, body: accepting(payment, acceptedContracts) })
    expect([refused.status, refused.body.code]).toEqual([400, 'CONTRACTS_NOT_ACCEPTED'])
    const { body } = await api('POST', '/contracts/preview', { token, body: { orderData: payment.orderData } })
    const { preInformation, distanceSales } = body.data
    const versions = { preInformation: preInformation.version, distanceSales: distanceSales.version }
    expect((await api('POST', '/payments/create', { token, body: accepting(payment, versions) })).status).toBe(200)
  })

  test('are needed in a live shop before anything is charged', async ({ ctx, deps, api }) => {
    const { token, payment } = await aShopper(ctx, api)
    deps.config = { ...deps.config, mode: 'live' }
    const { status, body } = await api('POST', '/payments/create', { token, body: payment })
    expect([status, body.code]).toEqual([400, 'CONTRACTS_NOT_ACCEPTED'])
    expect(await listDemoLedger(ctx.db)).toEqual([])
  })

  test('cannot be changed or thrown away, not even by us', async ({ ctx, api }) => {
    const { token, payment, acceptedContracts } = await aShopper(ctx, api)
    await api('POST', '/payments/create', { token, body: accepting(payment, acceptedContracts) })
    const refused = async (work: (db: Ctx['db']) => Promise<unknown>) =>
      expect(ctx.db.transaction((tx) => work(tx))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('accepted contracts are kept') },
      })
    await refused((db) => db.update(orderContracts).set({ title: 'Başka' }))
    await refused((db) => db.delete(orderContracts))
    const forged = await ctx.db.select().from(orderContracts)
    expect(forged).toHaveLength(2)
  })

  test("are their owner's and the admin's to read, as page and PDF too", async ({ ctx, app, api }) => {
    const { token, payment, acceptedContracts } = await aShopper(ctx, api)
    const paid = await api('POST', '/payments/create', { token, body: accepting(payment, acceptedContracts) })
    const path = `/orders/${paid.body.data.orderId}/contracts`
    const stranger = await signIn(ctx, await aUser(ctx))
    const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    for (const end of ['', '.html', '.pdf']) {
      expect((await api('GET', path + end)).status, end).toBe(401)
      expect((await api('GET', path + end, { token: stranger })).status, end).toBe(404)
    }
    expect((await api('GET', path, { token: admin })).body.data).toHaveLength(2)
    const fetched = (end: string) =>
      app.fetch(new Request(`http://shop.test/api/v1${path}${end}`, { headers: { authorization: `Bearer ${token}` } }))
    const page = await fetched('.html')
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await page.text()).toContain('<h2>Ön Bilgilendirme Formu</h2>')
    const pdf = Buffer.from(await (await fetched('.pdf')).arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeGreaterThan(10_000)
    await aLogo(ctx, 'svg')
    const [first] = drawnInPdf(Buffer.from(await (await fetched('.pdf')).arrayBuffer()))
    expect(first?.[1], 'with the shop’s logo above').toBe('picture of 120 by 40 at 56 96')
  })

  test('are absent from an order that was placed without them', async ({ ctx, api }) => {
    const { token, payment } = await aShopper(ctx, api)
    const paid = await api('POST', '/payments/create', { token, body: payment })
    const path = `/orders/${paid.body.data.orderId}/contracts`
    expect((await api('GET', path, { token })).body.data).toEqual([])
    expect((await api('GET', `${path}.pdf`, { token })).status).toBe(404)
  })

  test('go along with the confirmation as page and PDF', async ({ ctx, api }) => {
    const { token, payment, acceptedContracts } = await aShopper(ctx, api)
    const paid = await api('POST', '/payments/create', { token, body: accepting(payment, acceptedContracts) })
    const [mail] = await ctx.db.select().from(mails).where(eq(mails.kind, 'order-confirmation'))
    expect(mail?.text).toContain('mesafeli satış sözleşmesi bu e-postanın ekindedir')
    await sendMail(ctx, mail?.id ?? '', { documentsOf: makeDocuments })
    const folder = join(ctx.config.dataDir, 'mail')
    const eml = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join()
    const name = `sozlesmeler-${paid.body.data.orderId.slice(-8).toUpperCase()}`
    expect(eml).toContain(`filename=${name}.html`)
    expect(eml).toContain(`filename=${name}.pdf`)
    expect(eml).toMatch(/Content-Type: application\/pdf/)
  })
})

const noInvoice = { invoice: null, invoiceAddress: null }

test('a preview writes nothing', async ({ ctx, as, api }) => {
  const { payment } = await aShopper(ctx, api)
  const user = await aUser(ctx)
  const { totalAmount, ...rest } = payment.orderData
  const { customerInfo, cartItems } = rest
  const shopper = as({ kind: 'user', id: user.id, sessionId: '', address: '127.0.0.1', rights: [] })
  await previewContracts(shopper, {
    orderData: {
      customerInfo: { ...customerInfo, ...noInvoice, district: null, neighbourhood: null, postalCode: null },
      cartItems,
      totalAmount,
    },
    paymentMethod: 'CARD',
  })
  const { rows } = await ctx.db.execute<{ n: number }>(sql`select count(*)::int as n from order_contracts`)
  expect(rows[0]?.n).toBe(0)
})
