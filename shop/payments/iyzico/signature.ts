import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 in hex, the only kind of signature that iyzico uses. */
export function hmac(secretKey: string, text: string): string {
  return createHmac('sha256', secretKey).update(text).digest('hex')
}

/** The Authorization header of a request: `path` from the first slash, without the query; `body` as it is sent. */
export function authorization(
  keys: { apiKey: string; secretKey: string },
  random: string,
  path: string,
  body: string,
): string {
  const signature = hmac(keys.secretKey, random + path + body)
  const parts = `apiKey:${keys.apiKey}&randomKey:${random}&signature:${signature}`
  return `IYZWSv2 ${Buffer.from(parts).toString('base64')}`
}

/** Whether a signature is the one of these values, joined by colons; in constant time. */
export function isSigned(secretKey: string, values: readonly string[], signature: string | undefined): boolean {
  return isEqual(hmac(secretKey, values.join(':')), signature)
}

/** The X-IYZ-SIGNATURE-V3 of a webhook: its values without separators, the key itself first. */
export function webhookSignature(
  secretKey: string,
  event: { iyziEventType: string; paymentId: string; paymentConversationId: string; status: string },
): string {
  return hmac(secretKey, secretKey + event.iyziEventType + event.paymentId + event.paymentConversationId + event.status)
}

export function isEqual(expected: string, given: string | undefined): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from((given ?? '').toLowerCase())]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A price as iyzico signs it: without trailing zeros. '10.50' → '10.5', 50.0 → '50' */
export function signedPrice(price: number | string): string {
  return String(Number(price))
}

/** Kuruş → the text that iyzico takes: 119950 → '1199.5' */
export function toPrice(kurus: number): string {
  const cents = String(kurus % 100).padStart(2, '0')
  return `${Math.trunc(kurus / 100)}.${cents}`.replace(/\.?0+$/, '')
}

/** iyzico's price → kuruş; NaN when it is no amount of whole kuruş. */
export function fromPrice(price: number | string): number {
  const kurus = Math.round(Number(price) * 100)
  return Math.abs(Number(price) * 100 - kurus) < 1e-6 ? kurus : Number.NaN
}
