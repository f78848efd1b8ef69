/**
 * Messages from the shop's forms. Each is kept with the mail that tells the owner of it in one transaction; the form-to-mail
 * service, where it is set, gets it from a job.
 */

import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { askByApplication } from '../accounts/consents/application.ts'
import { forgetSubjects } from '../audit/forget.ts'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { networkOf, takeLimit } from '../limits.ts'
import { messageMail } from '../mail/message-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { removeFiles } from '../media/removal.ts'
import { findBrand } from '../settings/brand.ts'
import { getText } from '../texts/texts.ts'
import { after, days } from '../time.ts'
import { type Attachment, keepAttachment, type Upload } from './attachment.ts'
import type { Application, MessageBody, MessageKind, ProblemReport } from './contract.ts'
import { factsOf, subjectOf } from './facts.ts'
import { messages } from './schema.ts'

/** Stores a problem report. */
export async function reportProblem(ctx: Ctx, { subject_line, email, problem }: ProblemReport): Promise<void> {
  await takeFormLimit(ctx, 'problem-report')
  if (subject_line) return
  await keepMessage(ctx, { kind: 'problem-report', email, body: { problem } })
}

/** Stores an application to work with the shop, with its file if one was sent. */
export async function apply(ctx: Ctx, application: Application, upload?: Upload): Promise<void> {
  await takeFormLimit(ctx, 'application')
  const { subject_line, email, ...body } = application
  if (subject_line) return
  // Files first: a row always has its file, and a crash in between leaves only a file that nobody asks for.
  const attachment = upload ? await keepAttachment(ctx, upload) : undefined
  // The version of the privacy notice that the applicant read.
  const { version: noticeVersion } = await getText(ctx, 'gizlilik-sozlesmesi')
  await keepMessage(ctx, { kind: 'application', email, body: { ...body, noticeVersion }, attachment })
  if (body.consentMarketing) await askByApplication(ctx, { email, fullName: body.fullName })
}

/** Limits each form to five an hour from one network. */
export async function takeFormLimit(ctx: Ctx, kind: MessageKind): Promise<void> {
  await takeLimit(ctx, { key: `form:${kind}:${networkOf(ctx)}`, limit: 5, windowSeconds: 3600 })
}

/** Checked before a large body is read. Higher than the forms' own limit, so that refused forms can be corrected. */
export async function takeUploadLimit(ctx: Ctx): Promise<void> {
  await takeLimit(ctx, { key: `upload:${networkOf(ctx)}`, limit: 20, windowSeconds: 3600 })
}

type NewMessage = { kind: MessageKind; email: string; body: MessageBody; attachment?: Attachment }

/** Stores a message and, in the same transaction, the mail to the owner and the job for the form-to-mail service if set. */
export async function keepMessage(ctx: Ctx, { kind, email, body, attachment }: NewMessage): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [message] = await ctx.db
      .insert(messages)
      .values({ id: newId(), kind, email, body, ...attachment, createdAt: ctx.clock() })
      .returning()
    if (!message) throw new Error('insert returned no row')
    const brand = await findBrand(ctx)
    const mail = messageMail(brand, {
      kind,
      subject: subjectOf(message),
      facts: factsOf(message),
      hasFile: attachment !== undefined,
    })
    await queueMail(ctx, { ...mail, to: brand.shopEmail, replyTo: email })
    if (ctx.config.formMail) await ctx.jobs.add(ctx, 'forward-message', { messageId: message.id })
  })
}

/** Messages that a person wrote from one address are answered at the other from now on. */
export async function moveMessages(ctx: Ctx, from: string, to: string): Promise<void> {
  await ctx.db.update(messages).set({ email: to }).where(eq(messages.email, from))
}

/** Kept as long as the mails of orders, as they may be what she withdrew by; then they go with their answers and files. */
export async function forgetOldMessages(ctx: Ctx): Promise<void> {
  const { fileKey, createdAt } = messages
  const isOld = lt(createdAt, after(ctx.clock(), -days(3 * 366)))
  // The files first: once a row is gone, nothing names its file.
  const kept = await ctx.db
    .select({ fileKey })
    .from(messages)
    .where(and(isOld, isNotNull(fileKey)))
  await removeFiles(
    ctx,
    kept.flatMap(({ fileKey }) => fileKey ?? []),
  )
  await inTransaction(ctx, async (ctx) => {
    await forgetSubjects(ctx, sql`(select ${messages.id}::text from ${messages} where ${isOld})`, 'Silinmiş mesaj')
    await ctx.db.delete(messages).where(isOld)
  })
}
