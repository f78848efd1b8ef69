import { type Right, rights } from '../../rights.ts'
import { staffRoles } from '../schema.ts'
import { completeRights, readyRoles } from './role-rights.ts'

/** The columns of a role, for the statement that reads a session or an account: joined by `users.staffRoleId`. */
export const roleColumns = {
  id: staffRoles.id,
  ready: staffRoles.ready,
  name: staffRoles.name,
  rights: staffRoles.rights,
}

export type StaffRole = Pick<typeof staffRoles.$inferSelect, 'id' | 'ready' | 'name' | 'rights'>

/** The rights of a role; none without a role. Names of rights that this version does not know are ignored. */
export function rightsOf(role: StaffRole | null): readonly Right[] {
  if (!role) return []
  const held = role.ready ? readyRoles[role.ready]?.rights : rights.filter((right) => role.rights.includes(right))
  return completeRights(held ?? [])
}

export function roleName(role: Pick<StaffRole, 'ready' | 'name'>): string {
  return role.ready ? (readyRoles[role.ready]?.name ?? role.ready) : role.name
}
