import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { notFound, ShopError } from '../errors.ts'
import { mostTries } from '../jobs/queue.ts'
import type { MailQuery } from '../mail/contract.ts'
import { secretKinds } from '../mail/outbox.ts'
import { mails } from '../mail/schema.ts'
import { fold } from '../turkish.ts'

/** A mail in a list: never with its body, which may hold a link that opens an account. */
export type ListedMail = {
  id: string
  kind: string
  toEmail: string
  subject: string
  attempts: number
  lastError: string | null
  /** The queue makes no more tries. */
  gaveUp: boolean
  /** Sent only into the shop's own folder. */
  toFolder: boolean
  sentAt: Date | null
  /** It came back: status and words of the server that refused it. */
  returned: string | null
  createdAt: Date
}

const columns = {
  id: mails.id,
  kind: mails.kind,
  toEmail: mails.toEmail,
  subject: mails.subject,
  attempts: mails.attempts,
  lastError: mails.lastError,
  toFolder: mails.toFolder,
  sentAt: mails.sentAt,
  returned: mails.returned,
  createdAt: mails.createdAt,
}

/** Returns the outbox, newest first; by default the failed mails. */
export async function listMails(ctx: Ctx, query: MailQuery): Promise<{ items: ListedMail[]; total: number }> {
  requireRight(ctx, 'mails')
  const states: Record<MailQuery['state'], SQL | undefined> = {
    failed: and(isNull(mails.sentAt), isNotNull(mails.lastError)),
    waiting: and(isNull(mails.sentAt), isNull(mails.lastError)),
    sent: isNotNull(mails.sentAt),
    all: undefined,
  }
  const words = fold(query.q ?? '')
  const found = words
    ? sql`strpos(tr_fold(concat_ws(' ', ${mails.toEmail}, ${mails.subject})), ${words}) > 0`
    : undefined
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

/** Returns one mail with its body, secrets masked. */
export async function getMail(ctx: Ctx, id: string) {
  requireRight(ctx, 'mails')
  const [mail] = isId(id) ? await ctx.db.select().from(mails).where(eq(mails.id, id)) : []
  if (!mail) throw missing()
  return { mail: listed(mail), replyTo: mail.replyTo, text: masked(mail), keptBack: keptBack(mail.kind) ?? null }
}

const isCode = (kind: string) => kind === 'door-code' || kind === 'guest-code'

/** Masks the tokens and codes in a mail's text. */
function masked({ kind, text }: Pick<typeof mails.$inferSelect, 'kind' | 'text'>): string {
  if (isCode(kind)) return text.replace(/\b\d{6}\b/g, '••••••')
  if (kind === 'gift-card') return text.replace(/\b(?:[A-Z2-9]{4}-){3}(?=[A-Z2-9]{4}\b)/g, '••••-••••-••••-')
  return text.replace(/([?&#]token=)[^\s"'<>&]+/gi, '$1••••••').replace(/([?&][\w-]+=)[\w.~%-]{20,}/g, '$1••••••')
}

/** Returns why a mail must not be sent again unchanged; undefined when it may. */
function keptBack(kind: string): string | undefined {
  if (!secretKinds.has(kind)) return undefined
  if (kind === 'gift-card')
    return 'Bu e-posta bir hediye kartının kodunu taşır; bu yüzden içeriği saklanmaz ve aynı hâliyle yeniden gönderilemez. Hediye kartları sayfasında karta yeni bir kod verirseniz yeni kod bu adrese gönderilir.'
  if (isCode(kind))
    return 'Bu e-posta kişiye özel ve süreli bir kod taşır; bu yüzden içeriği saklanmaz ve aynı hâliyle yeniden gönderilemez. Müşteri, ödeme sayfasından kendisine yeni bir kod gönderebilir.'
  if (kind === 'staff-invitation')
    return 'Bu e-posta ekibe katılma bağlantısını taşır; bu yüzden içeriği saklanmaz ve aynı hâliyle yeniden gönderilemez. Ekip sayfasında daveti yeniden gönderebilirsiniz.'
  if (kind.startsWith('restock'))
    return 'Bu e-posta ayrılan ürünü açan kişiye özel bir bağlantı taşır; bu yüzden içeriği saklanmaz ve aynı hâliyle yeniden gönderilemez. Müşteri, ürünün sayfasından yeniden sıraya girebilir.'
  return 'Bu e-posta kişiye özel ve süreli bir bağlantı taşır; bu yüzden içeriği saklanmaz ve aynı hâliyle yeniden gönderilemez. Müşteri, giriş ekranından kendisine yeni bir bağlantı gönderebilir.'
}

/** Sends a mail once more: a failed one gets all its tries again, of a sent one a copy is sent. */
export async function resendMail(ctx: Ctx, id: string): Promise<ListedMail> {
  requireRight(ctx, 'mails')
  if (!isId(id)) throw missing()
  return inTransaction(ctx, async (ctx) => {
    const [mail] = await ctx.db.select().from(mails).where(eq(mails.id, id)).for('update')
    if (!mail) throw missing()
    const secret = keptBack(mail.kind)
    if (secret) throw new ShopError('CONFLICT', secret)
    if (!mail.sentAt && !mail.lastError) throw new ShopError('CONFLICT', 'Bu e-posta zaten sırada.')
    const again = mail.sentAt ? await copyOf(ctx, mail) : await afresh(ctx, mail.id)
    await ctx.jobs.add(ctx, 'send-mail', { mailId: again.id })
    await recordChange(ctx, {
      action: 'mail.resend',
      subject: { id: again.id, name: mail.subject },
      before: { state: mail.sentAt ? 'sent' : 'failed', to: mail.toEmail, error: mail.lastError },
      after: { state: 'waiting', to: mail.toEmail, error: null },
    })
    return listed(again)
  })
}

async function afresh(ctx: Ctx, id: string) {
  const [again] = await ctx.db.update(mails).set({ attempts: 0, lastError: null }).where(eq(mails.id, id)).returning()
  if (!again) throw missing()
  return again
}

/** Copies the mail as a new one: mail programs show a mail with a known id only once. */
async function copyOf(ctx: Ctx, mail: typeof mails.$inferSelect) {
  const unsent = { attempts: 0, lastError: null, toFolder: false, sentAt: null, returned: null }
  const fresh = { id: newId(), ...unsent, createdAt: ctx.clock() }
  const [copy] = await ctx.db
    .insert(mails)
    .values({ ...mail, ...fresh })
    .returning()
  if (!copy) throw new Error('insert returned no row')
  return copy
}

function listed(row: Omit<ListedMail, 'gaveUp'>): ListedMail {
  const { id, kind, toEmail, subject, attempts, lastError, toFolder, sentAt, returned, createdAt } = row
  const gaveUp = sentAt === null && attempts >= mostTries
  return { id, kind, toEmail, subject, attempts, lastError, gaveUp, toFolder, sentAt, returned, createdAt }
}

function missing() {
  return notFound('Bu e-posta kayıtlarda yok.')
}
