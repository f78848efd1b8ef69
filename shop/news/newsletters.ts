/**
 * Newsletters. A draft is changed; sending one makes a row for each address of its part of the ledger (fill.ts), which are handed to
 * the mail server at the pace of the settings (send.ts).
 */

import { and, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { recordChange } from '../audit/audit.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../ctx.ts'
import { invalid, notFound, ShopError } from '../errors.ts'
import { findImages } from '../media/images.ts'
import { after, formatMoment, minutes } from '../time.ts'
import type {
  NewNewsletter,
  NewsletterChange,
  NewsletterQuery,
  NewsletterSending,
  NewsletterState,
} from './contract.ts'
import { requireSender } from './render.ts'
import { newsletterMails, newsletters } from './schema.ts'

export type Newsletter = typeof newsletters.$inferSelect

/** `unknown`: handed to the mail server, whose answer was lost. */
export type NewsFigures = Record<
  'total' | 'waiting' | 'sent' | 'failed' | 'skipped' | 'unknown' | 'unsubscribed',
  number
>

/** The newest first. */
export async function listNewsletters(
  ctx: Ctx,
  { page, limit }: NewsletterQuery,
): Promise<{ items: { newsletter: Newsletter; figures: NewsFigures }[]; total: number }> {
  requireRight(ctx, 'news')
  const rows = await ctx.db
    .select()
    .from(newsletters)
    .orderBy(desc(newsletters.createdAt), desc(newsletters.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(newsletters)
  const counted = await countRows(
    ctx,
    rows.filter(({ state }) => state !== 'SENT'),
  )
  return {
    items: rows.map((newsletter) => ({ newsletter, figures: counted.get(newsletter.id) ?? figuresAtEnd(newsletter) })),
    total,
  }
}

/** As its end wrote them. */
function figuresAtEnd({ total, sent, failed, skipped, unsubscribed }: Newsletter): NewsFigures {
  return { total, waiting: 0, sent, failed, skipped, unknown: total - sent - failed - skipped, unsubscribed }
}

async function countRows(ctx: Ctx, rows: Newsletter[]): Promise<Map<string, NewsFigures>> {
  const begun = rows.filter(({ startedAt }) => startedAt !== null).map(({ id }) => id)
  if (begun.length === 0) return new Map()
  const inState = (state: SQL | undefined) => sql<number>`(count(*) filter (where ${state}))::int`
  const { state, claimedAt } = newsletterMails
  // Longer than the mail server is waited for.
  const lost = sql`${claimedAt} < ${after(ctx.clock(), -minutes(5)).toISOString()}::timestamptz`
  const found = await ctx.db
    .select({
      id: newsletterMails.newsletterId,
      total: sql<number>`count(*)::int`,
      waiting: inState(eq(state, 'WAITING')),
      sent: inState(eq(state, 'SENT')),
      failed: inState(eq(state, 'FAILED')),
      skipped: inState(eq(state, 'SKIPPED')),
      unknown: inState(and(eq(state, 'CLAIMED'), lost)),
      unsubscribed: inState(isNotNull(newsletterMails.unsubscribedAt)),
    })
    .from(newsletterMails)
    .where(inArray(newsletterMails.newsletterId, begun))
    .groupBy(newsletterMails.newsletterId)
  return new Map(found.map(({ id, ...figures }) => [id, figures]))
}

export type NewsletterDetail = {
  newsletter: Newsletter
  figures: NewsFigures
  /** Some of the addresses that no mail reached, with the server's words. */
  failures: { recipient: string; error: string }[]
}

export async function getNewsletter(ctx: Ctx, id: string): Promise<NewsletterDetail> {
  requireRight(ctx, 'news')
  const newsletter = await find(ctx, id)
  const counted = newsletter.state === 'SENT' ? undefined : (await countRows(ctx, [newsletter])).get(id)
  const { recipient, error } = newsletterMails
  const failures = await ctx.db
    .select({ recipient, error: sql<string>`coalesce(${error}, '')` })
    .from(newsletterMails)
    .where(and(eq(newsletterMails.newsletterId, id), eq(newsletterMails.state, 'FAILED')))
    .orderBy(recipient)
    .limit(50)
  return { newsletter, figures: counted ?? figuresAtEnd(newsletter), failures }
}

async function find(ctx: Ctx, id: string): Promise<Newsletter> {
  const [row] = isId(id) ? await ctx.db.select().from(newsletters).where(eq(newsletters.id, id)) : []
  if (!row) throw notFound('Bülten bulunamadı; silinmiş olabilir.')
  return row
}

export async function createNewsletter(ctx: Ctx, input: NewNewsletter): Promise<NewsletterDetail> {
  requireRight(ctx, 'news')
  await requirePictures(ctx, input)
  const [id, now] = [newId(), ctx.clock()]
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.insert(newsletters).values({ ...input, id, createdAt: now, updatedAt: now })
    await note(ctx, 'newsletter.create', { id, ...input })
    return getNewsletter(ctx, id)
  })
}

/** EDIT_CONFLICT when somebody else saved since, CONFLICT once it is no draft. */
export async function updateNewsletter(ctx: Ctx, id: string, change: NewsletterChange): Promise<NewsletterDetail> {
  requireRight(ctx, 'news')
  await find(ctx, id)
  const { version, ...input } = change
  await requirePictures(ctx, input)
  return inTransaction(ctx, async (ctx) => {
    await move(ctx, id, {
      from: ['DRAFT'],
      version,
      set: input,
      refused: 'Yalnızca taslak bültenler değiştirilebilir.',
    })
    await note(ctx, 'newsletter.update', { id, ...input })
    return getNewsletter(ctx, id)
  })
}

async function requirePictures(ctx: Ctx, { blocks }: NewNewsletter): Promise<void> {
  const ids = blocks.flatMap((block) => (block.kind === 'picture' ? [block.imageId] : []))
  const known = await findImages(ctx, ids)
  if (ids.some((id) => !known.has(id))) throw invalid({ blocks: ['Görsel bulunamadı; yeniden yükleyin'] })
}

/** Lets it begin at its moment, or now. */
export async function scheduleNewsletter(
  ctx: Ctx,
  id: string,
  { at, version }: NewsletterSending,
): Promise<NewsletterDetail> {
  requireRight(ctx, 'news')
  const newsletter = await find(ctx, id)
  if (newsletter.blocks.length === 0) throw new ShopError('CONFLICT', 'Bülten boş; önce bir bölüm ekleyip kaydedin.')
  await requireSender(ctx)
  const now = ctx.clock()
  if (at && at < after(now, -minutes(1))) throw invalid({ at: ['Gelecekte bir zaman seçin'] })
  if (at && at > after(now, minutes(60 * 24 * 366))) throw invalid({ at: ['En çok bir yıl sonrası seçilebilir'] })
  const sendAt = at ?? now
  return inTransaction(ctx, async (ctx) => {
    const set = { state: 'SCHEDULED' as const, sendAt }
    await move(ctx, id, { from: ['DRAFT'], version, set, refused: 'Bu bülten zaten gönderime alınmış.' })
    await note(ctx, 'newsletter.send', newsletter, { sendAt: formatMoment(sendAt) })
    return getNewsletter(ctx, id)
  })
}

/** Stops it after the mails under way; one that has not begun is a draft again. */
export async function stopNewsletter(ctx: Ctx, id: string): Promise<NewsletterDetail> {
  requireRight(ctx, 'news')
  const newsletter = await find(ctx, id)
  return inTransaction(ctx, async (ctx) => {
    const [back] = await ctx.db
      .update(newsletters)
      .set({ state: 'DRAFT', sendAt: null, updatedAt: ctx.clock() })
      .where(and(eq(newsletters.id, id), eq(newsletters.state, 'SCHEDULED'), isNull(newsletters.startedAt)))
      .returning({ id: newsletters.id })
    if (!back) {
      const refused = 'Bu bülten şu anda gönderilmiyor.'
      await move(ctx, id, { from: ['SENDING'], set: { state: 'STOPPED', trouble: null }, refused })
    }
    await note(ctx, 'newsletter.stop', newsletter)
    return getNewsletter(ctx, id)
  })
}

/** Goes on where it was stopped. */
export async function resumeNewsletter(ctx: Ctx, id: string): Promise<NewsletterDetail> {
  requireRight(ctx, 'news')
  const newsletter = await find(ctx, id)
  return inTransaction(ctx, async (ctx) => {
    await move(ctx, id, { from: ['STOPPED'], set: { state: 'SENDING' }, refused: 'Bu bülten durdurulmuş değil.' })
    await note(ctx, 'newsletter.send', newsletter, { resumed: true })
    return getNewsletter(ctx, id)
  })
}

/** Only drafts: what was sent stays, with its figures. */
export async function deleteNewsletter(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'news')
  const newsletter = await find(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    const gone = await ctx.db
      .delete(newsletters)
      .where(and(eq(newsletters.id, id), eq(newsletters.state, 'DRAFT')))
      .returning({ id: newsletters.id })
    if (gone.length === 0) throw new ShopError('CONFLICT', 'Yalnızca taslak bültenler silinebilir.')
    await note(ctx, 'newsletter.delete', newsletter)
  })
}

type Move = {
  from: NewsletterState[]
  set: Partial<Newsletter>
  version?: number
  /** The sentence when it is in another state. */
  refused: string
}

/** The database decides: of two at once one is refused. */
async function move(ctx: Ctx, id: string, { from, set, version, refused }: Move): Promise<void> {
  const [moved] = await ctx.db
    .update(newsletters)
    .set({ ...set, version: sql`${newsletters.version} + 1`, updatedAt: ctx.clock() })
    .where(
      and(
        eq(newsletters.id, id),
        inArray(newsletters.state, from),
        version === undefined ? undefined : eq(newsletters.version, version),
      ),
    )
    .returning({ id: newsletters.id })
  if (moved) return
  if (!from.includes((await find(ctx, id)).state)) throw new ShopError('CONFLICT', refused)
  throw new ShopError(
    'EDIT_CONFLICT',
    'Bu bülten siz düzenlerken başka biri tarafından değiştirildi. Sayfayı yenileyip yeniden deneyin.',
  )
}

type Noted = 'newsletter.create' | 'newsletter.update' | 'newsletter.send' | 'newsletter.stop' | 'newsletter.delete'

function note(ctx: Ctx, action: Noted, what: { id: string } & NewNewsletter, more: Record<string, unknown> = {}) {
  const { id, subject, blocks } = what
  return recordChange(ctx, { action, subject: { id, name: subject }, after: { newsParts: blocks.length, ...more } })
}

/** Takes note that this mail made somebody leave; once, and only of a mail that was sent. */
export async function noteUnsubscribed(ctx: Ctx, mailId: string): Promise<void> {
  if (!isId(mailId)) return
  const now = ctx.clock().toISOString()
  await ctx.db.execute(sql`
    with left_by as (
      update newsletter_mails set unsubscribed_at = ${now}::timestamptz
      where id = ${mailId} and unsubscribed_at is null and state in ('SENT', 'CLAIMED')
      returning newsletter_id
    )
    update newsletters set unsubscribed = unsubscribed + 1 where id in (select newsletter_id from left_by)`)
}
