import { createHmac } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { invalid, ShopError } from '../../errors.ts'
import { networkOf, takeLimit } from '../../limits.ts'
import { forgetBounce } from '../../mail/bounces/bounces.ts'
import { guestCodeMail } from '../../mail/guest-mails.ts'
import {
  hashOfCode,
  isSameHash,
  isSpent,
  maskedAddress,
  newCode,
  requirePause,
  triesLeftOf,
  wrongCode,
} from '../../mail/mailed-code.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { requireGuestCheckout } from '../../settings/guests/guest-checkout.ts'
import { after, minutes } from '../../time.ts'
import { isDisposable } from '../disposable-domains.ts'
import { emailCodes } from '../schema.ts'

const codeLife = minutes(15)
const hour = 3600

/**
 * Mails a code that proves the address; an earlier one no longer counts. The answer is the same whether or not the address has an
 * account. RATE_LIMITED a moment after the last, and when it is often asked for.
 */
export async function mailGuestCode(ctx: Ctx, email: string): Promise<{ sentTo: string; until: Date }> {
  await requireGuestCheckout(ctx)
  if (isDisposable(email)) {
    throw invalid({ email: ['Geçici e-posta adresleri kabul edilmez. Lütfen kalıcı e-posta adresinizi kullanın.'] })
  }
  const emailHash = hashOfAddress(ctx, email)
  // Before the limits: a request that only comes too early must not use up her mails.
  const [last] = await ctx.db.select().from(emailCodes).where(eq(emailCodes.emailHash, emailHash))
  if (last) requirePause(ctx, last)
  await takeLimit(ctx, { key: `guest-code:${networkOf(ctx)}`, limit: 20, windowSeconds: hour })
  await takeLimit(ctx, { key: `guest-code-to:${emailHash}`, limit: 5, windowSeconds: hour })
  const until = after(ctx.clock(), codeLife)
  await inTransaction(ctx, (ctx) => giveCode(ctx, email, { emailHash, until }))
  return { sentTo: maskedAddress(email), until }
}

async function giveCode(ctx: Ctx, email: string, given: { emailHash: string; until: Date }): Promise<void> {
  const { emailHash, until } = given
  const code = newCode()
  const fresh = { codeHash: hashOf(ctx, email, code), wrongTries: 0, sentAt: ctx.clock(), expiresAt: until }
  const [made] = await ctx.db
    .insert(emailCodes)
    .values({ emailHash, ...fresh })
    .onConflictDoNothing()
    .returning({ emailHash: emailCodes.emailHash })
  if (!made) {
    const row = await lockCode(ctx, email)
    if (row) requirePause(ctx, row)
    await ctx.db.update(emailCodes).set(fresh).where(eq(emailCodes.emailHash, emailHash))
  }
  await queueMail(ctx, { to: email, ...guestCodeMail(await findBrand(ctx), { code, until }) })
}

/**
 * Asks for the right code: WRONG_CODE with the tries that are left, CODE_OVER when there is none to be right, both of the input's
 * `field`. `isUsed`: it is forgotten at once.
 */
export async function requireGuestCode(
  ctx: Ctx,
  email: string,
  code: string,
  { field, isUsed = false }: { field: string; isUsed?: boolean },
): Promise<void> {
  await takeLimit(ctx, { key: `guest-code-try:${networkOf(ctx)}`, limit: 60, windowSeconds: hour })
  const tried = await inTransaction(ctx, async (ctx) => {
    const row = await lockCode(ctx, email)
    if (!row || row.expiresAt <= ctx.clock()) return 'over'
    if (isSpent(row)) return 'over'
    if (isSameHash(hashOf(ctx, email, code), row.codeHash)) {
      await forgetBounce(ctx, email)
      if (isUsed) await forgetGuestCode(ctx, email)
      return 'right'
    }
    await ctx.db
      .update(emailCodes)
      .set({ wrongTries: sql`${emailCodes.wrongTries} + 1` })
      .where(eq(emailCodes.emailHash, row.emailHash))
    const triesLeft = triesLeftOf(row)
    return triesLeft === 0 ? 'over' : { triesLeft }
  })
  if (tried === 'over') throw codeOver(field)
  if (tried !== 'right') throw wrongCode(tried.triesLeft, { field })
}

/** A code that was used is kept nowhere. */
export async function forgetGuestCode(ctx: Ctx, email: string): Promise<void> {
  await ctx.db.delete(emailCodes).where(eq(emailCodes.emailHash, hashOfAddress(ctx, email)))
}

/** Codes are good for longer than the pause between two mails. */
export async function forgetOldGuestCodes(ctx: Ctx): Promise<void> {
  await ctx.db.delete(emailCodes).where(lt(emailCodes.expiresAt, ctx.clock()))
}

async function lockCode(ctx: Ctx, email: string) {
  const [row] = await ctx.db
    .select()
    .from(emailCodes)
    .where(eq(emailCodes.emailHash, hashOfAddress(ctx, email)))
    .for('update')
  return row
}

function hashOf(ctx: Ctx, email: string, code: string): string {
  return hashOfCode(ctx, 'guest', email, code)
}

/** An unfinished purchase stores no address, only this hash of it. */
function hashOfAddress(ctx: Ctx, email: string): string {
  return createHmac('sha256', `guest address:${ctx.config.authSecret}`).update(email).digest('base64url')
}

function codeOver(field: string): ShopError {
  const message = 'Kodun süresi doldu ya da çok kez yanlış girildi; lütfen yeni bir kod isteyin.'
  return new ShopError('CODE_OVER', message, { fields: { [field]: [message] } })
}
