import { and, eq, isNotNull, lt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { passkeys, totpKeys } from '../schema.ts'
import type { Assertion } from './contract.ts'
import { spendAssertion } from './passkeys.ts'
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import { unseal } from './sealed.ts'
import { tellChange } from './told.ts'
import { stepOfCode } from './totp.ts'

type Person = { id: string; email: string; firstName: string }
type Proof = { code?: string | undefined; passkey?: Assertion | undefined }

/**
 * Whether the proof is the user's second step; it is used up by that, in the caller's transaction. The one and same proof by two
 * at once is one proof.
 */
export async function spendProof(
  ctx: Ctx,
  user: Person,
  { code, passkey }: Proof,
  { signing, unlocked = false, userAgent }: { signing: string; unlocked?: boolean; userAgent: string },
): Promise<boolean> {
  if (passkey) return spendAssertion(ctx, user.id, { passkey, signing, unlocked })
  return code !== undefined && spendCode(ctx, user, code, userAgent)
}

/** The same of a code alone: one of the app, or a recovery code, whose use its owner is mailed. */
export async function spendCode(ctx: Ctx, user: Person, typed: string, userAgent: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return spendTotp(ctx, user.id, code)
  if (!(await spendRecoveryCode(ctx, user.id, code))) return false
  const left = await countRecoveryCodes(ctx, user.id)
  await tellChange(ctx, user, { kind: 'recovery-code-used', left }, userAgent, `${left} kod kaldı`)
  return true
}

/** A code is good once, and none of an earlier half minute after it. */
async function spendTotp(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const on = and(eq(totpKeys.userId, userId), isNotNull(totpKeys.onSince))
  const [key] = await ctx.db.select().from(totpKeys).where(on)
  const secret = key && unseal(ctx, userId, key.sealedSecret)
  if (key && !secret)
    ctx.log.error({ userId }, 'a secret of two-step login cannot be read: AUTH_SECRET is another one since')
  const step = secret && stepOfCode(secret, code, ctx.clock())
  if (step === undefined) return false
  const spent = await ctx.db
    .update(totpKeys)
    .set({ lastStep: step })
    .where(and(on, lt(totpKeys.lastStep, step)))
    .returning({ step: totpKeys.lastStep })
  return spent.length > 0
}

/** The second steps that a login of this account accepts. */
export async function findWays(ctx: Ctx, userId: string): Promise<{ totp: boolean; passkey: boolean }> {
  const on = and(eq(totpKeys.userId, userId), isNotNull(totpKeys.onSince))
  return {
    totp: (await ctx.db.$count(totpKeys, on)) > 0,
    passkey: (await ctx.db.$count(passkeys, eq(passkeys.userId, userId))) > 0,
  }
}
