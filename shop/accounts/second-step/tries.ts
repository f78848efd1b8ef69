import type { Ctx } from '../../ctx.ts'
import { clearAttempts, countAttempt } from '../sessions/login-attempts.ts'

/** Counts one try of a code before it is looked at: RATE_LIMITED as with passwords. `clear` once it was right. */
export async function countTries(ctx: Ctx, email: string): Promise<{ clear: () => Promise<void> }> {
  const key = await countAttempt(ctx, email, 'second step ')
  return { clear: () => clearAttempts(ctx, key) }
}
