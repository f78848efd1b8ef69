import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { type Ctx, hasRight } from '../../ctx.ts'
import type { MessageKind } from '../../messages/contract.ts'
import { messages } from '../../messages/schema.ts'
import { trackingUrl } from '../../orders/carriers.ts'
import type { OrderStatus } from '../../orders/contract.ts'
import { orders } from '../../orders/schema.ts'
import { foldCustomers } from '../customers/list.ts'
import { customers } from '../schema.ts'

const shownOrders = 5
const shownMessages = 20

/** The shop's knowledge of the person behind an address, shown beside a message from it. */
export type AboutWriter = {
  /** Null for staff who may not see customers, or when nobody has the address. */
  customer: { id: string; firstName: string; lastName: string; phone: string; orders: number } | null
  /** Null for staff who may not see orders. Newest first. */
  orders: WritersOrder[] | null
  /** Her other messages, newest first. */
  others: { id: string; kind: MessageKind; summary: string; answered: boolean; createdAt: Date }[]
}
type WritersOrder = {
  id: string
  status: OrderStatus
  /** Undefined for staff who may not see sums. */
  totalKurus: number | undefined
  trackingUrl: string | null
  createdAt: Date
}

/** Anybody may write an address into a form: these facts belong to the address, not to the writer, and only staff see them. */
export async function findAboutWriter(ctx: Ctx, message: { id: string; email: string }): Promise<AboutWriter> {
  const [seesCustomers, seesOrders] = [hasRight(ctx, 'customers'), hasRight(ctx, 'orders-read')]
  const people = seesCustomers || seesOrders ? await listPeople(ctx, message.email) : []
  return {
    customer: (seesCustomers && people[0]) || null,
    orders: seesOrders ? await listOrders(ctx, people) : null,
    others: await listOthers(ctx, message),
  }
}

type Person = NonNullable<AboutWriter['customer']>

/** An account before the guests who used its address. */
async function listPeople(ctx: Ctx, email: string): Promise<Person[]> {
  await foldCustomers(ctx)
  const { userId: id, firstName, lastName, phone, orders } = customers
  return ctx.db
    .select({ id, firstName, lastName, phone, orders })
    .from(customers)
    .where(eq(customers.email, email))
    .orderBy(customers.guest, desc(customers.joinedAt))
    .limit(50)
}

async function listOrders(ctx: Ctx, people: Person[]): Promise<WritersOrder[]> {
  if (people.length === 0) return []
  const { id, status, totalKurus, carrier, trackingNumber, createdAt } = orders
  const ids = people.map((person) => person.id)
  const rows = await ctx.db
    .select({ id, status, totalKurus, carrier, trackingNumber, createdAt })
    .from(orders)
    .where(and(inArray(orders.userId, ids), isNotNull(orders.placedAt)))
    .orderBy(desc(createdAt), desc(id))
    .limit(shownOrders)
  const seesSums = hasRight(ctx, 'amounts')
  return rows.map(({ carrier, trackingNumber, totalKurus, ...row }) => ({
    ...row,
    totalKurus: seesSums ? totalKurus : undefined,
    trackingUrl: trackingUrl(carrier, trackingNumber),
  }))
}

async function listOthers(ctx: Ctx, { id, email }: { id: string; email: string }): Promise<AboutWriter['others']> {
  const { body } = messages
  const summary = sql<string>`left(coalesce(${body}->>'problem', ${body}->>'subject', ${body}->>'title', ${body}->>'productName', ''), 200)`
  const rows = await ctx.db
    .select({
      ...{ id: messages.id, kind: messages.kind, summary },
      ...{ answeredAt: messages.answeredAt, createdAt: messages.createdAt },
    })
    .from(messages)
    .where(and(eq(messages.email, email), ne(messages.id, id)))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(shownMessages)
  return rows.map(({ answeredAt, ...row }) => ({ ...row, answered: answeredAt !== null }))
}
