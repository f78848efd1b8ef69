import { errors, jwtVerify, SignJWT } from 'jose'
import type { Ctx } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { after, minutes } from '../../time.ts'
import type { SignedInUser } from '../users.ts'

const algorithm = 'HS256'
const audience = 'butik'
const type = 'at+jwt'

export function sessionOver(message = 'Oturumunuzun süresi doldu, lütfen yeniden giriş yapın.'): ShopError {
  return new ShopError('UNAUTHENTICATED', message)
}

/**
 * The token that a client sends with each call, good for 15 minutes; clients read the user's name from it. `cameWith` is
 * the hash of the refresh token in the same answer, if that followed another.
 */
export function signAccessToken(ctx: Ctx, user: SignedInUser, sessionId: string, cameWith?: string): Promise<string> {
  const now = ctx.clock()
  return new SignJWT({
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    sid: sessionId,
    ...(cameWith ? { rth: cameWith } : {}),
  })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(after(now, minutes(15)))
    .sign(key(ctx))
}

/** Reads the user and the session of a token; UNAUTHENTICATED unless we signed it for this use and it is still good. */
export async function readAccessToken(
  ctx: Ctx,
  token: string,
): Promise<{ userId: string; sessionId: string; cameWith: string | undefined }> {
  try {
    const { payload } = await jwtVerify(token, key(ctx), {
      algorithms: [algorithm],
      audience,
      typ: type,
      requiredClaims: ['exp', 'iat', 'id', 'sid'],
      currentDate: ctx.clock(),
    })
    const cameWith = typeof payload.rth === 'string' ? payload.rth : undefined
    return { userId: String(payload.id), sessionId: String(payload.sid), cameWith }
  } catch (error) {
    if (error instanceof errors.JOSEError) throw sessionOver()
    throw error
  }
}

function key(ctx: Ctx): Uint8Array {
  return new TextEncoder().encode(ctx.config.authSecret)
}
