/** The links in mails that take consent back (RFC 8058), for anybody who has one, signed in or not. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type Ctx, isId } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { networkOf, takeLimit } from '../../limits.ts'
import { users } from '../schema.ts'
import { withdrawAllOf, withdrawConsent } from './ledger.ts'

/** Only wrong links are counted: the one click comes from the mail provider, for all of its people. */
export async function unsubscribe(ctx: Ctx, token: string): Promise<void> {
  const whose = namedIn(ctx, token)
  if (!whose) {
    await takeLimit(ctx, { key: `unsubscribe:${networkOf(ctx)}`, limit: 30, windowSeconds: 3600 })
    throw new ShopError(
      'INVALID',
      'Bu bağlantı geçersiz. Tercihinizi hesabınızdan değiştirebilir ya da bize yazabilirsiniz.',
    )
  }
  const said = { form: 'mail-link', source: 'HS_EPOSTA' } as const
  if (isId(whose)) {
    const [user] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, whose))
    await withdrawAllOf(ctx, whose, user ? [user.email] : [], said)
  } else await withdrawConsent(ctx, { recipient: whose, channel: 'EMAIL', ...said })
}

/**
 * Both addresses for a mail to an account (its id) or to an e-mail address without one: the page that asks, and the one click.
 * `mailId` only tells which mail it was.
 */
export function unsubscribeLinks(ctx: Ctx, whose: string, mailId?: string): { page: string; oneClick: string } {
  const name = isId(whose) ? whose : Buffer.from(whose).toString('base64url')
  const token = [name, signatureOf(ctx, whose), ...(mailId ? [mailId] : [])].join('.')
  return {
    page: `${ctx.config.publicUrl}/abonelikten-cik?token=${token}`,
    oneClick: `${ctx.config.publicUrl}/api/v1/unsubscribe?token=${token}`,
  }
}

/** A token is good for as long as the mails that carry it; it can do nothing else. */
function namedIn(ctx: Ctx, token: string): string | undefined {
  const [name = '', signature = ''] = token.split('.')
  const whose = isId(name) ? name : Buffer.from(name, 'base64url').toString()
  const given = Buffer.from(signature)
  const right = Buffer.from(signatureOf(ctx, whose))
  return whose && given.length === right.length && timingSafeEqual(given, right) ? whose : undefined
}

function signatureOf(ctx: Ctx, whose: string): string {
  return createHmac('sha256', ctx.config.authSecret).update(`unsubscribe:${whose}`).digest('base64url')
}
