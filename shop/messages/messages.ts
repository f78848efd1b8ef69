import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, isId, newId, requireAdmin } from '../ctx.ts'
import { notFound } from '../errors.ts'
import { networkOf, takeLimit } from '../limits.ts'
import { messageMail } from '../mail/message-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { getText } from '../settings/texts.ts'
import { fold } from '../turkish.ts'
import { type Attachment, keepAttachment, type Upload } from './attachment.ts'
import type { Application, MessageBody, MessageKind, MessageQuery, ProblemReport } from './contract.ts'
import { factsOf, subjectOf } from './facts.ts'
import { messages } from './schema.ts'

export type Message = typeof messages.$inferSelect

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
    const mail = messageMail(ctx.config, {
      kind,
      subject: subjectOf(message),
      facts: factsOf(message),
      hasFile: attachment !== undefined,
    })
    await queueMail(ctx, { ...mail, to: ctx.config.shopEmail, replyTo: email })
    if (ctx.config.formMail) await ctx.jobs.add(ctx, 'forward-message', { messageId: message.id })
  })
}

/** What was sent, newest first. */
export async function listMessages(ctx: Ctx, query: MessageQuery): Promise<{ items: Message[]; total: number }> {
  await requireAdmin(ctx)
  const conditions: SQL[] = []
  if (query.kind) conditions.push(eq(messages.kind, query.kind))
  const wanted = fold(query.q ?? '')
  if (wanted) {
    conditions.push(sql`strpos(tr_fold(concat_ws(' ', ${messages.email}, ${messages.body}::text)), ${wanted}) > 0`)
  }
  const where = and(...conditions)
  const items = await ctx.db
    .select()
    .from(messages)
    .where(where)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(messages).where(where)
  return { items, total }
}

export type MessageFile = { name: string; type: string; bytes: Uint8Array }

/** The file of a message; NOT_FOUND when it has none. */
export async function getMessageFile(ctx: Ctx, id: string): Promise<MessageFile> {
  await requireAdmin(ctx)
  const [message] = isId(id) ? await ctx.db.select().from(messages).where(eq(messages.id, id)) : []
  if (!message?.fileKey) throw notFound('Bu mesajın dosyası yok.')
  const bytes = await ctx.files.get(message.fileKey)
  if (!bytes) throw notFound('Dosya artık yok.')
  return { name: message.fileName ?? 'dosya', type: message.fileType ?? 'application/octet-stream', bytes }
}
