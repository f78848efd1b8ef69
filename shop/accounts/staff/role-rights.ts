import { type CallRight, callRights, type Right, rights } from '../../rights.ts'

/** The roles that come with the shop; what they may do is the program's, so that an update brings them what is new. */
export const readyRoles = {
  manager: { name: 'Yönetici', rights },
  warehouse: { name: 'Depo', rights: ['dashboard', 'orders', 'returns'] },
  products: { name: 'Ürün', rights: ['dashboard', 'catalog', 'campaigns', 'reports'] },
  service: {
    name: 'Müşteri hizmetleri',
    rights: ['dashboard', 'orders', 'returns', 'messages', 'customers', 'mails', 'amounts', 'contacts'],
  },
  accounting: { name: 'Muhasebe', rights: ['dashboard', 'orders-read', 'payments-read', 'reports', 'amounts'] },
} as const satisfies Record<string, { name: string; rights: readonly Right[] }>
export type ReadyRole = keyof typeof readyRoles

/** The id of the role that may do everything. */
export const managerRoleId = '00000000-0000-7000-8000-0000000000a1'

/**
 * The rights that a right implies: the right to change includes the one to read, and pages that consist of amounts or contacts include
 * the right to see those.
 */
const implied: Partial<Record<CallRight, readonly Right[]>> = {
  orders: ['orders-read'],
  payments: ['payments-read', 'amounts'],
  'payments-read': ['amounts'],
  messages: ['contacts'],
  mails: ['amounts', 'contacts'],
  news: ['contacts'],
  records: ['amounts', 'contacts'],
}

/** With what comes along with them, each once, in the order of `rights`. */
export function completeRights(held: readonly Right[]): Right[] {
  const along = callRights.flatMap((right) => (held.includes(right) ? (implied[right] ?? []) : []))
  const wanted = new Set<Right>([...held, ...along])
  return rights.filter((right) => wanted.has(right))
}
