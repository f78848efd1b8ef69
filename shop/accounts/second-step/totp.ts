/** Codes of six digits that an app makes from a shared secret and the time: RFC 4226 and 6238, with what every app knows (SHA-1, 30 seconds). */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { seconds } from '../../time.ts'

const period = seconds(30)
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** As long as what HMAC-SHA-1 gives (RFC 4226, section 4, R6). */
export function newSecret(): Buffer {
  return randomBytes(20)
}

/** The half minute of a moment, counted from 1970. */
export function stepOf(at: Date): number {
  return Math.floor(at.getTime() / period)
}

/** The code of one step (RFC 4226, section 5.3). */
export function codeOf(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, of the present one and those beside it: clocks differ. Undefined for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): number | undefined {
  const now = stepOf(at)
  return [now, now - 1, now + 1].find((step) => isSame(codeOf(secret, step), code))
}

function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Base32 without padding (RFC 4648), as apps take a secret that is typed. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The address in the QR code for an app; `issuer` is the name that the app shows for the shop. */
export function uriOf(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer.replaceAll(':', ' '))}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer }).toString().replaceAll('+', '%20')}`
}
