/**
 * Mails that came back. A mail server hands over what arrives at the mails' return addresses (ops/bounce.ts), and a refusal
 * while a mail is sent counts alike. The last one is kept for each address; once one says that the address does not work,
 * newsletters and notices are no longer sent there, until she proves the address again or the staff say that it works.
 */

import { and, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { ShopError } from '../../errors.ts'
import { after, days } from '../../time.ts'
import { bounces, mails } from '../schema.ts'
import { type Bounce, readBounce } from './report.ts'
import { mailOfToken } from './return-path.ts'
import { isHard } from './words.ts'

/** Takes a message that came back to the return address with this token. Told twice it changes nothing more. */
export async function receiveBounce(ctx: Ctx, token: string, source: string): Promise<'noted' | 'no bounce'> {
  const mailId = mailOfToken(ctx, token)
  // No limit: nobody guesses one, and what others send to made-up addresses must not hold up what comes back.
  if (!mailId) throw new ShopError('INVALID', 'Bu geri dönüş adresi geçersiz.')
  const bounce = readBounce(source)
  if (!bounce) return 'no bounce'
  return inTransaction(ctx, async (ctx) => {
    const email = await markReturned(ctx, mailId, bounce)
    if (!email) return 'no bounce'
    await noteBounce(ctx, email, bounce)
    return 'noted'
  })
}

/** Notes in the mail's row that it came back. Returns its address; undefined when the mail is forgotten. */
async function markReturned(ctx: Ctx, mailId: string, { status, reason }: Bounce): Promise<string | undefined> {
  const returned = `${status} ${reason}`.trim()
  const [mail] = await ctx.db
    .update(mails)
    .set({ returned })
    .where(eq(mails.id, mailId))
    .returning({ email: mails.toEmail })
  if (mail) return mail.email
  // A newsletter that has ended keeps its figures in its own row: they are corrected with the mail's state.
  const { rows } = await ctx.db.execute<{ recipient: string }>(sql`
    with was as (select id, newsletter_id, recipient, state from newsletter_mails where id = ${mailId} for update),
    now as (
      update newsletter_mails m set state = 'FAILED', error = ${returned} from was
      where m.id = was.id and was.state in ('SENT', 'CLAIMED')
      returning m.newsletter_id, was.state as before
    ),
    figures as (
      update newsletters n set failed = n.failed + 1, sent = n.sent - case now.before when 'SENT' then 1 else 0 end
      from now where n.id = now.newsletter_id and n.state = 'SENT'
    )
    select recipient from was`)
  return rows[0]?.recipient
}

/** Keeps the bounce, unless it is a lesser failure of an address that is known not to work. */
async function noteBounce(ctx: Ctx, email: string, { status, reason }: Bounce): Promise<void> {
  const row = { hard: isHard({ status, reason }), status, reason, bouncedAt: ctx.clock() }
  await ctx.db
    .insert(bounces)
    .values({ email: email.toLowerCase(), ...row })
    .onConflictDoUpdate({ target: bounces.email, set: row, setWhere: sql`excluded.hard or not ${bounces.hard}` })
}

type Refusal = { command?: string; response?: string; responseCode?: number }

/** The mail server said so itself, and named the reason by its code: other words of it may mean anything. */
export async function noteRefusal(ctx: Ctx, email: string, error: unknown): Promise<void> {
  const { command = '', response = '', responseCode = 0 } = error as Refusal
  const [, status] = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  if (responseCode < 500 || !command.startsWith('RCPT') || !status) return
  const bounce = { status, reason: response.slice(0, 500) }
  if (isHard(bounce)) await noteBounce(ctx, email, bounce)
}

export type KnownBounce = typeof bounces.$inferSelect

export async function findBounce(ctx: Ctx, email: string): Promise<KnownBounce | undefined> {
  const [bounce] = await ctx.db.select().from(bounces).where(eq(bounces.email, email.toLowerCase()))
  return bounce
}

/** Whether mails that nobody waits for may go there. */
export async function isDead(ctx: Ctx, email: string): Promise<boolean> {
  const dead = and(eq(bounces.email, email.toLowerCase()), eq(bounces.hard, true))
  return (await ctx.db.select({ email: bounces.email }).from(bounces).where(dead)).length > 0
}

/** The same, as a condition on the column of an address. */
export function notDead(column: SQL): SQL {
  return sql`not exists (select from bounces b where b.email = ${column} and b.hard)`
}

/** As long as the mails of orders; a lesser failure says nothing after three months. */
export async function forgetOldBounces(ctx: Ctx): Promise<void> {
  const aged = (length: number) => lt(bounces.bouncedAt, after(ctx.clock(), -length))
  await ctx.db.delete(bounces).where(or(aged(days(3 * 366)), and(aged(days(90)), eq(bounces.hard, false))))
}

/** She proved it, or the staff know better. In the caller's transaction. Returns whether there was anything to forget. */
export async function forgetBounce(ctx: Ctx, email: string): Promise<boolean> {
  const gone = await ctx.db.delete(bounces).where(eq(bounces.email, email.toLowerCase())).returning()
  return gone.length > 0
}
