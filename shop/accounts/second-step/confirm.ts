import { type Ctx, inTransaction } from '../../ctx.ts'
import { invalid, ShopError } from '../../errors.ts'
import { requirePassword } from '../passwords/check.ts'
import { recordEvent } from '../security-log.ts'
import { getUser } from '../users.ts'
import { beginChallenge, endChallenge, lockChallenge } from './challenges.ts'
import type { Confirmation } from './contract.ts'
import { markProven } from './own.ts'
import { listPasskeys, optionsToSign, requireRelyingParty } from './passkeys.ts'
import { spendProof } from './proofs.ts'
import { countTries } from './tries.ts'

const purposes = ['confirm'] as const

/** The options with which a browser confirms by passkey, within minutes, in this session. */
export async function prepareConfirmation(ctx: Ctx, userAgent: string) {
  requireRelyingParty(ctx)
  const user = await getUser(ctx)
  if ((await listPasskeys(ctx, user.id)).length === 0) {
    throw new ShopError('CONFLICT', 'Hesabınızda geçiş anahtarı yok; şifrenizi ya da doğrulama kodunuzu kullanın.')
  }
  const { challenge, signing } = await beginChallenge(ctx, { purpose: 'confirm', userId: user.id, userAgent })
  return { challenge, options: await optionsToSign(ctx, signing, user.id) }
}

/** Proves once more, in this session, that it is she: what asks for that is done for a quarter of an hour. */
export async function confirmSession(ctx: Ctx, input: Confirmation, userAgent: string): Promise<void> {
  const user = await getUser(ctx)
  if (input.password !== undefined) {
    await requirePassword(ctx, user, input.password, 'password')
    return markProven(ctx, 'password')
  }
  const tries = await countTries(ctx, user.email)
  const isRight = await inTransaction(ctx, async (ctx) => {
    const challenge =
      input.challenge === undefined ? undefined : await lockChallenge(ctx, input.challenge, { purposes, userAgent })
    const signing = challenge?.userId === user.id ? challenge.signing : ''
    if (challenge) await endChallenge(ctx, challenge)
    if (!(await spendProof(ctx, user, input, { signing, userAgent }))) return false
    await markProven(ctx)
    return true
  })
  if (isRight) return tries.clear()
  await recordEvent(ctx, { kind: 'second-step-failed', userId: user.id, userAgent })
  throw input.passkey
    ? new ShopError('INVALID', 'Geçiş anahtarınız doğrulanamadı, lütfen tekrar deneyin.')
    : invalid({ code: ['Kod hatalı ya da kullanılmış; uygulamanızdaki güncel kodu girin'] })
}
