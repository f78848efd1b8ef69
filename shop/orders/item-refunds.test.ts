import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { mailsOf } from '#test/mails.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { auditEntries } from '../audit/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { findRefund, requestRefund } from '../payments/refunds.ts'
import { refunds } from '../payments/schema.ts'
import { after, seconds } from '../time.ts'
import { requestItemRefund } from './item-refunds.ts'
import { finishRefund, refundItems, settleRefund } from './refunds.ts'
import { orderEvents, orderItems, orders } from './schema.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const

/** A shipped order of two units for 200 TL, and the admin who refunds units of it. */
async function aShippedSale(base: Ctx) {
  const sale = await aToldSale(base, charged)
  await base.db.update(orders).set({ status: 'SHIPPED' }).where(eq(orders.id, sale.orderId))
  const { id: adminId } = await aUser(base, { role: 'ADMIN', firstName: 'Zehra', lastName: 'Kaya' })
  const actor = { kind: 'user' as const, id: adminId, sessionId: newId(), address: newId() }
  const admin: Ctx = { ...sale.ctx, actor: { ...actor, rights: ['orders', 'orders-read'] } }
  const item = async () => {
    const [item] = await base.db.select().from(orderItems).where(eq(orderItems.orderId, sale.orderId))
    if (!item) throw new Error('nothing was ordered')
    return item
  }
  const { id: itemId } = await item()
  const units = (quantity: number, restock = true) => ({ items: [{ itemId, quantity }], restock, reason: 'Dar geldi' })
  return {
    ...sale,
    admin,
    adminId,
    item,
    units,
    refund: (quantity: number, restock = true, key?: string) =>
      refundItems(admin, sale.orderId, units(quantity, restock), key),
    refunds: async () =>
      (await base.db.select().from(refunds).where(eq(refunds.orderId, sale.orderId)).orderBy(refunds.id)).map(
        ({ amountKurus, status }) => [amountKurus, status],
      ),
  }
}

test('a refunded unit is on the shelf, in the history, mailed and audited under who gave it back', async ({
  ctx,
  clock,
  catalogChanges,
}) => {
  const { refund, bank, adminId, orderId, onShelf, item, order, product } = await aShippedSale(ctx)
  const other = await aShippedSale(ctx)
  catalogChanges.length = 0
  clock.forward(seconds(1))
  bank.says.refund.push({ kind: 'refunded' })
  await refund(1)
  expect([await onShelf(), (await item()).refundedQuantity, await other.onShelf()]).toEqual([4, 1, 3])
  expect(await order()).toMatchObject({ paymentStatus: 'SUCCESS', updatedAt: clock.now })
  expect(catalogChanges).toEqual([{ productIds: expect.arrayContaining([product.id]) }])
  const ofRefund = and(eq(orderEvents.orderId, orderId), eq(orderEvents.type, 'refund'))
  const units = `1 × ${product.name} (Kum, S)`
  expect(await ctx.db.select().from(orderEvents).where(ofRefund)).toMatchObject([
    { actorId: adminId, note: expect.stringMatching(/100,00.* iade edildi: 1 × /), createdAt: clock.now },
  ])
  const mail = (await mailsOf(ctx)).at(-1)
  expect(mail?.text).toContain(product.name)
  expect(mail?.text).toContain('100,00')
  expect(await ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.refund'))).toMatchObject([
    {
      ...{ actorId: adminId, actorName: 'Zehra Kaya', subjectId: orderId },
      after: { refundedKurus: price, items: [units], restock: true, reason: 'Dar geldi' },
    },
  ])
})

test('a refund that recovery finishes stays the admin’s who asked for it', async ({ ctx, clock }) => {
  const { admin, adminId, bank, orderId, units, ...sale } = await aShippedSale(ctx)
  const id = await requestItemRefund(admin, orderId, units(1))
  clock.forward(seconds(15))
  bank.says.refund.push({ kind: 'refunded' })
  await finishRefund(sale.ctx, id)
  const audited = await ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.refund'))
  expect(audited).toMatchObject([{ actorId: adminId, actorName: 'Zehra Kaya' }])
})

test('what does not go on sale again stays off the shelf', async ({ ctx, catalogChanges }) => {
  const { refund, bank, onShelf } = await aShippedSale(ctx)
  catalogChanges.length = 0
  bank.says.refund.push({ kind: 'refunded' })
  await refund(1, false)
  expect([await onShelf(), catalogChanges]).toEqual([3, []])
  bank.says.refund.push({ kind: 'refunded' })
  await refund(1, true)
  expect(await onShelf(), 'the next one does, alone').toBe(4)
})

test('what the shop no longer has is refunded all the same', async ({ ctx, catalogChanges }) => {
  const { refund, refunds, bank, orderId, onShelf } = await aShippedSale(ctx)
  await ctx.db.update(orderItems).set({ variantId: null, productId: null }).where(eq(orderItems.orderId, orderId))
  catalogChanges.length = 0
  bank.says.refund.push({ kind: 'refunded' })
  await refund(1)
  expect([await refunds(), await onShelf()]).toEqual([[[price, 'SUCCEEDED']], 3])
  expect(catalogChanges).toEqual([{ productIds: [] }])
})

test('no more goes back than the bank has, whatever the units cost', async ({ ctx }) => {
  const { refund, refunds, bank, set } = await aShippedSale(ctx)
  await set({ chargedKurus: 700 })
  bank.says.refund.push({ kind: 'refunded' })
  await refund(1)
  expect(await refunds()).toEqual([[700, 'SUCCEEDED']])
  await expect(refund(1)).rejects.toThrow('iade edilebilecek tutarını aşıyor')
  expect(await refunds()).toHaveLength(1)
})

test('the last unit takes the rest of the money with it, and the order is refunded', async ({ ctx }) => {
  const other = await aShippedSale(ctx)
  const { refund, refunds, bank, order, set } = await aShippedSale(ctx)
  await requestRefund(other.ctx, await other.find(), { amountKurus: 1, reason: 'cancellation' })
  await set({ chargedKurus: 2 * price + 700 })
  bank.says.refund.push({ kind: 'refunded' }, { kind: 'refunded' })
  await refund(1)
  expect((await order()).paymentStatus).toBe('SUCCESS')
  await refund(1)
  expect(await refunds()).toEqual([
    [price, 'SUCCEEDED'],
    [price + 700, 'SUCCEEDED'],
  ])
  expect([(await order()).paymentStatus, (await other.order()).paymentStatus]).toEqual(['REFUNDED', 'SUCCESS'])
})

test('units are refunded once: more than are left, or an item of another order, are refused', async ({ ctx }) => {
  const { refund, refunds, bank, item, admin, orderId, product } = await aShippedSale(ctx)
  const other = await aShippedSale(ctx)
  await expect(refund(3)).rejects.toThrow(`${product.name} ürününden en çok 2 adet iade edilebilir.`)
  await expect(requestItemRefund(admin, orderId, other.units(1))).rejects.toMatchObject({
    ...{ code: 'INVALID', fields: { 'items.0.itemId': [expect.any(String)] } },
  })
  bank.says.refund.push({ kind: 'refunded' })
  await refund(2)
  await expect(refund(1)).rejects.toThrow('tamamı zaten iade edildi')
  expect([await refunds(), (await item()).refundedQuantity]).toEqual([[[2 * price, 'SUCCEEDED']], 2])
  expect((await other.item()).refundedQuantity).toBe(0)
})

test('one key is one refund, and another one’s items are refused', async ({ ctx }) => {
  const { admin, orderId, units, refunds, item } = await aShippedSale(ctx)
  const first = await requestItemRefund(admin, orderId, units(1), 'key')
  expect(await requestItemRefund(admin, orderId, units(1), 'key')).toBe(first)
  const others = [units(2), units(1, false), { ...units(1), reason: 'Başka' }]
  for (const other of others)
    await expect(requestItemRefund(admin, orderId, other, 'key')).rejects.toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    })
  expect([await refunds(), (await item()).refundedQuantity]).toEqual([[[price, 'REQUESTED']], 1])
  const last = await requestItemRefund(admin, orderId, units(1), 'another key')
  expect(last).not.toBe(first)
  expect(await requestItemRefund(admin, orderId, units(1), 'another key'), 'no unit is left').toBe(last)
  expect(await refunds()).toHaveLength(2)
})

test('one key is one refund, in whatever order its items are named, and of one order', async ({ ctx }) => {
  const [sale, other] = [await aShippedSale(ctx), await aShippedSale(ctx)]
  const dress = await sale.item()
  const belt = { ...dress, id: newId(), position: 1, productName: 'Kemer' }
  await ctx.db.insert(orderItems).values(belt)
  const of = (...ids: string[]) => ({ ...sale.units(1), items: ids.map((itemId) => ({ itemId, quantity: 1 })) })
  const first = await requestItemRefund(sale.admin, sale.orderId, of(dress.id, belt.id), 'key')
  expect(await requestItemRefund(sale.admin, sale.orderId, of(belt.id, dress.id), 'key')).toBe(first)
  expect(await requestItemRefund(other.admin, other.orderId, other.units(1), 'key')).not.toBe(first)
})

test('what the bank has carried out is settled once, however many processes hear of it', async ({ ctx }) => {
  const { admin, orderId, units, onShelf } = await aShippedSale(ctx)
  const refund = await findRefund(ctx, await requestItemRefund(admin, orderId, units(1)))
  if (!refund) throw new Error('nothing was asked for')
  expect([await settleRefund(ctx, refund, 'SUCCEEDED'), await settleRefund(ctx, refund, 'SUCCEEDED')]).toEqual([
    ...[true, false],
  ])
  expect((await mailsOf(ctx)).filter(({ kind }) => kind === 'order-refund')).toHaveLength(1)
  expect(await onShelf()).toBe(4)
  await finishRefund(ctx, refund.id)
})

test('who asks while the bank is asked, or cannot be reached, hears that the shop follows it up', async ({ ctx }) => {
  const { refund, admin, bank, orderId, units, refunds, ...sale } = await aShippedSale(ctx)
  bank.says.refund.push({ kind: 'unsent', reason: 'the circuit is open' })
  await expect(refund(1)).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(/ulaşılamıyor/) })
  const id = await requestItemRefund(admin, orderId, units(1), 'key')
  await expect(finishRefund(sale.ctx, id)).rejects.toThrow('henüz sonuçlandırmadı')
  await expect(finishRefund(sale.ctx, id), 'another process is at it').rejects.toThrow('henüz sonuçlandırmadı')
  expect(await refunds()).toMatchObject([
    [price, 'REQUESTED'],
    [price, 'REQUESTED'],
  ])
  const asked = await findRefund(ctx, id)
  if (asked) await settleRefund(ctx, asked, 'FAILED')
  await expect(finishRefund(sale.ctx, id)).rejects.toThrow('İade yapılamadı: Banka kabul etmedi.')
})

test('late money that went back leaves the order and its units as they are', async ({ ctx }) => {
  const { find, stands, history, ...sale } = await aShippedSale(ctx)
  const id = await requestRefund(sale.ctx, await find(), { amountKurus: 500, reason: 'late-charge' })
  const [refund, before] = [await findRefund(ctx, id ?? ''), await history()]
  expect(refund && (await settleRefund(ctx, refund, 'SUCCEEDED'))).toBe(true)
  expect([await stands(), await history()]).toEqual([['SUCCEEDED', 'SUCCESS', 3], before])
})

test('a refund that failed leaves other orders refunded, and one that is canceled or has all its money back', async ({
  ctx,
}) => {
  const other = await aShippedSale(ctx)
  const { admin, orderId, order, units, bank, refund, ...sale } = await aShippedSale(ctx)
  await requestItemRefund(other.admin, other.orderId, other.units(1))
  await ctx.db.update(orders).set({ paymentStatus: 'REFUNDED' })
  const fail = async () => {
    bank.says.refund.push({ kind: 'refused', message: 'Kart kapalı.' })
    await expect(refund(1)).rejects.toThrow('Kart kapalı.')
    return (await order()).paymentStatus
  }
  expect(await fail()).toBe('SUCCESS')
  expect([(await other.order()).paymentStatus, (await other.item()).refundedQuantity]).toEqual(['REFUNDED', 1])
  const id = await requestItemRefund(admin, orderId, units(1))
  await ctx.db.update(orders).set({ paymentStatus: 'REFUNDED', status: 'CANCELLED' })
  const asked = await findRefund(ctx, id)
  expect(asked && (await settleRefund(sale.ctx, asked, 'FAILED'))).toBe(true)
  expect((await order()).paymentStatus).toBe('REFUNDED')
  await ctx.db.update(orders).set({ status: 'SHIPPED' })
  await sale.set({ chargedKurus: 500 })
  await ctx.db.update(refunds).set({ status: 'SUCCEEDED', amountKurus: 500 }).where(eq(refunds.id, id))
  expect(await fail()).toBe('REFUNDED')
})

test('what the bank refuses can be refunded again', async ({ ctx }) => {
  const { refund, refunds, bank, item, order, stands } = await aShippedSale(ctx)
  await ctx.db.update(orders).set({ paymentStatus: 'REFUNDED' })
  bank.says.refund.push({ kind: 'refused', message: 'Kart kapalı.' }, { kind: 'refunded' })
  await expect(refund(2)).rejects.toMatchObject({ code: 'CONFLICT', message: 'İade yapılamadı: Kart kapalı.' })
  expect([(await item()).refundedQuantity, await stands()]).toEqual([0, ['SUCCEEDED', 'SUCCESS', 3]])
  await refund(2)
  expect((await refunds()).map(([, status]) => status)).toEqual(['FAILED', 'SUCCEEDED'])
  expect((await order()).paymentStatus).toBe('REFUNDED')
})

test.for(['PENDING', 'CONFIRMED'] as const)(
  'all units of an order that is %s are canceled instead',
  async (status, { ctx }) => {
    const { refund, refunds, bank, item } = await aShippedSale(ctx)
    await ctx.db.update(orders).set({ status })
    await expect(refund(2)).rejects.toThrow('siparişi iptal edin')
    expect([await refunds(), (await item()).refundedQuantity]).toEqual([[], 0])
    bank.says.refund.push({ kind: 'refunded' })
    await refund(1)
    expect(await refunds()).toEqual([[price, 'SUCCEEDED']])
  },
)

test('nothing of a canceled order, nor of one that is being canceled, is refunded by item', async ({ ctx }) => {
  const { refund, refunds, orderId, hers, units, find, ...sale } = await aShippedSale(ctx)
  await expect(requestItemRefund(hers, orderId, units(1))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await requestRefund(sale.ctx, await find(), { amountKurus: 1, reason: 'cancellation' })
  await expect(refund(1)).rejects.toThrow('iptali bankada sürüyor')
  await ctx.db.update(orders).set({ status: 'CANCELLED' })
  await expect(refund(1)).rejects.toThrow('zaten iade edildi')
  expect(await refunds()).toEqual([[1, 'REQUESTED']])
})

test('a refund belongs to its request for a quarter of a minute', async ({ ctx, clock }) => {
  const { admin, orderId, units } = await aShippedSale(ctx)
  await requestItemRefund(admin, orderId, units(1))
  const [refund] = await ctx.db.select().from(refunds).where(eq(refunds.orderId, orderId))
  expect(refund).toMatchObject({ leaseUntil: after(clock.now, seconds(15)), reason: 'items' })
})
