import { toAscii } from '#shop/turkish.ts'

/** Digits in groups of 4, at most 16. */
export function formatCardNumber(text: string): string {
  return text
    .replace(/\D/g, '')
    .slice(0, 16)
    .replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** '1228', '12/28' and '12/2028', typed or filled in by a browser → '12/28'; a month of one digit gets its zero: '3/' → '03'. */
export function formatExpiry(text: string): string {
  const month = /^\s*\d\s*\/\s*(20\d\d\s*)?$/.test(text) ? `0${text.trim()}` : text
  const digits = month.replace(/\D/g, '').replace(/^(\d\d)20(\d\d).*$/, '$1$2')
  // The year 2020 is over: who types it has the rest of a long one to come.
  const year = digits.slice(2, digits.startsWith('20', 2) ? 5 : 4)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${year}` : digits
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
