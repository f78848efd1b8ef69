/** The box of the application form, which anybody can tick for any address: it counts once the link that is mailed there is opened. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { isWithinLimit, networkOf, takeLimit } from '../../limits.ts'
import { consentAskedMail, consentGivenMail } from '../../mail/account-change-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import { after, days } from '../../time.ts'
import { users } from '../schema.ts'
import { hashToken } from '../sessions/sessions.ts'
import { findState, giveConsent, type Recipient } from './ledger.ts'
import { unsubscribeLinks } from './links.ts'
import { versionOf } from './own.ts'
import { agreeingMark, applicationConsent } from './words.ts'

const life = days(7)

/** Agrees for an address that she has proved, or mails the link that does. An earlier choice for the address stands. */
export async function askByApplication(ctx: Ctx, given: { email: string; fullName: string }): Promise<void> {
  const [firstName = ''] = given.fullName.trim().split(/\s+/)
  const asked: Recipient = { recipient: given.email.toLowerCase(), channel: 'EMAIL' }
  if (await findState(ctx, asked)) return
  if (await isHers(ctx, asked.recipient)) return give(ctx, asked, firstName)
  const { recipient } = asked
  if (!(await isWithinLimit(ctx, { key: `consent-to:${hashToken(recipient)}`, limit: 3, windowSeconds: 86_400 })))
    return
  const url = `${ctx.config.publicUrl}/abonelikten-cik?token=${tokenOf(ctx, recipient)}`
  const mail = consentAskedMail(await findBrand(ctx), { firstName, url, text: applicationConsent })
  await queueMail(ctx, { ...mail, to: recipient })
}

/** By the link: the address is proved, and she has agreed. A no that was said meanwhile stands. */
export async function confirmConsent(ctx: Ctx, token: string): Promise<void> {
  const recipient = recipientIn(ctx, token)
  if (!recipient) {
    await takeLimit(ctx, { key: `consent-link:${networkOf(ctx)}`, limit: 30, windowSeconds: 3600 })
    throw new ShopError('INVALID', 'Bu bağlantı geçersiz ya da süresi dolmuş. İzninizi hesabınızdan da verebilirsiniz.')
  }
  const asked: Recipient = { recipient, channel: 'EMAIL' }
  const state = await findState(ctx, asked)
  if (state?.status === 'WITHDRAWN')
    throw new ShopError(
      'CONFLICT',
      'Bu adres için izin geri alınmış. Yeniden vermek için hesabınızı kullanabilirsiniz.',
    )
  if (!state) await give(ctx, asked, '')
}

/** She is told the same day, with the way back. */
async function give(ctx: Ctx, asked: Recipient, firstName: string): Promise<void> {
  const words = { text: applicationConsent, textVersion: versionOf(applicationConsent) }
  await inTransaction(ctx, async (ctx) => {
    if (!(await giveConsent(ctx, { ...asked, form: 'application', source: 'HS_WEB', ...words }))) return
    const { page, oneClick } = unsubscribeLinks(ctx, asked.recipient)
    const mail = consentGivenMail(await findBrand(ctx), { firstName, unsubscribePage: page })
    await queueMail(ctx, { ...mail, to: asked.recipient, unsubscribeUrl: oneClick })
  })
}

/** She is signed in, and the address is the one that she has proved. */
async function isHers({ db, actor }: Ctx, email: string): Promise<boolean> {
  if (actor.kind !== 'user') return false
  return (
    (await db.$count(users, and(eq(users.id, actor.id), eq(users.email, email), isNotNull(users.emailVerifiedAt)))) > 0
  )
}

function tokenOf(ctx: Ctx, recipient: string): string {
  const said = `${Buffer.from(recipient).toString('base64url')}.${after(ctx.clock(), life).getTime()}`
  return `${agreeingMark}${said}.${signatureOf(ctx, said)}`
}

function recipientIn(ctx: Ctx, token: string): string | undefined {
  const [, name = '', until = '', signature = ''] = token.split('.')
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(ctx, `${name}.${until}`))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return Number(until) > ctx.clock().getTime() ? Buffer.from(name, 'base64url').toString() : undefined
}

function signatureOf(ctx: Ctx, said: string): string {
  return createHmac('sha256', ctx.config.authSecret).update(`consent:${said}`).digest('base64url')
}
