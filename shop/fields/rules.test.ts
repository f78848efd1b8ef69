import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkAddress, checkLogin, checkPasswordChange, checkProfile, checkRegistration } from '../accounts/checks.ts'
import { Address, Login, PasswordChange, ProfileChange, Registration } from '../accounts/contract.ts'
import { checkCustomer } from '../checkout/checks.ts'
import { CustomerInfo } from '../checkout/contract.ts'
import { newId } from '../ctx.ts'
import { checkProblemReport, checkStockNotice } from '../messages/checks.ts'
import { ProblemReport, StockNotice } from '../messages/contract.ts'
import { blankInvoice } from './invoice.ts'
import type { FieldErrors } from './rules.ts'

const password = { password: 'gizli1', passwordAgain: 'gizli1' }
const passwords = { currentPassword: 'gizli0', newPassword: 'gizli1', confirmPassword: 'gizli1' }
const person = { firstName: 'İpek', lastName: 'Işık', email: 'ipek@posta.example' }
const place = { city: 'İstanbul', district: 'Kadıköy', neighbourhood: 'Caferağa Mah.', postalCode: '34710' }
const parcel = { phone: '0532 111 22 33', address: 'Moda Cad. No: 5 D: 3', ...place }

type Values = Record<string, string>
type Pair = { form: (values: Values) => FieldErrors<string>; contract: z.ZodType; complete: Values }

/** A form's check takes the fields that `complete` has. */
function pair<V extends Values>(form: (values: V) => FieldErrors<string>, contract: z.ZodType, complete: V): Pair {
  return { form: (values) => form({ ...complete, ...values }), contract, complete }
}

/** Where the form stands, not what is typed into it. */
function ofAProduct(values: unknown) {
  return Object.assign({ productId: newId() }, values)
}

const pairs: Record<string, Pair> = {
  registration: pair((v) => checkRegistration(v, { terms: true, realEmail: true }), Registration, {
    ...person,
    ...password,
  }),
  login: pair(checkLogin, Login, { email: person.email, password: password.password }),
  profile: pair((v) => checkProfile(v, true), ProfileChange, { ...person, currentPassword: 'gizli0' }),
  'password change': pair(checkPasswordChange, PasswordChange, passwords),
  address: pair(checkAddress, Address, { title: 'Ev', firstName: 'İpek', lastName: 'Işık', ...parcel }),
  checkout: pair((v) => checkCustomer({ ...blankInvoice, ...v }), CustomerInfo, { ...person, ...parcel }),
  'problem report': pair(checkProblemReport, ProblemReport, { email: person.email, problem: 'Fermuar bozuk.' }),
  'stock notice': pair(checkStockNotice, z.preprocess(ofAProduct, StockNotice), { email: person.email, size: 'M' }),
}

const tried: Record<string, string[]> = {
  email: ['', ' ', 'ipek', 'ipek@posta', 'ipek@posta.e', 'ı@posta.example', '.i@posta.example', 'a..b@posta.example'],
  firstName: ['', '  ', 'a'.repeat(80), 'a'.repeat(81)],
  lastName: ['', 'Işık Yılmaz', 'ö'.repeat(81)],
  phone: ['', '123', '05321112233', '+90 532 111 22 33', '+49 30 123456', '0532 111 22 3', 'telefon', '5'.repeat(31)],
  address: ['', 'Moda', 'Moda Cad.', 'Moda Cad. 5', 'a'.repeat(500), 'a'.repeat(501)],
  city: ['', 'Atlantis', 'Istanbul', 'hakkari', 'Şanlıurfa'],
  district: ['', 'Kadıköy', 'a'.repeat(80), 'a'.repeat(81)],
  neighbourhood: ['', 'ö'.repeat(81)],
  postalCode: ['', '00100', '01100', '34710', '81999', '82000', '99123', '3471', '347100', '34 71'],
  title: ['', 'Annem', 'a'.repeat(41)],
  password: ['', 'gizli', '      ', 'a'.repeat(128)],
  newPassword: ['', 'gizli', '      ', 'a'.repeat(128), 'a'.repeat(129)],
  currentPassword: ['', ' '],
  problem: ['', ' ', 'Kopça'],
  size: ['', 'XS'],
}

/** The first sentence of each wrong field. */
function refusals(contract: z.ZodType, values: Values): FieldErrors<string> {
  const issues = contract.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

const cases = Object.entries(pairs).flatMap(([name, { complete }]) =>
  Object.keys(complete).flatMap((field) => (tried[field] ?? []).map((text) => [name, field, text] as const)),
)

test.for(cases)('%s: form and contract say the same of %s %j', ([name, field, text]) => {
  const { form, contract, complete } = pairs[name] as Pair
  const values = { ...complete, [field]: text }
  // The second time a password is typed is asked by the form alone.
  const { passwordAgain: _, confirmPassword: __, ...said } = form(values)
  const { confirmPassword: ___, ...refused } = refusals(contract, values)
  expect(said).toEqual(refused)
})

test.for(Object.entries(pairs))(
  '%s: what is left out is refused like what is empty',
  ([, { contract, complete, form }]) => {
    if (contract === ProfileChange) return
    const { passwordAgain: _, confirmPassword: __, ...asked } = form(mapped(complete, () => ''))
    const { confirmPassword: ___, ...refused } = refusals(contract, {})
    expect(refused).toEqual(asked)
  },
)

function mapped(values: Values, by: (text: string) => string): Values {
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, by(text)]))
}

test('a province without Turkish letters is kept with them', () => {
  expect(CustomerInfo.parse({ ...person, ...parcel, city: ' Istanbul' })).toMatchObject({ city: 'İstanbul' })
})

test('what differed before is refused by all: a postal code of no province, and half an address', () => {
  const values = { ...person, ...parcel, postalCode: '99123', address: 'Moda' }
  const wrong = {
    address: 'Adresi mahalle, sokak ve kapı numarasıyla yazın',
    postalCode: 'Posta kodu ilin plaka numarasıyla başlar (01–81)',
  }
  expect(checkCustomer({ ...blankInvoice, ...values })).toEqual(wrong)
  expect(refusals(CustomerInfo, values)).toEqual(wrong)
  expect(checkAddress({ title: 'Ev', ...values })).toEqual(wrong)
})
