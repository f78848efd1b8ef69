import type { Ctx } from '../../ctx.ts'
import { networkOf, takeLimit } from '../../limits.ts'
import { beginChallenge } from './challenges.ts'
import { optionsToSign, type PasskeyOptions, requireRelyingParty } from './passkeys.ts'
import { findWays } from './proofs.ts'
import { findRelyingParty } from './relying-party.ts'

/** The second step of a login, after the right password; a recovery code is accepted in place of either. */
export type AskedStep = {
  secondStep: 'TOTP' | 'PASSKEY'
  challenge: string
  /** For the browser, where the account has passkeys. */
  passkey?: PasskeyOptions
}

export async function askSecondStep(ctx: Ctx, user: { id: string }, userAgent: string): Promise<AskedStep> {
  const ways = await findWays(ctx, user.id)
  const { challenge, signing } = await beginChallenge(ctx, { purpose: 'login', userId: user.id, userAgent })
  const signs = ways.passkey && findRelyingParty(ctx)
  return {
    secondStep: ways.totp ? 'TOTP' : 'PASSKEY',
    challenge,
    ...(signs ? { passkey: await optionsToSign(ctx, signing, user.id) } : {}),
  }
}

/** A login by passkey alone begins: of whom it is, is known once one answers. */
export async function askPasskey(ctx: Ctx, userAgent: string): Promise<{ challenge: string; options: PasskeyOptions }> {
  requireRelyingParty(ctx)
  await takeLimit(ctx, { key: `passkey-login:${networkOf(ctx)}`, limit: 60, windowSeconds: 900 })
  const { challenge, signing } = await beginChallenge(ctx, { purpose: 'passkey-login', userAgent })
  return { challenge, options: await optionsToSign(ctx, signing) }
}
