import { createHash } from 'node:crypto'
import { type Ctx, inTransaction, requireUser } from '../../ctx.ts'
import { invalid, ShopError } from '../../errors.ts'
import { takeLimit } from '../../limits.ts'
import { consentGivenMail } from '../../mail/account-change-mails.ts'
import { queueMail } from '../../mail/outbox.ts'
import { findBrand } from '../../settings/brand.ts'
import type { MailPreferences } from '../contract.ts'
import { getUser } from '../users.ts'
import {
  type ConsentEvent,
  findState,
  giveConsent,
  listEvents,
  type Recipient,
  withdrawAllOf,
  withdrawConsent,
} from './ledger.ts'
import { unsubscribeLinks } from './links.ts'

type ConsentText = { text: string; version: string }
export type MailPreferencesNow = { marketing: { granted: boolean; since: Date | null } & ConsentText }

/** The text that is agreed to; the version names these very words. */
export async function marketingConsentText(ctx: Ctx): Promise<ConsentText> {
  const { shopName } = await findBrand(ctx)
  const text = `${shopName} mağazasının kampanya, indirim ve yeni ürün haberlerini e-posta adresime göndermesini kabul ediyorum. Bu iznimi hesabımdan veya e-postalardaki bağlantıdan dilediğim zaman geri alabilirim.`
  return { text, version: versionOf(text) }
}

export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

export async function getMailPreferences(ctx: Ctx): Promise<MailPreferencesNow> {
  const state = await findState(ctx, mailOf(await getUser(ctx)))
  const standing = state?.status === 'GIVEN' ? state : undefined
  return {
    marketing: {
      granted: standing !== undefined,
      since: standing?.since ?? null,
      ...(await marketingConsentText(ctx)),
    },
  }
}

const unproved = 'Önce e-posta adresinizi doğrulayın; kampanya e-postaları yalnızca doğrulanmış adreslere gönderilir.'

function mailOf({ email }: { email: string }): Recipient {
  return { recipient: email.toLowerCase(), channel: 'EMAIL' }
}

/**
 * Agreeing needs the version of the text that was read, and an address that she has proved: whoever registers with another's shall not
 * sign her up, nor undo her no. A new consent is confirmed by mail the same day.
 */
export async function saveMailPreferences(ctx: Ctx, input: MailPreferences): Promise<MailPreferencesNow> {
  const user = await getUser(ctx)
  const said = { form: 'settings', source: 'HS_WEB' } as const
  if (!input.marketing) {
    await withdrawAllOf(ctx, user.id, [user.email], said)
    return getMailPreferences(ctx)
  }
  const { text, version } = await marketingConsentText(ctx)
  if (input.textVersion === undefined) throw invalid({ textVersion: ['Onayladığınız metni belirtin'] })
  if (input.textVersion !== version) {
    throw new ShopError('CONFLICT', 'İzin metni değişti; lütfen yeni metni okuyup yeniden onaylayın.')
  }
  if (!user.emailVerifiedAt) throw new ShopError('CONFLICT', unproved)
  await takeLimit(ctx, { key: `consent:${user.id}`, limit: 10, windowSeconds: 3600 })
  await inTransaction(ctx, async (ctx) => {
    const given = await giveConsent(ctx, { ...mailOf(user), ...said, userId: user.id, textVersion: version, text })
    if (!given) return
    const { page, oneClick } = unsubscribeLinks(ctx, user.id)
    const mail = consentGivenMail(await findBrand(ctx), { firstName: user.firstName, unsubscribePage: page })
    await queueMail(ctx, { ...mail, to: user.email, unsubscribeUrl: oneClick })
  })
  return getMailPreferences(ctx)
}

/** All that the user ever said, oldest first. */
export async function listConsents(ctx: Ctx): Promise<ConsentEvent[]> {
  const events = await listEvents(ctx, requireUser(ctx), [])
  return events.reverse()
}

/** Her new address has what she agreed to for the old one, which nobody is written to any more. In the caller's transaction. */
export async function moveConsent(ctx: Ctx, user: { id: string; email: string }, email: string): Promise<void> {
  const [from, to] = [mailOf(user), mailOf({ email })]
  const old = await findState(ctx, from)
  if (old?.status !== 'GIVEN') return
  const said = { form: 'email-change', source: 'HS_WEB', userId: user.id } as const
  const [given] = await listEvents(ctx, undefined, [old.recipient])
  await withdrawConsent(ctx, { ...from, ...said })
  // A choice already made for the new address stands.
  if (await findState(ctx, to)) return
  await giveConsent(ctx, { ...to, ...said, textVersion: given?.textVersion ?? null, text: given?.text ?? null })
}
