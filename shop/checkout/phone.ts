/** A phone number as people in Türkiye write it ('0532 111 22 33', '+90…', '532…') to E.164; undefined when it is none. */
export function toE164(value: string): string | undefined {
  if (!/^\+?[\d\s().-]{7,25}$/.test(value.trim())) return undefined
  const digits = value.replace(/\D/g, '')
  const national = digits.replace(/^(00)?90(?=\d{10}$)/, '').replace(/^0(?=\d{10}$)/, '')
  if (/^[2-5]\d{9}$/.test(national)) return `+90${national}`
  // Numbers of other countries are written with their plus.
  return value.trim().startsWith('+') && /^[1-9]\d{7,14}$/.test(digits) && !digits.startsWith('90')
    ? `+${digits}`
    : undefined
}
