/**
 * A code is 16 characters of an alphabet of 32 without the ones that are mistaken for each other: 80 bits of chance, which nobody
 * guesses, so a plain hash of it is enough to find the card. It does not depend on AUTH_SECRET: a new secret must not make money void.
 */

import { createHash, randomBytes } from 'node:crypto'

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 16

export function newCode(): string {
  return [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}

/** As it is written down: 'K7QM-2XTR-9HVD-P4WB'. */
export function shownCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

/** The code in what somebody typed, with dashes, spaces and small letters as she likes; undefined when it cannot be one. */
export function readCode(typed: string): string | undefined {
  const code = typed
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .replace(/[ıİ]/g, 'I')
    .toUpperCase()
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined
}

export function hashOf(code: string): string {
  return createHash('sha256').update(`gift card ${code}`).digest('base64url')
}

export function tailOf(code: string): string {
  return code.slice(-4)
}
