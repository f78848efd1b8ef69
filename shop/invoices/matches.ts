import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Ctx, requireRight } from '../ctx.ts'
import { orders } from '../orders/schema.ts'
import { orderInvoices } from './schema.ts'

/** A file matched by its name: the order that it is for, and the invoice's number if the name holds one. */
export type InvoiceMatch = {
  name: string
  number: string | null
  order: { id: string; buyer: string; totalKurus: number; invoiceNumber: string | null } | null
  /** Why it cannot be attached as it is. */
  problem: 'NO_ORDER' | 'SEVERAL_ORDERS' | 'TWICE' | null
}

/** Finds the orders that these files are for, by the order's number in each name; changes nothing. */
export async function matchInvoices(ctx: Ctx, names: string[]): Promise<InvoiceMatch[]> {
  requireRight(ctx, 'orders')
  const asked = names.map((name) => ({ name, number: numberIn(name), ids: shownIdsIn(name) }))
  const known = await findByShownIds(ctx, [...new Set(asked.flatMap(({ ids }) => ids))])
  const matches = asked.map(({ name, number, ids }) => ({
    name,
    number,
    found: ids.flatMap((id) => known.get(id) ?? []),
  }))
  const times = new Map<string, number>()
  for (const { found } of matches) {
    const [only] = found.length === 1 ? found : []
    if (only) times.set(only.id, (times.get(only.id) ?? 0) + 1)
  }
  return matches.map(({ name, number, found }) => {
    const [first] = found
    if (!first) return { name, number, order: null, problem: 'NO_ORDER' }
    if (found.length > 1) return { name, number, order: null, problem: 'SEVERAL_ORDERS' }
    return { name, number, order: first, problem: (times.get(first.id) ?? 0) > 1 ? 'TWICE' : null }
  })
}

/** '1A2B3C4D' as it stands in a name between other signs; that of an invoice's number is none. */
function shownIdsIn(name: string): string[] {
  const rest = name.toUpperCase().replace(invoiceNumber, ' ')
  return [...new Set([...rest.matchAll(/(?<![0-9A-Z])[0-9A-F]{8}(?![0-9A-Z])/g)].map(([id]) => id))]
}

/** The number of an e-Arşiv invoice: three letters or digits, the year, nine digits. */
const invoiceNumber = /(?<![0-9A-Z])[A-Z0-9]{3}20\d{2}\d{9}(?![0-9A-Z])/

function numberIn(name: string): string | null {
  return invoiceNumber.exec(name.toUpperCase())?.[0] ?? null
}

type Found = NonNullable<InvoiceMatch['order']>

/** Orders that count, by their shown number; two may have the same. */
async function findByShownIds(ctx: Ctx, shownIds: string[]): Promise<Map<string, Found[]>> {
  const found = new Map<string, Found[]>()
  if (shownIds.length === 0) return found
  const shown = sql<string>`right(${orders.id}::text, 8)`
  const rows = await ctx.db
    .select({
      shown,
      id: orders.id,
      buyer: sql<string>`${orders.firstName} || ' ' || ${orders.lastName}`,
      totalKurus: orders.totalKurus,
      invoiceNumber: orderInvoices.number,
    })
    .from(orders)
    .leftJoin(orderInvoices, and(eq(orderInvoices.orderId, orders.id), isNull(orderInvoices.replacedAt)))
    .where(
      and(
        isNotNull(orders.placedAt),
        inArray(
          shown,
          shownIds.map((id) => id.toLowerCase()),
        ),
      ),
    )
  for (const { shown, ...order } of rows) {
    const key = shown.toUpperCase()
    found.set(key, [...(found.get(key) ?? []), order])
  }
  return found
}
