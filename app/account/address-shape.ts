import type { Wrong } from '#app/ui/form.ts'
import { toE164 } from '#shop/checkout/phone.ts'

/** A saved address as the API writes it. */
export type SavedAddress = {
  id: string
  title: string
  firstName: string
  lastName: string
  phone: string
  address: string
  city: string
  postalCode: string | null
  isDefault: boolean
}

export type AddressFields = Record<
  'title' | 'firstName' | 'lastName' | 'phone' | 'address' | 'city' | 'postalCode',
  string
>

/** What is wrong with an address; the server checks again. */
export function checkAddress(values: AddressFields): Wrong<keyof AddressFields> {
  const wrong: Wrong<keyof AddressFields> = {}
  if (values.title.trim() === '') wrong.title = 'Adrese bir ad verin'
  if (values.firstName.trim() === '') wrong.firstName = 'Ad gerekli'
  if (values.lastName.trim() === '') wrong.lastName = 'Soyad gerekli'
  if (values.phone.trim() === '') wrong.phone = 'Telefon gerekli'
  else if (!toE164(values.phone)) wrong.phone = 'Telefonu 0XXX XXX XX XX biçiminde yazın'
  if (values.address.trim() === '') wrong.address = 'Adres gerekli'
  else if (values.address.trim().length < 10) wrong.address = 'Adresi mahalle, sokak ve kapı numarasıyla yazın'
  if (values.city === '') wrong.city = 'Şehir seçin'
  if (!/^((0[1-9]|[1-7]\d|8[01])\d{3})?$/.test(values.postalCode.trim())) wrong.postalCode = 'Posta kodu 5 rakamdır'
  return wrong
}

/** 'Bağdat Caddesi 1/2, Kadıköy, 34710 İstanbul' */
export function addressLine({ address, postalCode, city }: SavedAddress): string {
  return `${address}, ${[postalCode, city].filter(Boolean).join(' ')}`
}
