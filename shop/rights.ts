/** Rights to call something. Every call of /api/v1/admin names the one it needs. Whoever may change may read (`completeRights`). */
export const callRights = [
  'dashboard',
  'orders',
  'orders-read',
  'returns',
  'payments',
  'payments-read',
  'messages',
  'catalog',
  'campaigns',
  'reports',
  'customers',
  'news',
  'settings',
  'mails',
  'records',
  'staff',
] as const
export type CallRight = (typeof callRights)[number]

/**
 * Rights to see parts of answers: sums of money, and how a customer is reached. Without a sight its fields are left out of answers; a call
 * that is about nothing else is refused.
 */
export const sights = ['amounts', 'contacts'] as const
export type Sight = (typeof sights)[number]

/** All that a role may hold. */
export const rights = [...callRights, ...sights] as const
export type Right = (typeof rights)[number]

/** `ADMIN` is everybody of the staff, whatever her rights: clients read it from the token to offer the panel. */
export const roles = ['USER', 'ADMIN'] as const
export type Role = (typeof roles)[number]

/** Whether a role, as a token names it, may open the panel; what she may do there only the server knows. */
export function isStaff(role: string | undefined): boolean {
  return role === 'ADMIN'
}
