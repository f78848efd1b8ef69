import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settleOpenPayments } from '../checkout/recovery.ts'
import { type Ctx, newId } from '../ctx.ts'
import { decideRefund } from '../orders/refund-decisions.ts'
import { finishRefund } from '../orders/refunds.ts'
import { orders } from '../orders/schema.ts'
import { cancelOrder } from '../orders/status.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import { after, days, minutes, seconds } from '../time.ts'
import { paymentAttempts, refunds } from './schema.ts'

/** A bank that knows no repeated request: whatever it is asked for it does, and counts. */
function forgetfulBank(bank: PaymentProvider) {
  const paid: string[] = []
  const finished: string[] = []
  const takesTime = () => new Promise((resolve) => setTimeout(resolve, 20))
  const provider: PaymentProvider = {
    ...bank,
    async refund({ refundId }) {
      paid.push(refundId)
      await takesTime()
      return { kind: 'refunded' }
    },
    async find(conversationId) {
      const found = await bank.find(conversationId)
      return found.kind === 'charged' && !finished.includes(conversationId)
        ? { kind: '3ds', paymentId: found.paymentId }
        : found
    },
    async finishThreeDs(payment) {
      finished.push(payment.conversationId)
      await takesTime()
      return bank.find(payment.conversationId)
    },
  }
  return { provider, paid, finished }
}

const postgres = shopOnPostgres()
let second: DatabaseHandle
let bank: ReturnType<typeof forgetfulBank>
let now: Date
/** Two processes of one shop. */
let one: Ctx
let other: Ctx

beforeAll(async () => {
  const { DATABASE_URL, DATA_DIR } = postgres.settings
  second = await openDatabase({ url: DATABASE_URL, dataDir: DATA_DIR })
})

afterAll(() => second?.close())

beforeEach(() => {
  now = new Date()
  const a = depsOn(postgres.handle.db, postgres.env, { clock: () => now })
  const b = depsOn(second.db, postgres.env, { clock: () => now })
  bank = forgetfulBank(a.payments)
  const system = { kind: 'system' as const }
  one = { ...a, payments: bank.provider, actor: system, requestId: newId() }
  other = { ...b, payments: bank.provider, actor: system, requestId: newId() }
})

async function aSale(): Promise<string> {
  const product = await aProduct(one)
  const actor = {
    kind: 'user' as const,
    id: (await aUser(one)).id,
    sessionId: newId(),
    address: '127.0.0.1',
    rights: [],
  }
  const config = { ...one.config, rateLimitScale: 1e6 }
  const { orderId } = await placeOrder({ ...one, config, actor }, NewPayment.parse(aPayment(product)), newId())
  return orderId
}

/** The process that asked for it ended before it could ask the bank. */
async function aRefundLeftOpen(): Promise<string> {
  const orderId = await aSale()
  const atStep = () => {
    throw new Error('the process ends here')
  }
  await cancelOrder({ ...one, atStep }, orderId).catch(() => undefined)
  const [refund] = await one.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  if (refund?.status !== 'REQUESTED') throw new Error('nothing was asked for')
  return refund.id
}

test('however many processes carry a refund through, the bank is asked for it once', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await aRefundLeftOpen()
    now = after(now, minutes(1))
    const ways = [
      () => finishRefund(one, id),
      () => finishRefund(other, id),
      () => settleOpenPayments(one),
      () => settleOpenPayments(other),
    ]
    await Promise.all(ways.map((way) => way().catch(() => undefined)))
    expect(bank.paid.filter((paid) => paid === id)).toEqual([id])
    const [refund] = await one.db.select().from(refunds).where(eq(refunds.id, id))
    expect(refund?.status).toBe('SUCCEEDED')
  }
})

test('two recoveries at once make the last call of 3-D Secure once', async () => {
  for (let i = 0; i < 10; i++) {
    const orderId = await aSale()
    const left = { status: 'STARTED' as const, threeDsData: '', leaseUntil: after(now, -seconds(1)) }
    await one.db.update(paymentAttempts).set(left).where(eq(paymentAttempts.orderId, orderId))
    await one.db
      .update(orders)
      .set({ placedAt: null, paidAt: null, paymentStatus: 'PENDING' })
      .where(eq(orders.id, orderId))
    const [attempt] = await one.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
    await Promise.all([settleOpenPayments(one), settleOpenPayments(other)])
    expect(bank.finished.filter((id) => id === attempt?.conversationId)).toHaveLength(1)
  }
})

test('the owner decides while the shop asks once more: one of them settles the refund, and it stays so', async () => {
  for (let i = 0; i < 10; i++) {
    const id = await aRefundLeftOpen()
    await one.db.update(refunds).set({ askedTimes: 3 }).where(eq(refunds.id, id))
    now = after(now, days(1) + minutes(1))
    const decided = decideRefund(one, id, { outcome: 'gone', note: 'Panelde gördüm' }).then(
      () => true,
      () => false,
    )
    await Promise.all([decided, finishRefund(other, id).catch(() => undefined)])
    const [refund] = await one.db.select().from(refunds).where(eq(refunds.id, id))
    const [order] = await one.db
      .select()
      .from(orders)
      .where(eq(orders.id, refund?.orderId ?? ''))
    expect([refund?.status, order?.status, order?.paymentStatus]).toEqual(['SUCCEEDED', 'CANCELLED', 'REFUNDED'])
    const late = decideRefund(other, id, { outcome: 'not-gone', note: 'Yine' })
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
  }
})
