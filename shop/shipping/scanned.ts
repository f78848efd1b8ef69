/** Reads the input of a barcode reader, which works as an American keyboard, so that a Turkish layout changes some signs. */

import { toAscii } from '../turkish.ts'

/** Letters and digits alone: two codes are the same when these are, whatever layout typed the signs between them. */
export function scanKey(code: string): string {
  return toAscii(code)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** An order's number as it is printed, scanned or typed, with or without '#': its last 8 characters in lower case; undefined when it is none. */
export function orderNumberIn(text: string): string | undefined {
  const code = text.trim().replace(/^[^0-9A-Za-z]+/, '')
  return /^[0-9a-f]{8}$/i.test(code) ? code.toLowerCase() : undefined
}
