import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { isWithinLimit, networkOf, returnLimit, takeLimit } from '../../limits.ts'
import type { Login } from '../contract.ts'
import { checkPassword, hashPassword, needsRehash } from '../passwords/passwords.ts'
import { users } from '../schema.ts'
import { type AskedStep, askSecondStep } from '../second-step/ask.ts'
import { recordEvent } from '../security-log.ts'
import { findUserByEmail } from '../users.ts'
import { type Entered, enter } from './enter.ts'
import { clearAttempts, countAttempt } from './login-attempts.ts'

/**
 * Opens a session for the right pair, or asks for the second step where the account has one. A wrong pair is refused alike and
 * as slowly whether the address is known or not.
 */
export async function login(ctx: Ctx, input: Login, userAgent: string): Promise<Entered | AskedStep> {
  // Counted before the password is looked at, so that guesses sent at once are no cheaper; given back when it fits.
  const byAddress = { key: `login:${networkOf(ctx)}`, limit: 20, windowSeconds: 900 }
  const attempts = await takeLimit(ctx, byAddress)
    .then(() => countAttempt(ctx, input.email))
    .catch((error: unknown) => noteRefusal(ctx, input.email, userAgent, error))
  const user = await findUserByEmail(ctx, input.email)
  const fits = await checkPassword(ctx, user?.passwordHash, input.password)
  if (!user || !fits) {
    await recordEvent(ctx, { kind: 'login-failed', userId: user?.id, email: input.email, userAgent })
    throw new ShopError('UNAUTHENTICATED', 'E-posta adresi veya şifre hatalı')
  }

  await returnLimit(ctx, byAddress)
  await clearAttempts(ctx, attempts)
  if (needsRehash(ctx, user.passwordHash)) {
    const passwordHash = await hashPassword(ctx, input.password)
    // A password changed meanwhile is not overwritten.
    const isSame = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash))
    await ctx.db.update(users).set({ passwordHash }).where(isSame)
  }
  return user.secondStepSince ? askSecondStep(ctx, user, userAgent) : enter(ctx, user, userAgent)
}

/** Notes that tries are held back, once a quarter of an hour for each place: a flood of tries is no flood of notes. */
async function noteRefusal(ctx: Ctx, email: string, userAgent: string, error: unknown): Promise<never> {
  if (await isWithinLimit(ctx, { key: `login-limited:${networkOf(ctx)}`, limit: 1, windowSeconds: 900 })) {
    const user = await findUserByEmail(ctx, email)
    await recordEvent(ctx, { kind: 'login-limited', userId: user?.id, email, userAgent })
  }
  throw error
}
