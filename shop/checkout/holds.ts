import { createHmac } from 'node:crypto'
import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { users } from '../accounts/schema.ts'
import { batched, oneOf } from '../batched.ts'
import type { Ctx } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { networkOf, scaled } from '../limits.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { askProvider } from '../payments/ask.ts'
import { providerOf } from '../payments/providers.ts'
import { type AttemptStatus, idempotencyKeys, openStatuses, paymentAttempts } from '../payments/schema.ts'
import { seconds } from '../time.ts'
import { expireAttempt, settleAttempt } from './attempts.ts'
import type { NewPayment } from './contract.ts'
import type { Claim } from './idempotency.ts'
import { outOfStock, type PricedLine, type Shelf, type Short, shortOf } from './lines.ts'

/** Units of one size that may be held whatever its share: a small stock is there to be bought. */
const alwaysHeld = 5

/** An address may hold what this many accounts may: a household, an office. */
const accountsBehindAddress = 2

/** Unpaid, and not promised to be paid at the door either; apart, as each has its index, which a plan for any values would not use. */
const isHolding = or(
  inArray(paymentAttempts.status, [...openStatuses]),
  inArray(paymentAttempts.status, ['AWAITING_TRANSFER', 'AWAITING_CODE']),
)?.inlineParams()

/** An account that holds stock, and its network. */
type Holder = { userId: string; network: string }

export function holderOf(ctx: Ctx, userId: string): Holder {
  const network = createHmac('sha256', `network:${ctx.config.authSecret}`).update(networkOf(ctx)).digest('base64url')
  return { userId, network: network.slice(0, 22) }
}

/**
 * Ends the payments that a shopper left at her bank and frees their stock, as she begins another. Only
 * where the provider says that nothing was charged; without our last call at the end of 3-D Secure no money moves, and
 * a return from the bank meanwhile is decided by the attempt's state. On the provider's own page money can move later: such a
 * payment is asked about for a day, and late money is no second order. All else stays held and counts.
 */
export async function endOlderHolds(ctx: Ctx, userId: string): Promise<void> {
  await endAtBank(ctx, eq(orders.userId, userId))
}

/** The same of whichever payments are meant. */
export async function endAtBank(ctx: Ctx, which: SQL): Promise<void> {
  const atBank = await ctx.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(which, eq(paymentAttempts.status, 'AWAITING_3DS')))
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(3)
  const asked = await Promise.all(
    atBank.map(async ({ attempt }) => ({
      attempt,
      outcome: await askProvider(providerOf(ctx, attempt).find(attempt.conversationId, attempt.pageReference)),
    })),
  )
  for (const { attempt, outcome } of asked) {
    if (outcome.kind === '3ds' || outcome.kind === 'none') {
      await expireAttempt(ctx, attempt, 'the shopper pays in another way')
    } else if (outcome.kind === 'declined') {
      await settleAttempt(ctx, attempt.id, outcome, 'asked before another payment')
    } else if (outcome.kind === 'charged') {
      const settled = await settleAttempt(ctx, attempt.id, outcome, 'asked before another payment')
      if (settled.status === 'SUCCEEDED') throw paidMeanwhile(ctx)
    }
  }
}

type Purchase = { userId: string; input: NewPayment; claim: Claim | undefined }

/** OUT_OF_STOCK for a cart of which something is gone, before anything is written. */
export async function refuseSoldOut(ctx: Ctx, purchase: Purchase): Promise<void> {
  if (mayBeKept(purchase)) return
  refuseShort(ctx, await findShort(ctx, purchase))
}

/** Those who want the same hear it together; carts that differ are asked for one after the other. */
const findShort = batched(async (ctx: Ctx, purchases: Purchase[]): Promise<(Short[] | null)[]> => {
  const found = new Map<Purchase, Short[] | null>()
  const byCart = Map.groupBy(purchases, ({ input }) => JSON.stringify(input.orderData.cartItems))
  for (const alike of byCart.values()) {
    const short = shortOf(alike[0]?.input.orderData.cartItems ?? [])
    const { rows } = await ctx.db.execute<{ short: Short[] | null; own: string[] }>(
      sql`select ${short} as short, array(${ownPieces(ctx, alike)}) as own`,
    )
    for (const purchase of alike) {
      const isOwn = rows[0]?.own.includes(purchase.userId)
      found.set(purchase, isOwn ? null : (rows[0]?.short ?? null))
    }
  }
  return purchases.map((purchase) => found.get(purchase) ?? null)
})

/** OUT_OF_STOCK where soldOutOf has a value. */
export function refuseShort(ctx: Ctx, short: Short[] | null | undefined): undefined {
  if (!short) return
  noteGone(ctx, short)
  throw outOfStock(short)
}

/** When somebody was told last that a size is gone. */
const gone = new WeakMap<Db, Map<string, number>>()

function noteGone(ctx: Ctx, short: Short[]): void {
  const lately = gone.get(ctx.db) ?? new Map<string, number>()
  for (const [id, at] of lately) if (!isLately(at)) lately.delete(id)
  for (const { item } of short) lately.set(item.variantId, performance.now())
  gone.set(ctx.db, lately)
}

function isLately(at = Number.NEGATIVE_INFINITY): boolean {
  return performance.now() - at < seconds(1)
}

/** Whether this process told somebody just now that something of the cart is gone: then it is worth asking before anything else. */
export function wasGoneLately(ctx: Ctx, { input }: Purchase): boolean {
  const lately = gone.get(ctx.db)
  return input.orderData.cartItems.some(({ variantId }) => variantId && isLately(lately?.get(variantId)))
}

/**
 * The lines of a cart that the shelf cannot fill, as an SQL value for a larger query. Null or undefined while pieces may be hers:
 * kept for her, held by a payment of hers that may end with this one, or bought under the same key. Then takeStock decides.
 */
export function soldOutOf(ctx: Ctx, purchase: Purchase): SQL<Short[] | null> | undefined {
  if (mayBeKept(purchase)) return undefined
  return sql`case when not exists (${ownPieces(ctx, [purchase])}) then ${shortOf(purchase.input.orderData.cartItems)} end`
}

function mayBeKept({ input }: Purchase): boolean {
  return (input.orderData.stockNotices ?? []).length > 0
}

/** The accounts whose payments may hold pieces, or have bought them under the same key. */
function ownPieces({ db }: Ctx, purchases: Purchase[]) {
  const people = purchases.map(({ userId }) => userId)
  const keys = purchases.map(({ claim }) => claim?.key ?? '')
  return db
    .select({ userId: orders.userId })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(oneOf(orders.userId, people), inArray(paymentAttempts.status, ['AWAITING_3DS', 'AWAITING_CODE'])))
    .unionAll(
      db
        .select({ userId: idempotencyKeys.userId })
        .from(idempotencyKeys)
        .where(and(oneOf(idempotencyKeys.userId, people), oneOf(idempotencyKeys.key, keys))),
    )
}

/** The payments of each account of a larger query that wait for something; a value of it. */
export function attemptsOf(ctx: Ctx, statuses: AttemptStatus[]) {
  return ctx.db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(and(eq(orders.userId, users.id), inArray(paymentAttempts.status, statuses)))
}

/**
 * Locks the account and the address until the transaction ends, so that two purchases at once cannot both fit. Sets
 * generic plans too: the queries that follow find their rows by keys, and PostgreSQL would otherwise plan each list of sizes again.
 */
export async function lockHolder(ctx: Ctx, { userId, network }: Holder): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`hold ${userId}`}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`hold ${network}`}, 0)),
    set_config('plan_cache_mode', 'force_generic_plan', true)`)
}

/**
 * Bounds what one account and one address hold of the shelf without having paid: HOLD_UNITS in all, and of each size
 * HOLD_SHARE percent, or a few. `held` without these lines, and what is left of them on the `shelf`, are read while lockHolder's
 * locks are held. Throws HOLD_LIMIT.
 */
export function boundHolds(ctx: Ctx, lines: PricedLine[], held: HeldUnits, shelf: Shelf): void {
  const wanted = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const units = scaled(ctx, ctx.config.hold.units)
  const sumOf = (who: keyof Held) => [...held.values()].reduce((sum, of) => sum + of[who], 0)
  if (wanted > units) throw tooManyUnits(units)
  if (sumOf('account') + wanted > units) throw waitingElsewhere(ctx, 'account')
  if (sumOf('address') + wanted > units * accountsBehindAddress) throw waitingElsewhere(ctx, 'address')
  for (const line of lines) {
    const { account, address } = held.get(line.item.variantId) ?? nothingHeld
    const left = (shelf.get(line.item.variantId) ?? 0) + line.quantity
    if (line.quantity > mayHold(ctx, left)) throw tooManyOfOne(line, mayHold(ctx, left))
    if (account + line.quantity > mayHold(ctx, left + account)) throw waitingElsewhere(ctx, 'account')
    if (address + line.quantity > mayHold(ctx, left + address)) throw waitingElsewhere(ctx, 'address')
  }
}

type Held = { account: number; address: number }
const nothingHeld: Held = { account: 0, address: 0 }
type HeldUnits = Map<string | null, Held>

/** The units of each size in unpaid orders of the account, and in those from its address. */
export async function findHeld(ctx: Ctx, { userId, network }: Holder): Promise<HeldUnits> {
  const unitsOf = (whose: ReturnType<typeof eq>) =>
    sql<number>`coalesce(sum(${orderItems.quantity}) filter (where ${whose}), 0)::int`
  const [byAccount, byAddress] = [eq(orders.userId, userId), eq(paymentAttempts.network, network)]
  const rows = await ctx.db
    .select({ variantId: orderItems.variantId, account: unitsOf(byAccount), address: unitsOf(byAddress) })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(isHolding, isNull(orders.stockReturnedAt), or(byAccount, byAddress)))
    .groupBy(orderItems.variantId)
  return new Map(rows.map(({ variantId, ...held }) => [variantId, held]))
}

/** How many of a size one may hold when so many are on the shelf or in her hands. */
function mayHold(ctx: Ctx, units: number): number {
  const share = Math.floor((units * ctx.config.hold.sharePercent * ctx.config.rateLimitScale) / 100)
  return Math.max(scaled(ctx, alwaysHeld), share)
}

function tooManyUnits(units: number) {
  const message = `Bir siparişte en çok ${units} ürün alabilirsiniz; lütfen sepetinizi azaltın ya da bize yazın.`
  return new ShopError('HOLD_LIMIT', message)
}

function tooManyOfOne({ item }: PricedLine, most: number) {
  const { productId, variantId, productName: name, size } = item
  const message = `${name} (${size}) ürününden bir siparişte en çok ${most} adet alabilirsiniz; lütfen adedi azaltın.`
  return new ShopError('HOLD_LIMIT', message, { data: { lines: [{ productId, variantId, name, size, most }] } })
}

function waitingElsewhere(ctx: Ctx, whose: keyof Held) {
  const { holdMinutes } = ctx.config
  const cause =
    whose === 'account'
      ? 'Tamamlanmamış bir ödemeniz için ayrılmış ürünler var'
      : 'Bağlantınızdan başlatılan ve henüz tamamlanmamış ödemeler için ayrılmış ürünler var'
  const message = `${cause}; lütfen o ödemeyi tamamlayın ya da ${holdMinutes} dakika sonra tekrar deneyin.`
  return new ShopError('HOLD_LIMIT', message, { retryAfterSeconds: holdMinutes * 60 })
}

function paidMeanwhile({ actor }: Ctx) {
  const where = actor.kind === 'user' ? 'Siparişlerim bölümüne' : 'e-postanıza'
  const message = `Önceki ödemeniz bu sırada tamamlandı; yeniden ödemeden önce ${where} bakın.`
  return new ShopError('CONFLICT', message)
}
