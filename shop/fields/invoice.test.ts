import { expect, test } from 'vitest'
import {
  blankInvoice,
  checkCompanyTitle,
  checkInvoice,
  checkTaxOffice,
  checkTckn,
  checkVkn,
  invoiceBody,
  invoiceLines,
} from './invoice.ts'

const vkns = ['4810058590', '8790017566', '0730018000', '8770013406', '1234567890', '0000000019']
const tckns = ['10000000146', '11111111110', '12345678950', '19191919190']

/** The number with each of its digits set to each other one. */
function damaged(number: string): string[] {
  return [...number].flatMap((digit, index) =>
    [...'0123456789']
      .filter((other) => other !== digit)
      .map((other) => `${number.slice(0, index)}${other}${number.slice(index + 1)}`),
  )
}

const badVkn = 'Vergi kimlik numarası hatalı, rakamları kontrol edin'
const badTckn = 'T.C. kimlik numarası hatalı, rakamları kontrol edin'

test.for(vkns)('%s is a tax number, and none with any one digit changed', (vkn) => {
  expect(checkVkn(vkn)).toBeUndefined()
  for (const other of damaged(vkn)) expect(checkVkn(other), other).toBe(badVkn)
})

test.for(tckns)('%s is a person’s number, and none with any one digit changed', (tckn) => {
  expect(checkTckn(tckn)).toBeUndefined()
  for (const other of damaged(tckn)) expect(checkTckn(other), other).toBe(badTckn)
})

test('a number may be typed with spaces, a person may leave hers out, a company may not', () => {
  expect(checkVkn(' 481 005 85 90 ')).toBeUndefined()
  expect(checkTckn('100 000 001 46')).toBeUndefined()
  expect(checkTckn(' ')).toBeUndefined()
  expect(checkVkn(' ')).toBe('Vergi kimlik numarası gerekli')
})

test.for(['481005859', '481005859000', '481005859O', '٤٨١٠٠٥٨٥٩٠', 'TR48100585'])('%s has not ten digits', (text) => {
  expect(checkVkn(text)).toBe('Vergi kimlik numarası 10 rakamdır (şahıs işletmesinde 11 rakamlı T.C. kimlik numarası)')
})

test.for(tckns)('the tax number of a sole trader is her own, %s', (tckn) => {
  expect(checkVkn(` ${tckn}`)).toBeUndefined()
  for (const other of damaged(tckn)) expect(checkVkn(other), other).toBe(badTckn)
  const invoice = { type: 'COMPANY', title: 'Nar Butik', vkn: tckn, taxOffice: 'Kadıköy' } as const
  const shown = `T.C. kimlik no ${tckn.slice(0, 3)}••••••${tckn.slice(-2)}`
  expect(invoiceLines(invoice), 'a person’s number is not written out').toEqual([
    'Nar Butik',
    `Kadıköy vergi dairesi, ${shown}`,
  ])
})

test('a person’s number has eleven digits and begins with none', () => {
  expect(checkTckn('1000000014')).toBe('T.C. kimlik numarası 11 rakamdır')
  expect(checkTckn('100000001460')).toBe('T.C. kimlik numarası 11 rakamdır')
  // Its sums fit, but no number begins with 0; and the number that stands for nobody is nobody's.
  expect(checkTckn('00000000000')).toBe(badTckn)
  expect(checkTckn('11111111111')).toBe(badTckn)
})

test('title and tax office are one line each, not too long', () => {
  expect(checkCompanyTitle('')).toBe('Şirket unvanı gerekli')
  expect(checkCompanyTitle('İpek Tekstil San. ve Tic. Ltd. Şti.')).toBeUndefined()
  expect(checkCompanyTitle('a'.repeat(201))).toBe('En çok 200 karakter yazabilirsiniz')
  expect(checkTaxOffice(' ')).toBe('Vergi dairesi gerekli')
  expect(checkTaxOffice('Kadıköy')).toBeUndefined()
  expect(checkTaxOffice('Kadıköy\nÜsküdar')).toBe('Geçersiz karakter içeriyor')
})

const company = {
  ...blankInvoice,
  'invoice.type': 'COMPANY',
  'invoice.title': ' İpek Tekstil Ltd. Şti. ',
  'invoice.vkn': '481 005 8590',
  'invoice.taxOffice': 'Kadıköy',
}

test('the form asks of each kind of buyer her own fields', () => {
  expect(checkInvoice(blankInvoice)).toEqual({})
  expect(checkInvoice({ ...blankInvoice, 'invoice.vkn': 'x' })).toEqual({})
  expect(checkInvoice({ ...blankInvoice, 'invoice.tckn': '1' })).toEqual({
    'invoice.tckn': 'T.C. kimlik numarası 11 rakamdır',
  })
  expect(checkInvoice({ ...blankInvoice, 'invoice.type': 'COMPANY', 'invoice.tckn': '1' })).toEqual({
    'invoice.title': 'Şirket unvanı gerekli',
    'invoice.vkn': 'Vergi kimlik numarası gerekli',
    'invoice.taxOffice': 'Vergi dairesi gerekli',
  })
  expect(checkInvoice(company)).toEqual({})
  expect(checkInvoice({ ...company, invoiceAddress: 'yes' })).toEqual({
    'invoiceAddress.address': 'Adres gerekli',
    'invoiceAddress.city': 'İl seçin',
  })
})

test('the form sends what was said, and nothing of what was not', () => {
  expect(invoiceBody(blankInvoice)).toEqual({})
  expect(invoiceBody({ ...blankInvoice, 'invoice.tckn': '100 000 00146' })).toEqual({
    invoice: { type: 'PERSON', tckn: '10000000146' },
  })
  const elsewhere = {
    ...company,
    invoiceAddress: 'yes',
    'invoiceAddress.address': 'Ofis Sok. No: 1 Kat: 3',
    'invoiceAddress.city': 'İzmir',
  }
  expect(invoiceBody(elsewhere)).toEqual({
    invoice: { type: 'COMPANY', title: 'İpek Tekstil Ltd. Şti.', vkn: '4810058590', taxOffice: 'Kadıköy' },
    invoiceAddress: { address: 'Ofis Sok. No: 1 Kat: 3', city: 'İzmir', district: '' },
  })
})

test('documents name a company in full, and of a person’s number only its ends', () => {
  const vkn = { type: 'COMPANY', title: 'İpek Ltd. Şti.', vkn: '4810058590', taxOffice: 'Kadıköy' } as const
  expect(invoiceLines(vkn)).toEqual(['İpek Ltd. Şti.', 'Kadıköy vergi dairesi, VKN 4810058590'])
  expect(invoiceLines({ type: 'PERSON', tckn: '10000000146' })).toEqual(['T.C. kimlik no 100••••••46'])
  expect(invoiceLines({ type: 'PERSON', tckn: null })).toEqual([])
  expect(invoiceLines(null)).toEqual([])
})
