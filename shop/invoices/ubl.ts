/**
 * An order as a draft of its e-Arşiv invoice for the shop's integrator, who numbers and signs it: UBL-TR 1.2 on UBL 2.1.
 * Elements stand in the order of OASIS' UBL-Invoice-2.1.xsd; values are those that the schematron of the Turkish revenue
 * administration (GİB) allows, see docs/invoices.md.
 */

import { type InvoiceData, isOfPerson, withoutSpaces } from '../fields/invoice.ts'
import { postalLines } from '../fields/postal-address.ts'
import { findProvince } from '../fields/provinces.ts'
import { serviceVatRate, type VatRate } from '../fields/vat-rates.ts'
import { escapeXml } from '../markup.ts'
import { apportion, formatKurus } from '../money.ts'
import { shownOrderId } from '../order-id.ts'
import { carrierName } from '../orders/carriers.ts'
import type { Order } from '../orders/orders.ts'
import { methodName, type OrderMethod } from '../payment-method.ts'
import type { ShopPolicies } from '../settings/policies.ts'
import { istanbulClock, istanbulDay } from '../time.ts'
import { chargedOf } from './charged.ts'
import { grossOfItems, splitOrder, type VatSplit } from './vat.ts'

type Seller = ShopPolicies & { email: string; url: string }
/** `contacts`: with the buyer's phone and e-mail. */
type Draft = { order: Order; seller: Seller; at: Date; number: string | undefined; contacts: boolean }

/** An element as XML. */
type Xml = string

/** Returns the draft; `number` is the invoice's, if it has one already. */
export function ublDraft({ order, seller, at, number, contacts }: Draft): Xml {
  const splits = splitOrder(chargedOf(order))
  const lines = linesOf(order, splits)
  const body = [
    cbc('UBLVersionID', '2.1'),
    cbc('CustomizationID', 'TR1.2'),
    cbc('ProfileID', 'EARSIVFATURA'),
    cbc('ID', numberOf(number, at)),
    cbc('CopyIndicator', 'false'),
    // The same for every draft of this order, so that an integrator sees one that comes twice.
    cbc('UUID', order.id),
    cbc('IssueDate', istanbulDay(at)),
    cbc('IssueTime', istanbulClock(at).toISOString().slice(11, 19)),
    cbc('InvoiceTypeCode', 'SATIS'),
    ...notesOf(order).map((note) => cbc('Note', note)),
    cbc('DocumentCurrencyCode', 'TRY'),
    cbc('LineCountNumeric', String(lines.length)),
    cac('OrderReference', [
      cbc('ID', shownOrderId(order.id)),
      cbc('IssueDate', istanbulDay(order.placedAt ?? order.createdAt)),
    ]),
    cac('AccountingSupplierParty', [sellerParty(seller)]),
    cac('AccountingCustomerParty', [buyerParty(order, contacts)]),
    ...delivery(order),
    paymentMeans(order, seller.url),
    taxTotal(splits),
    monetaryTotal(splits),
    ...lines,
  ]
  const namespaces = Object.entries(spaces).map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${uri}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Invoice${namespaces.join('')}>${body.join('')}</Invoice>\n`
}

const oasis = 'urn:oasis:names:specification:ubl:schema:xsd'
const spaces = {
  '': `${oasis}:Invoice-2`,
  cac: `${oasis}:CommonAggregateComponents-2`,
  cbc: `${oasis}:CommonBasicComponents-2`,
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
}

/** One that looks like a number of the year but is none: 'TSL', for taslak, and nine zeros. */
function numberOf(number: string | undefined, at: Date): string {
  const fits = number && /^[A-Z0-9]{3}20\d{2}\d{9}$/.test(number)
  return fits ? number : `TSL${istanbulDay(at).slice(0, 4)}000000000`
}

function notesOf(order: Order): string[] {
  const { carrier, trackingNumber, creditKurus, giftKurus, exchangeKurus, paidAt } = order
  const parcel = [carrierName(carrier), trackingNumber].filter(Boolean).join(' ')
  return [
    ...(parcel ? [`Kargo: ${parcel}`] : []),
    ...(paidAt ? [`Ödeme: ${wayOf(order)}, ${istanbulDay(paidAt)}`] : []),
    ...(giftKurus > 0 ? [`Hediye kartıyla ödenen: ${formatKurus(giftKurus)}`] : []),
    ...(creditKurus > giftKurus ? [`Mağaza kredisiyle ödenen: ${formatKurus(creditKurus - giftKurus)}`] : []),
    ...(exchangeKurus > 0 ? [`Değişime verilen ürünlerin bedeli: ${formatKurus(exchangeKurus)}`] : []),
    'Bu satış internet üzerinden yapılmıştır.',
  ]
}

function wayOf(order: Order): string {
  const { paymentMethod } = order
  return paymentMethod === 'STORE_CREDIT' ? methodName(paymentMethod, order) : paymentWords[paymentMethod]
}

const paymentWords: Record<OrderMethod, string> = {
  CARD: 'Kredi kartı/Banka kartı',
  HOSTED: 'Kredi kartı/Banka kartı',
  BANK_TRANSFER: 'EFT/Havale',
  CASH_ON_DELIVERY: 'Kapıda ödeme',
  STORE_CREDIT: 'Mağaza kredisi',
  MARKETPLACE: 'Pazaryeri',
}

/** UN/ECE 4461: bank card, payment to a bank account, cash, an instrument that is none of these. */
const paymentCodes: Record<OrderMethod, string> = {
  CARD: '48',
  HOSTED: '48',
  BANK_TRANSFER: '42',
  CASH_ON_DELIVERY: '10',
  STORE_CREDIT: '1',
  MARKETPLACE: '1',
}

function paymentMeans({ paymentMethod, paidAt }: Order, url: string): Xml {
  return cac('PaymentMeans', [
    cbc('PaymentMeansCode', paymentCodes[paymentMethod]),
    ...(paidAt ? [cbc('PaymentDueDate', istanbulDay(paidAt))] : []),
    cbc('InstructionNote', url),
  ])
}

function delivery({ trackingNumber, shippedAt }: Order): Xml[] {
  if (!shippedAt) return []
  return [
    cac('Delivery', [
      ...(trackingNumber ? [cbc('TrackingID', trackingNumber)] : []),
      cac('Despatch', [cbc('ActualDespatchDate', istanbulDay(shippedAt))]),
    ]),
  ]
}

function sellerParty(seller: Seller): Xml {
  const digits = seller.taxNumber.replace(/\D/g, '')
  const mersis = seller.mersis.replace(/\D/g, '')
  return party({
    url: seller.url,
    ids: [taxId(digits), ...(mersis.length === 16 ? [identification('MERSISNO', mersis)] : [])],
    title: seller.merchantTitle,
    place: placeIn(seller.address),
    taxOffice: seller.taxOffice,
    contact: seller,
    person: digits.length === 11 ? namesIn(seller.merchantTitle) : undefined,
  })
}

/** The number of a buyer who gave none: eleven ones, by the rules of e-Arşiv. */
const unknownTckn = '11111111111'

function buyerParty(order: Order, contacts: boolean): Xml {
  const { firstName, lastName, invoice, invoiceAddress } = order
  const { city, district } = invoiceAddress ?? order
  const [street = ''] = postalLines(invoiceAddress ?? order)
  const common = { place: { street, district: district ?? city, city }, ...(contacts ? { contact: order } : {}) }
  if (invoice?.type === 'COMPANY') {
    const { vkn, title, taxOffice } = invoice satisfies InvoiceData
    // With a person's number a person must be named.
    const person = isOfPerson(vkn) ? { firstName, lastName } : undefined
    return party({ ...common, ids: [taxId(vkn)], title, taxOffice, person })
  }
  return party({ ...common, ids: [taxId(invoice?.tckn ?? unknownTckn)], person: { firstName, lastName } })
}

type PartyFacts = {
  url?: string
  ids: Xml[]
  title?: string
  place: Place
  taxOffice?: string
  contact?: { phone: string; email: string }
  person?: { firstName: string; lastName: string } | undefined
}

function party({ url, ids, title, place, taxOffice, contact, person }: PartyFacts): Xml {
  return cac('Party', [
    ...(url ? [cbc('WebsiteURI', url)] : []),
    ...ids,
    ...(title ? [cac('PartyName', [cbc('Name', title)])] : []),
    cac('PostalAddress', [
      cbc('StreetName', place.street),
      cbc('CitySubdivisionName', place.district),
      cbc('CityName', place.city),
      cac('Country', [cbc('IdentificationCode', 'TR'), cbc('Name', 'Türkiye')]),
    ]),
    ...(taxOffice ? [cac('PartyTaxScheme', [cac('TaxScheme', [cbc('Name', taxOffice)])])] : []),
    ...(contact ? [cac('Contact', [cbc('Telephone', contact.phone), cbc('ElectronicMail', contact.email)])] : []),
    ...(person ? [cac('Person', [cbc('FirstName', person.firstName), cbc('FamilyName', person.lastName)])] : []),
  ])
}

function taxId(digits: string): Xml {
  return identification(digits.length === 11 ? 'TCKN' : 'VKN', withoutSpaces(digits))
}

function identification(scheme: string, id: string): Xml {
  return cac('PartyIdentification', [cbc('ID', id, { schemeID: scheme })])
}

type Place = { street: string; district: string; city: string }

/** The shop's address is one text: 'Nar Sokak No: 1, 34710 Kadıköy / İstanbul'. */
function placeIn(address: string): Place {
  const [, street = address, district = '', last = ''] =
    /^(.*?),?\s*(?:\d{5}\s+)?([^,/\d]+?)\s*\/\s*([^,/]+)$/.exec(address.trim()) ?? []
  const city = findProvince(last)
  if (city) return { street, district, city }
  const named =
    address
      .split(/[\s,/]+/)
      .map(findProvince)
      .findLast(Boolean) ?? ''
  return { street: address, district: named, city: named }
}

/** The last word is the family's. */
function namesIn(title: string): { firstName: string; lastName: string } {
  const words = title.trim().split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

function taxTotal(splits: VatSplit[]): Xml {
  const sum = splits.reduce((sum, { vatKurus }) => sum + vatKurus, 0)
  return cac('TaxTotal', [amount('TaxAmount', sum), ...splits.map(taxSubtotal)])
}

/** 0015: KDV, value added tax. */
function taxSubtotal(
  { rate, netKurus, vatKurus }: Pick<VatSplit, 'rate' | 'netKurus' | 'vatKurus'>,
  index: number,
): Xml {
  return cac('TaxSubtotal', [
    amount('TaxableAmount', netKurus),
    amount('TaxAmount', vatKurus),
    cbc('CalculationSequenceNumeric', String(index + 1)),
    cbc('Percent', String(rate)),
    cac('TaxCategory', [cac('TaxScheme', [cbc('Name', 'KDV'), cbc('TaxTypeCode', '0015')])]),
  ])
}

function monetaryTotal(splits: VatSplit[]): Xml {
  const sum = (of: 'netKurus' | 'grossKurus') => splits.reduce((sum, split) => sum + split[of], 0)
  return cac('LegalMonetaryTotal', [
    amount('LineExtensionAmount', sum('netKurus')),
    amount('TaxExclusiveAmount', sum('netKurus')),
    amount('TaxInclusiveAmount', sum('grossKurus')),
    amount('PayableAmount', sum('grossKurus')),
  ])
}

type Line = { name: string; sku?: string; quantity: number; rate: VatRate; grossKurus: number }

/** Goods and services; the lines of a rate sum to what it comes to. */
function linesOf(order: Order, splits: VatSplit[]): Xml[] {
  const gross = grossOfItems(chargedOf(order))
  const goods = order.items.map(({ productName, color, size, sku, quantity, vatRate }, index): Line => {
    return { name: `${productName} (${color}, ${size})`, sku, quantity, rate: vatRate, grossKurus: gross[index] ?? 0 }
  })
  const service = { quantity: 1, rate: serviceVatRate }
  const services: Line[] = [
    { name: 'Kargo bedeli', ...service, grossKurus: order.deliveryKurus },
    { name: 'Kapıda ödeme bedeli', ...service, grossKurus: order.methodFeeKurus },
  ]
  const lines = [...goods, ...services].filter(({ grossKurus }) => grossKurus > 0)
  const nets = netsOf(lines, splits)
  return lines.map((line, index) => lineXml(line, nets[index] ?? 0, index))
}

/** Cuts the net of each rate by its lines. */
function netsOf(lines: Line[], splits: VatSplit[]): number[] {
  const nets = lines.map(() => 0)
  for (const { rate, netKurus } of splits) {
    const own = lines.flatMap((line, index) => (line.rate === rate ? [{ index, grossKurus: line.grossKurus }] : []))
    const cut = apportion(
      netKurus,
      own.map(({ grossKurus }) => grossKurus),
    )
    own.forEach(({ index }, place) => {
      nets[index] = cut[place] ?? 0
    })
  }
  return nets
}

function lineXml({ name, sku, quantity, rate, grossKurus }: Line, netKurus: number, index: number): Xml {
  const vatKurus = grossKurus - netKurus
  return cac('InvoiceLine', [
    cbc('ID', String(index + 1)),
    // C62: a piece.
    cbc('InvoicedQuantity', String(quantity), { unitCode: 'C62' }),
    amount('LineExtensionAmount', netKurus),
    cac('TaxTotal', [amount('TaxAmount', vatKurus), taxSubtotal({ rate, netKurus, vatKurus }, 0)]),
    cac('Item', [cbc('Name', name), ...(sku ? [cac('SellersItemIdentification', [cbc('ID', sku)])] : [])]),
    // Several pieces may not share a kuruş evenly: four decimals more.
    cac('Price', [cbc('PriceAmount', (netKurus / quantity / 100).toFixed(quantity > 1 ? 6 : 2), currency)]),
  ])
}

const currency = { currencyID: 'TRY' }

function amount(name: string, kurus: number): Xml {
  return cbc(name, (kurus / 100).toFixed(2), currency)
}

function cbc(name: string, text: string, attributes: Record<string, string> = {}): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
  return `<cbc:${name}${given.join('')}>${escapeXml(text)}</cbc:${name}>`
}

function cac(name: string, children: Xml[]): Xml {
  return `<cac:${name}>${children.join('')}</cac:${name}>`
}
