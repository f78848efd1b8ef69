import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { textOfPdf } from '#test/pdf.ts'
import { type Api, test } from '#test/shop.ts'

const company = { type: 'COMPANY', title: 'İpek Tekstil Ltd. Şti.', vkn: '4810058590', taxOffice: 'Kadıköy' }
const person = { type: 'PERSON', tckn: '10000000146' }
const place = { district: 'Kadıköy', neighbourhood: 'Caferağa Mah.' }
const office = { address: 'Ofis Sok. No: 1 Kat: 3', city: 'Izmir', district: 'Konak' }

async function pay(ctx: Ctx, api: Api, more: object) {
  const token = await signIn(ctx, await aUser(ctx))
  const payment = aPayment(await aProduct(ctx))
  Object.assign(payment.orderData.customerInfo, more)
  return { token, payment, answer: await api('POST', '/payments/create', { token, body: payment }) }
}

async function order(ctx: Ctx, api: Api, more: object) {
  const { token, answer } = await pay(ctx, api, more)
  expect(answer.status).toBe(200)
  const id: string = answer.body.data.orderId
  const mine = await api('GET', `/orders/${id}`, { token })
  const staff = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const shown = await api('GET', `/admin/orders/${id}`, { token: staff })
  return { id, staff, mine: mine.body.data, shown: shown.body.data }
}

describe('what an order says of its invoice', () => {
  test('is kept with it, for its customer and for the shop', async ({ ctx, api }) => {
    const { mine, shown } = await order(ctx, api, { ...place, invoice: company, invoiceAddress: office })
    for (const data of [mine, shown]) {
      expect(data.customerInfo).toMatchObject({
        ...place,
        invoice: company,
        invoiceAddress: { ...office, city: 'İzmir' },
      })
      expect(data.shippingAddress).toBe('Caferağa Mah. Bağdat Caddesi 1/2, Kadıköy, 34710 Kadıköy / İstanbul')
    }
  })

  test('may be left out; a number may be typed with spaces', async ({ ctx, api }) => {
    const nothing = await order(ctx, api, {})
    const { invoice, invoiceAddress, district, neighbourhood } = nothing.mine.customerInfo
    expect([invoice, invoiceAddress, district, neighbourhood]).toEqual([null, null, null, null])
    const spaced = await order(ctx, api, { invoice: { type: 'PERSON', tckn: '100 000 001 46' } })
    expect(spaced.mine.customerInfo.invoice).toEqual(person)
    const unnamed = await order(ctx, api, { invoice: { type: 'PERSON' }, district: '', neighbourhood: null })
    expect(unnamed.mine.customerInfo).toMatchObject({ invoice: { type: 'PERSON', tckn: null }, district: null })
  })

  test('may be of a sole trader, whose tax number is her own', async ({ ctx, api }) => {
    const trader = { ...company, title: 'Nar Butik', vkn: '10000000146' }
    const { mine } = await order(ctx, api, { invoice: { ...trader, vkn: '100 000 001 46' } })
    expect(mine.customerInfo.invoice).toEqual(trader)
    const wrong = await pay(ctx, api, { invoice: { ...trader, vkn: '10000000147' } })
    expect(wrong.answer.body.error).toEqual({
      'orderData.customerInfo.invoice.vkn': ['T.C. kimlik numarası hatalı, rakamları kontrol edin'],
    })
  })

  test('is refused field by field, before anything is charged', async ({ ctx, api }) => {
    const invoice = { type: 'COMPANY', title: ' ', vkn: '4810058591', taxOffice: 'a'.repeat(81) }
    const { answer } = await pay(ctx, api, { invoice, invoiceAddress: { address: 'Moda', city: 'Atlantis' } })
    expect([answer.status, answer.body.error]).toEqual([
      400,
      {
        'orderData.customerInfo.invoice.title': ['Şirket unvanı gerekli'],
        'orderData.customerInfo.invoice.vkn': ['Vergi kimlik numarası hatalı, rakamları kontrol edin'],
        'orderData.customerInfo.invoice.taxOffice': ['En çok 80 karakter yazabilirsiniz'],
        'orderData.customerInfo.invoiceAddress.address': ['Adresi mahalle, sokak ve kapı numarasıyla yazın'],
        'orderData.customerInfo.invoiceAddress.city': ['İl seçin'],
      },
    ])
    const other = await pay(ctx, api, { invoice: { type: 'CLUB' }, district: 'a'.repeat(81) })
    expect(other.answer.body.error).toEqual({
      'orderData.customerInfo.district': ['En çok 80 karakter yazabilirsiniz'],
      'orderData.customerInfo.invoice.type': ['Fatura türü geçersiz'],
    })
    const person = await pay(ctx, api, { invoice: { type: 'PERSON', tckn: '10000000147' } })
    expect(person.answer.body.error).toEqual({
      'orderData.customerInfo.invoice.tckn': ['T.C. kimlik numarası hatalı, rakamları kontrol edin'],
    })
  })
})

describe('what is written for an order', () => {
  test('has district and neighbourhood in the address: mail, packing slip, label', async ({ ctx, api, app }) => {
    const { id, staff } = await order(ctx, api, { ...place, invoice: company })
    const [mail] = (await mailsOf(ctx)).filter(({ kind }) => kind === 'order-confirmation')
    expect(mail?.text).toContain('Caferağa Mah. Bağdat Caddesi 1/2, Kadıköy\n34710 Kadıköy / İstanbul')
    for (const [path, body] of [
      ['packing-slips', { orderIds: [id] }],
      ['address-labels', { orderIds: [id], size: 'a6' }],
    ] as const) {
      const answer = await app.fetch(
        new Request(`http://shop.test/api/v1/admin/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${staff}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
      const text = textOfPdf(Buffer.from(await answer.arrayBuffer())).join(' ')
      expect(text.replace(/\s+/g, ' '), path).toContain(
        'Caferağa Mah. Bağdat Caddesi 1/2, Kadıköy 34710 Kadıköy / İstanbul',
      )
    }
  })

  test('the contracts name the company and its address; of a person’s number only the ends', async ({ ctx, api }) => {
    const token = await signIn(ctx, await aUser(ctx))
    const { orderData } = aPayment(await aProduct(ctx))
    const textFor = async (more: object) => {
      const customerInfo = { ...orderData.customerInfo, ...place, ...more }
      const body = { orderData: { ...orderData, customerInfo } }
      return (await api('POST', '/contracts/preview', { token, body })).body.data.preInformation.text as string
    }
    const forCompany = await textFor({ invoice: company, invoiceAddress: office })
    expect(forCompany).toContain('Teslimat adresi: Caferağa Mah. Bağdat Caddesi 1/2, Kadıköy, 34710 Kadıköy / İstanbul')
    expect(forCompany).toContain('Fatura adresi: Ofis Sok. No: 1 Kat: 3, Konak / İzmir')
    expect(forCompany).toContain('Fatura bilgileri: İpek Tekstil Ltd. Şti., Kadıköy vergi dairesi, VKN 4810058590')
    const forPerson = await textFor({ invoice: person })
    expect(forPerson).toContain('Teslimat ve fatura adresi: Caferağa Mah.')
    expect(forPerson).toContain('Fatura bilgileri: T.C. kimlik no 100••••••46')
    expect(forPerson).not.toContain(person.tckn)
    expect(await textFor({})).not.toContain('Fatura bilgileri')
  })

  test('her own data hold all of it', async ({ ctx, api }) => {
    const { token } = await pay(ctx, api, { ...place, invoice: person, invoiceAddress: office })
    const { body } = await api('GET', '/account/export', { token })
    expect(body.data.orders[0]).toMatchObject({ ...place, invoice: person, invoiceAddress: { district: 'Konak' } })
  })
})
