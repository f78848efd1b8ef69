/**
 * Tells staff what happened. One transaction notes an event once, by its key, with a delivery for each person who wants to know.
 * Any process may take the deliveries, and tries them again for a day. A mail goes through the outbox, so it is sent once. A push
 * whose answer was lost may be sent twice: its tag lets the device show it once.
 */

import { and, eq, lt } from 'drizzle-orm'
import { type Ctx, inTransaction, newId } from '../ctx.ts'
import { after, days } from '../time.ts'
import { listPeople, type Person } from './choices.ts'
import { type NoticeChannel, type NoticeKind, noticeChannels, noticeKinds } from './contract.ts'
import { deliverDue } from './deliver.ts'
import { type Found, kinds } from './kinds.ts'
import { whenToTell } from './quiet.ts'
import { noticeDeliveries, notices } from './schema.ts'
import { summarize } from './summary.ts'

/** Older news are no news. */
const longestAgo = days(1)

/** Notes what happened and tells whoever wants to hear of it. While nobody does, this is one small query. */
export async function tendNotices(ctx: Ctx): Promise<void> {
  const people = await listPeople(ctx)
  if (people.length === 0) return
  for (const kind of noticeKinds) await noteKind(ctx, kind, people)
  await summarize(ctx, people)
  await deliverDue(ctx)
}

async function noteKind(ctx: Ctx, kind: NoticeKind, people: Person[]): Promise<void> {
  const listeners = people.filter((person) => person.kinds[kind] && person.rights.includes(kinds[kind].right))
  if (listeners.length === 0) return
  const first = Math.min(...listeners.map((person) => sinceOf(person, kind).getTime()))
  const since = new Date(Math.max(first, after(ctx.clock(), -longestAgo).getTime()))
  for (const found of await kinds[kind].find(ctx, since)) await note(ctx, kind, found, listeners)
}

function sinceOf(person: Person, kind: NoticeKind): Date {
  return new Date(person.kinds[kind]?.since ?? 0)
}

/** When two processes find the same event, the first one notes it. */
async function note(ctx: Ctx, kind: NoticeKind, { at, ...found }: Found, listeners: Person[]): Promise<void> {
  const now = ctx.clock()
  await inTransaction(ctx, async (ctx) => {
    const noted = await ctx.db
      .insert(notices)
      .values({ ...found, kind, happenedAt: at, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: notices.key })
    const told = listeners.filter((person) => at >= sinceOf(person, kind))
    const deliveries = told.flatMap((person) =>
      channelsOf(person, kind).map((channel) => {
        return { id: newId(), noticeKey: found.key, userId: person.userId, channel, dueAt: whenToTell(person, now) }
      }),
    )
    if (noted.length > 0 && deliveries.length > 0) await ctx.db.insert(noticeDeliveries).values(deliveries)
  })
}

/** Without a device nothing is pushed. */
function channelsOf(person: Person, kind: NoticeKind): NoticeChannel[] {
  return noticeChannels.filter((channel) => person.kinds[kind]?.[channel] && (channel === 'mail' || person.devices > 0))
}

/** A push to the caller's own devices, to see that it arrives; false when no device took it. */
export async function sendTest(ctx: Ctx, userId: string): Promise<boolean> {
  const now = ctx.clock()
  const key = `test:${newId()}`
  const words = { title: 'Bildirimler açık', body: 'Yeni siparişleri bu cihazda göreceksiniz.', url: '/admin' }
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.insert(notices).values({ key, kind: 'test', ...words, happenedAt: now, createdAt: now })
    await ctx.db.insert(noticeDeliveries).values({ id: newId(), noticeKey: key, userId, channel: 'push', dueAt: now })
  })
  await deliverDue(ctx, eq(noticeDeliveries.noticeKey, key))
  const sent = and(eq(noticeDeliveries.noticeKey, key), eq(noticeDeliveries.userId, userId))
  const [row] = await ctx.db.select({ sentAt: noticeDeliveries.sentAt }).from(noticeDeliveries).where(sent)
  return Boolean(row?.sentAt)
}

/** Forgets what was told, or could not be, after a month. */
export async function forgetOldNotices(ctx: Ctx): Promise<void> {
  await ctx.db.delete(notices).where(lt(notices.createdAt, after(ctx.clock(), -days(30))))
}
