import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull, lt, notLike, or, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import { makePapers } from '../contracts/papers.ts'
import { type Ctx, joinTransaction, newId } from '../ctx.ts'
import { findSender } from '../settings/sender.ts'
import { after, days, seconds } from '../time.ts'
import type { Mail } from './layout.ts'
import { mails } from './schema.ts'

type Row = typeof mails.$inferSelect

/** Puts a mail in the outbox, in the ctx's transaction: it goes out once that commits, and never otherwise. Gives its id. */
export async function queueMail(
  ctx: Ctx,
  mail: Mail & { to: string; replyTo?: string; unsubscribeUrl?: string; contractsOf?: string },
): Promise<string> {
  const mailId = newId()
  await joinTransaction(ctx, async (ctx) => {
    await ctx.db.insert(mails).values({
      id: mailId,
      kind: mail.kind,
      toEmail: mail.to,
      replyTo: mail.replyTo,
      unsubscribeUrl: mail.unsubscribeUrl,
      contractsOf: mail.contractsOf,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      createdAt: ctx.clock(),
    })
    await ctx.jobs.add(ctx, 'send-mail', { mailId })
  })
  return mailId
}

/** The job 'send-mail'. One that is already sent is left alone; a failure is noted and thrown, for the queue to retry. */
export async function sendMail(ctx: Ctx, mailId: string): Promise<void> {
  const [mail] = await ctx.db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, mailId), isNull(mails.sentAt)))
    .returning()
  if (!mail) return
  try {
    await (ctx.config.smtpUrl ? sendBySmtp(ctx, mail, ctx.config.smtpUrl) : writeToFolder(ctx, mail))
  } catch (error) {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    await ctx.db.update(mails).set({ lastError }).where(eq(mails.id, mailId))
    throw error
  }
  // A link that opens an account does not lie about in the database once it is on its way.
  const body = secretKinds.has(mail.kind) ? { html: '', text: '' } : {}
  await ctx.db
    .update(mails)
    .set({ sentAt: ctx.clock(), lastError: null, ...body })
    .where(eq(mails.id, mailId))
}

/** Mails whose link lets in whoever holds it. */
export const secretKinds: ReadonlySet<string> = new Set([
  'verification',
  'already-registered',
  'password-reset',
  'email-change-link',
])

/** Mails about orders are kept as long as the law wants orders kept, all others for three months; unsent ones stay. */
export async function forgetOldMails(ctx: Ctx): Promise<void> {
  const aged = (length: number) => lt(mails.sentAt, after(ctx.clock(), -length))
  await ctx.db.delete(mails).where(or(aged(days(3 * 366)), and(aged(days(90)), notLike(mails.kind, 'order%'))))
}

async function sendBySmtp(ctx: Ctx, mail: Row, url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: seconds(10),
    greetingTimeout: seconds(10),
    socketTimeout: seconds(30),
  })
  await transport.sendMail(await messageOf(ctx, mail)).finally(() => transport.close())
}

/** Without SMTP every mail is a file; its name is the mail's own, so writing it again changes nothing. */
async function writeToFolder(ctx: Ctx, mail: Row): Promise<void> {
  const folder = join(ctx.config.dataDir, 'mail')
  const time = mail.createdAt.toISOString().replace(/[:.]/g, '-')
  const path = join(folder, `${time}-${mail.kind}-${mail.id}.eml`)
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    await messageOf(ctx, mail),
  )
  if (!Buffer.isBuffer(message)) throw new Error('the mail was not written to memory')
  await mkdir(folder, { recursive: true })
  await writeFile(`${path}.partial`, message)
  await rename(`${path}.partial`, path)
}

async function messageOf(ctx: Ctx, mail: Row) {
  const papers = mail.contractsOf ? await makePapers(ctx, mail.contractsOf) : undefined
  const { hostname } = new URL(ctx.config.publicUrl)
  return {
    from: await findSender(ctx),
    to: { name: '', address: mail.toEmail },
    ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    ...(papers ? { attachments: [papers.html, papers.pdf] } : {}),
    date: mail.createdAt,
    // The same at every try: should one be sent twice, mail programs show it once.
    messageId: `<${mail.id}@${hostname}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${mail.unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
