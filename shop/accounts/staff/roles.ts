/** Roles: what somebody of the staff may do and see. Ready-made ones never change; the owner makes others out of rights. */

import { eq, sql } from 'drizzle-orm'
import { recordChange } from '../../audit/audit.ts'
import { type Ctx, inTransaction, isId, newId, requireRight } from '../../ctx.ts'
import { brokenConstraint, conflict, notFound, refuseStale, ShopError } from '../../errors.ts'
import type { Right } from '../../rights.ts'
import { staffInvitations, staffRoles, users } from '../schema.ts'
import { announceStaffChange } from './announce.ts'
import { type NewRole, type RoleChange, roleOf } from './contract.ts'
import { lockStaff, requireHeld, requireManagerLeft } from './managers.ts'
import { rightsOf, roleColumns, roleName, type StaffRole } from './rights-of.ts'
import { readyRoles } from './role-rights.ts'

export type ListedRole = {
  id: string
  name: string
  ready: boolean
  rights: readonly Right[]
  /** The number of people who hold the role or are invited to it. */
  people: number
}

/** Ready-made roles first, as the program lists them, then the owner's by name. */
export async function listRoles(ctx: Ctx): Promise<ListedRole[]> {
  requireRight(ctx, 'staff')
  const rows = await ctx.db
    .select({
      role: roleColumns,
      people: sql<number>`((select count(*) from ${users} where ${users.staffRoleId} = ${staffRoles.id})
        + (select count(*) from ${staffInvitations} where ${staffInvitations.roleId} = ${staffRoles.id}))::int`,
    })
    .from(staffRoles)
  const order = Object.keys(readyRoles)
  const place = ({ ready }: StaffRole) => (ready ? order.indexOf(ready) : order.length)
  return rows
    .sort((a, b) => place(a.role) - place(b.role) || a.role.name.localeCompare(b.role.name, 'tr'))
    .map(({ role, people }) => ({
      ...{ id: role.id, name: roleName(role), ready: role.ready !== null, people },
      rights: rightsOf(role),
    }))
}

export async function createRole(ctx: Ctx, input: NewRole): Promise<string> {
  requireRight(ctx, 'staff')
  const role = roleOf(input)
  requireHeld(ctx, role.rights)
  return inTransaction(ctx, async (ctx) => {
    const [now, id] = [ctx.clock(), newId()]
    await ctx.db
      .insert(staffRoles)
      .values({ id, ...role, createdAt: now, updatedAt: now })
      .catch(refuseTaken)
    await recordChange(ctx, { action: 'role.create', subject: { id, name: role.name }, after: role })
    return id
  })
}

/** New rights count from the holder's next request on. EDIT_CONFLICT when the role is no longer as it was read. */
export async function updateRole(ctx: Ctx, id: string, input: RoleChange): Promise<void> {
  requireRight(ctx, 'staff')
  const role = roleOf(input)
  await inTransaction(ctx, async (ctx) => {
    await lockStaff(ctx)
    const before = await getOwnRole(
      ctx,
      id,
      'Hazır roller değiştirilemez; bu rolü kopyalayıp kendinize göre değiştirin.',
    )
    const sorted = ({ name, rights }: { name: string; rights: readonly string[] }) => ({
      name,
      rights: rights.toSorted(),
    })
    refuseStale(before.name, {
      seen: input.seen && sorted(input.seen),
      now: sorted({ name: before.name, rights: rightsOf(before) }),
      wanted: sorted(role),
    })
    // Only added and removed rights must be held by whoever changes the role.
    const [had, has] = [rightsOf(before), role.rights]
    requireHeld(ctx, [...has.filter((right) => !had.includes(right)), ...had.filter((right) => !has.includes(right))])
    await ctx.db
      .update(staffRoles)
      .set({ ...role, updatedAt: ctx.clock() })
      .where(eq(staffRoles.id, id))
      .catch(refuseTaken)
    await requireManagerLeft(ctx, 'Ekibi yönetebilen kimse kalmaz; önce bir başkasını yönetici yapın.')
    await recordChange(ctx, {
      ...{ action: 'role.update', subject: { id, name: role.name } },
      before: { name: before.name, rights: [...had] },
      after: role,
    })
    await announceStaffChange(ctx)
  })
}

/** CONFLICT while somebody holds it or is invited to. */
export async function deleteRole(ctx: Ctx, id: string): Promise<void> {
  requireRight(ctx, 'staff')
  await inTransaction(ctx, async (ctx) => {
    const { name, ...role } = await getOwnRole(ctx, id, 'Hazır roller silinemez.')
    await ctx.db
      .delete(staffRoles)
      .where(eq(staffRoles.id, id))
      .catch((error: unknown) => {
        if (!/_role_id_fk$/.test(brokenConstraint(error) ?? '')) throw error
        throw new ShopError('CONFLICT', 'Bu rolde kişiler var; önce onlara başka bir rol verin, sonra rolü silin.')
      })
    await recordChange(ctx, { action: 'role.delete', subject: { id, name }, before: { name, rights: role.rights } })
  })
}

async function getOwnRole(ctx: Ctx, id: string, whyNot: string): Promise<StaffRole> {
  const [role] = isId(id)
    ? await ctx.db.select(roleColumns).from(staffRoles).where(eq(staffRoles.id, id)).for('update')
    : []
  if (!role) throw notFound('Bu rol silinmiş; sayfayı yenileyin.')
  if (role.ready) throw new ShopError('CONFLICT', whyNot)
  return role
}

function refuseTaken(error: unknown): never {
  if (brokenConstraint(error) !== 'staff_roles_name_key') throw error
  throw conflict({ name: ['Bu adda bir rol zaten var; başka bir ad yazın'] })
}
