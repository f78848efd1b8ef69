import { asc } from 'drizzle-orm'
import type { Ctx } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'

/** All mails in the outbox, oldest first. */
export async function mailsOf(ctx: Ctx) {
  return ctx.db.select().from(mails).orderBy(asc(mails.id))
}

/** The token in the link of the newest mail of this kind. */
export async function mailedToken(ctx: Ctx, kind: string): Promise<string> {
  const mail = (await mailsOf(ctx)).findLast((mail) => mail.kind === kind)
  const token = /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no mail of kind ${kind} with a token`)
  return token
}
