import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { staffRoles, users } from '../accounts/schema.ts'
import { rightsOf, roleColumns } from '../accounts/staff/rights-of.ts'
import { type Ctx, inTransaction } from '../ctx.ts'
import { queueMail } from '../mail/outbox.ts'
import type { Right } from '../rights.ts'
import { findBrand } from '../settings/brand.ts'
import { after, days, hours, seconds } from '../time.ts'
import { listDevices } from './choices.ts'
import type { Message, NoticeChannel, NoticeKind } from './contract.ts'
import { findPushKeys } from './keys.ts'
import { kinds } from './kinds.ts'
import { noticeMail } from './notice-mail.ts'
import { noticeDeliveries, notices, pushSubscriptions } from './schema.ts'

/** The most that is worked off at a time, and how many of a kind are told one by one. */
const atATime = 200
const oneByOne = 3

type Due = { delivery: typeof noticeDeliveries.$inferSelect; notice: typeof notices.$inferSelect }

/** Tells what is due, only those of `which` if it is given. */
export async function deliverDue(ctx: Ctx, which?: SQL): Promise<void> {
  const due = await takeDue(ctx, which)
  const parcels = Map.groupBy(due, ({ delivery, notice }) => `${delivery.userId} ${delivery.channel} ${notice.kind}`)
  for (const parcel of parcels.values()) {
    const [first] = parcel
    if (first) await tell(ctx, first.delivery.userId, first.delivery.channel, parcel)
  }
}

/** Takes what is due for a while: another process, or this one after a crash, tries what is not sent by then. */
async function takeDue(ctx: Ctx, which?: SQL): Promise<Due[]> {
  const now = ctx.clock()
  const open = and(isNull(noticeDeliveries.sentAt), isNull(noticeDeliveries.givenUpAt))
  const found = ctx.db
    .select({ id: noticeDeliveries.id })
    .from(noticeDeliveries)
    .where(and(open, lte(noticeDeliveries.dueAt, now), which))
    .orderBy(asc(noticeDeliveries.dueAt))
    .limit(atATime)
    .for('update', { skipLocked: true })
  // Half a minute, then ever longer up to an hour.
  const pause = sql`least(power(2, ${noticeDeliveries.attempts}) * ${seconds(30)}, ${hours(1)}) * interval '1 millisecond'`
  const taken = await ctx.db
    .update(noticeDeliveries)
    .set({ attempts: sql`${noticeDeliveries.attempts} + 1`, dueAt: sql`${now.toISOString()}::timestamptz + ${pause}` })
    .where(inArray(noticeDeliveries.id, found))
    .returning()
  if (taken.length === 0) return []
  const keys = taken.map(({ noticeKey }) => noticeKey)
  const rows = await ctx.db.select().from(notices).where(inArray(notices.key, keys))
  const byKey = new Map(rows.map((notice) => [notice.key, notice]))
  return taken.flatMap((delivery) => {
    const notice = byKey.get(delivery.noticeKey)
    return notice ? [{ delivery, notice }] : []
  })
}

async function tell(ctx: Ctx, userId: string, channel: NoticeChannel, parcel: Due[]): Promise<void> {
  const groups = parcel.length > oneByOne ? [parcel] : parcel.map((one) => [one])
  const rights = await findRightsOf(ctx, userId)
  for (const group of groups) {
    // It may have waited since she lost the right to it.
    const kind = group[0]?.notice.kind ?? ''
    if (isOfKinds(kind) && !rights.includes(kinds[kind].right)) {
      await end(ctx, group, 'givenUpAt')
      continue
    }
    const message = messageOf(group, rights)
    if (message && channel === 'mail') await mail(ctx, userId, group, message)
    if (message && channel === 'push') await push(ctx, userId, group, message)
  }
}

async function findRightsOf(ctx: Ctx, userId: string): Promise<readonly Right[]> {
  const [person] = await ctx.db
    .select({ role: roleColumns })
    .from(users)
    .innerJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
    .where(eq(users.id, userId))
  return rightsOf(person?.role ?? null)
}

function messageOf(group: Due[], rights: readonly Right[]): Message | undefined {
  const [first] = group
  if (!first) return undefined
  const { key, kind, title, plainBody, url } = first.notice
  const body = rights.includes('amounts') ? first.notice.body : (plainBody ?? first.notice.body)
  if (group.length === 1 || !isOfKinds(kind)) return { title, body, url, tag: key }
  return { ...kinds[kind].many(group.length), body: '', tag: `many:${kind}` }
}

function isOfKinds(kind: string): kind is NoticeKind {
  return kind in kinds
}

/** The mail is queued in the transaction that ends the deliveries: once, whatever happens. */
async function mail(ctx: Ctx, userId: string, group: Due[], message: Message): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [person] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!(await end(ctx, group, 'sentAt')) || !person) return
    await queueMail(ctx, { to: person.email, ...noticeMail(await findBrand(ctx), message) })
  })
}

/** A device that does not take it now is asked again later, with those that did: they show it once. */
async function push(ctx: Ctx, userId: string, group: Due[], message: Message): Promise<void> {
  const devices = await listDevices(ctx, [userId])
  let taken = 0
  for (const device of devices) if (await pushTo(ctx, device, message)) taken++
  if (taken > 0) return void (await end(ctx, group, 'sentAt'))
  const isOld = group.every(({ notice }) => notice.createdAt < after(ctx.clock(), -days(1)))
  if (devices.length === 0 || isOld) await end(ctx, group, 'givenUpAt')
}

/** False when none of them was open any more: another process was quicker. */
async function end(ctx: Ctx, group: Due[], how: 'sentAt' | 'givenUpAt'): Promise<boolean> {
  const ids = group.map(({ delivery }) => delivery.id)
  const ended = await ctx.db
    .update(noticeDeliveries)
    .set({ [how]: ctx.clock() })
    .where(and(inArray(noticeDeliveries.id, ids), isNull(noticeDeliveries.sentAt), isNull(noticeDeliveries.givenUpAt)))
    .returning({ id: noticeDeliveries.id })
  return ended.length > 0
}

/** Seconds that a push service keeps it for a device that is off. */
const keptFor = days(1) / seconds(1)

async function pushTo(ctx: Ctx, device: typeof pushSubscriptions.$inferSelect, message: Message): Promise<boolean> {
  const { id, endpoint, p256dh, auth } = device
  const { default: webPush } = await import('web-push')
  const vapidDetails = { subject: await contactOf(ctx), ...(await findPushKeys(ctx)) }
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails, TTL: keptFor, urgency: 'high' },
  )
  const asText = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  try {
    const status = await ctx.push({ endpoint, headers: asText, body: new Uint8Array(body ?? []) })
    // Gone for good (RFC 8030 7.3), or bound to other keys of ours.
    if ([403, 404, 410].includes(status)) await ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
    else if (status >= 300)
      ctx.log.warn({ status, service: new URL(endpoint).host }, 'a push service refused a message')
    return status >= 200 && status < 300
  } catch (error) {
    ctx.log.warn({ err: error, service: new URL(endpoint).host }, 'a push service did not answer')
    return false
  }
}

/** Whom a push service writes to when something is wrong (RFC 8292). */
async function contactOf(ctx: Ctx): Promise<string> {
  const { shopEmail } = await findBrand(ctx)
  return `mailto:${shopEmail}`
}
