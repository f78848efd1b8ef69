import { toAscii } from '#shop/turkish.ts'

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
