import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Product } from '#shop/catalog/products.ts'
import { variants } from '#shop/catalog/schema.ts'
import type { NewPayment } from '#shop/checkout/contract.ts'
import { listOpenDiscrepancies } from '#shop/checkout/reconciliation/discrepancies.ts'
import { overviewOfPayments } from '#shop/checkout/resolution.ts'
import { transferReceipts } from '#shop/checkout/ways/transfer/schema.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { NewCard } from '#shop/gift-cards/cards.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { byHand, isByHand } from '#shop/payments/providers.ts'
import {
  beyondTheOrder,
  idempotencyKeys,
  openStatuses,
  paymentAttempts,
  paymentEvents,
  refunds,
} from '#shop/payments/schema.ts'
import type { PaymentStep } from '#shop/ports.ts'
import { days } from '#shop/time.ts'
import { auditBooks, auditCampaigns, auditCredit, auditExchanges, auditGifts, auditReturns } from './books.ts'
import { backOf, type WildBank } from './outside/wild-bank.ts'
import { limitsHold } from './ways/campaigns.ts'
import { type Guest, guestsGetTheirMoney } from './ways/guests.ts'
import type { Linked } from './ways/links.ts'
import { goesBackAsItCame, isHonest, ordersAddUp } from './ways/sums.ts'
import { lineComesFirst } from './ways/waiting.ts'

export const initialStock = 3

export type Row = { attempt: typeof paymentAttempts.$inferSelect; order: typeof orders.$inferSelect }

/** A shop, its bank, and the state after the last event. */
export type World = {
  ctx: Ctx
  bank: WildBank
  product: Product
  /** Other sizes and products that pieces are exchanged for, and how many of them were sold elsewhere. */
  exchanged: string[]
  sold: Map<string, number>
  shoppers: string[]
  guest: Guest
  /** Orders that the shop wrote to be paid by a link. */
  links: Map<string, Linked>
  /** Gift cards that both shoppers know. */
  cards: NewCard[]
  /** Orders that were begun to be paid at the door, and what the carrier paid out for each. */
  atDoor: string[]
  collected: Map<string, number>
  /** Orders that are paid by transfer. */
  byTransfer: string[]
  initial: Map<string, number>
  crash: { step: PaymentStep | undefined }
  answers: Map<string, string>
  /** The requests by their keys. */
  sent: Map<string, NewPayment>
  /** The widest limits that each campaign ever had. */
  limits: Map<string, { total: number; person: number }>
  before: Map<string, Row>
  /** Attempts that were ever given up, and those that the owner decided. */
  givenUp: Set<string>
  decided: Set<string>
}

function readRows({ ctx }: World): Promise<Row[]> {
  return ctx.db
    .select({ attempt: paymentAttempts, order: orders })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
}

/** Checks the invariants that hold after every single event. */
export async function alwaysTrue(world: World): Promise<void> {
  const rows = await readRows(world)
  await unitsAreSomewhere(world)
  await lineComesFirst(world)
  await limitsHold(world)
  for (const { attempt, order } of rows) {
    const sold = order.placedAt !== null && order.status !== 'CANCELLED'
    if (sold) expect(order.stockReturnedAt, 'what is sold is not on the shelf').toBeNull()
    const { refundKurus, chargedKurus, amountKurus, status } = attempt
    expect(refundKurus).toBeLessThanOrEqual(chargedKurus ?? amountKurus)
    const was = world.before.get(attempt.id)?.attempt.status
    if (status === 'SUCCEEDED' && was !== 'SUCCEEDED' && !world.decided.has(attempt.id)) {
      const charge = world.bank.charges.find(({ paymentId }) => paymentId === attempt.providerPaymentId)
      // Old pieces or balances may pay all of it.
      const none = order.exchangeOf || attempt.provider === byHand.credit ? 0 : undefined
      const reported = isByHand(attempt) ? (world.collected.get(order.id) ?? none) : charge?.statedKurus
      const received = (await receivedFor(world.ctx)).get(attempt.id)
      const { totalKurus, creditKurus, exchangeKurus } = order
      expect(amountKurus, 'it pays what is due').toBe(totalKurus - creditKurus - exchangeKurus)
      if (received === undefined) expect(reported, 'nothing else becomes an order by itself').toBe(amountKurus)
      else expect(received, 'a transfer is paid once all of it came').toBeGreaterThanOrEqual(amountKurus)
    }
    if (attempt.status === 'AWAITING_TRANSFER') {
      expect(order, 'it waits, placed').toMatchObject({ status: 'PENDING', paymentStatus: 'AWAITING_TRANSFER' })
      expect([attempt.refundKurus, (attempt.chargedKurus ?? 0) < amountKurus]).toEqual([0, true])
    }
    if (order.placedAt === null && isByHand(attempt)) expect(order.paidAt, 'nobody pays before the code').toBeNull()
    const isTakenBack = was === 'SUCCEEDED' && status === 'AWAITING_TRANSFER'
    if (isTakenBack) expect(await takenBackOf(world.ctx, attempt.id), 'a transfer was entered by mistake').toBe(true)
    else if (was === 'SUCCEEDED' || was === 'REFUNDED') expect(status, 'what is settled stays what it is').toBe(was)
  }
  for (const charge of world.bank.charges) {
    expect(charge.timesCharged).toBeLessThanOrEqual(1)
    expect(backOf(charge), 'no more goes back than came').toBeLessThanOrEqual(charge.amountKurus)
  }
  noneBuysTwice(world, rows)
  expect(await auditCredit(world.ctx.db), 'store credit is all accounted for').toEqual([])
  expect(await auditGifts(world.ctx.db), 'gift cards are all accounted for').toEqual([])
  world.before = new Map(rows.map((row) => [row.attempt.id, row]))
  for (const { attempt } of rows) {
    if (attempt.status === 'EXPIRED' || attempt.status === 'DECLINED') world.givenUp.add(attempt.id)
  }
}

/** Each unit is on the shelf, in an order, or came back and was not for sale; a return puts its units on the shelf once. */
async function unitsAreSomewhere({ ctx, product, exchanged, sold }: World): Promise<void> {
  const ids = [...product.variants.map((variant) => variant.id), ...exchanged]
  const held = await ctx.db
    .select({
      id: variants.id,
      stock: variants.stock,
      kept: keptOf,
      held: sql<number>`coalesce(sum(${heldOf}), 0)::int`,
    })
    .from(variants)
    .leftJoin(orderItems, eq(orderItems.variantId, variants.id))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .where(inArray(variants.id, ids))
    .groupBy(variants.id)
  for (const { id, stock, kept, held: units } of held) {
    expect(stock).toBeGreaterThanOrEqual(0)
    expect(
      stock + units + kept + (sold.get(id) ?? 0),
      'units are on the shelf, kept for who waits or in an order',
    ).toBe(initialStock)
  }
}

/** Pieces that are kept for who waited for them. */
const keptOf = sql<number>`(select count(*)::int from stock_requests w where w.variant_id = ${variants.id} and w.hold = 'held')`

/** Units of an item that are not on sale again: neither with their order, nor by a refund, nor by a return. */
const heldOf = sql`case when ${orders.stockReturnedAt} is null then ${orderItems.quantity} else ${orderItems.refundedQuantity} end
  - coalesce((select sum(ri.quantity) from refund_items ri
    join item_refunds ir on ir.refund_id = ri.refund_id and ir.restock
    join refunds r on r.id = ri.refund_id and r.status = 'SUCCEEDED'
    where ri.order_item_id = ${orderItems.id}), 0)
  - coalesce((select sum(ti.quantity) from return_items ti join returns t on t.id = ti.return_id
    where ti.order_item_id = ${orderItems.id} and t.shelved_at is not null and ti.condition = 'AS_NEW'), 0)`

/** Late money revives a given-up order only while it is fresh, and only for a buyer who has not bought since. */
function noneBuysTwice(world: World, rows: Row[]): void {
  const isOpen = ({ attempt }: Row) => openStatuses.some((status) => status === attempt.status)
  const revived = rows.filter(({ attempt: { id, orderId, status, linkOf } }) => {
    const cameNow = status === 'SUCCEEDED' && world.before.get(id)?.attempt.status !== 'SUCCEEDED'
    // Exchanges, transfers and orders of a link may come true at any age.
    if (world.before.get(id)?.order.exchangeOf || linkOf) return false
    return cameNow && !world.byTransfer.includes(orderId) && world.givenUp.has(id) && !world.decided.has(id)
  })
  for (const late of revived) {
    const age = world.ctx.clock().getTime() - late.attempt.createdAt.getTime()
    expect(age, 'no order older than a day comes true').toBeLessThanOrEqual(days(1))
    for (const other of rows) {
      if (other.attempt.id === late.attempt.id || personOf(world, other) !== personOf(world, late)) continue
      const was = world.before.get(other.attempt.id)
      const { placedAt } = other.order
      const bought = placedAt !== null && placedAt >= late.attempt.createdAt
      const buying = was !== undefined && isOpen(was) && isOpen(other)
      expect(bought || buying, 'who bought again gets no second order').toBe(false)
    }
  }
}

/** She who bought without an account is one with the account that she made since. */
function personOf({ guest }: World, { order: { userId } }: Row): string {
  return userId === guest.account ? guest.id : userId
}

/** Checks the invariants that hold once the bank has booked everything and the shop has run for days. */
export async function trueAtRest(world: World): Promise<void> {
  await alwaysTrue(world)
  const { ctx, bank } = world
  const rows = await readRows(world)
  const { attempts: waiting } = await overviewOfPayments(ctx)
  const discrepancies = await listOpenDiscrepancies(ctx)
  const received = await receivedFor(ctx)
  const refusals = await ctx.db.select().from(refunds).where(eq(refunds.status, 'FAILED'))
  const refused = new Set(refusals.map(({ attemptId }) => attemptId))
  const byOrder = Map.groupBy(rows, ({ order }) => order.id)
  for (const own of byOrder.values()) {
    const { order } = own[0] as Row
    const charges = bank.charges.filter((charge) => charge.orderId === order.id && charge.timesCharged > 0)
    // An order of a link has the payment that waits for it, and one for each try.
    const ids = own.map(({ attempt }) => attempt.id)
    const backs = await Promise.all(ids.map((id) => givenBackByHand(ctx, id)))
    const came = sum(ids.map((id) => received.get(id) ?? 0)) + (world.collected.get(order.id) ?? 0)
    const net = sum(charges.map((charge) => charge.amountKurus - backOf(charge))) + came - sum(backs)
    // Where the bank took less than the order costs, all that there is to give back is what it took.
    const isOver = order.status === 'CANCELLED' || order.paymentStatus === 'REFUNDED'
    const paidKurus = order.totalKurus - order.creditKurus - order.exchangeKurus
    const keptKurus = isOver ? 0 : paidKurus - (await backOfItems(ctx, order.id))
    // Money stays for which she took store credit, an excess too.
    const owed = order.paidAt ? Math.max(keptKurus, staysOf(order)) : 0
    const isListed = (id: string) =>
      waiting.some((one) => one.id === id) || discrepancies.some(({ attemptId }) => attemptId === id)
    const isShown = ids.some(isListed)
    const about = `order ${order.id} ${order.status} ${order.paymentStatus}, attempts ${own.map(({ attempt }) => attempt.status)}`
    if (net !== owed) expect(isShown, `the bank has ${net} for ${owed} and nobody sees it: ${about}`).toBe(true)
    else if (own.every(({ attempt }) => attempt.heldReason === null))
      expect(isShown, `all is well and the owner is alarmed: ${about}`).toBe(false)
    // A transfer beyond the amount due, or after the end, waits for the owner, however honest the bank is, and so does what it refused.
    const ownersTurn = ids.some((id) => (received.has(id) || refused.has(id)) && isListed(id))
    const isDecided = ids.some((id) => world.decided.has(id))
    if (!ownersTurn && isHonest(charges) && !isDecided) expect(net, about).toBe(owed)
  }
  const open = rows.filter(({ attempt }) => openStatuses.some((status) => status === attempt.status))
  const codes = rows.filter(({ attempt }) => attempt.status === 'AWAITING_CODE')
  expect(codes, 'no code is waited for without end').toEqual([])
  expect(open.every(({ attempt }) => attempt.heldReason !== null)).toBe(true)
  expect(await ctx.db.$count(refunds, eq(refunds.status, 'REQUESTED')), 'nothing stays open').toBe(0)
  for (const charge of bank.charges) expect(rows.some(({ order }) => order.id === charge.orderId)).toBe(true)
  const keys = await ctx.db.select().from(idempotencyKeys)
  expect(new Set(keys.map((key) => key.attemptId)).size, 'one order per key').toBe(keys.length)
  await historyIsWhole(ctx)
  await guestsGetTheirMoney(world)
  await goesBackAsItCame(world)
  await ordersAddUp(world, rows)
  expect(await auditReturns(ctx.db), 'returns, units and money agree').toEqual([])
  expect(await auditExchanges(ctx.db), 'exchanges and the payments behind them agree').toEqual([])
  expect(await auditCampaigns(ctx.db), 'discounts, lines and uses agree').toEqual([])
}

/** Kuruş of an order's money that cannot go back: for store credit that was given instead, and for new pieces. */
function staysOf({ creditBackKurus, creditKurus, movedKurus, ...order }: Row['order']): number {
  return (
    creditBackKurus - creditKurus + movedKurus - (order.exchangedAt ? order.exchangeKurus - order.exchangeBackKurus : 0)
  )
}

/** Checks that every change of an attempt is in its history: it left every status again but its current one. */
async function historyIsWhole(ctx: Ctx): Promise<void> {
  const events = await ctx.db.select().from(paymentEvents)
  for (const attempt of await ctx.db.select().from(paymentAttempts)) {
    const own = events.filter((event) => event.attemptId === attempt.id)
    expect(own.filter((event) => event.fromStatus === null)).toHaveLength(1)
    for (const status of new Set(own.map((event) => event.toStatus))) {
      const came = own.filter((event) => event.toStatus === status).length
      const left = own.filter((event) => event.fromStatus === status).length
      expect(came - left, `${status} of ${attempt.status}`).toBe(status === attempt.status ? 1 : 0)
    }
  }
}

/** Checks the invariants that hold once the owner has settled every discrepancy. */
export async function trueWhenSettled(world: World): Promise<void> {
  await alwaysTrue(world)
  const { attempts, discrepancies } = await overviewOfPayments(world.ctx)
  expect([attempts, discrepancies], 'nothing is left to decide').toEqual([[], []])
  const rows = await readRows(world)
  const links = rows.filter(({ attempt, order }) => attempt.status === 'AWAITING_LINK' && !order.exchangeOf)
  expect(links, 'no link is waited for without end').toEqual([])
  await booksAgree(world)
}

/** Charged, transferred, collected and given back fit orders and stock, but where the bank was wrong and the owner settled it with a note. */
async function booksAgree(world: World): Promise<void> {
  const { ctx, bank } = world
  const rows = await readRows(world)
  const taken = bank.charges.filter(({ timesCharged }) => timesCharged > 0)
  // Where two paid by one link, one of them has her money back.
  const kept = taken.filter((charge) => backOf(charge) < charge.amountKurus)
  const charges = kept.map((charge) => ({
    ...{ order_id: charge.orderId, amount_kurus: charge.amountKurus, refunded_kurus: backOf(charge) },
  }))
  const settledByNote = rows.filter(({ attempt, order }) => {
    return world.decided.has(attempt.id) || !isHonest(taken.filter(({ orderId }) => orderId === order.id))
  })
  const initial = new Map([...world.initial].map(([id, stock]) => [id, stock - (world.sold.get(id) ?? 0)]))
  const wrong = await auditBooks(ctx.db, initial, charges)
  const known = (line: string) =>
    settledByNote.some(({ attempt, order }) => line.includes(order.id) || line.includes(attempt.id))
  expect(wrong.filter((line) => !known(line))).toEqual([])
}

/** Kuruş that the owner paid back herself. */
async function givenBackByHand(ctx: Ctx, attemptId: string): Promise<number> {
  const done = and(eq(refunds.attemptId, attemptId), eq(refunds.byHand, true), eq(refunds.status, 'SUCCEEDED'))
  return sum((await ctx.db.select().from(refunds).where(done)).map(({ amountKurus }) => amountKurus))
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

async function takenBackOf(ctx: Ctx, attemptId: string): Promise<boolean> {
  const own = and(eq(transferReceipts.attemptId, attemptId), isNotNull(transferReceipts.takenBackAt))
  return (await ctx.db.$count(transferReceipts, own)) > 0
}

/** Kuruş that came by transfer, by attempt. */
async function receivedFor(ctx: Ctx): Promise<Map<string, number>> {
  const rows = await ctx.db.select().from(transferReceipts).where(isNull(transferReceipts.takenBackAt))
  const byAttempt = Map.groupBy(rows, ({ attemptId }) => attemptId)
  return new Map([...byAttempt].map(([id, receipts]) => [id, sum(receipts.map(({ amountKurus }) => amountKurus))]))
}

/** Kuruş that went back for single items of an order that lives on. */
async function backOfItems(ctx: Ctx, orderId: string): Promise<number> {
  const done = and(
    eq(paymentAttempts.orderId, orderId),
    eq(paymentAttempts.status, 'SUCCEEDED'),
    eq(refunds.status, 'SUCCEEDED'),
    // The total fell by a change before its difference went back.
    notInArray(refunds.reason, [...beyondTheOrder]),
  )
  const rows = await ctx.db
    .select({ amountKurus: refunds.amountKurus })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(done)
  return sum(rows.map(({ amountKurus }) => amountKurus))
}
