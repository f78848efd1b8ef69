import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { networkOf, returnLimit, takeLimit } from '../limits.ts'
import type { Login } from './contract.ts'
import { clearAttempts, countAttempt } from './login-attempts.ts'
import { checkPassword, hashPassword, needsRehash } from './passwords.ts'
import { users } from './schema.ts'
import { openSession, type Tokens } from './sessions.ts'
import { type Account, accountOf, findUserByEmail } from './users.ts'

/** Opens a session for the right pair; a wrong one is refused alike and as slowly whether the address is known or not. */
export async function login(ctx: Ctx, input: Login, userAgent: string): Promise<Tokens & { user: Account }> {
  // Counted before the password is looked at, so that guesses sent at once are no cheaper; given back when it fits.
  const byAddress = { key: `login:${networkOf(ctx)}`, limit: 20, windowSeconds: 900 }
  await takeLimit(ctx, byAddress)
  const attempts = await countAttempt(ctx, input.email)
  const user = await findUserByEmail(ctx, input.email)
  const fits = await checkPassword(user?.passwordHash, input.password)
  if (!user || !fits) throw new ShopError('UNAUTHENTICATED', 'E-posta adresi veya şifre hatalı')

  await returnLimit(ctx, byAddress)
  await clearAttempts(ctx, attempts)
  if (needsRehash(user.passwordHash)) {
    const passwordHash = await hashPassword(input.password)
    await ctx.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
  }
  return { ...(await openSession(ctx, user, userAgent)), user: accountOf(user) }
}
