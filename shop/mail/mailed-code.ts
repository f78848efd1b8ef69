/**
 * Codes of six digits that are mailed, to be typed where they were asked for. Each is kept as a keyed hash beside its tries, and
 * no longer than it is of use; whoever keeps one has a row with `codeHash`, `wrongTries` and `sentAt`.
 */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { after, seconds } from '../time.ts'

/** Wrong codes that end one. */
const mostTries = 5
/** Between two mails. */
const resendPause = seconds(60)

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Keyed: whoever reads the database cannot try a million codes. `use` and `of` say what for, so that it opens nothing else. */
export function hashOfCode(ctx: Ctx, use: string, of: string, code: string): string {
  return createHmac('sha256', `${use} code:${ctx.config.authSecret}`).update(`${of} ${code}`).digest('base64url')
}

/** Compares in constant time. */
export function isSameHash(given: string, kept: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(kept)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** No code is right any more. */
export function isSpent({ wrongTries }: { wrongTries: number }): boolean {
  return wrongTries >= mostTries
}

/** The tries that are left after one more wrong code. */
export function triesLeftOf({ wrongTries }: { wrongTries: number }): number {
  return Math.max(0, mostTries - wrongTries - 1)
}

/** `where`: the code's place, as the sentence has it. */
export function wrongCode(
  triesLeft: number,
  { field = 'code', where = 'e-postanızdaki' }: { field?: string; where?: string } = {},
): ShopError {
  const message = `Kod yanlış; lütfen ${where} 6 haneli kodu girin. Kalan deneme: ${triesLeft}.`
  return new ShopError('WRONG_CODE', message, { fields: { [field]: [message] }, data: { triesLeft } })
}

/** RATE_LIMITED when the last mail was a moment ago. */
export function requirePause(ctx: Ctx, { sentAt }: { sentAt: Date }): void {
  const wait = after(sentAt, resendPause).getTime() - ctx.clock().getTime()
  if (wait <= 0) return
  const retryAfterSeconds = Math.ceil(wait / seconds(1))
  throw new ShopError('RATE_LIMITED', `Yeni kod için lütfen ${retryAfterSeconds} saniye bekleyin.`, {
    retryAfterSeconds,
  })
}

/** 'a•••@posta.example' */
export function maskedAddress(email: string): string {
  return email.replace(/^(.).*@/, '$1•••@')
}
