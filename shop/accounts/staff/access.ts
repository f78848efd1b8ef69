/** The staff and their roles. Rights are read at each request, so that a change counts at once. */

import { and, eq, isNull } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inTransaction, isId, requireRight } from '../../ctx.ts'
import { notFound, ShopError } from '../../errors.ts'
import { noticeChoices, pushSubscriptions } from '../../notices/schema.ts'
import { staffInvitations, staffRoles, users } from '../schema.ts'
import { recordEvent } from '../security-log.ts'
import { closeSessionsOf } from '../sessions/sessions.ts'
import { announceStaffChange } from './announce.ts'
import { findRoleToGive, lockStaff, requireHeld, requireManagerLeft } from './managers.ts'
import { rightsOf, roleColumns, roleName, type StaffRole } from './rights-of.ts'

const lastManager = 'Ekibi yönetebilen tek kişi bu; önce bir başkasını yönetici yapın.'

type Member = { id: string; firstName: string; lastName: string; role: StaffRole }

/** `id`: of a person, or of an open invitation. */
export async function changeStaffRole(ctx: Ctx, id: string, roleId: string): Promise<void> {
  requireRight(ctx, 'staff')
  await inTransaction(ctx, async (ctx) => {
    await lockStaff(ctx)
    const role = await getRoleToGive(ctx, roleId)
    const member = await findMember(ctx, id)
    if (!member) return changeInvitation(ctx, id, role)
    if (member.role.id === role.id) return
    requireHeld(ctx, rightsOf(member.role))
    await ctx.db.update(users).set({ staffRoleId: role.id, updatedAt: ctx.clock() }).where(eq(users.id, id))
    await requireManagerLeft(ctx, lastManager)
    await recordEvent(ctx, { kind: 'role-changed', userId: id, detail: `${roleName(member.role)} → ${roleName(role)}` })
    await recordChange(ctx, {
      ...{ action: 'staff.role', subject: { id, name: nameOf(member) } },
      before: { staffRole: roleName(member.role) },
      after: { staffRole: roleName(role) },
    })
    await announceStaffChange(ctx)
  })
}

async function changeInvitation(ctx: Ctx, id: string, role: StaffRole): Promise<void> {
  const [invited] = await ctx.db
    .update(staffInvitations)
    .set({ roleId: role.id })
    .where(eq(staffInvitations.id, id))
    .returning()
  if (!invited) throw gone()
  await recordChange(ctx, {
    ...{ action: 'staff.invite', subject: { id, name: nameOf(invited) } },
    after: { staffRole: roleName(role) },
  })
}

/** The role, which the caller may give; INVALID or FORBIDDEN otherwise. */
export async function getRoleToGive(ctx: Ctx, roleId: string): Promise<StaffRole> {
  const role = await findRoleToGive(ctx, roleId)
  if (!role) throw new ShopError('CONFLICT', 'Seçtiğiniz rol silinmiş; başka bir rol seçin.')
  requireHeld(ctx, rightsOf(role))
  return role
}

/** Ends somebody's access to the panel at once; she stays a customer. An invitation that waits is withdrawn. */
export async function removeFromStaff(ctx: Ctx, id: string): Promise<void> {
  const self = requireRight(ctx, 'staff')
  if (self === id)
    throw new ShopError('CONFLICT', 'Kendi erişiminizi kaldıramazsınız; bunu başka bir yönetici yapabilir.')
  await inTransaction(ctx, async (ctx) => {
    await lockStaff(ctx)
    const member = await findMember(ctx, id)
    if (!member) return withdraw(ctx, id)
    requireHeld(ctx, rightsOf(member.role))
    await endAccess(ctx, id)
    await requireManagerLeft(ctx, lastManager)
    await recordEvent(ctx, { kind: 'role-changed', userId: id, detail: `${roleName(member.role)}: erişimi kaldırıldı` })
    await recordChange(ctx, {
      ...{ action: 'staff.remove', subject: { id, name: nameOf(member) } },
      before: { staffRole: roleName(member.role) },
      after: { staffRole: null },
    })
  })
}

/** In the caller's transaction: no rights, no session, no message to any of her devices. */
export async function endAccess(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .update(users)
    .set({ role: 'USER', staffRoleId: null, updatedAt: ctx.clock() })
    .where(eq(users.id, userId))
  await closeSessionsOf(ctx, userId)
  await ctx.db.delete(noticeChoices).where(eq(noticeChoices.userId, userId))
  await ctx.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
  await announceStaffChange(ctx)
}

async function withdraw(ctx: Ctx, id: string): Promise<void> {
  const [invited] = await ctx.db.delete(staffInvitations).where(eq(staffInvitations.id, id)).returning()
  if (!invited) throw gone()
  await recordChange(ctx, {
    action: 'staff.withdraw',
    subject: { id, name: nameOf(invited) },
    before: { email: invited.email },
  })
}

async function findMember(ctx: Ctx, id: string): Promise<Member | undefined> {
  if (!isId(id)) throw gone()
  const [member] = await ctx.db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, role: roleColumns })
    .from(users)
    .innerJoin(staffRoles, eq(staffRoles.id, users.staffRoleId))
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update', { of: users })
  return member
}

function gone(): ShopError {
  return notFound('Bu kişi artık ekipte değil; sayfayı yenileyin.')
}

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}
