/** Takes people out of the history of changes: that something was changed, and by whom of the staff, stays. */

import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { auditEntries } from './schema.ts'

/** Replaces the name of a forgotten person. */
export const nobodyName = 'Silinmiş Hesap'

/** Facts that name a person, or that staff wrote of her in words. */
const personal = sql.raw(
  `array['recipient', 'address', 'phone', 'iban', 'note', 'adminNotes', 'reason', 'discount', 'answer', 'to', 'error',
    'mergedAccount', 'customer', 'email']`,
)

const { before, after, action, actorId, subjectId, subjectName, createdAt } = auditEntries
const withoutPersonal = { before: sql`${before} - ${personal}`, after: sql`${after} - ${personal}` }

/**
 * Forgets what names a person in the changes of these subjects, and what they are called where `name` says so. `ids`: ids, or a
 * select of them as text. In the caller's transaction, as with the others here.
 */
export async function forgetSubjects({ db }: Ctx, ids: string[] | SQL, name?: string): Promise<void> {
  if (Array.isArray(ids) && ids.length === 0) return
  await db
    .update(auditEntries)
    .set({ ...withoutPersonal, ...(name ? { subjectName: name } : {}) })
    .where(Array.isArray(ids) ? sql`${subjectId} = any(${sql.param(ids)}::text[])` : inArray(subjectId, ids))
}

type FactsColumn = typeof before | typeof after

/** Changes that may name an address beside what they are about, few of all; an index holds them. */
const isAddressed =
  sql.raw(`action in ('customer.merge', 'consent.withdraw', 'campaign.create', 'campaign.update', 'campaign.delete',
  'staff.invite', 'staff.withdraw')`)

/**
 * Forgets addresses wherever a change names one, whatever it was about, in those made before `until` if that is said. An invitation
 * is one subject: what was changed of it later names the person, and not her address.
 */
export async function forgetAddresses(ctx: Ctx, emails: string[], until?: Date): Promise<void> {
  if (emails.length === 0) return
  const theirs = sql`any(${sql.param(emails)}::text[])`
  const names = (facts: FactsColumn) =>
    sql`exists (select from jsonb_each_text(coalesce(${facts}, '{}')) f where f.value = ${theirs})`
  const without = (facts: FactsColumn) => sql`case when ${facts} is not null then (
    select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(${facts}) f
    where (f.value #>> '{}' = ${theirs}) is not true) end`
  const isInvited = sql`${action} in ('staff.invite', 'staff.withdraw')`
  const isNamed = and(isAddressed, sql`(${names(before)} or ${names(after)})`, until && lt(createdAt, until))
  const invitations = ctx.db.select({ id: subjectId }).from(auditEntries).where(and(isNamed, isInvited))
  await ctx.db
    .update(auditEntries)
    .set({
      before: without(before),
      after: without(after),
      subjectName: sql`case when ${isInvited} then ${nobodyName} else ${subjectName} end`,
    })
    .where(and(isAddressed, or(isNamed, and(isInvited, inArray(subjectId, invitations)))))
  await forgetWithdrawalsOf(ctx, emails, until)
}

/** Forgets what staff noted when it took back consent for addresses or numbers, before `until` if that is said. */
export async function forgetWithdrawalsOf({ db }: Ctx, recipients: string[], until?: Date): Promise<void> {
  if (recipients.length === 0) return
  const isOfThem = sql`${subjectName} = any(${sql.param(recipients)}::text[])`
  await db
    .update(auditEntries)
    .set({ ...withoutPersonal, subjectName: nobodyName })
    .where(and(isAddressed, eq(action, 'consent.withdraw'), isOfThem, until && lt(createdAt, until)))
}

/** Forgets by name what shoppers changed themselves of these orders. */
export async function forgetActors({ db }: Ctx, shoppers: string[], orderIds: SQL): Promise<void> {
  await db
    .update(auditEntries)
    .set({ actorName: nobodyName })
    .where(and(inArray(actorId, shoppers), inArray(subjectId, orderIds)))
}
