import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { isStaff } from '../../rights.ts'
import { passkeys, recoveryCodes, sessions, totpKeys, users } from '../schema.ts'
import { getUser } from '../users.ts'
import { voidChallenges } from './challenges.ts'
import { listPasskeys } from './passkeys.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'
import { findRelyingParty } from './relying-party.ts'
import { findStaffSecondStep } from './required.ts'

/** The actor's own second steps, without secrets. `passkeysAt`: the address whose pages can use passkeys, if any can. */
export async function findOwnSecondStep(ctx: Ctx) {
  const user = await getUser(ctx)
  return {
    ...(await findSecondStep(ctx, user.id)),
    required: isStaff(user.role) && (await findStaffSecondStep(ctx)).required,
    passkeysAt: findRelyingParty(ctx)?.origin ?? null,
  }
}

export async function findSecondStep(ctx: Ctx, userId: string) {
  const on = and(eq(totpKeys.userId, userId), isNotNull(totpKeys.onSince))
  const [totp] = await ctx.db.select({ since: totpKeys.onSince }).from(totpKeys).where(on)
  const keys = await listPasskeys(ctx, userId)
  return {
    totpSince: totp?.since ?? null,
    passkeys: keys.map(({ id, name, synced, createdAt, lastUsedAt }) => ({ id, name, synced, createdAt, lastUsedAt })),
    recoveryCodesLeft: await countRecoveryCodes(ctx, userId),
  }
}

/**
 * In the transaction that switched a way on: from now on a login takes a second step. Gives recovery codes with the
 * first way; undefined when she has them. This session counts as proven.
 */
export async function beginSecondStep(ctx: Ctx, userId: string): Promise<string[] | undefined> {
  const now = ctx.clock()
  const [user] = await ctx.db
    .select({ since: users.secondStepSince })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  await markProven(ctx)
  if (user?.since) return undefined
  await ctx.db.update(users).set({ secondStepSince: now, updatedAt: now }).where(eq(users.id, userId))
  return makeRecoveryCodes(ctx, userId)
}

/** In the transaction that took a way away: without any the login takes the password alone, and recovery codes are void. */
export async function endSecondStepIfLast(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const { totpSince, passkeys } = await findSecondStep(ctx, userId)
  if (totpSince || passkeys.length > 0) return
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await ctx.db.update(users).set({ secondStepSince: null, updatedAt: ctx.clock() }).where(eq(users.id, userId))
}

/** Notes in the session that its user proved herself just now; by her second step, unless `by` says otherwise. */
export async function markProven(ctx: Ctx, by: 'password' | 'second step' = 'second step'): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  const at = ctx.clock()
  const proof = by === 'password' ? { confirmedAt: at } : { confirmedAt: at, provenAt: at }
  await ctx.db.update(sessions).set(proof).where(eq(sessions.id, ctx.actor.sessionId))
}

/** Removes all of two-step login; true when it was on. */
export async function forgetSecondStep(ctx: Ctx, userId: string): Promise<boolean> {
  for (const table of [totpKeys, recoveryCodes, passkeys]) await ctx.db.delete(table).where(eq(table.userId, userId))
  await voidChallenges(ctx, userId)
  const had = await ctx.db
    .update(users)
    .set({ secondStepSince: null })
    .where(and(eq(users.id, userId), isNotNull(users.secondStepSince)))
    .returning({ id: users.id })
  return had.length > 0
}
