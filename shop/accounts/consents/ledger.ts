/**
 * Consent to advertising: who said yes or no to what, when, where and to which words. Events are only added; consent_states keeps the
 * last word of each address and decides between two at once. Consent belongs to an address, as İYS keeps it.
 */

import { and, desc, eq, inArray, lte, ne, or, sql } from 'drizzle-orm'
import { addressOf, type Ctx, joinTransaction, newId } from '../../ctx.ts'
import { toE164 } from '../../fields/phone.ts'
import { keptCarts } from '../../news/schema.ts'
import { consentEvents, consentStates, users } from '../schema.ts'
import type { ConsentChannel } from './contract.ts'

export type ConsentEvent = typeof consentEvents.$inferSelect
export type ConsentState = typeof consentStates.$inferSelect
export type Recipient = { recipient: string; channel: ConsentChannel }

type Said = Recipient &
  Pick<ConsentEvent, 'form' | 'source'> &
  Partial<Pick<ConsentEvent, 'userId' | 'textVersion' | 'text' | 'note' | 'happenedAt'>> & {
    /** As İYS itself says: it need not be told. */
    iysStatus?: 'ONAY' | 'RET'
  }

/** An e-mail address or a phone number as it is kept; undefined for what is neither. */
export function recipientOf(text: string): Recipient | undefined {
  const typed = text.trim()
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return { recipient: typed.toLowerCase(), channel: 'EMAIL' }
  const phone = toE164(typed)
  return phone ? { recipient: phone, channel: 'SMS' } : undefined
}

/** A yes. False, with nothing written, where it stands already or a later word was said. */
export async function giveConsent(ctx: Ctx, said: Said): Promise<boolean> {
  return say(ctx, said, 'GIVEN')
}

/** A no. False where it is known already; who never said yes is known from then on too, so that no older yes ever counts. */
export async function withdrawConsent(ctx: Ctx, said: Said): Promise<boolean> {
  return say(ctx, said, 'WITHDRAWN')
}

async function say(ctx: Ctx, said: Said, status: ConsentEvent['status']): Promise<boolean> {
  const { recipient, channel, iysStatus, happenedAt = ctx.clock(), userId = null } = said
  return joinTransaction(ctx, async (ctx) => {
    const eventId = newId()
    const now = { status, since: happenedAt, eventId, ...(userId && { userId }), ...(iysStatus && { iysStatus }) }
    const [heard] = await ctx.db
      .insert(consentStates)
      .values({ recipient, channel, userId, ...now })
      .onConflictDoUpdate({
        target: [consentStates.recipient, consentStates.channel],
        set: now,
        setWhere: and(ne(consentStates.status, status), lte(consentStates.since, happenedAt)),
      })
      .returning({ recipient: consentStates.recipient })
    if (!heard) return false
    await ctx.db.insert(consentEvents).values({
      ...{ id: eventId, recipient, channel, status, userId, happenedAt },
      ...{ form: said.form, source: said.source, note: said.note ?? '' },
      ...{ textVersion: said.textVersion ?? null, text: said.text ?? null },
      ...(await whoSays(ctx)),
      createdAt: ctx.clock(),
    })
    if (status === 'WITHDRAWN' && channel === 'EMAIL') await forgetCartOf(ctx, recipient)
    return true
  })
}

/** A cart is kept for mails alone. */
async function forgetCartOf(ctx: Ctx, email: string): Promise<void> {
  const whose = ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  await ctx.db.delete(keptCarts).where(inArray(keptCarts.userId, whose))
}

/** Staff who enters it for somebody else is named. */
async function whoSays(ctx: Ctx) {
  const nobody = { address: addressOf(ctx), actorId: null, actorName: null }
  if (ctx.actor.kind !== 'user' || ctx.actor.rights.length === 0) return nobody
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.actor.id))
  return { ...nobody, actorId: ctx.actor.id, actorName: user ? `${user.firstName} ${user.lastName}` : null }
}

export async function findState(ctx: Ctx, { recipient, channel }: Recipient): Promise<ConsentState | undefined> {
  const [state] = await ctx.db
    .select()
    .from(consentStates)
    .where(and(eq(consentStates.recipient, recipient), eq(consentStates.channel, channel)))
  return state
}

/** The last words of an account and of these addresses. */
export async function listStates(ctx: Ctx, userId: string, recipients: string[]): Promise<ConsentState[]> {
  const theirs = inArray(consentStates.recipient, recipients)
  const where = recipients.length > 0 ? or(eq(consentStates.userId, userId), theirs) : eq(consentStates.userId, userId)
  return ctx.db.select().from(consentStates).where(where).orderBy(consentStates.channel, consentStates.recipient)
}

/** All that was ever said for an account or by these addresses, the newest first. */
export async function listEvents(ctx: Ctx, userId: string | undefined, recipients: string[]): Promise<ConsentEvent[]> {
  const byAccount = userId ? eq(consentEvents.userId, userId) : sql`false`
  const byAddress = recipients.length > 0 ? inArray(consentEvents.recipient, recipients) : sql`false`
  return ctx.db
    .select()
    .from(consentEvents)
    .where(or(byAccount, byAddress))
    .orderBy(desc(consentEvents.happenedAt), desc(consentEvents.id))
    .limit(200)
}

/** Takes back whatever stands for an account or at one of these addresses. */
export async function withdrawAllOf(
  ctx: Ctx,
  userId: string,
  recipients: string[],
  said: Pick<Said, 'form' | 'source'> & { note?: string },
): Promise<void> {
  for (const { recipient, channel, status } of await listStates(ctx, userId, recipients)) {
    if (status === 'GIVEN') await withdrawConsent(ctx, { recipient, channel, userId, ...said })
  }
}
