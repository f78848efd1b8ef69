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

/** What a role may do now; nothing without one. Words that this version of the shop does not know count for nothing. */
export function rightsOf(role: StaffRole | null): readonly Right[] {
  if (!role) return []
  const held = role.ready ? readyRoles[role.ready]?.rights : rights.filter((right) => role.rights.includes(right))
  return completeRights(held ?? [])
}

export function roleName(role: Pick<StaffRole, 'ready' | 'name'>): string {
  return role.ready ? (readyRoles[role.ready]?.name ?? role.ready) : role.name
}
