import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { addressOf, type Ctx, inTransaction, isId, newId, requireUser } from '../ctx.ts'
import { invalid, ShopError } from '../errors.ts'
import { networkOf, takeLimit } from '../limits.ts'
import { consentGivenMail } from '../mail/account-change-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import type { MailPreferences } from './contract.ts'
import { consents, users } from './schema.ts'
import { getUser } from './users.ts'

type Consent = typeof consents.$inferSelect
type ConsentText = { text: string; version: string }
export type MailPreferencesNow = { marketing: { granted: boolean; since: Date | null } & ConsentText }

/** The text that is agreed to; the version names these very words. */
export async function marketingConsentText(ctx: Ctx): Promise<ConsentText> {
  const { shopName } = await findBrand(ctx)
  const text = `${shopName} mağazasının kampanya, indirim ve yeni ürün haberlerini e-posta adresime göndermesini kabul ediyorum. Bu iznimi hesabımdan veya e-postalardaki bağlantıdan dilediğim zaman geri alabilirim.`
  return { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) }
}

export async function getMailPreferences(ctx: Ctx): Promise<MailPreferencesNow> {
  const standing = await findConsent(ctx, requireUser(ctx))
  return {
    marketing: {
      granted: standing !== undefined,
      since: standing?.grantedAt ?? null,
      ...(await marketingConsentText(ctx)),
    },
  }
}

/** Agreeing needs the version of the text that was read. A new consent is confirmed by mail the same day. */
export async function saveMailPreferences(ctx: Ctx, input: MailPreferences): Promise<MailPreferencesNow> {
  const user = await getUser(ctx)
  if (!input.marketing) {
    await withdrawConsent(ctx, user.id, 'settings')
    return getMailPreferences(ctx)
  }
  const { text, version } = await marketingConsentText(ctx)
  if (input.textVersion === undefined) throw invalid({ textVersion: ['Onayladığınız metni belirtin'] })
  if (input.textVersion !== version) {
    throw new ShopError('CONFLICT', 'İzin metni değişti; lütfen yeni metni okuyup yeniden onaylayın.')
  }
  await takeLimit(ctx, { key: `consent:${user.id}`, limit: 10, windowSeconds: 3600 })
  await inTransaction(ctx, async (ctx) => {
    const [given] = await ctx.db
      .insert(consents)
      .values({
        id: newId(),
        userId: user.id,
        purpose: 'marketing-email',
        textVersion: version,
        text,
        grantedAt: ctx.clock(),
        grantedFrom: 'settings',
        grantedAddress: addressOf(ctx),
      })
      .onConflictDoNothing()
      .returning()
    if (!given) return
    const unsubscribePage = unsubscribePageUrl(ctx, user.id)
    await queueMail(ctx, {
      ...consentGivenMail(await findBrand(ctx), { firstName: user.firstName, unsubscribePage }),
      to: user.email,
      unsubscribeUrl: oneClickUrl(ctx, user.id),
    })
  })
  return getMailPreferences(ctx)
}

/** Takes consent back by the link of a mail; whoever has the link may, signed in or not. */
export async function unsubscribe(ctx: Ctx, token: string): Promise<void> {
  await takeLimit(ctx, { key: `unsubscribe:${networkOf(ctx)}`, limit: 30, windowSeconds: 3600 })
  const userId = userOfToken(ctx, token)
  if (!userId) throw new ShopError('INVALID', 'Bu bağlantı geçersiz. Tercihinizi hesabınızdan da değiştirebilirsiniz.')
  await withdrawConsent(ctx, userId, 'mail-link')
}

type Withdrawal = NonNullable<Consent['withdrawnFrom']>

/** The row stays and says when and how it ended. */
export async function withdrawConsent(ctx: Ctx, userId: string, from: Withdrawal): Promise<void> {
  await ctx.db
    .update(consents)
    .set({ withdrawnAt: ctx.clock(), withdrawnFrom: from, withdrawnAddress: addressOf(ctx) })
    .where(and(eq(consents.userId, userId), isNull(consents.withdrawnAt)))
}

/** All that the user ever agreed to, oldest first. */
export async function listConsents(ctx: Ctx): Promise<Consent[]> {
  return ctx.db
    .select()
    .from(consents)
    .where(eq(consents.userId, requireUser(ctx)))
    .orderBy(asc(consents.grantedAt))
}

async function findConsent(ctx: Ctx, userId: string): Promise<Consent | undefined> {
  const [standing] = await ctx.db
    .select()
    .from(consents)
    .innerJoin(users, eq(users.id, consents.userId))
    .where(and(eq(consents.userId, userId), isNull(consents.withdrawnAt), isNull(users.deletedAt)))
  return standing?.consents
}

function unsubscribePageUrl(ctx: Ctx, userId: string): string {
  return `${ctx.config.publicUrl}/abonelikten-cik?token=${unsubscribeToken(ctx, userId)}`
}

/** For mail programs' own unsubscribe button (RFC 8058). */
function oneClickUrl(ctx: Ctx, userId: string): string {
  return `${ctx.config.publicUrl}/api/v1/unsubscribe?token=${unsubscribeToken(ctx, userId)}`
}

/** Good for as long as the mails that carry it; it can do nothing else. */
function unsubscribeToken(ctx: Ctx, userId: string): string {
  return `${userId}.${signatureOf(ctx, userId)}`
}

function userOfToken(ctx: Ctx, token: string): string | undefined {
  const [userId = '', signature = ''] = token.split('.')
  if (!isId(userId)) return undefined
  const given = Buffer.from(signature)
  const right = Buffer.from(signatureOf(ctx, userId))
  return given.length === right.length && timingSafeEqual(given, right) ? userId : undefined
}

function signatureOf(ctx: Ctx, userId: string): string {
  return createHmac('sha256', ctx.config.authSecret).update(`unsubscribe:${userId}`).digest('base64url')
}
