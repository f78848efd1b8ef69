/** The link of a waiting shopper's mails: it confirms, opens what is kept, and leaves the line. Nothing of it is in the database. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Ctx, isId } from '../ctx.ts'
import { notFound } from '../errors.ts'

export function noticeToken(ctx: Ctx, id: string): string {
  return `${id}.${signatureOf(ctx, id)}`
}

/** The page with the token after the #, and the one-click address for mail programs, which leaves the line (RFC 8058). */
export function noticeLinks(ctx: Ctx, id: string): { page: string; oneClick: string } {
  const token = noticeToken(ctx, id)
  return {
    page: `${ctx.config.publicUrl}/gelince-haber#token=${token}`,
    oneClick: `${ctx.config.publicUrl}/api/v1/stock-notices/${token}/leave`,
  }
}

/** The request that a token names; undefined when it is none of ours. */
export function noticeIn(ctx: Ctx, token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.')
  if (!isId(id)) return undefined
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(ctx, id))]
  return given.length === right.length && timingSafeEqual(given, right) ? id : undefined
}

export function noSuchNotice() {
  return notFound('Bu bağlantı artık geçerli değil. Ürünün sayfasından yeniden sıraya girebilirsiniz.')
}

function signatureOf(ctx: Ctx, id: string): string {
  return createHmac('sha256', ctx.config.authSecret).update(`stock-notice:${id}`).digest('base64url').slice(0, 32)
}
