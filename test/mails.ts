import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import { mailLink } from '#shop/accounts/link-requests.ts'
import { linkRequests } from '#shop/accounts/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { sendMail } from '#shop/mail/outbox.ts'
import { mails } from '#shop/mail/schema.ts'
import { linkOf, mailOrderLink } from '#shop/orders/guests/links.ts'
import { orderLinkRequests } from '#shop/orders/schema.ts'
import { saveGuestCheckout } from '#shop/settings/guests/guest-checkout.ts'
import type { Api } from './shop.ts'

/** Mails the requested links, then returns all mails of the outbox, oldest first. */
export async function mailsOf(ctx: Ctx) {
  for (const { id } of await ctx.db.select().from(linkRequests).orderBy(asc(linkRequests.id))) await mailLink(ctx, id)
  return ctx.db.select().from(mails).orderBy(asc(mails.id))
}

/** Returns the token in the link of the newest mail of this kind. */
export async function mailedToken(ctx: Ctx, kind: string): Promise<string> {
  const mail = (await mailsOf(ctx)).findLast((mail) => mail.kind === kind)
  const token = /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no mail of kind ${kind} with a token`)
  return token
}

export const guestEmail = 'ayse@posta.example'

export async function allowGuests(ctx: Ctx): Promise<void> {
  await saveGuestCheckout(ctx, { on: true })
}

/** The code of the newest mail that proves an address. */
export async function guestCode(ctx: Ctx): Promise<string> {
  const mail = (await mailsOf(ctx)).findLast(({ kind }) => kind === 'guest-code')
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'no code was mailed'
}

export const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Proves the address by its code; returns the bearer token of the purchase. */
export async function aGuest(ctx: Ctx, api: Api, email = guestEmail): Promise<string> {
  await api('POST', '/checkout/email-code', { body: { email } })
  const { body } = await api('POST', '/checkout/guest', { body: { email, code: await guestCode(ctx) } })
  return body.data.token
}

/** Sends what waits in the outbox, and returns the token in the link of the newest mail that has one. */
export async function mailedLink(ctx: Ctx): Promise<string> {
  for (const { id } of await ctx.db.select().from(orderLinkRequests)) await mailOrderLink(ctx, id)
  const mail = (await mailsOf(ctx)).findLast(({ orderLinkOf, sentAt }) => orderLinkOf !== null && sentAt === null)
  if (!mail) return 'no mail with a link waits'
  await sendMail(ctx, mail.id, { linkOf, documentsOf: async () => undefined })
  const folder = join(ctx.config.dataDir, 'mail')
  const file = readdirSync(folder).find((name) => name.includes(mail.id)) ?? ''
  const text = readFileSync(join(folder, file), 'utf8')
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  return /siparis-takip#token=([\w-]+)/.exec(text)?.[1] ?? 'the mail has no link'
}
