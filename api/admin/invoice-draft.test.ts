import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Ctx } from '#shop/ctx.ts'
import { orders } from '#shop/orders/schema.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { aPayment } from '#test/checkout.ts'
import { at, type Element, elementsOf, faultsOf, textsAt } from '#test/documents/ubl.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test as base } from '#test/shop.ts'

const company = { type: 'COMPANY', title: 'İpek & Oğulları Ltd. Şti.', vkn: '4810058590', taxOffice: 'Kadıköy' }
const seller = {
  merchantTitle: 'Nar Tekstil Ltd. Şti.',
  mersis: '0123 4567 8901 2345',
  taxOffice: 'Beşiktaş',
  taxNumber: '879 001 7566',
  address: 'Nar Sokak No: 1, 34710 Kadıköy / İstanbul',
  phone: '0216 555 44 33',
}

type Draft = (orderId: string) => Promise<Element>

const test = base.extend<{ draft: Draft }>({
  draft: async ({ app, ctx }, use) =>
    use(async (orderId) => {
      const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
      const request = new Request(`http://shop.test/api/v1/admin/orders/${orderId}/invoice.xml`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const answer = await app.fetch(request)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('application/xml')
      const id = orderId.slice(-8).toUpperCase()
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="fatura-taslak-${id}.xml"`)
      const invoice = elementsOf(await answer.text())
      // UBL 2.1: every element where the schema has it, and none missing.
      expect(faultsOf(invoice)).toEqual([])
      return invoice
    }),
})

type Given = { more?: object; quantity?: number; vatRate?: string; priceKurus?: number }

async function anOrder(
  ctx: Ctx,
  api: Api,
  { more = {}, quantity = 1, vatRate = '', priceKurus = 119_900 }: Given = {},
) {
  const token = await signIn(ctx, await aUser(ctx))
  const product = await aProduct(ctx, { ...(vatRate ? { vatRate } : {}), variants: [{ priceKurus }] })
  const payment = aPayment(product, { quantity })
  Object.assign(payment.orderData.customerInfo, more)
  const { status, body } = await api('POST', '/payments/create', { token, body: payment })
  expect(status).toBe(200)
  return { id: body.data.orderId as string, product }
}

const kurus = (texts: string[]) => texts.reduce((sum, text) => sum + Math.round(Number(text) * 100), 0)

describe('the draft of an invoice', () => {
  test('says what it is, by the values that the revenue administration allows', async ({ ctx, api, draft }) => {
    await saveSetting(ctx, 'policies', seller)
    const { id } = await anOrder(ctx, api)
    const invoice = await draft(id)
    // UBL-TR 1.2: GİB's schematron, UBLVersionIDCheck, CustomizationIDCheck, ProfileIDCheck and the rules after them.
    const facts = ['UBLVersionID', 'CustomizationID', 'ProfileID', 'CopyIndicator', 'InvoiceTypeCode'].map(
      (name) => textsAt(invoice, name)[0],
    )
    expect(facts).toEqual(['2.1', 'TR1.2', 'EARSIVFATURA', 'false', 'SATIS'])
    expect(textsAt(invoice, 'ID')).toEqual(['TSL2026000000000'])
    expect(textsAt(invoice, 'ID')[0]).toMatch(/^[A-Z0-9]{3}20[0-9]{2}[0-9]{9}$/)
    expect(textsAt(invoice, 'UUID')).toEqual([id])
    expect([...textsAt(invoice, 'IssueDate'), ...textsAt(invoice, 'IssueTime')]).toEqual(['2026-11-20', '12:00:00'])
    expect(textsAt(invoice, 'DocumentCurrencyCode')).toEqual(['TRY'])
    expect(textsAt(invoice, 'LineCountNumeric')).toEqual(['1'])
    expect(textsAt(invoice, 'OrderReference/ID')).toEqual([`#${id.slice(-8).toUpperCase()}`])
    expect(invoice.attributes).toMatchObject({
      xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    })
    // UN/ECE 4461: a bank card.
    expect(textsAt(invoice, 'PaymentMeans/PaymentMeansCode')).toEqual(['48'])
    expect(textsAt(invoice, 'PaymentMeans/PaymentDueDate')).toEqual(['2026-11-20'])
    expect(textsAt(invoice, 'Note')).toContain('Ödeme: Kredi kartı/Banka kartı, 2026-11-20')
  })

  test('names the shop by its legal settings', async ({ ctx, api, draft }) => {
    await saveSetting(ctx, 'policies', seller)
    const [party] = at(await draft((await anOrder(ctx, api)).id), 'AccountingSupplierParty/Party')
    if (!party) throw new Error('no party')
    const ids = at(party, 'PartyIdentification/ID').map(({ attributes, text }) => [attributes.schemeID, text])
    expect(ids).toEqual([
      ['VKN', '8790017566'],
      ['MERSISNO', '0123456789012345'],
    ])
    expect(textsAt(party, 'PartyName/Name')).toEqual(['Nar Tekstil Ltd. Şti.'])
    expect(textsAt(party, 'PostalAddress/StreetName')).toEqual(['Nar Sokak No: 1'])
    expect(textsAt(party, 'PostalAddress/CitySubdivisionName')).toEqual(['Kadıköy'])
    expect(textsAt(party, 'PostalAddress/CityName')).toEqual(['İstanbul'])
    expect(textsAt(party, 'PartyTaxScheme/TaxScheme/Name')).toEqual(['Beşiktaş'])
    // A craftsman has a person's number, and so a person's name.
    await saveSetting(ctx, 'policies', {
      ...seller,
      merchantTitle: 'Ayşe Nur Yılmaz',
      taxNumber: '10000000146',
      mersis: '',
      address: 'Çarşı içi 5, Bodrum Muğla',
    })
    const [craftsman] = at(await draft((await anOrder(ctx, api)).id), 'AccountingSupplierParty/Party')
    if (!craftsman) throw new Error('no party')
    expect(at(craftsman, 'PartyIdentification/ID')[0]).toMatchObject({
      attributes: { schemeID: 'TCKN' },
      text: '10000000146',
    })
    expect([...textsAt(craftsman, 'Person/FirstName'), ...textsAt(craftsman, 'Person/FamilyName')]).toEqual([
      'Ayşe Nur',
      'Yılmaz',
    ])
    expect(textsAt(craftsman, 'PostalAddress/CityName')).toEqual(['Muğla'])
  })

  test('names the buyer as she asked: a person, one who gave no number, a company', async ({ ctx, api, draft }) => {
    const partyOf = async (more: object) => {
      const [party] = at(await draft((await anOrder(ctx, api, { more })).id), 'AccountingCustomerParty/Party')
      if (!party) throw new Error('no party')
      const [id] = at(party, 'PartyIdentification/ID')
      return { party, id: [id?.attributes.schemeID, id?.text] }
    }
    const person = await partyOf({ invoice: { type: 'PERSON', tckn: '10000000146' }, district: 'Kadıköy' })
    expect(person.id).toEqual(['TCKN', '10000000146'])
    // GİB's schematron, PartyIdentificationPartyNamePersonCheck: who has a TCKN has a Person, who has a VKN a PartyName.
    expect(textsAt(person.party, 'Person/FamilyName')).toEqual(['Yılmaz'])
    expect(textsAt(person.party, 'PostalAddress/CitySubdivisionName')).toEqual(['Kadıköy'])
    expect(at(person.party, 'PartyTaxScheme')).toEqual([])
    const unknown = await partyOf({})
    expect(unknown.id).toEqual(['TCKN', '11111111111'])
    expect(textsAt(unknown.party, 'PostalAddress/CitySubdivisionName')).toEqual(['İstanbul'])
    const address = { address: 'Ofis Sok. <1> Kat: 3', city: 'İzmir', district: 'Konak' }
    const firm = await partyOf({ invoice: company, invoiceAddress: address })
    expect(firm.id).toEqual(['VKN', '4810058590'])
    expect(textsAt(firm.party, 'PartyName/Name')).toEqual(['İpek &amp; Oğulları Ltd. Şti.'])
    expect(textsAt(firm.party, 'PartyTaxScheme/TaxScheme/Name')).toEqual(['Kadıköy'])
    expect(textsAt(firm.party, 'PostalAddress/StreetName')).toEqual(['Ofis Sok. &lt;1&gt; Kat: 3'])
    expect(textsAt(firm.party, 'PostalAddress/CityName')).toEqual(['İzmir'])
    expect(at(firm.party, 'Person')).toEqual([])
    const trader = await partyOf({ invoice: { ...company, title: 'Nar Butik', vkn: '10000000146' } })
    expect(trader.id).toEqual(['TCKN', '10000000146'])
    expect(textsAt(trader.party, 'PartyName/Name')).toEqual(['Nar Butik'])
    expect(textsAt(trader.party, 'Person/FamilyName')).toEqual(['Yılmaz'])
  })

  test('sums to what was paid: lines, tax by rate and totals, with delivery and fees', async ({ ctx, api, draft }) => {
    const { id, product } = await anOrder(ctx, api, { quantity: 3, priceKurus: 33_333 })
    await ctx.db
      .update(orders)
      .set({ deliveryKurus: 4_990, methodFeeKurus: 1_500, totalKurus: 99_999 + 6_490 })
      .where(eq(orders.id, id))
    const invoice = await draft(id)
    expect(textsAt(invoice, 'InvoiceLine/Item/Name')).toEqual([
      `${product.name} (Kum, S)`,
      'Kargo bedeli',
      'Kapıda ödeme bedeli',
    ])
    expect(textsAt(invoice, 'InvoiceLine/Item/SellersItemIdentification/ID')).toEqual([product.variants[0]?.sku])
    expect(at(invoice, 'InvoiceLine/InvoicedQuantity')).toMatchObject([
      { text: '3', attributes: { unitCode: 'C62' } },
      { text: '1' },
      { text: '1' },
    ])
    expect(textsAt(invoice, 'InvoiceLine/TaxTotal/TaxSubtotal/Percent')).toEqual(['10', '20', '20'])
    expect(textsAt(invoice, 'TaxTotal/TaxSubtotal/Percent')).toEqual(['10', '20'])
    expect(new Set(textsAt(invoice, 'TaxTotal/TaxSubtotal/TaxCategory/TaxScheme/TaxTypeCode'))).toEqual(
      new Set(['0015']),
    )
    const net = kurus(textsAt(invoice, 'LegalMonetaryTotal/TaxExclusiveAmount'))
    const tax = kurus(textsAt(invoice, 'TaxTotal/TaxAmount'))
    expect(net + tax).toBe(106_489)
    expect(textsAt(invoice, 'LegalMonetaryTotal/PayableAmount')).toEqual(['1064.89'])
    expect(textsAt(invoice, 'LegalMonetaryTotal/TaxInclusiveAmount')).toEqual(['1064.89'])
    expect(kurus(textsAt(invoice, 'InvoiceLine/LineExtensionAmount'))).toBe(net)
    expect(kurus(textsAt(invoice, 'LegalMonetaryTotal/LineExtensionAmount'))).toBe(net)
    expect(kurus(textsAt(invoice, 'InvoiceLine/TaxTotal/TaxAmount'))).toBe(tax)
    expect(kurus(textsAt(invoice, 'TaxTotal/TaxSubtotal/TaxAmount'))).toBe(tax)
    expect(kurus(textsAt(invoice, 'TaxTotal/TaxSubtotal/TaxableAmount'))).toBe(net)
    const [price = ''] = textsAt(invoice, 'InvoiceLine/Price/PriceAmount')
    expect(Number(price) * 3).toBeCloseTo(Number(textsAt(invoice, 'InvoiceLine/LineExtensionAmount')[0]), 4)
    expect(at(invoice, 'LegalMonetaryTotal/PayableAmount')).toMatchObject([{ attributes: { currencyID: 'TRY' } }])
  })

  test('knows its number once it has one, and the parcel once it left', async ({ ctx, api, app, draft }) => {
    const { id } = await anOrder(ctx, api)
    const token = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    const body = new FormData()
    body.set('number', 'ABC2026000000042')
    body.set('file', new File(['%PDF-1.7'], 'a.pdf'))
    const url = `http://shop.test/api/v1/admin/orders/${id}/invoice`
    await app.fetch(new Request(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body }))
    const shipped = { status: 'SHIPPED', carrier: 'yurtici', trackingNumber: 'TR123' }
    await api('PUT', `/admin/orders/${id}/status`, { token, body: shipped })
    const invoice = await draft(id)
    expect(textsAt(invoice, 'ID')).toEqual(['ABC2026000000042'])
    expect(textsAt(invoice, 'Delivery/TrackingID')).toEqual(['TR123'])
    expect(textsAt(invoice, 'Delivery/Despatch/ActualDespatchDate')).toEqual(['2026-11-20'])
    expect(textsAt(invoice, 'Note')).toContain('Kargo: Yurtiçi Kargo TR123')
  })

  test('is for staff', async ({ ctx, api }) => {
    const { id } = await anOrder(ctx, api)
    const asked = (id: string, token: string) => api('GET', `/admin/orders/${id}/invoice.xml`, { token })
    expect((await asked(id, await signIn(ctx, await aUser(ctx)))).status).toBe(403)
    const staff = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
    expect((await asked('yok', staff)).status).toBe(404)
  })
})
