import { isEmail } from '#app/account/account-checks.ts'
import type { Wrong } from '#app/ui/form.ts'
import { toE164 } from '#shop/checkout/phone.ts'
import { toAscii } from '#shop/turkish.ts'

export type CustomerFields = Record<
  'firstName' | 'lastName' | 'phone' | 'email' | 'address' | 'city' | 'postalCode',
  string
>

/** What is wrong with the order information; the server checks again. */
export function checkCustomer(values: CustomerFields): Wrong<keyof CustomerFields> {
  const wrong: Wrong<keyof CustomerFields> = {}
  if (values.firstName.trim() === '') wrong.firstName = 'Ad gerekli'
  if (values.lastName.trim() === '') wrong.lastName = 'Soyad gerekli'
  if (values.phone.trim() === '') wrong.phone = 'Telefon gerekli'
  else if (!toE164(values.phone)) wrong.phone = 'Telefonu 0XXX XXX XX XX biçiminde yazın'
  if (values.email.trim() === '') wrong.email = 'E-posta gerekli'
  else if (!isEmail(values.email)) wrong.email = 'Geçerli bir e-posta adresi girin'
  if (values.address.trim() === '') wrong.address = 'Adres gerekli'
  else if (values.address.trim().length < 10) wrong.address = 'Adresi mahalle, sokak ve kapı numarasıyla yazın'
  if (values.city === '') wrong.city = 'Şehir seçin'
  if (!/^(\d{5})?$/.test(values.postalCode.trim())) wrong.postalCode = 'Posta kodu 5 rakamdır'
  return wrong
}

/** Digits in groups of 4, at most 16. */
export function formatCardNumber(text: string): string {
  return text
    .replace(/\D/g, '')
    .slice(0, 16)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** '1228', '12/28' and the '12/2028' of some browsers → '12/28'. */
export function formatExpiry(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^(\d\d)20(\d\d)$/, '$1$2')
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits
}

export function formatCvv(text: string): string {
  return text.replace(/\D/g, '').slice(0, 4)
}

/** As it stands on a card: ASCII capitals, whatever language the browser speaks. */
export function formatHolder(text: string): string {
  return toAscii(text).toUpperCase().slice(0, 45)
}

export type CardBrand = 'visa' | 'mastercard' | 'amex'

/** A hint by the first digit. */
export function brandOf(cardNumber: string): CardBrand | undefined {
  const brands: Record<string, CardBrand> = { 4: 'visa', 5: 'mastercard', 2: 'mastercard', 3: 'amex' }
  return brands[cardNumber[0] ?? '']
}
