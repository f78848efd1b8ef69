/**
 * The outbox. A mail is a row in `mails`, written by the transaction that causes it, and sent by a pg-boss job that retries
 * with growing pauses, eleven times in all (../jobs/queue.ts). A mail that is still unsent then is kept for three years,
 * and the panel's mails show the server's answer and send it again (../desk/mails.ts). Mails that a server returns later come to bounces/.
 */

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, gt, isNotNull, isNull, lt, notLike, or, sql } from 'drizzle-orm'
import type { SendMailOptions } from 'nodemailer'
import { consentStates } from '../accounts/schema.ts'
import { forgetSubjects } from '../audit/forget.ts'
import { type Ctx, inTransaction, joinTransaction, newId, together } from '../ctx.ts'
import { keptCarts } from '../news/schema.ts'
import { findSenderAndReplies } from '../settings/sender.ts'
import { after, days, minutes } from '../time.ts'
import { forgetOldBounces, isDead, noteRefusal } from './bounces/bounces.ts'
import { envelopeOf } from './bounces/return-path.ts'
import { branchId, branchPng } from './branch.ts'
import type { Mail } from './layout.ts'
import { linkMark } from './link-marks.ts'
import { mails } from './schema.ts'
import { openTransport } from './transport.ts'

type Row = typeof mails.$inferSelect

/** A file of the store that a mail brings along. */
type StoredFile = { key: string; name: string }

/** Puts a mail in the outbox, in the ctx's transaction: it is sent only once that commits. Returns its id. */
export async function queueMail(
  ctx: Ctx,
  mail: Mail & {
    to: string
    replyTo?: string
    unsubscribeUrl?: string
    contractsOf?: string
    orderLinkOf?: string
    file?: StoredFile
  },
): Promise<string> {
  const mailId = newId()
  await joinTransaction(ctx, async (ctx) => {
    const row = ctx.db.insert(mails).values({
      id: mailId,
      kind: mail.kind,
      toEmail: mail.to,
      replyTo: mail.replyTo,
      unsubscribeUrl: mail.unsubscribeUrl,
      contractsOf: mail.contractsOf,
      orderLinkOf: mail.orderLinkOf,
      fileKey: mail.file?.key,
      fileName: mail.file?.name,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      createdAt: ctx.clock(),
    })
    await together(row, ctx.jobs.add(ctx, 'send-mail', { mailId }))
  })
  return mailId
}

/** The contracts of an order as files; undefined when nothing was accepted with it. */
type DocumentsOf = (ctx: Ctx, orderId: string) => Promise<{ html: Document; pdf: Document } | undefined>
/** Makes the token that opens an order for a mail's recipient, or the mark of an order that is in an account. */
type LinkOf = (ctx: Ctx, orderId: string, email: string, kind: string) => Promise<string>
type Makers = { documentsOf?: DocumentsOf; linkOf?: LinkOf }
type Document = { filename: string; content: string | Buffer }

/**
 * The job 'send-mail'; `documentsOf` makes the attachments of a mail about an order, `linkOf` the link that
 * opens it. A mail that is already sent is not sent again; a failure is noted and thrown, for the queue to retry.
 */
export async function sendMail(ctx: Ctx, mailId: string, makers: Makers = {}): Promise<void> {
  const [mail] = await ctx.db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, mailId), isNull(mails.sentAt)))
    .returning()
  if (!mail || !(await stillWanted(ctx, mail))) return
  try {
    const message = await messageOf(ctx, await withLink(ctx, mail, makers), makers.documentsOf)
    if (ctx.config.lostSettings.includes('SMTP_URL'))
      throw new Error('the saved settings of the mail server cannot be read; enter them again in the panel')
    await (ctx.config.smtpUrl ? sendBySmtp(ctx, mail, message, ctx.config.smtpUrl) : writeToFolder(ctx, mail, message))
  } catch (error) {
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    await ctx.db.update(mails).set({ lastError }).where(eq(mails.id, mailId))
    await noteRefusal(ctx, mail.toEmail, error)
    throw error
  }
  // A link that opens an account, or a code, is deleted from the database once it is sent.
  const body = secretKinds.has(mail.kind) ? { html: '', text: '' } : {}
  await ctx.db
    .update(mails)
    .set({ sentAt: ctx.clock(), toFolder: !ctx.config.smtpUrl, lastError: null, ...body })
    .where(eq(mails.id, mailId))
}

/** Advertising that one event caused: it needs consent at the moment it is sent. */
export const priceFallKind = 'price-fall'
/** Advertising about a cart that was left: it needs that cart to be kept still, too. */
export const keptCartKind = 'kept-cart'

/** Mails that nobody waits for: none goes to an address that does not work. */
const noticeKinds: ReadonlySet<string> = new Set([priceFallKind, keptCartKind, 'restock', 'review-request'])

/** False, with the mail gone, when nobody would get it, or it is advertising and she took her consent back or bought what it tells of. */
async function stillWanted(ctx: Ctx, mail: Row): Promise<boolean> {
  if (!noticeKinds.has(mail.kind)) return true
  if (!(await isDead(ctx, mail.toEmail)) && (await isAgreed(ctx, mail))) return true
  await ctx.db.delete(mails).where(eq(mails.id, mail.id))
  return false
}

async function isAgreed(ctx: Ctx, { id, kind, toEmail }: Row): Promise<boolean> {
  if (kind !== priceFallKind && kind !== keptCartKind) return true
  const [agreed] = await ctx.db
    .select({ recipient: consentStates.recipient })
    .from(consentStates)
    .where(
      and(eq(consentStates.recipient, toEmail), eq(consentStates.channel, 'EMAIL'), eq(consentStates.status, 'GIVEN')),
    )
  return agreed !== undefined && (kind === priceFallKind || (await hasCart(ctx, id)))
}

async function hasCart(ctx: Ctx, mailId: string): Promise<boolean> {
  const whose = and(eq(keptCarts.mailId, mailId), isNotNull(keptCarts.tokenHash))
  return (await ctx.db.select({ userId: keptCarts.userId }).from(keptCarts).where(whose)).length > 0
}

/** Mails whose link opens an account or buys what is kept, or whose code confirms an order or is money. */
export const secretKinds: ReadonlySet<string> = new Set([
  'verification',
  'already-registered',
  'password-reset',
  'email-change-link',
  'door-code',
  'guest-code',
  'gift-card',
  'staff-invitation',
  'restock',
  'restock-confirm',
])

/** The name of a deleted mail in the history of changes. */
export const forgottenMail = 'Silinmiş e-posta'

/** Deletes old mails: about orders after the law's three years, others after three months, and what was never sent after three years too. */
export async function forgetOldMails(ctx: Ctx): Promise<void> {
  const aged = (length: number) => lt(mails.sentAt, after(ctx.clock(), -length))
  const isUnsent = and(isNull(mails.sentAt), lt(mails.createdAt, after(ctx.clock(), -days(3 * 366))))
  const isOld = or(aged(days(3 * 366)), and(aged(days(90)), notLike(mails.kind, 'order%')), isUnsent)
  await inTransaction(ctx, async (ctx) => {
    await forgetSubjects(ctx, sql`(select ${mails.id}::text from ${mails} where ${isOld})`, forgottenMail)
    await ctx.db.delete(mails).where(isOld)
  })
  await forgetOldBounces(ctx)
}

async function sendBySmtp(ctx: Ctx, mail: Row, message: Message, url: string): Promise<void> {
  const transport = await openTransport(url)
  const sent = { ...message, ...envelopeOf(ctx, mail.id, mail.toEmail) }
  await transport.sendMail(sent).finally(() => transport.close())
}

/** Without SMTP every mail is a file, named by its id, so writing it twice changes nothing. */
export async function writeToFolder(
  ctx: Ctx,
  mail: Pick<Row, 'id' | 'kind' | 'createdAt'>,
  what: SendMailOptions,
): Promise<void> {
  const folder = join(ctx.config.dataDir, 'mail')
  const time = mail.createdAt.toISOString().replace(/[:.]/g, '-')
  const path = join(folder, `${time}-${mail.kind}-${mail.id}.eml`)
  const { createTransport } = await import('nodemailer')
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(what)
  if (!Buffer.isBuffer(message)) throw new Error('the mail was not written to memory')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${path}.partial`, message, { mode: 0o600 })
  await rename(`${path}.partial`, path)
}

/** Whether mails wait that somebody waits for: they go before newsletters. Those that failed once hold nothing up. */
export async function outboxWaits(ctx: Ctx): Promise<boolean> {
  const fresh = and(isNull(mails.sentAt), eq(mails.attempts, 0), gt(mails.createdAt, after(ctx.clock(), -minutes(10))))
  return (await ctx.db.select({ id: mails.id }).from(mails).where(fresh).limit(1)).length > 0
}

type Message = Awaited<ReturnType<typeof messageOf>>

/** Writes the link that opens an order at the last moment, a new one at each try: the outbox holds none. */
async function withLink(ctx: Ctx, mail: Row, { linkOf }: Makers): Promise<Row> {
  if (!mail.orderLinkOf) return mail
  if (!linkOf) throw new Error('this mail brings a link along, and nobody makes it')
  const link = await linkOf(ctx, mail.orderLinkOf, mail.toEmail, mail.kind)
  return { ...mail, html: mail.html.replaceAll(linkMark, link), text: mail.text.replaceAll(linkMark, link) }
}

async function messageOf(ctx: Ctx, mail: Row, documentsOf: DocumentsOf | undefined) {
  if (mail.contractsOf && !documentsOf) throw new Error('this mail brings contracts along, and nobody makes them')
  const documents = mail.contractsOf ? await documentsOf?.(ctx, mail.contractsOf) : undefined
  const { hostname } = new URL(ctx.config.publicUrl)
  const { from, replyTo: usualReplyTo } = await findSenderAndReplies(ctx)
  const replyTo = mail.replyTo ?? usualReplyTo
  return {
    from,
    to: { name: '', address: mail.toEmail },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    attachments: [
      ...drawingsIn(mail.html),
      ...(documents ? [documents.html, documents.pdf] : []),
      ...(await fileOf(ctx, mail)),
    ],
    date: mail.createdAt,
    // The same at every try, so that mail programs show a mail that was sent twice only once.
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

/** The stored file that comes along; a mail without it is not sent. */
async function fileOf(ctx: Ctx, { fileKey, fileName }: Row) {
  if (!fileKey) return []
  const bytes = await ctx.files.get(fileKey)
  if (!bytes) throw new Error('the file that this mail brings along is missing')
  return [{ filename: fileName ?? fileKey, content: Buffer.from(bytes) }]
}

/** The drawing that the mail's HTML shows, as an attachment. */
function drawingsIn(html: string) {
  const branch = {
    cid: branchId,
    filename: `${branchId}.png`,
    content: branchPng,
    contentDisposition: 'inline' as const,
  }
  return html.includes(`"cid:${branchId}"`) ? [branch] : []
}
