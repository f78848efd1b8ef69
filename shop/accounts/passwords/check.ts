import type { Ctx } from '../../ctx.ts'
import { invalid } from '../../errors.ts'
import { returnLimit, takeLimit } from '../../limits.ts'
import { recordEvent } from '../security-log.ts'
import { checkPassword } from './passwords.ts'

/** Asks the signed-in user for her password once more; a wrong one is INVALID at `field`, and tries are limited. */
export async function requirePassword(
  ctx: Ctx,
  user: { id: string; passwordHash: string },
  password: string,
  field: string,
): Promise<void> {
  const tries = { key: `password:${user.id}`, limit: 5, windowSeconds: 900 }
  await takeLimit(ctx, tries)
  if (!(await checkPassword(ctx, user.passwordHash, password))) {
    await recordEvent(ctx, { kind: 'password-check-failed', userId: user.id })
    throw invalid({ [field]: ['Mevcut şifreniz hatalı'] })
  }
  await returnLimit(ctx, tries)
}
