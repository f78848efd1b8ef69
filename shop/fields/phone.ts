/** Converts a phone number as people in Türkiye write it ('0532 111 22 33', '+90…', '532…') to E.164; undefined if invalid. */
export function toE164(value: string): string | undefined {
  // Telephones put unseen marks of writing direction around a number that is copied from their contacts.
  const text = value
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim()
  if (!/^\+?[\d\s().-]{7,25}$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  // Numbers of other countries are written with their plus.
  if (text.startsWith('+') && !digits.startsWith('90')) return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined
  const national = digits.replace(/^(00)?90(?=0?\d{10}$)/, '').replace(/^0(?=\d{10}$)/, '')
  return /^[2-5]\d{9}$/.test(national) ? `+90${national}` : undefined
}

export const phoneLength = 30

export function checkPhone(text: string): string | undefined {
  if (text.trim() === '') return 'Telefon gerekli'
  return toE164(text) ? undefined : 'Telefonu 0XXX XXX XX XX biçiminde yazın'
}

/** A number, kept or typed, as people in Türkiye read it: '+905321112233' is '0532 111 22 33'; others stay as they are. */
export function formatPhone(text: string): string {
  const [, a, b, c, d] = /^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(toE164(text) ?? '') ?? []
  return a ? `0${a} ${b} ${c} ${d}` : text
}
