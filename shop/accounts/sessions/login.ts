import { eq } from 'drizzle-orm'
import { addressOf, type Ctx, inTransaction } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { isWithinLimit, networkOf, returnLimit, takeLimit } from '../../limits.ts'
import { newDeviceMail } from '../../mail/account-change-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { formatMoment } from '../../time.ts'
import type { Login } from '../contract.ts'
import { checkPassword, hashPassword, needsRehash } from '../passwords/passwords.ts'
import { users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { type Account, accountOf, findUserByEmail } from '../users.ts'
import { deviceName, rememberDevice } from './devices.ts'
import { clearAttempts, countAttempt } from './login-attempts.ts'
import { openSession, type Tokens } from './sessions.ts'

/** Opens a session for the right pair; a wrong one is refused alike and as slowly whether the address is known or not. */
export async function login(ctx: Ctx, input: Login, userAgent: string): Promise<Tokens & { user: Account }> {
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
    await ctx.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
  }
  const tokens = await inTransaction(ctx, async (ctx) => {
    const tokens = await openSession(ctx, user, userAgent)
    const isNewDevice = await rememberDevice(ctx, user.id, userAgent)
    await recordEvent(ctx, { kind: 'login', userId: user.id, userAgent, detail: isNewDevice ? 'yeni cihaz' : '' })
    if (isNewDevice) {
      const seen = { device: deviceName(userAgent), address: addressOf(ctx), at: formatMoment(ctx.clock()) }
      await queueMail(ctx, {
        ...newDeviceMail(await findBrand(ctx), { firstName: user.firstName, ...seen }),
        to: user.email,
      })
    }
    return tokens
  })
  return { ...tokens, user: accountOf(user) }
}

/** Notes that tries are held back, once a quarter of an hour for each place: a flood of tries is no flood of notes. */
async function noteRefusal(ctx: Ctx, email: string, userAgent: string, error: unknown): Promise<never> {
  if (await isWithinLimit(ctx, { key: `login-limited:${networkOf(ctx)}`, limit: 1, windowSeconds: 900 })) {
    const user = await findUserByEmail(ctx, email)
    await recordEvent(ctx, { kind: 'login-limited', userId: user?.id, email, userAgent })
  }
  throw error
}
