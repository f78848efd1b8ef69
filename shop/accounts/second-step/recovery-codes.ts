import { createHash, randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { recoveryCodes } from '../schema.ts'

const howMany = 10
/** Letters that nobody takes for another, nor types otherwise on a Turkish keyboard: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes ten codes, each good once, in the caller's transaction; earlier ones are void. Only their hashes are kept. */
export async function makeRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  const createdAt = ctx.clock()
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await ctx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, readCode(code)), createdAt })))
  return codes
}

/** Uses a code up; false when it is none, or was used. */
export async function spendRecoveryCode(ctx: Ctx, userId: string, typed: string): Promise<boolean> {
  const codeHash = hashOf(userId, readCode(typed))
  const unused = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.codeHash, codeHash),
    isNull(recoveryCodes.usedAt),
  )
  const spent = await ctx.db.update(recoveryCodes).set({ usedAt: ctx.clock() }).where(unused).returning()
  return spent.length > 0
}

export async function countRecoveryCodes(ctx: Ctx, userId: string): Promise<number> {
  return ctx.db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
}

/** 60 bits: 'K7QM-0WX4-RB2T' */
function newCode(): string {
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return letters.match(/.{4}/g)?.join('-') ?? letters
}

/** As it was made, however it is typed. */
function readCode(typed: string): string {
  const letters = typed
    .replace(/[iİıl]/gi, '1')
    .replace(/o/gi, '0')
    .toUpperCase()
  return letters.replace(/[^0-9A-Z]/g, '')
}

/** Too random to be guessed from its hash; another user's same code has another one. It outlives a changed AUTH_SECRET. */
function hashOf(userId: string, code: string): string {
  return createHash('sha256').update(`${userId} ${code}`).digest('base64url')
}
