import { asc, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { auditEntries } from '../audit/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { requestRefund } from '../payments/refunds.ts'
import { refunds } from '../payments/schema.ts'
import { after, hours, minutes } from '../time.ts'
import { LocalOrderFeed } from './feed.ts'
import { getMyOrder } from './orders.ts'
import { orderEvents, orders } from './schema.ts'
import { cancelMyOrder, cancelOrder, changeOrderStatus } from './status.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const

/** A paid order of two of five units, and the admin who handles it. */
async function aSale(base: Ctx) {
  const sale = await aToldSale(base, charged)
  const admin = await aUser(base, { role: 'ADMIN', firstName: 'Zehra', lastName: 'Kaya' })
  const actor = {
    kind: 'user',
    id: admin.id,
    sessionId: newId(),
    address: newId(),
    rights: ['orders', 'orders-read'],
  } as const
  const acting: Ctx = { ...sale.ctx, actor: { ...actor, rights: [...actor.rights] } }
  return {
    ...sale,
    admin,
    acting,
    setOrder: (values: Partial<typeof orders.$inferInsert>) =>
      base.db.update(orders).set(values).where(eq(orders.id, sale.orderId)),
    entries: async (action: string) =>
      (await base.db.select().from(auditEntries).orderBy(asc(auditEntries.id))).filter((one) => one.action === action),
    events: async () =>
      base.db.select().from(orderEvents).where(eq(orderEvents.orderId, sale.orderId)).orderBy(asc(orderEvents.id)),
    refund: async () => {
      const [refund] = await base.db.select().from(refunds).where(eq(refunds.orderId, sale.orderId))
      return refund
    },
  }
}

describe('a change of status', () => {
  test('is in the order’s history with who made it, and in the audit with what changed', async ({ ctx, clock }) => {
    const { acting, admin, orderId, events, entries, order } = await aSale(ctx)
    const other = await aSale(ctx)
    clock.forward(minutes(5))
    const heard: unknown[] = []
    const orderFeed = new LocalOrderFeed()
    orderFeed.follow('an admin', (event) => heard.push(event))
    const change = { status: 'SHIPPED', carrier: 'aras', trackingNumber: 'A1', adminNotes: 'Kapıda bırak' } as const
    await changeOrderStatus({ ...acting, orderFeed }, orderId, change)
    expect((await other.order()).status).toBe('PENDING')
    expect(heard, 'open panels show it').toEqual([
      expect.objectContaining({ kind: 'changed', orderId, totalKurus: 2 * price }),
    ])
    expect((await events()).at(-1)).toMatchObject({
      ...{ type: 'status', status: 'SHIPPED', actorId: admin.id, createdAt: clock.now },
    })
    const facts = { status: 'SHIPPED', carrier: 'aras', trackingNumber: 'A1' }
    expect(await entries('order.status')).toMatchObject([{ actorId: admin.id, subjectId: orderId, after: facts }])
    expect(await entries('order.note')).toMatchObject([{ after: { adminNotes: 'Kapıda bırak' } }])
    expect(await order()).toMatchObject({ ...change, shippedAt: clock.now, deliveredAt: null, updatedAt: clock.now })
  })

  test('to the same status adds nothing to the history, and changes only what is named', async ({ ctx }) => {
    const { acting, orderId, events, order, entries } = await aSale(ctx)
    await changeOrderStatus(acting, orderId, { status: 'SHIPPED', carrier: 'aras', trackingNumber: 'A1' })
    const before = await events()
    await changeOrderStatus(acting, orderId, { status: 'SHIPPED', adminNotes: 'Arandı' })
    expect(await events()).toEqual(before)
    expect(await order()).toMatchObject({ carrier: 'aras', trackingNumber: 'A1', adminNotes: 'Arandı' })
    expect(await entries('order.status')).toHaveLength(1)
    await changeOrderStatus(acting, orderId, { status: 'SHIPPED', carrier: null, trackingNumber: '' })
    expect(await order()).toMatchObject({ carrier: null, trackingNumber: null, adminNotes: 'Arandı' })
  })

  test('of notes and the parcel alone leaves the status, which may be another by now', async ({ ctx }) => {
    const { acting, orderId, order, events } = await aSale(ctx)
    const mailed = async () => (await mailsOf(ctx)).map(({ kind }) => kind)
    await changeOrderStatus(acting, orderId, { status: 'SHIPPED' })
    const [before, told] = [await events(), await mailed()]
    await changeOrderStatus(acting, orderId, { adminNotes: 'Arandı' })
    expect(await order()).toMatchObject({ status: 'SHIPPED', adminNotes: 'Arandı' })
    expect(await mailed()).toEqual(told)
    await changeOrderStatus(acting, orderId, { carrier: 'aras', trackingNumber: 'A1' })
    expect(await order()).toMatchObject({ status: 'SHIPPED', trackingNumber: 'A1' })
    expect(await events()).toEqual(before)
    expect(await mailed(), 'she hears the number').toHaveLength(told.length + 1)
  })

  test('of the notes alone is taken for a cancelled order too', async ({ ctx }) => {
    const { acting, bank, orderId, order } = await aSale(ctx)
    bank.says.refund.push({ kind: 'refunded' })
    await changeOrderStatus(acting, orderId, { status: 'CANCELLED' })
    await changeOrderStatus(acting, orderId, { adminNotes: 'Başka beden istedi' })
    expect(await order()).toMatchObject({ status: 'CANCELLED', adminNotes: 'Başka beden istedi' })
    const back = changeOrderStatus(acting, orderId, { status: 'CONFIRMED' })
    await expect(back).rejects.toThrow('İptal edilmiş bir siparişin durumu değiştirilemez')
  })

  test('keeps the day on which the parcel first left and first arrived', async ({ ctx, clock }) => {
    const { acting, orderId, order } = await aSale(ctx)
    const first = clock.now
    await changeOrderStatus(acting, orderId, { status: 'PREPARED' })
    expect(await order()).toMatchObject({ shippedAt: null, deliveredAt: null })
    await changeOrderStatus(acting, orderId, { status: 'SHIPPED' })
    expect(await order()).toMatchObject({ shippedAt: first, deliveredAt: null })
    await changeOrderStatus(acting, orderId, { status: 'DELIVERED' })
    clock.forward(hours(1))
    await changeOrderStatus(acting, orderId, { status: 'PREPARED' })
    await changeOrderStatus(acting, orderId, { status: 'SHIPPED' })
    await changeOrderStatus(acting, orderId, { status: 'DELIVERED' })
    expect(await order()).toMatchObject({ shippedAt: first, deliveredAt: first })
  })

  test('is refused once the order is canceled, and while its cancellation is at the bank', async ({ ctx }) => {
    const sale = await aSale(ctx)
    await expect(cancelOrder(sale.acting, sale.orderId)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    const change = changeOrderStatus(sale.acting, sale.orderId, { status: 'PREPARED' })
    await expect(change).rejects.toThrow('iptali bankada sürüyor')
    const other = await aSale(ctx)
    other.bank.says.refund.push({ kind: 'refunded' })
    expect((await changeOrderStatus(other.acting, other.orderId, { status: 'CANCELLED' })).status).toBe('CANCELLED')
    expect(await other.stands()).toEqual(['SUCCEEDED', 'REFUNDED', 5])
    const later = changeOrderStatus(other.acting, other.orderId, { status: 'PREPARED' })
    await expect(later).rejects.toThrow('İptal edilmiş bir siparişin durumu değiştirilemez')
  })
})

test('an order that is not paid is none that could be changed or canceled', async ({ ctx }) => {
  const { acting, orderId, setOrder, order } = await aSale(ctx)
  await setOrder({ placedAt: null, paidAt: null })
  await expect(changeOrderStatus(acting, orderId, { status: 'PREPARED' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const id of [orderId, 'no id'])
    await expect(cancelOrder(acting, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await order()).status).toBe('PENDING')
})

describe('a cancellation', () => {
  test('by an admin is audited under the admin’s name, with what went back', async ({ ctx }) => {
    const other = await aSale(ctx)
    const { acting, admin, orderId, bank, entries, events, stands } = await aSale(ctx)
    bank.says.refund.push({ kind: 'refunded' })
    await cancelOrder(acting, orderId)
    expect(await stands()).toEqual(['SUCCEEDED', 'REFUNDED', 5])
    expect(await entries('order.cancel')).toMatchObject([
      {
        actorId: admin.id,
        actorName: 'Zehra Kaya',
        subjectId: orderId,
        before: { status: 'PENDING' },
        after: { status: 'CANCELLED', refundedKurus: 2 * price },
      },
    ])
    expect((await events()).at(-1)).toMatchObject({ type: 'cancelled', actorId: admin.id, note: '' })
    expect(await other.stands(), 'of this order alone').toEqual(['SUCCEEDED', 'SUCCESS', 3])
  })

  test('that recovery finishes stays the admin’s who asked for it', async ({ ctx, clock }) => {
    const { acting, admin, orderId, bank, entries, refund, ...sale } = await aSale(ctx)
    await expect(cancelOrder(acting, orderId)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    clock.forward(hours(1))
    bank.says.refund.push({ kind: 'refunded' })
    const { finishRefund } = await import('./refunds.ts')
    await finishRefund(sale.ctx, (await refund())?.id ?? '')
    expect(await entries('order.cancel')).toMatchObject([{ actorId: admin.id, actorName: 'Zehra Kaya' }])
  })

  test('by the buyer says so in the history, and is none of the staff’s audit', async ({ ctx, clock }) => {
    const { hers, orderId, bank, entries, order, stands } = await aSale(ctx)
    bank.says.refund.push({ kind: 'refunded' })
    clock.forward(minutes(1))
    const heard: unknown[] = []
    const orderFeed = new LocalOrderFeed()
    orderFeed.follow('an admin', (event) => heard.push(event))
    await cancelMyOrder({ ...hers, orderFeed }, orderId)
    expect(heard, 'open panels show it').toEqual([
      expect.objectContaining({ kind: 'changed', orderId, totalKurus: 2 * price }),
    ])
    expect(await entries('order.cancel')).toEqual([])
    expect(await stands()).toEqual(['SUCCEEDED', 'REFUNDED', 5])
    const { history } = await getMyOrder(hers, orderId)
    expect(history.at(-1)).toMatchObject({ type: 'cancelled', note: 'Müşteri iptal etti', actor: null })
    expect(await order()).toMatchObject({ status: 'CANCELLED', cancelledAt: clock.now, updatedAt: clock.now })
    expect((await mailsOf(ctx)).at(-1)?.kind).toBe('order-cancelled')
  })

  test('is asked of the bank for what has not gone back yet', async ({ ctx }) => {
    const other = await aSale(ctx)
    await requestRefund(other.ctx, await other.find(), { amountKurus: 500, reason: 'items' })
    const { acting, orderId, bank, find, ...sale } = await aSale(ctx)
    const part = await requestRefund(sale.ctx, await find(), { amountKurus: 500, reason: 'items' })
    await expect(cancelOrder(acting, orderId), 'while that is at the bank').rejects.toThrow('iadesi bankada sürüyor')
    await ctx.db
      .update(refunds)
      .set({ status: 'SUCCEEDED' })
      .where(eq(refunds.id, part ?? ''))
    bank.says.refund.push({ kind: 'refunded' })
    await cancelOrder(acting, orderId)
    const asked = await ctx.db.select().from(refunds).where(eq(refunds.reason, 'cancellation'))
    expect(asked).toMatchObject([{ amountKurus: 2 * price - 500, status: 'SUCCEEDED', restock: true }])
  })

  test('gives the last kuruş back too, and is still possible once the shop has confirmed the order', async ({
    ctx,
  }) => {
    const { acting, orderId, bank, set, setOrder, refund, order } = await aSale(ctx)
    await set({ refundKurus: 2 * price - 1 })
    await setOrder({ status: 'CONFIRMED' })
    bank.says.refund.push({ kind: 'refunded' })
    await cancelOrder(acting, orderId)
    expect([(await refund())?.amountKurus, (await order()).status]).toEqual([1, 'CANCELLED'])
  })

  test('of an order whose money is all back asks the bank for nothing', async ({ ctx }) => {
    const { acting, admin, orderId, bank, set, stands, entries, events } = await aSale(ctx)
    await set({ refundKurus: 2 * price })
    await cancelOrder(acting, orderId)
    expect((await events()).at(-1)).toMatchObject({ type: 'cancelled', actorId: admin.id })
    expect([bank.asked, (await stands())[2]]).toEqual([[], 5])
    expect(await entries('order.cancel')).toMatchObject([{ actorId: admin.id }])
  })

  test.for([
    ['leaves a parcel that once left off the shelf', { shippedAt: new Date() }, undefined, 3],
    ['also one that arrived', { deliveredAt: new Date() }, undefined, 3],
    ['unless the owner says that it is back', { shippedAt: new Date() }, true, 5],
    ['and leaves off what she does not want on sale', { shippedAt: null }, false, 3],
  ] as const)('%s', async ([, values, restock, left], { ctx }) => {
    const { acting, orderId, bank, setOrder, onShelf, refund } = await aSale(ctx)
    const other = await aSale(ctx)
    await requestRefund(other.ctx, await other.find(), { amountKurus: 1, reason: 'cancellation' })
    await setOrder(values)
    bank.says.refund.push({ kind: 'refunded' })
    await cancelOrder(acting, orderId, { restock })
    expect([await onShelf(), (await refund())?.restock]).toEqual([left, left === 5])
    expect((await other.refund())?.restock, 'of this order alone').toBe(true)
  })

  test.for(['PREPARED', 'SHIPPED', 'DELIVERED'] as const)(
    'is refused for an order that is %s',
    async (status, { ctx }) => {
      const { acting, hers, orderId, bank, setOrder, refund } = await aSale(ctx)
      await setOrder({ status })
      await expect(cancelOrder(acting, orderId)).rejects.toMatchObject({ code: 'CANCELLATION_REFUSED' })
      await expect(cancelMyOrder(hers, orderId)).rejects.toMatchObject({ code: 'CANCELLATION_REFUSED' })
      expect([bank.asked, await refund()]).toEqual([[], undefined])
    },
  )

  test('is the buyer’s own, before the parcel first left', async ({ ctx }) => {
    const [sale, other] = [await aSale(ctx), await aSale(ctx)]
    await expect(cancelMyOrder(other.hers, sale.orderId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await sale.setOrder({ shippedAt: new Date() })
    await expect(cancelMyOrder(sale.hers, sale.orderId)).rejects.toThrow('kargoya verildiği için iptal edilemez')
    expect((await sale.order()).status).toBe('PENDING')
  })

  test('that the bank refuses changes nothing and can be asked for again', async ({ ctx, clock }) => {
    const { acting, orderId, bank, stands, order, refund } = await aSale(ctx)
    bank.says.refund.push({ kind: 'refused', message: 'Kart kapalı.' }, { kind: 'refunded' })
    await expect(cancelOrder(acting, orderId)).rejects.toMatchObject({
      ...{ code: 'CANCELLATION_REFUSED', message: 'Sipariş iptal edilemedi: Kart kapalı.' },
    })
    expect([await stands(), (await order()).status, (await refund())?.status]).toEqual([
      ...[['SUCCEEDED', 'SUCCESS', 3], 'PENDING', 'FAILED'],
    ])
    clock.forward(minutes(1))
    await cancelOrder(acting, orderId)
    expect((await order()).status).toBe('CANCELLED')
  })

  test('is asked of the bank once, also when one was carried out that left the order as it was', async ({ ctx }) => {
    const { acting, orderId, bank, find, ...sale } = await aSale(ctx)
    const first = await requestRefund(sale.ctx, await find(), { amountKurus: 1, reason: 'cancellation' })
    await ctx.db
      .update(refunds)
      .set({ status: 'SUCCEEDED' })
      .where(eq(refunds.id, first ?? ''))
    await expect(cancelOrder(acting, orderId)).rejects.toThrow('iptali bankada sürüyor')
    expect(bank.asked).toEqual([])
  })

  test('belongs to its request for a quarter of a minute', async ({ ctx, clock }) => {
    const { acting, orderId, refund } = await aSale(ctx)
    const stopped: Ctx = {
      ...acting,
      atStep: (step) => {
        if (step === 'refund-written') throw new Error('the process ended')
      },
    }
    await expect(cancelOrder(stopped, orderId)).rejects.toThrow('the process ended')
    expect((await refund())?.leaseUntil).toEqual(after(clock.now, 15_000))
  })
})
