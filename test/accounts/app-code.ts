import { codeOf, stepOf } from '../../shop/accounts/second-step/totp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows for the secret typed into it, `steps` half minutes later. */
export function codeAt(secret: string, at: Date, steps = 0): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return codeOf(Uint8Array.from(bytes), stepOf(at) + steps)
}
