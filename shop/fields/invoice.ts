import { addressLength, checkCity, checkDistrict, checkStreet } from './postal-address.ts'
import { errorsOf, type FieldErrors, lineRule } from './rules.ts'

/**
 * Whom an invoice is made out to. A person need not give her number: the law asks for it only above a limit. `vkn` is the tax number
 * of the business, which of a sole trader's (şahıs işletmesi) is her T.C. kimlik numarası.
 */
export type InvoiceData =
  | { type: 'PERSON'; tckn: string | null }
  | { type: 'COMPANY'; title: string; vkn: string; taxOffice: string }

/** The address on the invoice, when it is not that of the parcel. */
export type InvoiceAddress = { address: string; city: string; district: string | null }

export const invoiceLengths = { title: 200, taxOffice: 80, address: addressLength }

export const checkCompanyTitle = lineRule('Şirket unvanı gerekli', invoiceLengths.title)
export const checkTaxOffice = lineRule('Vergi dairesi gerekli', invoiceLengths.taxOffice)

/** A tax number (vergi kimlik numarası): ten digits, the last of which checks the others; a sole trader's is her own of eleven. */
export function checkVkn(text: string): string | undefined {
  const number = withoutSpaces(text)
  if (number === '') return 'Vergi kimlik numarası gerekli'
  if (isOfPerson(number)) return checkTckn(number)
  if (!/^\d{10}$/.test(number))
    return 'Vergi kimlik numarası 10 rakamdır (şahıs işletmesinde 11 rakamlı T.C. kimlik numarası)'
  return isVkn(number) ? undefined : 'Vergi kimlik numarası hatalı, rakamları kontrol edin'
}

/** Whether a tax number is as long as that of a person. */
export function isOfPerson(vkn: string): boolean {
  return /^\d{11}$/.test(vkn)
}

/** None, or a person's number (T.C. kimlik numarası): eleven digits, the last two of which check the others. */
export function checkTckn(text: string): string | undefined {
  const number = withoutSpaces(text)
  if (number === '') return undefined
  if (!/^\d{11}$/.test(number)) return 'T.C. kimlik numarası 11 rakamdır'
  return isTckn(number) ? undefined : 'T.C. kimlik numarası hatalı, rakamları kontrol edin'
}

export function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}

/** Each of the first nine digits is moved on by its place and doubled as often; the tenth fills the sum up to tens. */
function isVkn(number: string): boolean {
  const [check = 0, ...rest] = [...number].map(Number).reverse()
  const sum = rest.reduce((sum, digit, index) => {
    const moved = (digit + index + 1) % 10
    return sum + (moved === 9 ? 9 : (moved * 2 ** (index + 1)) % 9)
  }, 0)
  return (sum + check) % 10 === 0
}

function isTckn(number: string): boolean {
  const digits = [...number].map(Number)
  const sum = (from: number, to: number, step: number) =>
    digits.filter((_, index) => index >= from && index <= to && (index - from) % step === 0).reduce((a, b) => a + b, 0)
  const tenth = (sum(0, 8, 2) * 7 - sum(1, 7, 2) + 100) % 10
  return digits[0] !== 0 && digits[9] === tenth && digits[10] === sum(0, 9, 1) % 10
}

/** The fields of an invoice in a form, each named by its path in the API, so that the server's errors find them. */
export type InvoiceFields = Record<
  | 'invoice.type'
  | 'invoice.tckn'
  | 'invoice.title'
  | 'invoice.vkn'
  | 'invoice.taxOffice'
  /** 'yes' when the invoice has an address of its own. */
  | 'invoiceAddress'
  | 'invoiceAddress.address'
  | 'invoiceAddress.city'
  | 'invoiceAddress.district',
  string
>

export const blankInvoice: InvoiceFields = {
  'invoice.type': 'PERSON',
  'invoice.tckn': '',
  'invoice.title': '',
  'invoice.vkn': '',
  'invoice.taxOffice': '',
  invoiceAddress: '',
  'invoiceAddress.address': '',
  'invoiceAddress.city': '',
  'invoiceAddress.district': '',
}

/** The errors of what the invoice needs; fields of the other kind of buyer may hold anything. */
export function checkInvoice(values: InvoiceFields): FieldErrors<keyof InvoiceFields> {
  const company = values['invoice.type'] === 'COMPANY'
  const elsewhere = values.invoiceAddress === 'yes'
  return errorsOf({
    'invoice.tckn': company ? undefined : checkTckn(values['invoice.tckn']),
    'invoice.title': company ? checkCompanyTitle(values['invoice.title']) : undefined,
    'invoice.vkn': company ? checkVkn(values['invoice.vkn']) : undefined,
    'invoice.taxOffice': company ? checkTaxOffice(values['invoice.taxOffice']) : undefined,
    'invoiceAddress.address': elsewhere ? checkStreet(values['invoiceAddress.address']) : undefined,
    'invoiceAddress.city': elsewhere ? checkCity(values['invoiceAddress.city']) : undefined,
    'invoiceAddress.district': elsewhere ? checkDistrict(values['invoiceAddress.district']) : undefined,
  })
}

/** The form's fields as the API takes them; nothing when they say nothing. */
export function invoiceBody(values: InvoiceFields): { invoice?: object; invoiceAddress?: object } {
  const { 'invoice.type': type, 'invoice.tckn': tckn, 'invoice.title': title, 'invoice.vkn': vkn } = values
  const company = { type, title: title.trim(), vkn: withoutSpaces(vkn), taxOffice: values['invoice.taxOffice'].trim() }
  const person = withoutSpaces(tckn) && { type: 'PERSON', tckn: withoutSpaces(tckn) }
  const invoice = type === 'COMPANY' ? company : person
  const invoiceAddress = values.invoiceAddress === 'yes' && {
    address: values['invoiceAddress.address'].trim(),
    city: values['invoiceAddress.city'],
    district: values['invoiceAddress.district'].trim(),
  }
  return { ...(invoice ? { invoice } : {}), ...(invoiceAddress ? { invoiceAddress } : {}) }
}

/** A person's number as it may stand in a mail: the first three and the last two digits. */
function maskedTckn(tckn: string): string {
  return `${tckn.slice(0, 3)}••••••${tckn.slice(-2)}`
}

/** The lines about the invoice for an order's documents; none when there is nothing beyond the buyer's name. */
export function invoiceLines(invoice: InvoiceData | null): string[] {
  if (invoice?.type !== 'COMPANY') return invoice?.tckn ? [`T.C. kimlik no ${maskedTckn(invoice.tckn)}`] : []
  const { title, vkn, taxOffice } = invoice
  const number = isOfPerson(vkn) ? `T.C. kimlik no ${maskedTckn(vkn)}` : `VKN ${vkn}`
  return [title, `${taxOffice} vergi dairesi, ${number}`]
}
