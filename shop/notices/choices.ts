import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { staffRoles, users } from '../accounts/schema.ts'
import { deviceName } from '../accounts/sessions/devices.ts'
import { rightsOf, roleColumns } from '../accounts/staff/rights-of.ts'
import { type Ctx, hasRight, inTransaction, newId, requireStaff, requireUser } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import type { Right } from '../rights.ts'
import { type NewPush, type NoticeChoices, type NoticeKind, noticeKinds } from './contract.ts'
import { kinds } from './kinds.ts'
import { type ChosenKind, noticeChoices, pushSubscriptions } from './schema.ts'

type Device = typeof pushSubscriptions.$inferSelect
type Chosen = typeof noticeChoices.$inferSelect

export type OwnNotices = Omit<NoticeChoices, 'kinds'> & {
  /** Those that her rights allow. */
  kinds: { kind: NoticeKind; label: string; push: boolean; mail: boolean }[]
  devices: Pick<Device, 'device' | 'endpoint' | 'createdAt'>[]
}

/** The choices of a member of staff, limited to the kinds that her rights allow. */
export async function findOwnNotices(ctx: Ctx): Promise<OwnNotices> {
  requireStaff(ctx)
  const userId = requireUser(ctx)
  const chosen = await findChosen(ctx, userId)
  const offered: NoticeKind[] = []
  for (const kind of noticeKinds) {
    const { right, isOn } = kinds[kind]
    if (hasRight(ctx, right) && (!isOn || (await isOn(ctx)))) offered.push(kind)
  }
  return {
    kinds: offered.map((kind) => {
      const { push, mail } = chosen?.kinds[kind] ?? { push: false, mail: false }
      return { kind, label: kinds[kind].label, push, mail }
    }),
    summary: chosen?.summary ?? false,
    quietFrom: chosen?.quietFrom ?? null,
    quietTo: chosen?.quietTo ?? null,
    devices: await listDevices(ctx, [userId]),
  }
}

async function findChosen(ctx: Ctx, userId: string): Promise<Chosen | undefined> {
  const [row] = await ctx.db.select().from(noticeChoices).where(eq(noticeChoices.userId, userId))
  return row
}

/** Kinds that her rights do not allow are left out. For a newly chosen kind she is told what happens from now on. */
export async function chooseNotices(ctx: Ctx, { kinds: wanted, summary, ...quiet }: NoticeChoices): Promise<void> {
  requireStaff(ctx)
  const userId = requireUser(ctx)
  const now = ctx.clock()
  await inTransaction(ctx, async (ctx) => {
    const before = (await findChosen(ctx, userId))?.kinds ?? {}
    const chosen = noticeKinds.flatMap((kind): [NoticeKind, ChosenKind][] => {
      const choice = wanted[kind]
      if (!choice || !(choice.push || choice.mail) || !hasRight(ctx, kinds[kind].right)) return []
      return [[kind, { ...choice, since: before[kind]?.since ?? now.toISOString() }]]
    })
    const row = { ...quiet, summary: summary && hasRight(ctx, 'dashboard'), kinds: Object.fromEntries(chosen) }
    await ctx.db
      .insert(noticeChoices)
      .values({ userId, ...row, updatedAt: now })
      .onConflictDoUpdate({ target: noticeChoices.userId, set: { ...row, updatedAt: now } })
  })
}

const everything: NoticeChoices = {
  kinds: Object.fromEntries(noticeKinds.map((kind) => [kind, { push: true, mail: false }])),
  ...{ summary: false, quietFrom: null, quietTo: null },
}

/** Devices of one person: more are a mistake. */
const mostDevices = 10

/**
 * Takes a browser's subscription; one that another account had in this browser is hers from now on. A member of staff who has not
 * chosen yet is told of everything.
 */
export async function addDevice(ctx: Ctx, { endpoint, keys }: NewPush, userAgent: string): Promise<void> {
  requireStaff(ctx)
  const userId = requireUser(ctx)
  await inTransaction(ctx, async (ctx) => {
    // The lock makes two requests at once count each other's device.
    await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    if (!(await findChosen(ctx, userId))) await chooseNotices(ctx, everything)
    const own = { userId, ...keys, device: deviceName(userAgent) }
    await ctx.db
      .insert(pushSubscriptions)
      .values({ id: newId(), endpoint, ...own, createdAt: ctx.clock() })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: own })
    if ((await ctx.db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))) > mostDevices) {
      throw new ShopError('CONFLICT', `En çok ${mostDevices} cihaza bildirim gönderilebilir; birini kaldırın.`)
    }
  })
}

/** Removes a device of the caller; one that is not there is gone already. */
export async function removeDevice(ctx: Ctx, endpoint: string): Promise<void> {
  requireStaff(ctx)
  const own = eq(pushSubscriptions.userId, requireUser(ctx))
  await ctx.db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.endpoint, endpoint), own))
}

/** `rights` as of today. */
export type Person = Chosen & { email: string; firstName: string; rights: readonly Right[]; devices: number }

/** Staff who want to be told of anything. */
export async function listPeople(ctx: Ctx): Promise<Person[]> {
  const devices = sql<number>`(select count(*)::int from ${pushSubscriptions}
    where ${pushSubscriptions.userId} = ${noticeChoices.userId})`
  const rows = await ctx.db
    .select({ chosen: noticeChoices, email: users.email, firstName: users.firstName, role: roleColumns, devices })
    .from(noticeChoices)
    .innerJoin(users, and(eq(users.id, noticeChoices.userId), isNull(users.deletedAt)))
    .innerJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
  return rows
    .map(({ chosen, role, ...person }) => ({ ...chosen, ...person, rights: rightsOf(role) }))
    .filter(({ rights }) => rights.length > 0)
}

export async function listDevices(ctx: Ctx, userIds: string[]): Promise<Device[]> {
  return ctx.db
    .select()
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, userIds))
    .orderBy(asc(pushSubscriptions.createdAt))
}
