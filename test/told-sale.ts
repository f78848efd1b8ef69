import { eq } from 'drizzle-orm'
import { variants } from '#shop/catalog/schema.ts'
import { NewPayment } from '#shop/checkout/contract.ts'
import { placeOrder } from '#shop/checkout/place-order.ts'
import { listOpenDiscrepancies } from '#shop/checkout/reconciliation/discrepancies.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { orderEvents, orders } from '#shop/orders/schema.ts'
import type { PaymentOutcome } from '#shop/payment-provider.ts'
import type { Attempt } from '#shop/payments/attempt-rows.ts'
import { paymentAttempts, paymentEvents } from '#shop/payments/schema.ts'
import { hours } from '#shop/time.ts'
import { aPayment } from './checkout.ts'
import { aProduct, aUser } from './factories.ts'
import { toldBank } from './outside/told-bank.ts'

export const price = 10_000
const stock = 5

/** A shopper who buys two of five units for 200 TL at a bank that says what the test tells it to. */
export async function aToldSale(base: Ctx, says?: PaymentOutcome, bank = toldBank()) {
  const ctx = bank.of(base)
  const product = await aProduct(ctx, { variants: [{ stock, priceKurus: price }] })
  const actor = { kind: 'user' as const, id: (await aUser(ctx)).id, sessionId: newId(), address: newId(), rights: [] }
  const hers: Ctx = { ...ctx, actor }
  if (says) bank.says.charge.push(says)
  const state = await placeOrder(hers, NewPayment.parse(aPayment(product, { quantity: 2 })), undefined)
  const { orderId } = state
  bank.asked.length = 0
  const find = async (): Promise<Attempt> => {
    const [attempt] = await ctx.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
    if (!attempt) throw new Error('no attempt')
    return attempt
  }
  const { id } = await find()
  const set = (values: Partial<Attempt>) =>
    ctx.db.update(paymentAttempts).set(values).where(eq(paymentAttempts.id, id)).then(find)
  const order = async () => {
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
    if (!order) throw new Error('no order')
    return order
  }
  const onShelf = async () => {
    const [row] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
    return row?.stock
  }
  return {
    ctx,
    hers,
    bank,
    product,
    orderId,
    id,
    state,
    find,
    set,
    order,
    onShelf,
    /** The attempt's state, the order's, and what is left of five units. */
    stands: async () => [(await find()).status, (await order()).paymentStatus, await onShelf()],
    causes: async () =>
      (await ctx.db.select().from(paymentEvents).where(eq(paymentEvents.attemptId, id)).orderBy(paymentEvents.id)).map(
        ({ fromStatus, toStatus, cause }) => `${fromStatus ?? ''}→${toStatus}: ${cause}`,
      ),
    history: async () =>
      (await ctx.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id)).map(
        ({ type }) => type,
      ),
  }
}

/** The bank has taken the price of two. */
export const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const

/** The same paid, an hour old. */
export async function aPaidSale(ctx: Ctx, clock: { forward(ms: number): void }) {
  const sale = await aToldSale(ctx, charged)
  clock.forward(hours(1))
  return sale
}

/** The open discrepancies between the shop's books and the bank's. */
export const openDiscrepancies = async (ctx: Ctx) =>
  (await listOpenDiscrepancies(ctx)).map(({ kind, oursKurus, theirsKurus }) => [kind, oursKurus, theirsKurus])
