/** The rights of staff. Every call of /api/v1/admin names the one it needs. */
export const rights = [
  'dashboard',
  'orders',
  'returns',
  'payments',
  'messages',
  'catalog',
  'campaigns',
  'reports',
  'customers',
  'settings',
  'mails',
  'records',
] as const
export type Right = (typeof rights)[number]

/** The one table of roles: a role of staff is a line here. */
const rightsByRole = {
  USER: [],
  ADMIN: rights,
} as const satisfies Record<string, readonly Right[]>

export type Role = keyof typeof rightsByRole
export const roles = Object.keys(rightsByRole) as [Role, ...Role[]]

export function rightsOf(role: Role): readonly Right[] {
  return rightsByRole[role]
}

/** The rights of a role as a token names it; none of an unknown one. */
export function rightsNamed(role: string | undefined): readonly Right[] {
  const known = roles.find((known) => known === role)
  return known ? rightsOf(known) : []
}

/** Whether a role, as a token names it, has any right in the panel. */
export function isStaff(role: string): boolean {
  return rightsNamed(role).length > 0
}
