import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { goodCard, paymentWith, usualRecipient } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { settleOpenPayments } from '../checkout/recovery.ts'
import { type Ctx, newId } from '../ctx.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { cancelOrder } from '../orders/status.ts'
import { listDemoLedger } from '../payments/demo/demo.ts'
import { refunds } from '../payments/schema.ts'
import { after, minutes } from '../time.ts'
import { changeOrder } from './change.ts'
import { LinkPayment, ManualOrder, OrderChange } from './contract.ts'
import { endForgottenLinks, issuePaymentToken } from './links.ts'
import { createManualOrder } from './manual.ts'
import { payByLink } from './pay-by-link.ts'

const rounds = 10
const postgres = shopOnPostgres({ RATE_LIMIT_SCALE: '100000' })
let clock: Date
let ctx: Ctx

beforeEach(() => {
  clock = new Date('2026-11-20T09:00:00Z')
  const deps = depsOn(postgres.handle.db, postgres.env, { clock: () => clock })
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
})

/** An order of two that waits for its link, and what was charged and given back for it. */
async function aLinkedOrder() {
  const product = await aProduct(ctx, { variants: [{ stock: 2, priceKurus: 10_000 }] })
  const items = [{ variantId: product.variants[0]?.id, quantity: 2 }]
  const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
  const orderId = await createManualOrder(ctx, ManualOrder.parse({ items, customerInfo }))
  const token = await issuePaymentToken(ctx, orderId)
  const payer: Ctx = { ...ctx, actor: { kind: 'guest', address: newId() } }
  const input = LinkPayment.parse({ token, totalAmount: 200, paymentData: paymentWith(goodCard) })
  return {
    orderId,
    pay: () => payByLink(payer, input),
    /** The same, where something happens while the bank is asked. */
    payDuring: (other: () => Promise<unknown>) => {
      const charge: Ctx['payments']['charge'] = async (request) => {
        await other().catch(() => undefined)
        return ctx.payments.charge(request)
      }
      return payByLink({ ...payer, payments: { ...ctx.payments, charge } }, input)
    },
    stands: async () => {
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
      const charged = (await listDemoLedger(ctx.db)).filter((charge) => charge.orderId === orderId)
      const net = charged.reduce((kurus, { amountKurus, refundedKurus }) => kurus + amountKurus - refundedKurus, 0)
      const back = await ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId))
      return { status: order?.status, paid: order?.paymentStatus === 'SUCCESS', net, total: order?.totalKurus, back }
    },
  }
}

const won = (done: PromiseSettledResult<unknown>[]) => done.filter(({ status }) => status === 'fulfilled').length

test('five who have the link open press at once: it is paid once', async () => {
  for (let round = 0; round < rounds; round++) {
    const order = await aLinkedOrder()
    expect(won(await Promise.allSettled(Array.from({ length: 5 }, order.pay)))).toBe(1)
    expect(await order.stands()).toMatchObject({ paid: true, net: 20_000, total: 20_000, back: [] })
  }
})

test('paid in the minute of its end, of its cancellation, or of a change: what stands and what was taken agree', async () => {
  for (let round = 0; round < rounds * 3; round++) {
    const order = await aLinkedOrder()
    const [line] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, order.orderId))
    const fewer = OrderChange.parse({ items: [{ itemId: line?.id, quantity: 1 }] })
    const others = [
      () => endForgottenLinks({ ...ctx, clock: () => new Date(clock.getTime() + 49 * 3_600_000) }),
      () => cancelOrder(ctx, order.orderId),
      () => changeOrder(ctx, order.orderId, fewer),
    ]
    const other = others[round % 3] ?? order.pay
    const at = [() => [other(), order.pay()], () => [order.pay(), other()], () => [order.payDuring(other)]]
    await Promise.allSettled(at[Math.floor(round / 3) % 3]?.() ?? [])
    // Money that came too late is asked back by the recovery.
    await settleOpenPayments({ ...ctx, clock: () => after(clock, minutes(1)) })
    const { status, paid, net, total } = await order.stands()
    expect(net, `${status}`).toBe(status !== 'CANCELLED' && paid ? total : 0)
  }
})

test('an order that comes five times at once under one key is written once, also of the last pieces', async () => {
  const { id } = await aUser(ctx, { role: 'ADMIN' })
  const staff: Ctx = { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights: ['orders'] } }
  for (let round = 0; round < rounds; round++) {
    const product = await aProduct(ctx, { variants: [{ stock: 2, priceKurus: 10_000 }] })
    const items = [{ variantId: product.variants[0]?.id, quantity: 2 }]
    const customerInfo = { ...usualRecipient, email: 'zeynep@posta.example' }
    const asked = ManualOrder.parse({ items, customerInfo })
    const write = () => createManualOrder(staff, asked, `order ${round}`)
    expect(new Set(await Promise.all(Array.from({ length: 5 }, write))).size).toBe(1)
  }
})
