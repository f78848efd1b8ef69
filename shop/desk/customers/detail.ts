import { and, countDistinct, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { type ConsentEvent, type ConsentState, listEvents, listStates } from '../../accounts/consents/ledger.ts'
import { users } from '../../accounts/schema.ts'
import { compareSizes } from '../../catalog/sizes.ts'
import { findBalance } from '../../credit/ledger.ts'
import { type Ctx, hasRight, requireRight } from '../../ctx.ts'
import { type Favorite, listFavorites } from '../../favorites/favorites.ts'
import { findBounce, type KnownBounce } from '../../mail/bounces/bounces.ts'
import type { MessageKind } from '../../messages/contract.ts'
import { messages } from '../../messages/schema.ts'
import { orderItems, orders } from '../../orders/schema.ts'
import { paymentAttempts } from '../../payments/schema.ts'
import { stockRequests } from '../../restock/schema.ts'
import { returns } from '../../returns/schema.ts'
import type { Customer } from './list.ts'
import { type CustomerNote, customerNotesOf } from './notes.ts'
import { getCustomerRow } from './person.ts'

const shownOrders = 20

type BoughtOrder = Pick<
  typeof orders.$inferSelect,
  'id' | 'status' | 'paymentStatus' | 'totalKurus' | 'createdAt' | 'guest' | 'exchangeOf'
> & { pieces: number }
type AskedReturn = Pick<typeof returns.$inferSelect, 'id' | 'code' | 'orderId' | 'kind' | 'status' | 'createdAt'>
type Written = { id: string; kind: MessageKind; createdAt: Date; answered: boolean }

export type CustomerDetail = Customer & {
  emailVerified: boolean
  /** Somebody of the staff who bought: neither merged nor deleted while she is. */
  staff: boolean
  /** Two-step login that the shop can switch off for her; never that of staff. */
  secondStep: boolean
  /** The last mail to her that came back. */
  bounce: KnownBounce | null
  creditKurus: number
  orderCount: number
  /** Those whose money was kept, as `spentKurus` sums it up; an exchange is part of what was bought first. */
  paidOrders: number
  latestOrders: BoughtOrder[]
  latestReturns: AskedReturn[]
  /** Units that she bought and kept, by size, the most first. */
  sizes: { size: string; units: number }[]
  favorites: Favorite[]
  /** Null for staff who may not read messages. */
  messages: Written[] | null
  waitsFor: number
  notes: CustomerNote[]
  consents: ConsentState[]
  consentEvents: ConsentEvent[]
}

/** All that the shop knows of a customer; NOT_FOUND for staff, accounts that are gone, and guests who bought nothing. */
export async function getCustomer(ctx: Ctx, id: string): Promise<CustomerDetail> {
  requireRight(ctx, 'customers')
  const row = await getCustomerRow(ctx, id)
  const [user] = await ctx.db
    .select({ role: users.role, verifiedAt: users.emailVerifiedAt, secondStepSince: users.secondStepSince })
    .from(users)
    .where(eq(users.id, id))
  const recipients = [row.email, row.phone].filter(Boolean)
  return {
    ...row,
    emailVerified: user?.verifiedAt != null,
    staff: user !== undefined && user.role !== 'USER',
    secondStep: user?.role === 'USER' && user.secondStepSince !== null,
    bounce: (await findBounce(ctx, row.email)) ?? null,
    creditKurus: await findBalance(ctx, id),
    orderCount: await ctx.db.$count(orders, hers(id)),
    paidOrders: await countPaid(ctx, id),
    latestOrders: await ordersOf(ctx, id),
    latestReturns: await returnsOf(ctx, id),
    sizes: await sizesOf(ctx, id),
    favorites: await listFavorites(ctx, id),
    messages: hasRight(ctx, 'messages') ? await messagesOf(ctx, row.email) : null,
    waitsFor: await ctx.db.$count(
      stockRequests,
      and(eq(stockRequests.email, row.email), isNull(stockRequests.notifiedAt), isNotNull(stockRequests.confirmedAt)),
    ),
    notes: await customerNotesOf(ctx, id),
    consents: await listStates(ctx, id, recipients),
    consentEvents: await listEvents(ctx, id, recipients),
  }
}

function hers(userId: string) {
  return and(eq(orders.userId, userId), isNotNull(orders.placedAt))
}

async function countPaid(ctx: Ctx, userId: string): Promise<number> {
  const { orderId, status, chargedKurus, amountKurus, refundKurus } = paymentAttempts
  const kept = sql`coalesce(${chargedKurus}, ${amountKurus}) > ${refundKurus}`
  const [row] = await ctx.db
    .select({ n: countDistinct(orders.id) })
    .from(orders)
    .innerJoin(paymentAttempts, and(eq(orderId, orders.id), eq(status, 'SUCCEEDED'), kept))
    .where(and(hers(userId), isNull(orders.exchangeOf), ne(orders.paymentMethod, 'MARKETPLACE')))
  return row?.n ?? 0
}

async function ordersOf(ctx: Ctx, userId: string): Promise<BoughtOrder[]> {
  const { id, status, paymentStatus, totalKurus, createdAt, guest, exchangeOf } = orders
  const rows = await ctx.db
    .select({ id, status, paymentStatus, totalKurus, createdAt, guest, exchangeOf })
    .from(orders)
    .where(hers(userId))
    .orderBy(desc(createdAt), desc(id))
    .limit(shownOrders)
  const counted = await ctx.db
    .select({ orderId: orderItems.orderId, pieces: sql<number>`sum(${orderItems.quantity})::int` })
    .from(orderItems)
    .where(
      inArray(
        orderItems.orderId,
        rows.map((row) => row.id),
      ),
    )
    .groupBy(orderItems.orderId)
  const pieces = new Map(counted.map((row) => [row.orderId, row.pieces]))
  return rows.map((row) => ({ ...row, pieces: pieces.get(row.id) ?? 0 }))
}

async function returnsOf(ctx: Ctx, userId: string): Promise<AskedReturn[]> {
  const { id, code, orderId, kind, status, createdAt } = returns
  return ctx.db
    .select({ id, code, orderId, kind, status, createdAt })
    .from(returns)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(hers(userId))
    .orderBy(desc(createdAt))
    .limit(50)
}

async function sizesOf(ctx: Ctx, userId: string) {
  const units = sql<number>`sum(${orderItems.quantity} - ${orderItems.refundedQuantity})::int`
  const rows = await ctx.db
    .select({ size: orderItems.size, units })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orders.userId, userId), sql`is_sold(${orders})`))
    .groupBy(orderItems.size)
    .having(sql`sum(${orderItems.quantity} - ${orderItems.refundedQuantity}) > 0`)
  return rows.toSorted((a, b) => b.units - a.units || compareSizes(a.size, b.size))
}

async function messagesOf(ctx: Ctx, email: string): Promise<Written[]> {
  const { id, kind, createdAt, answeredAt } = messages
  const rows = await ctx.db
    .select({ id, kind, createdAt, answeredAt })
    .from(messages)
    .where(eq(messages.email, email))
    .orderBy(desc(createdAt))
    .limit(50)
  return rows.map(({ answeredAt, ...row }) => ({ ...row, answered: answeredAt !== null }))
}
