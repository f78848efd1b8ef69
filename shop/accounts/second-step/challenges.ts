/**
 * Challenges that wait for a second step, stored by the hash of a token that only the browser that began it has. Each is good
 * for minutes, in that browser, until it is used or five wrong codes came.
 */

import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { after, minutes } from '../../time.ts'
import { secondStepChallenges } from '../schema.ts'

const life = minutes(5)
const mostTries = 5

export type Challenge = typeof secondStepChallenges.$inferSelect
type Purpose = Challenge['purpose']

/** Whose it is; a login by passkey is nobody’s until it was answered. */
type Asked = { purpose: Purpose; userId?: string | undefined; userAgent: string }

/** Begins one; `signing` is what a passkey has to sign. */
export async function beginChallenge(ctx: Ctx, asked: Asked): Promise<{ challenge: string; signing: string }> {
  const challenge = randomBytes(32).toString('base64url')
  const signing = randomBytes(32).toString('base64url')
  await ctx.db.insert(secondStepChallenges).values({
    tokenHash: hashOf(challenge),
    purpose: asked.purpose,
    userId: asked.userId ?? null,
    sessionId: sessionOf(ctx, asked.purpose),
    browserHash: hashOf(asked.userAgent),
    signing,
    expiresAt: after(ctx.clock(), life),
  })
  return { challenge, signing }
}

/** The open one of these purposes, locked in the caller's transaction; undefined when it is over, or another browser's. */
export async function lockChallenge(
  ctx: Ctx,
  challenge: string,
  { purposes, userAgent }: { purposes: readonly Purpose[]; userAgent: string },
): Promise<Challenge | undefined> {
  const [row] = await openOnes(ctx, challenge, { purposes, userAgent }).for('update')
  return isHere(ctx, row) ? row : undefined
}

/** The same, only looked at. */
export async function findChallenge(
  ctx: Ctx,
  challenge: string,
  of: { purposes: readonly Purpose[]; userAgent: string },
) {
  const [row] = await openOnes(ctx, challenge, of)
  return isHere(ctx, row) ? row : undefined
}

function openOnes(ctx: Ctx, challenge: string, of: { purposes: readonly Purpose[]; userAgent: string }) {
  return ctx.db
    .select()
    .from(secondStepChallenges)
    .where(
      and(
        eq(secondStepChallenges.tokenHash, hashOf(challenge)),
        eq(secondStepChallenges.browserHash, hashOf(of.userAgent)),
        inArray(secondStepChallenges.purpose, [...of.purposes]),
        gt(secondStepChallenges.expiresAt, ctx.clock()),
        lt(secondStepChallenges.wrongTries, mostTries),
      ),
    )
}

/** One that a session began is good in that session alone. */
function isHere(ctx: Ctx, row: Challenge | undefined): boolean {
  return row !== undefined && row.sessionId === sessionOf(ctx, row.purpose)
}

/** Counts a wrong try of a locked one; the tries that are left. */
export async function countWrongTry(ctx: Ctx, { tokenHash, wrongTries }: Challenge): Promise<number> {
  await ctx.db
    .update(secondStepChallenges)
    .set({ wrongTries: sql`${secondStepChallenges.wrongTries} + 1` })
    .where(eq(secondStepChallenges.tokenHash, tokenHash))
  return Math.max(0, mostTries - wrongTries - 1)
}

/** It was used. */
export async function endChallenge(ctx: Ctx, { tokenHash }: Challenge): Promise<void> {
  await ctx.db.delete(secondStepChallenges).where(eq(secondStepChallenges.tokenHash, tokenHash))
}

/** A login that waits for its second step has to begin again. */
export async function voidChallenges(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(secondStepChallenges).where(eq(secondStepChallenges.userId, userId))
}

export async function forgetOldChallenges(ctx: Ctx): Promise<void> {
  await ctx.db.delete(secondStepChallenges).where(lt(secondStepChallenges.expiresAt, ctx.clock()))
}

export function challengeOver(): ShopError {
  return new ShopError('UNAUTHENTICATED', 'Giriş adımının süresi doldu, lütfen yeniden giriş yapın.')
}

function sessionOf({ actor }: Ctx, purpose: Purpose): string | null {
  return (purpose === 'confirm' || purpose === 'passkey-new') && actor.kind === 'user' ? actor.sessionId : null
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
