import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { variants } from '../catalog/schema.ts'
import { NewPayment } from '../checkout/contract.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { markRefused } from '../checkout/ways/door/collect.ts'
import { type Ctx, newId } from '../ctx.ts'
import { ShopError } from '../errors.ts'
import { refundItems } from '../orders/refunds.ts'
import { orderItems, orders } from '../orders/schema.ts'
import { cancelOrder, changeOrderStatus } from '../orders/status.ts'
import { paymentAttempts, refunds } from '../payments/schema.ts'
import { type Right, rights } from '../rights.ts'
import { approveReturn, completeReturn, keepWithdrawn, receiveReturn, refuseReturn } from './decisions.ts'
import { askForReturn, enterReturn, takeReturnBack } from './requests.ts'
import { getReturnAsStaff } from './returns.ts'
import { returns } from './schema.ts'

const races = 12
const stock = 5

const postgres = shopOnPostgres()
let ctx: Ctx
let owner: Ctx
let other: Ctx

beforeEach(async () => {
  const deps = depsOn(postgres.handle.db, postgres.env, { clock: () => new Date('2026-11-20T09:00:00Z') })
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
  owner = as((await aUser(ctx, { role: 'ADMIN' })).id, rights)
  other = as((await aUser(ctx, { role: 'ADMIN' })).id, rights)
})

function as(id: string, rights: readonly Right[] = []): Ctx {
  return { ...ctx, actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights }, requestId: newId() }
}

/** A delivered order of two units, or one that is packed or on its way, and how it stands in all books. */
async function aDelivery(quantity = 2, status: 'PREPARED' | 'SHIPPED' | 'DELIVERED' = 'DELIVERED') {
  const product = await aProduct(ctx, { variants: [{ stock, priceKurus: 10_000 }] })
  const initial = await stockByVariant(ctx.db)
  const shopper = as((await aUser(ctx)).id)
  const { orderId } = await placeOrder(shopper, NewPayment.parse(aPayment(product, { quantity })), undefined)
  await changeOrderStatus(owner, orderId, { status })
  const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  const itemId = item?.id ?? ''
  const wanted = (units: number) => [{ itemId, quantity: units, reason: 'TOO_BIG' as const }]
  const ask = (units = quantity) =>
    askForReturn(shopper, orderId, { kind: 'RETURN', items: wanted(units), note: '', images: [] })
  const received = async () => {
    const { id } = await ask()
    await approveReturn(owner, id)
    await receiveReturn(owner, id, { condition: 'AS_NEW', items: [] })
    return id
  }
  const books = async () => {
    const [variant] = await ctx.db.select().from(variants).where(eq(variants.productId, product.id))
    const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
    const paid = await ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId))
    const wrong = await auditBooks(ctx.db, initial)
    return {
      stock: variant?.stock,
      order: order?.status,
      back: paid.filter(({ status }) => status === 'SUCCEEDED').reduce((sum, { amountKurus }) => sum + amountKurus, 0),
      wrong: wrong.filter(
        (line) => line.includes(orderId) || line.includes(variant?.id ?? '-') || line.includes(itemId),
      ),
    }
  }
  return { shopper, orderId, itemId, wanted, ask, received, books }
}

/** As if its money were still to come at the door: the code of a real one takes a mail each. */
async function payAtDoor(orderId: string) {
  await ctx.db
    .update(orders)
    .set({ paymentMethod: 'CASH_ON_DELIVERY', paymentStatus: 'CASH_ON_DELIVERY', paidAt: null })
    .where(eq(orders.id, orderId))
  await ctx.db
    .update(paymentAttempts)
    .set({ status: 'AWAITING_COLLECTION' })
    .where(eq(paymentAttempts.orderId, orderId))
}

/** 'done', or the code of the refusal, of works begun at once. */
function race(...works: Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    works.map((work) =>
      work.then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof ShopError) return error.code
          throw error
        },
      ),
    ),
  )
}

describe('returns, at once', () => {
  test('the last unit is asked for by her twice and entered by staff: one return', async () => {
    for (let i = 0; i < races; i++) {
      const { ask, orderId, wanted, books } = await aDelivery(1)
      const entered = enterReturn(owner, orderId, { items: wanted(1), note: '' })
      expect((await race(ask(), ask(), entered)).toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'done'])
      expect(await ctx.db.$count(returns, eq(returns.orderId, orderId))).toBe(1)
      expect(await books()).toMatchObject({ wrong: [] })
    }
  })

  test('the last unit is withdrawn from twice while its parcel arrives: one return, and all know that it arrived', async () => {
    for (let i = 0; i < races; i++) {
      const { ask, orderId, books } = await aDelivery(1, 'SHIPPED')
      const arrives = changeOrderStatus(other, orderId, { status: 'DELIVERED' })
      const answers = await race(ask(), ask(), arrives)
      expect(answers.toSorted()).toEqual(['CONFLICT', 'done', 'done'])
      const [found] = await ctx.db.select().from(returns).where(eq(returns.orderId, orderId))
      const { undelivered } = await getReturnAsStaff(owner, found?.id ?? '')
      expect([undelivered, answers[2]]).toEqual([false, 'done'])
      await approveReturn(owner, found?.id ?? '')
      await receiveReturn(owner, found?.id ?? '', { condition: 'AS_NEW', items: [] })
      await completeReturn(owner, found?.id ?? '', { withoutParcel: false })
      expect(await books()).toMatchObject({ stock, order: 'DELIVERED', back: 10_000, wrong: [] })
    }
  })

  test('a parcel that is paid at the door is refused while she withdraws: no return outlives its order', async () => {
    for (let i = 0; i < races; i++) {
      const { ask, orderId, books } = await aDelivery(1, 'SHIPPED')
      await payAtDoor(orderId)
      const answers = await race(ask(), markRefused(other, orderId))
      expect(answers[1]).toBe('done')
      const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId))
      const all = await ctx.db.select().from(returns).where(eq(returns.orderId, orderId))
      expect([order?.status, order?.refusedAt === null, all.map(({ status }) => status)]).toEqual(
        answers[0] === 'done' ? ['CANCELLED', true, ['COMPLETED']] : ['CANCELLED', false, []],
      )
      expect(await books()).toMatchObject({ stock, back: 0 })
    }
  })

  test('a packed order is withdrawn from twice, and sent unseen: one return, and no parcel leaves with it', async () => {
    for (let i = 0; i < races; i++) {
      const { ask, orderId, books } = await aDelivery(2, 'PREPARED')
      const answers = await race(ask(), ask(), changeOrderStatus(other, orderId, { status: 'SHIPPED' }))
      expect(answers.slice(0, 2).toSorted()).toEqual(['CONFLICT', 'done'])
      const [found] = await ctx.db.select().from(returns).where(eq(returns.orderId, orderId))
      const id = found?.id ?? ''
      // Where it was sent first, nobody knew of the withdrawal: she withdrew while it was on its way.
      const sent = answers[2] === 'done'
      expect((await getReturnAsStaff(owner, id)).unsent).toBe(!sent)
      const kept = await race(keepWithdrawn(owner, id), keepWithdrawn(other, id))
      expect(kept.toSorted()).toEqual(sent ? ['CONFLICT', 'CONFLICT'] : ['CONFLICT', 'done'])
      const still = { stock: stock - 2, order: 'SHIPPED', back: 0, wrong: [] }
      expect(await books()).toEqual(sent ? still : { stock, order: 'CANCELLED', back: 20_000, wrong: [] })
    }
  })

  test('a packed order is withdrawn from and cancelled: the money goes once', async () => {
    for (let i = 0; i < races; i++) {
      const { ask, orderId, books } = await aDelivery(2, 'PREPARED')
      const setBack = changeOrderStatus(owner, orderId, { status: 'CONFIRMED' }).then(() => cancelOrder(other, orderId))
      const answers = await race(ask(), setBack)
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
      const [found] = await ctx.db.select().from(returns).where(eq(returns.orderId, orderId))
      expect([answers[0] === 'done', await books()]).toEqual([
        found !== undefined,
        found
          ? { stock: stock - 2, order: 'CONFIRMED', back: 0, wrong: [] }
          : { stock, order: 'CANCELLED', back: 20_000, wrong: [] },
      ])
      if (!found) continue
      const both = await race(keepWithdrawn(owner, found.id), cancelOrder(other, orderId))
      expect([both[0], both[1] === 'done']).toEqual(['done', false])
      expect(await books()).toEqual({ stock, order: 'CANCELLED', back: 20_000, wrong: [] })
    }
  })

  test('a packed parcel for the door is kept twice and cancelled after a withdrawal: it ends once, unpaid', async () => {
    for (let i = 0; i < races; i++) {
      const { ask, orderId, books } = await aDelivery(2, 'PREPARED')
      await payAtDoor(orderId)
      const { id } = await ask()
      const setBack = changeOrderStatus(owner, orderId, { status: 'CONFIRMED' }).then(() => cancelOrder(other, orderId))
      const answers = await race(keepWithdrawn(owner, id), keepWithdrawn(other, id), setBack)
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
      const [over] = await ctx.db.select().from(returns).where(eq(returns.id, id))
      expect(over?.status).toBe('COMPLETED')
      expect(await books()).toMatchObject({ stock, order: 'CANCELLED', back: 0 })
    }
  })

  test('a return and the cancellation of its order: one of them', async () => {
    for (let i = 0; i < races; i++) {
      const { orderId, wanted, books } = await aDelivery()
      await ctx.db.update(orders).set({ status: 'SHIPPED' }).where(eq(orders.id, orderId))
      const setBack = changeOrderStatus(owner, orderId, { status: 'CONFIRMED' }).then(() => cancelOrder(other, orderId))
      const answers = await race(enterReturn(owner, orderId, { items: wanted(1), note: '' }), setBack)
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
      const { order, back, wrong } = await books()
      expect(wrong).toEqual([])
      expect([order, back]).toEqual(answers[1] === 'done' ? ['CANCELLED', 20_000] : ['CONFIRMED', 0])
    }
  })

  test('two of the staff complete it, a third pays its pieces back by hand: the money goes once', async () => {
    for (let i = 0; i < races; i++) {
      const { received, orderId, itemId, books } = await aDelivery()
      const id = await received()
      const byItem = { items: [{ itemId, quantity: 2 }], restock: true, reason: '' }
      const answers = await race(
        completeReturn(owner, id, { withoutParcel: false }),
        completeReturn(other, id, { withoutParcel: false }),
        refundItems(owner, orderId, byItem),
      )
      expect(answers.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'done'])
      expect(await books()).toMatchObject({ stock, back: 20_000, wrong: [] })
    }
  })

  test('completed and refused, received twice, taken back and approved: all books agree', async () => {
    for (let i = 0; i < races; i++) {
      const { received, books, ask, shopper } = await aDelivery()
      const id = await received()
      const answers = await race(
        completeReturn(owner, id, { withoutParcel: false }),
        refuseReturn(other, id, { reason: 'Yıpranmış' }),
        receiveReturn(other, id, { condition: 'AS_NEW', items: [] }),
      )
      const paid = answers[0] === 'done'
      expect([answers[0], answers[1]].toSorted()).toEqual(['CONFLICT', 'done'])
      expect(await books()).toMatchObject({ stock: paid ? stock : stock - 2, back: paid ? 20_000 : 0, wrong: [] })
      if (paid) continue
      const again = await ask()
      await race(takeReturnBack(shopper, again.id), approveReturn(owner, again.id))
      expect(await books()).toMatchObject({ wrong: [] })
    }
  })

  test('paid back before it came, received twice: its pieces are put away once', async () => {
    for (let i = 0; i < races; i++) {
      const { ask, books } = await aDelivery()
      const { id } = await ask()
      await approveReturn(owner, id)
      const receive = (who: Ctx) => receiveReturn(who, id, { condition: 'AS_NEW', items: [] })
      const answers = await race(completeReturn(owner, id, { withoutParcel: true }), receive(owner), receive(other))
      expect(answers[0]).toBe('done')
      expect(answers.slice(1)).toContain('done')
      expect(await books()).toMatchObject({ stock, back: 20_000, wrong: [] })
    }
  })
})
