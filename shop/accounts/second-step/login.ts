import { and, eq, isNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { isWithinLimit } from '../../limits.ts'
import { users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { type Entered, enter } from '../sessions/enter.ts'
import { challengeOver, countWrongTry, endChallenge, findChallenge, lockChallenge } from './challenges.ts'
import type { SecondStep } from './contract.ts'
import { findPasskeyOwner } from './passkeys.ts'
import { spendProof } from './proofs.ts'
import { tellChange } from './told.ts'
import { countTries } from './tries.ts'

const purposes = ['login', 'passkey-login'] as const
type User = typeof users.$inferSelect

/**
 * Ends a login by its second step: what came of it is what a login without one gives. UNAUTHENTICATED for a wrong proof, with
 * the tries that are left, and once the challenge is over.
 */
export async function finishLogin(ctx: Ctx, input: SecondStep, userAgent: string): Promise<Entered> {
  const user = await findLoginUser(ctx, input, userAgent)
  const tries = await countTries(ctx, user.email).catch((error: unknown) => noteGuesses(ctx, user, userAgent, error))
  const outcome = await inTransaction(ctx, (ctx) => tryProof(ctx, user, input, userAgent))
  if ('triesLeft' in outcome) {
    await recordEvent(ctx, { kind: 'second-step-failed', userId: user.id, userAgent })
    const wrong = wrongProof(input, outcome.triesLeft)
    return outcome.triesLeft === 0 ? noteGuesses(ctx, user, userAgent, wrong) : Promise.reject(wrong)
  }
  await tries.clear()
  return outcome
}

/** The user who logs in: the owner of the passkey where it replaces the password too. */
async function findLoginUser(ctx: Ctx, { challenge, passkey }: SecondStep, userAgent: string): Promise<User> {
  const row = await findChallenge(ctx, challenge, { purposes, userAgent })
  if (!row) throw challengeOver()
  const userId = row.userId ?? (passkey && (await findPasskeyOwner(ctx, passkey)))
  const [user] = userId
    ? await ctx.db
        .select()
        .from(users)
        .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    : []
  if (!user) {
    throw new ShopError('UNAUTHENTICATED', 'Bu geçiş anahtarı mağazada kayıtlı değil; şifrenizle giriş yapın.')
  }
  return user
}

async function tryProof(
  ctx: Ctx,
  user: User,
  input: SecondStep,
  userAgent: string,
): Promise<Entered | { triesLeft: number }> {
  const challenge = await lockChallenge(ctx, input.challenge, { purposes, userAgent })
  if (!challenge) throw challengeOver()
  const { signing } = challenge
  const alone = challenge.purpose === 'passkey-login'
  // Without a password before it, a code alone opens nothing.
  const proof = alone ? { passkey: input.passkey } : input
  if (!(await spendProof(ctx, user, proof, { signing, unlocked: alone, userAgent }))) {
    return { triesLeft: await countWrongTry(ctx, challenge) }
  }
  await endChallenge(ctx, challenge)
  return enter(ctx, user, userAgent, input.passkey ? 'geçiş anahtarı' : 'doğrulama kodu')
}

/** Somebody knows the password and guesses: its owner is told, once an hour. */
async function noteGuesses(ctx: Ctx, user: User, userAgent: string, error: unknown): Promise<never> {
  if (await isWithinLimit(ctx, { key: `second-step-failed:${user.id}`, limit: 1, windowSeconds: 3600 })) {
    await tellChange(ctx, user, { kind: 'second-step-failed' }, userAgent, 'denemeler sınırlandı')
  }
  throw error
}

function wrongProof({ passkey }: SecondStep, triesLeft: number): ShopError {
  const message =
    triesLeft === 0
      ? 'Çok kez yanlış denendi; lütfen şifrenizle yeniden giriş yapın.'
      : passkey
        ? 'Geçiş anahtarınız doğrulanamadı; tekrar deneyin ya da bir kod girin.'
        : `Kod hatalı ya da kullanılmış; uygulamanızdaki güncel kodu girin. Kalan deneme: ${triesLeft}.`
  const fields = passkey ? {} : { fields: { code: [message] } }
  return new ShopError('UNAUTHENTICATED', message, { ...fields, data: { triesLeft } })
}
