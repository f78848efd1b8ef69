/**
 * Sends due newsletters, one at a time, in whichever process takes the lease. One statement claims a row and checks the ledger once
 * more, then the mail is handed to the server, then the answer is written. A process that dies in between leaves claimed rows, whose
 * mails may have arrived: they are never sent again, so that each address gets a newsletter at most once.
 */

import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { SendMailOptions } from 'nodemailer'
import type { Ctx } from '../ctx.ts'
import { notDead, noteRefusal } from '../mail/bounces/bounces.ts'
import { envelopeOf } from '../mail/bounces/return-path.ts'
import { outboxWaits } from '../mail/outbox.ts'
import { findSender } from '../settings/sender.ts'
import { after, minutes, seconds } from '../time.ts'
import { fillRows } from './fill.ts'
import type { Newsletter } from './newsletters.ts'
import { atATime, type Outcome, openPost, type Post } from './post.ts'
import { type Rendered, renderNews } from './render.ts'
import { newsletterMails, newsletters } from './schema.ts'
import { findNewsSettings } from './settings.ts'

/** How long one process sends before other work has its turn, and how long it holds a newsletter unseen. */
const turn = seconds(20)
const lease = seconds(10)
/** Mails between two looks at the state, the pace and the outbox. */
const chunk = 40
/** Tries of a mail that the server does not take now. */
const mostTries = 5

const never = new AbortController().signal

/** Works for a while on the newsletter that is due; nothing to do costs one look. */
export async function tendNewsletters(ctx: Ctx, stopping: AbortSignal = never): Promise<void> {
  const began = Date.now()
  const over = () => stopping.aborted || Date.now() - began > turn
  const newsletter = await takeDue(ctx)
  if (!newsletter) return
  try {
    if (newsletter.filledAt || (await fillRows(ctx, newsletter, over))) await sendRows(ctx, newsletter, over)
  } finally {
    await ctx.db.update(newsletters).set({ leaseUntil: null }).where(eq(newsletters.id, newsletter.id))
  }
}

/** Only ever the first that is due: while one process holds it all others wait, as the pace is the shop's. */
async function takeDue(ctx: Ctx): Promise<Newsletter | undefined> {
  const now = ctx.clock()
  const at = sql`${now.toISOString()}::timestamptz`
  const due = sql`(select id from newsletters
    where state in ('SCHEDULED', 'SENDING') and send_at <= ${at} order by send_at, id limit 1 for update)`
  const [row] = await ctx.db
    .update(newsletters)
    .set({
      state: 'SENDING',
      startedAt: sql`coalesce(${newsletters.startedAt}, ${at})`,
      leaseUntil: after(now, lease),
    })
    .where(and(sql`${newsletters.id} = ${due}`, or(isNull(newsletters.leaseUntil), lte(newsletters.leaseUntil, now))))
    .returning()
  return row
}

async function sendRows(ctx: Ctx, newsletter: Newsletter, over: () => boolean): Promise<void> {
  const post = await openPost(ctx)
  try {
    const trouble = await post.trouble()
    if (trouble !== newsletter.trouble) await tellTrouble(ctx, newsletter.id, trouble ?? null)
    if (trouble !== undefined) return
    const { mailsAnHour } = await findNewsSettings(ctx)
    const parcel = { id: newsletter.id, post, from: await findSender(ctx), news: await renderNews(ctx, newsletter) }
    while (!over() && (await keep(ctx, newsletter.id))) {
      if (await outboxWaits(ctx)) await wait(seconds(1))
      else if (!(await sendChunk(ctx, parcel, mailsAnHour))) return
    }
  } finally {
    post.close()
  }
}

function tellTrouble(ctx: Ctx, id: string, trouble: string | null) {
  if (trouble) ctx.log.warn({ newsletter: id, trouble }, 'the mail server takes no newsletters')
  return ctx.db.update(newsletters).set({ trouble }).where(eq(newsletters.id, id))
}

/** Holds it for longer; false when it was stopped. */
async function keep(ctx: Ctx, id: string): Promise<boolean> {
  const held = await ctx.db
    .update(newsletters)
    .set({ leaseUntil: after(ctx.clock(), lease) })
    .where(and(eq(newsletters.id, id), eq(newsletters.state, 'SENDING')))
    .returning({ id: newsletters.id })
  return held.length > 0
}

type Parcel = { id: string; post: Post; from: Awaited<ReturnType<typeof findSender>>; news: Rendered }

/** False when there is nothing more to do now. */
async function sendChunk(ctx: Ctx, parcel: Parcel, mailsAnHour: number): Promise<boolean> {
  const room = await roomNow(ctx, mailsAnHour)
  // Also without room the last one has its end, so that the next newsletter has its turn.
  const ids = room > 0 ? await nextRows(ctx, parcel.id, Math.min(room, chunk)) : []
  if (ids.length === 0) {
    await finish(ctx, parcel.id)
    return false
  }
  const began = performance.now()
  let down = false
  const work = async () => {
    for (let id = ids.pop(); id !== undefined && !down; id = ids.pop()) down = (await sendOne(ctx, parcel, id)) || down
  }
  // The embedded database answers one after the other: shoppers are let in between.
  await Promise.all(Array.from({ length: ctx.config.databaseUrl ? atATime : 1 }, work))
  if (!ctx.config.databaseUrl) await wait(Math.min((performance.now() - began) / 2, seconds(1)))
  return !down
}

/** How many may go now, so that an hour's share is spread over its minutes, whichever process sent them. */
async function roomNow(ctx: Ctx, mailsAnHour: number): Promise<number> {
  const since = after(ctx.clock(), -minutes(1)).toISOString()
  const { rows } = await ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from newsletter_mails where claimed_at > ${since}::timestamptz`)
  return Math.ceil(mailsAnHour / 60) - (rows[0]?.n ?? 0)
}

async function nextRows(ctx: Ctx, id: string, most: number): Promise<string[]> {
  const { newsletterId, state, dueAt } = newsletterMails
  const rows = await ctx.db
    .select({ id: newsletterMails.id })
    .from(newsletterMails)
    .where(and(eq(newsletterId, id), eq(state, 'WAITING'), lte(dueAt, ctx.clock())))
    .orderBy(asc(dueAt))
    .limit(most)
  return rows.map((row) => row.id)
}

/** True when the mail server takes none of us now. */
async function sendOne(ctx: Ctx, parcel: Parcel, id: string): Promise<boolean> {
  const recipient = await claim(ctx, id)
  if (recipient === undefined) return false
  const outcome = await parcel.post.send(id, messageTo(ctx, parcel, { id, recipient }))
  await settle(ctx, id, outcome)
  if (outcome.kind === 'REFUSED') await noteRefusal(ctx, recipient, outcome.cause)
  if (outcome.kind !== 'DOWN') return false
  await tellTrouble(ctx, parcel.id, outcome.error)
  return true
}

/** The ledger has the last word, at this moment. */
async function claim(ctx: Ctx, id: string): Promise<string | undefined> {
  const now = sql`${ctx.clock().toISOString()}::timestamptz`
  const agreed = sql`exists (select from consent_states s
    where s.recipient = m.recipient and s.channel = 'EMAIL' and s.status = 'GIVEN' and ${notDead(sql`s.recipient`)})`
  const { rows } = await ctx.db.execute<{ recipient: string }>(sql`
    update newsletter_mails m set state = 'CLAIMED', claimed_at = ${now}, attempts = attempts + 1
    where m.id = ${id} and m.state = 'WAITING' and ${agreed}
      and exists (select from newsletters n where n.id = m.newsletter_id and n.state = 'SENDING')
    returning recipient`)
  const [claimed] = rows
  if (!claimed)
    await ctx.db.execute(sql`
      update newsletter_mails m set state = 'SKIPPED' where m.id = ${id} and m.state = 'WAITING' and not ${agreed}`)
  return claimed?.recipient
}

function messageTo(
  ctx: Ctx,
  { from, news }: Parcel,
  { id, recipient }: { id: string; recipient: string },
): SendMailOptions {
  const { html, text, oneClick } = news.for(recipient, id)
  const { hostname } = new URL(ctx.config.publicUrl)
  return {
    from,
    to: { name: '', address: recipient },
    ...envelopeOf(ctx, id, recipient),
    subject: news.subject,
    ...{ html, text },
    date: ctx.clock(),
    messageId: `<${id}@${hostname}>`,
    headers: {
      Precedence: 'bulk',
      'List-Unsubscribe': `<${oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A mail of which nobody knows whether it arrived stays claimed. */
async function settle(ctx: Ctx, id: string, outcome: Outcome): Promise<void> {
  const now = ctx.clock()
  const own = and(eq(newsletterMails.id, id), eq(newsletterMails.state, 'CLAIMED'))
  const change = () => {
    if (outcome.kind === 'SENT') return { state: 'SENT' as const, sentAt: now, error: null }
    const { error } = outcome
    if (outcome.kind === 'REFUSED') return { state: 'FAILED' as const, error }
    if (outcome.kind === 'UNKNOWN') return { error }
    // A try that failed because the server was down does not count.
    if (outcome.kind === 'DOWN')
      return { state: 'WAITING' as const, claimedAt: null, attempts: sql`${newsletterMails.attempts} - 1`, error }
    const tooOften = sql`${newsletterMails.attempts} >= ${mostTries}`
    return {
      error,
      state: sql<'FAILED' | 'WAITING'>`case when ${tooOften} then 'FAILED' else 'WAITING' end`,
      dueAt: sql`${now.toISOString()}::timestamptz + ${newsletterMails.attempts} * interval '5 minutes'`,
    }
  }
  await ctx.db.update(newsletterMails).set(change()).where(own)
}

/** Its end, with its figures: the rows may be forgotten then. */
async function finish(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.clock().toISOString()
  const inState = (state: string) => sql`count(*) filter (where state = ${state})`
  await ctx.db.execute(sql`
    update newsletters n set state = 'SENT', ended_at = ${now}::timestamptz, trouble = null,
      total = c.total, sent = c.sent, failed = c.failed, skipped = c.skipped
    from (
      select count(*) as total, ${inState('SENT')} as sent, ${inState('FAILED')} as failed, ${inState('SKIPPED')} as skipped
      from newsletter_mails where newsletter_id = ${id}
    ) c
    where n.id = ${id} and n.state = 'SENDING' and n.filled_at is not null
      and not exists (select from newsletter_mails m where m.newsletter_id = ${id} and m.state = 'WAITING')`)
}
