import { asc } from 'drizzle-orm'
import { mailLink } from '#shop/accounts/link-requests.ts'
import { linkRequests } from '#shop/accounts/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'

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
