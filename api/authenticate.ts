import type { MiddlewareHandler } from 'hono'
import { actorOfToken } from '#shop/accounts/sessions.ts'
import { requireAdmin, requireUser } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import type { ApiEnv } from './api.ts'

/**
 * Turns a bearer token into the actor; none leaves a guest, a bad one is refused. The calls that give out tokens need
 * none: a client that refreshes may well send its old one along.
 */
export const authenticate: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const header = c.req.header('authorization')
  if (header && !c.req.path.startsWith('/api/v1/auth/')) {
    const token = /^Bearer (\S+)$/i.exec(header)?.[1]
    if (!token) throw new ShopError('UNAUTHENTICATED', 'Oturumunuz geçersiz, lütfen yeniden giriş yapın.')
    const ctx = c.get('ctx')
    c.set('ctx', { ...ctx, actor: await actorOfToken(ctx, token) })
  }
  await next()
}

/** Refuses guests before their input is looked at. */
export const signedIn: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireUser(c.get('ctx'))
  await next()
}

/** Refuses all but admins before their input is looked at. */
export const adminOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await requireAdmin(c.get('ctx'))
  await next()
}
