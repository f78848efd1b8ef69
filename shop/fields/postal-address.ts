import { findProvince } from './provinces.ts'
import { errorsOf, type FieldErrors } from './rules.ts'

export type PostalFields = { address: string; city: string; postalCode: string }

export const addressLength = { min: 10, max: 500 }

/** Where a parcel goes: the street and all below the province, in one text. */
export function checkStreet(text: string): string | undefined {
  const address = text.trim()
  if (address === '') return 'Adres gerekli'
  if (address.length < addressLength.min) return 'Adresi mahalle, sokak ve kapı numarasıyla yazın'
  if (address.length > addressLength.max) return `En çok ${addressLength.max} karakter yazabilirsiniz`
  return /[^\P{Cc}\r\n\t]/u.test(address) ? 'Geçersiz karakter içeriyor' : undefined
}

/** One of the 81 provinces. */
export function checkCity(text: string): string | undefined {
  return findProvince(text) ? undefined : 'İl seçin'
}

/** None, or five digits that begin with the number of a province, 01 to 81. */
export function checkPostalCode(text: string): string | undefined {
  return /^((0[1-9]|[1-7]\d|8[01])\d{3})?$/.test(text.trim()) ? undefined : 'Posta kodu 5 rakamdır'
}

export function checkPostalFields({ address, city, postalCode }: PostalFields): FieldErrors<keyof PostalFields> {
  return errorsOf({ address: checkStreet(address), city: checkCity(city), postalCode: checkPostalCode(postalCode) })
}
