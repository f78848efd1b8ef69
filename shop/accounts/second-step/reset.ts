import { type Ctx, inTransaction } from '../../ctx.ts'
import { notFound } from '../../errors.ts'
import { recordEvent } from '../security-log.ts'
import { forgetAttempts } from '../sessions/login-attempts.ts'
import { findUserByEmail } from '../users.ts'
import { forgetSecondStep } from './own.ts'

/** Ends the second step, at the terminal, of somebody who lost telephone and codes: the password suffices. False when there was none. */
export async function resetSecondStepOf(ctx: Ctx, email: string): Promise<boolean> {
  const user = await findUserByEmail(ctx, email)
  if (!user) throw notFound('Bu adresin bir hesabı yok.')
  return inTransaction(ctx, (ctx) => resetSecondStep(ctx, user, 'komut satırından'))
}

/** The same in the caller's transaction, of an account that is known; `detail` says in the security log who did it. */
export async function resetSecondStep(ctx: Ctx, user: { id: string; email: string }, detail: string): Promise<boolean> {
  const had = await forgetSecondStep(ctx, user.id)
  await forgetAttempts(ctx, user.email)
  if (had) await recordEvent(ctx, { kind: 'second-step-reset', userId: user.id, detail })
  return had
}
