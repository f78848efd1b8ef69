import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { networkOf, takeLimit } from '../limits.ts'
import { messageMail } from '../mail/message-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { findBrand } from '../settings/brand.ts'
import { getText } from '../settings/texts.ts'
import { type Attachment, keepAttachment, type Upload } from './attachment.ts'
import type { Application, MessageBody, MessageKind, ProblemReport } from './contract.ts'
import { factsOf, subjectOf } from './facts.ts'
import { messages } from './schema.ts'

/** Somebody tells of a problem. */
export async function reportProblem(ctx: Ctx, { subject_line, email, problem }: ProblemReport): Promise<void> {
  await takeFormLimit(ctx, 'problem-report')
  if (subject_line) return
  await keepMessage(ctx, { kind: 'problem-report', email, body: { problem } })
}

/** Somebody wants to work with the shop, and may send a file along. */
export async function apply(ctx: Ctx, application: Application, upload?: Upload): Promise<void> {
  await takeFormLimit(ctx, 'application')
  const { subject_line, email, ...body } = application
  if (subject_line) return
  // Files first: a row always has its file, and a crash in between leaves only a file that nobody asks for.
  const attachment = upload ? await keepAttachment(ctx, upload) : undefined
  // Which words she read, in case she asks one day.
  const { version: noticeVersion } = await getText(ctx, 'gizlilik-sozlesmesi')
  await keepMessage(ctx, { kind: 'application', email, body: { ...body, noticeVersion }, attachment })
}

/** Five an hour of each kind from one place. */
export async function takeFormLimit(ctx: Ctx, kind: MessageKind): Promise<void> {
  await takeLimit(ctx, { key: `form:${kind}:${networkOf(ctx)}`, limit: 5, windowSeconds: 3600 })
}

/** Before a large body is read at all. More than the forms' own limit, for those who mend their errors. */
export async function takeUploadLimit(ctx: Ctx): Promise<void> {
  await takeLimit(ctx, { key: `upload:${networkOf(ctx)}`, limit: 20, windowSeconds: 3600 })
}

type NewMessage = { kind: MessageKind; email: string; body: MessageBody; attachment?: Attachment }

/** Keeps a message and, in the same transaction, what tells the owner of it: a mail, and the form-to-mail service if set. */
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
