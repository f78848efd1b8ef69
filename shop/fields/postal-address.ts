import { findProvince } from './provinces.ts'
import { errorsOf, type FieldErrors } from './rules.ts'

export type PostalFields = Record<'address' | 'neighbourhood' | 'district' | 'city' | 'postalCode', string>

export const addressLength = { min: 10, max: 500 }

/** Where a parcel goes: the street and all below the province, in one text. */
export function checkStreet(text: string): string | undefined {
  const address = text.trim()
  if (address === '') return 'Adres gerekli'
  if (address.length < addressLength.min) return 'Adresi mahalle, sokak ve kapı numarasıyla yazın'
  if (address.length > addressLength.max) return `En çok ${addressLength.max} karakter yazabilirsiniz`
  return /[^\P{Cc}\r\n\t]/u.test(address) ? 'Geçersiz karakter içeriyor' : undefined
}

export const placeLength = 80

/** A district (ilçe) or neighbourhood (mahalle), as it is called there; none is allowed. */
export function checkDistrict(text: string): string | undefined {
  const place = text.trim()
  if (place.length > placeLength) return `En çok ${placeLength} karakter yazabilirsiniz`
  return /\p{Cc}/u.test(place) ? 'Geçersiz karakter içeriyor' : undefined
}

/** One of the 81 provinces. */
export function checkCity(text: string): string | undefined {
  return findProvince(text) ? undefined : 'İl seçin'
}

/** None, or five digits that begin with the number of a province, 01 to 81. */
export function checkPostalCode(text: string): string | undefined {
  const code = text.trim()
  if (code === '') return
  if (!/^\d{5}$/.test(code)) return 'Posta kodu 5 rakamdır'
  const province = Number(code.slice(0, 2))
  if (province < 1 || province > 81) return 'Posta kodu ilin plaka numarasıyla başlar (01–81)'
}

export function checkPostalFields(values: PostalFields): FieldErrors<keyof PostalFields> {
  return errorsOf({
    city: checkCity(values.city),
    district: checkDistrict(values.district),
    neighbourhood: checkDistrict(values.neighbourhood),
    postalCode: checkPostalCode(values.postalCode),
    address: checkStreet(values.address),
  })
}

type PostalAddress = { address: string; city: string } & Partial<
  Record<'neighbourhood' | 'district' | 'postalCode', string | null>
>

/** An address as the lines on a parcel: 'Caferağa Mah. Moda Cad. 5', '34710 Kadıköy / İstanbul'. */
export function postalLines({ neighbourhood, address, postalCode, district, city }: PostalAddress): string[] {
  const place = [district, city].filter(Boolean).join(' / ')
  return [[neighbourhood, address].filter(Boolean).join(' '), [postalCode, place].filter(Boolean).join(' ')]
}
