import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction, isId, requireAdmin } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { mostTries } from '../jobs/queue.ts'
import type { MailQuery } from './contract.ts'
import { mails } from './schema.ts'

/** A mail as admins see it: never its body, which may hold a link that opens an account. */
export type ListedMail = {
  id: string
  kind: string
  toEmail: string
  subject: string
  attempts: number
  lastError: string | null
  /** No more tries are made by themselves. */
  gaveUp: boolean
  sentAt: Date | null
  createdAt: Date
}

const columns = {
  id: mails.id,
  kind: mails.kind,
  toEmail: mails.toEmail,
  subject: mails.subject,
  attempts: mails.attempts,
  lastError: mails.lastError,
  sentAt: mails.sentAt,
  createdAt: mails.createdAt,
}

/** The outbox, newest first; without a wish, what could not be sent. */
export async function listMails(ctx: Ctx, query: MailQuery): Promise<{ items: ListedMail[]; total: number }> {
  await requireAdmin(ctx)
  const states: Record<MailQuery['state'], SQL | undefined> = {
    failed: and(isNull(mails.sentAt), isNotNull(mails.lastError)),
    waiting: and(isNull(mails.sentAt), isNull(mails.lastError)),
    sent: isNotNull(mails.sentAt),
  }
  const words = query.q?.toLowerCase()
  const found = words ? sql`strpos(lower(concat_ws(' ', ${mails.toEmail}, ${mails.subject})), ${words}) > 0` : undefined
  const where = and(states[query.state], found)
  const rows = await ctx.db
    .select(columns)
    .from(mails)
    .where(where)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(mails).where(where)
  return { items: rows.map(listed), total }
}

/** Puts a mail that could not be sent back in the queue, with all its tries. */
export async function resendMail(ctx: Ctx, id: string): Promise<ListedMail> {
  await requireAdmin(ctx)
  if (!isId(id)) throw missing()
  return inTransaction(ctx, async (ctx) => {
    const [again] = await ctx.db
      .update(mails)
      .set({ attempts: 0, lastError: null })
      .where(and(eq(mails.id, id), isNull(mails.sentAt), isNotNull(mails.lastError)))
      .returning(columns)
    if (again) {
      await ctx.jobs.add(ctx, 'send-mail', { mailId: id })
      return listed(again)
    }
    const [present] = await ctx.db.select({ sentAt: mails.sentAt }).from(mails).where(eq(mails.id, id))
    if (!present) throw missing()
    throw new ShopError('CONFLICT', present.sentAt ? 'Bu e-posta zaten gönderildi.' : 'Bu e-posta zaten sırada.')
  })
}

function listed(row: Omit<ListedMail, 'gaveUp'>): ListedMail {
  return { ...row, gaveUp: row.sentAt === null && row.attempts >= mostTries }
}

function missing() {
  return notFound('Bu e-posta kayıtlarda yok.')
}
