import type { MiddlewareHandler } from 'hono'
import { buyerOfKey, isGuestKey } from '#shop/accounts/guests/keys.ts'
import { actorOfToken } from '#shop/accounts/sessions/sessions.ts'
import { requireGuestsAllowed } from '#shop/checkout/guest-order.ts'
import { type Ctx, requireConfirmed, requireRight, requireStaff, requireUser } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import type { CallRight, Sight } from '#shop/rights.ts'
import { type ApiEnv, bearer } from './api.ts'

/**
 * Turns a bearer token into the actor; none leaves a guest, a bad one is refused. The calls that give out tokens need
 * none: a client that refreshes may well send its old one along.
 */
export const authenticate: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const header = c.req.header('authorization')
  if (header && !c.req.path.startsWith('/api/v1/auth/')) {
    const token = tokenIn(header)
    if (!token) throw new ShopError('UNAUTHENTICATED', 'Oturumunuz geçersiz, lütfen yeniden giriş yapın.')
    const ctx = c.get('ctx')
    c.set('ctx', { ...ctx, actor: await (isGuestKey(token) ? buyerOfKey : actorOfToken)(ctx, token) })
  }
  await next()
}

function tokenIn(header: string): string | undefined {
  return /^Bearer (\S+)$/i.exec(header)?.[1]
}

/** For calls that need no token but may know whose browser asks; a bad one is as none. */
export async function withOpener(ctx: Ctx, header = ''): Promise<Ctx> {
  const token = tokenIn(header)
  if (!token) return ctx
  try {
    return { ...ctx, actor: await actorOfToken(ctx, token) }
  } catch (error) {
    if (error instanceof ShopError) return ctx
    throw error
  }
}

/** Refuses guests before their input is looked at. */
const signedIn: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireUser(c.get('ctx'))
  await next()
}

/** Details of the routes that only a signed-in user may call. */
export const own = { security: bearer, middleware: signedIn }

/** Refuses strangers before their input is looked at. A guest passes with what was mailed to her; the shop sees to what it opens. */
const known: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (c.get('ctx').actor.kind === 'guest') requireUser(c.get('ctx'))
  await next()
}

/** Details of the routes of a purchase and its order. */
export const bought = { security: bearer, middleware: known }

/** Where a stranger may buy too, her input is looked at. */
export const buying: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const ctx = c.get('ctx')
  if (ctx.actor.kind === 'guest') await requireGuestsAllowed(ctx)
  await next()
}

/** Refuses all but staff, also at addresses of the panel that do not exist. */
export const staffOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireStaff(c.get('ctx'))
  await next()
}

/**
 * The right that a call of the panel needs, and the sights where its answer is about nothing else: refused without them before the input
 * is read, and named in the document. A call that moves money or people is 'confirmed' too: where she has two-step login, she must have
 * proved herself within a quarter of an hour, or is asked to.
 */
export function needs(right: CallRight, ...more: (Sight | 'confirmed')[]) {
  const sights = more.filter((each) => each !== 'confirmed')
  const confirmed = more.includes('confirmed')
  const refuse: MiddlewareHandler<ApiEnv> = async (c, next) => {
    for (const each of [right, ...sights]) requireRight(c.get('ctx'), each)
    if (confirmed) requireConfirmed(c.get('ctx'))
    await next()
  }
  const marks = { 'x-right': right, 'x-sights': sights, ...(confirmed ? { 'x-confirmed': true } : {}) }
  return { tags: ['Admin'], security: bearer, middleware: refuse, ...marks }
}

/** For a call that gives money back by some of its input alone: refused as by `needs('orders', 'amounts', 'confirmed')`. */
export function requireGivingBack(ctx: Ctx): void {
  requireRight(ctx, 'amounts')
  requireConfirmed(ctx)
}

/** For calls about the caller herself, whatever her rights in the panel: `staffOnly` has seen to it that she has any. */
export const ofStaff = { tags: ['Admin'], security: bearer, 'x-right': 'any' }
