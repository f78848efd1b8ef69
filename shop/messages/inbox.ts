import { and, asc, count, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { users } from '../accounts/schema.ts'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { notFound } from '../errors.ts'
import { answerMail } from '../mail/message-mails.ts'
import { queueMail } from '../mail/outbox.ts'
import { mails } from '../mail/schema.ts'
import { findBrand } from '../settings/brand.ts'
import { fold } from '../turkish.ts'
import type { MessageChange, MessageQuery, NewAnswer } from './contract.ts'
import { factsOf, subjectOf } from './facts.ts'
import { messageAnswers, messages } from './schema.ts'

export type Message = typeof messages.$inferSelect

/** Returns one page of the messages, newest first, and the number of unread ones. */
export async function listMessages(
  ctx: Ctx,
  query: MessageQuery,
): Promise<{ items: Message[]; total: number; unread: number }> {
  requireRight(ctx, 'messages')
  const kind = kindIs(query.kind)
  const where = and(kind, stateIs(query.state), contains(query.q))
  const items = await ctx.db
    .select()
    .from(messages)
    .where(where)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(messages).where(where)
  return { items, total, unread: await ctx.db.$count(messages, and(kind, stateIs('unread'))) }
}

function kindIs(kind: MessageQuery['kind']): SQL | undefined {
  if (kind === 'written') return ne(messages.kind, 'stock-notice')
  return kind ? eq(messages.kind, kind) : undefined
}

function stateIs(state: MessageQuery['state']): SQL | undefined {
  if (state === undefined) return undefined
  if (state === 'archived') return isNotNull(messages.archivedAt)
  const mark = {
    unread: isNull(messages.readAt),
    open: isNull(messages.answeredAt),
    answered: isNotNull(messages.answeredAt),
  }
  return and(isNull(messages.archivedAt), mark[state])
}

function contains(words: string | undefined): SQL | undefined {
  const wanted = fold(words ?? '')
  if (!wanted) return undefined
  return sql`strpos(tr_fold(concat_ws(' ', ${messages.email}, ${messages.body}::text)), ${wanted}) > 0`
}

export type MessageAnswer = {
  id: string
  actorName: string
  subject: string
  text: string
  /** State of its mail: waiting, sent, or failed. */
  state: 'waiting' | 'sent' | 'failed'
  createdAt: Date
}

/** Returns one message with its labeled fields and its answers. */
export async function getMessage(ctx: Ctx, id: string) {
  requireRight(ctx, 'messages')
  const message = await findMessage(ctx, id)
  return {
    message,
    subject: subjectOf(message),
    facts: factsOf(message),
    answers: await listAnswers(ctx, message.id),
  }
}

async function findMessage(ctx: Ctx, id: string): Promise<Message> {
  const [message] = isId(id) ? await ctx.db.select().from(messages).where(eq(messages.id, id)) : []
  if (!message) throw notFound('Mesaj bulunamadı.')
  return message
}

async function listAnswers(ctx: Ctx, messageId: string): Promise<MessageAnswer[]> {
  const rows = await ctx.db
    .select({
      answer: messageAnswers,
      firstName: users.firstName,
      lastName: users.lastName,
      sentAt: mails.sentAt,
      lastError: mails.lastError,
    })
    .from(messageAnswers)
    .leftJoin(users, eq(users.id, messageAnswers.actorId))
    .leftJoin(mails, eq(mails.id, messageAnswers.mailId))
    .where(eq(messageAnswers.messageId, messageId))
    .orderBy(asc(messageAnswers.createdAt), asc(messageAnswers.id))
  return rows.map(({ answer: { id, subject, text, mailId, createdAt }, firstName, lastName, sentAt, lastError }) => ({
    id,
    subject,
    text,
    createdAt,
    actorName: firstName === null ? 'Mağaza' : `${firstName} ${lastName}`,
    // Only sent mails are ever deleted.
    state: sentAt || mailId === null ? 'sent' : lastError ? 'failed' : 'waiting',
  }))
}

/** Marks a message. Marking it as read is not recorded in the audit. */
export async function changeMessage(ctx: Ctx, id: string, change: MessageChange): Promise<Message> {
  requireRight(ctx, 'messages')
  return inTransaction(ctx, async (ctx) => {
    const before = await findMessage(ctx, id)
    const now = ctx.clock()
    const mark = (wanted: boolean | undefined, since: Date | null) =>
      wanted === undefined ? since : wanted ? (since ?? now) : null
    const set = {
      readAt: mark(change.read, before.readAt),
      answeredAt: mark(change.answered, before.answeredAt),
      archivedAt: mark(change.archived, before.archivedAt),
    }
    await ctx.db.update(messages).set(set).where(eq(messages.id, before.id))
    const after = { ...before, ...set }
    await recordChange(ctx, {
      action: 'message.change',
      subject: { id: before.id, name: subjectOf(before) },
      before: factsForHistory(before),
      after: factsForHistory(after),
    })
    return after
  })
}

function factsForHistory({ answeredAt, archivedAt }: Message) {
  return { answered: answeredAt !== null, archived: archivedAt !== null }
}

/** Answers a message by mail: the answer is stored with it, and replies to the mail reach the shop. */
export async function answerMessage(ctx: Ctx, id: string, { subject, text }: NewAnswer): Promise<void> {
  const adminId = requireRight(ctx, 'messages')
  await inTransaction(ctx, async (ctx) => {
    const message = await findMessage(ctx, id)
    const brand = await findBrand(ctx)
    const mail = answerMail(brand, { subject, text, asked: saidIn(message), askedAt: message.createdAt })
    const mailId = await queueMail(ctx, { ...mail, to: message.email, replyTo: brand.shopEmail })
    const now = ctx.clock()
    await ctx.db.insert(messageAnswers).values({
      id: newId(),
      messageId: message.id,
      actorId: adminId ?? null,
      subject,
      text,
      mailId,
      createdAt: now,
    })
    await ctx.db
      .update(messages)
      .set({ answeredAt: message.answeredAt ?? now, readAt: message.readAt ?? now })
      .where(eq(messages.id, message.id))
    await recordChange(ctx, {
      action: 'message.change',
      subject: { id: message.id, name: subjectOf(message) },
      before: { answer: null },
      after: { answer: subject },
    })
  })
}

/** The message's own text, to quote below the answer; of what the shop wrote first there is none. */
function saidIn(message: Message): string | undefined {
  if (message.kind === 'letter') return undefined
  if (message.kind === 'problem-report') return String(message.body.problem ?? '')
  return factsOf(message)
    .filter(({ label }) => ['Başvuru türü', 'Başlık', 'Açıklama', 'Ürün', 'Beden', 'Renk'].includes(label))
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n')
}

type MessageFile = { name: string; type: string; bytes: Uint8Array }

/** Gets a message's file; NOT_FOUND when it has none. */
export async function getMessageFile(ctx: Ctx, id: string): Promise<MessageFile> {
  requireRight(ctx, 'messages')
  const [message] = isId(id) ? await ctx.db.select().from(messages).where(eq(messages.id, id)) : []
  if (!message?.fileKey) throw notFound('Bu mesajın dosyası yok.')
  const bytes = await ctx.files.get(message.fileKey)
  if (!bytes) throw notFound('Dosya artık yok.')
  return { name: message.fileName ?? 'dosya', type: message.fileType ?? 'application/octet-stream', bytes }
}
