import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { describe, expect } from 'vitest'
import { aUser } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { aToldSale, price } from '#test/told-sale.ts'
import { auditEntries } from '../audit/schema.ts'
import { type Ctx, newId } from '../ctx.ts'
import { requestRefund } from '../payments/refunds.ts'
import { refunds } from '../payments/schema.ts'
import { makeAddressLabels, makePackingSlips } from '../shipping/parcel-documents.ts'
import { days, minutes } from '../time.ts'
import { changeStatusOfMany } from './bulk-status.ts'
import { addOrderNote } from './notes.ts'
import { getMyOrder, getOrderAsAdmin, listMyOrders, withItems } from './orders.ts'
import { orderEvents, orderItems, orderNotes, orders } from './schema.ts'

const charged = { kind: 'charged', paymentId: 'p1', amountKurus: 2 * price } as const

async function anAdmin(base: Ctx): Promise<Ctx> {
  const { id } = await aUser(base, { role: 'ADMIN', firstName: 'Zehra', lastName: 'Kaya' })
  return {
    ...base,
    actor: { kind: 'user', id, sessionId: newId(), address: newId(), rights: ['orders', 'orders-read'] },
  }
}

describe('a shopper', () => {
  test('lists her own paid orders, the newest first, also of one moment', async ({ ctx, clock }) => {
    const [mine, others] = [await aToldSale(ctx, charged), await aToldSale(ctx, charged)]
    const first = await mine.order()
    const copy = (days: number, more: object = {}) => ({ ...first, id: newId(), createdAt: at(days), ...more })
    const at = (count: number) => new Date(first.createdAt.getTime() + days(count))
    const [newest, older, same, unpaid] = [copy(2), copy(-1), copy(2), copy(1, { placedAt: null, paidAt: null })]
    await ctx.db.insert(orders).values([older, same, newest, unpaid])
    clock.forward(days(3))
    const last = [newest.id, same.id].sort().reverse()
    expect((await listMyOrders(mine.hers)).map(({ id }) => id)).toEqual([...last, first.id, older.id])
    expect((await listMyOrders(others.hers)).map(({ id }) => id)).toEqual([others.orderId])
    const early = Array.from({ length: 500 }, (_, i) => copy(-2 - i))
    await ctx.db.insert(orders).values(early)
    const shown = (await listMyOrders(mine.hers)).map(({ id }) => id)
    expect([shown.length, shown.at(-1)]).toEqual([500, early[495]?.id])
  })

  test('gets her own paid order only', async ({ ctx }) => {
    const [mine, others] = [await aToldSale(ctx, charged), await aToldSale(ctx, charged)]
    expect((await getMyOrder(mine.hers, mine.orderId)).id).toBe(mine.orderId)
    for (const id of [others.orderId, newId(), 'no id'])
      await expect(getMyOrder(mine.hers, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await ctx.db.update(orders).set({ placedAt: null, paidAt: null }).where(eq(orders.id, mine.orderId))
    await expect(getMyOrder(mine.hers, mine.orderId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an order', () => {
  test('has its items in the order of the cart, with their pictures', async ({ ctx }) => {
    const sale = await aToldSale(ctx, charged)
    const [item] = await ctx.db.select().from(orderItems).where(eq(orderItems.orderId, sale.orderId))
    if (!item) throw new Error('nothing was ordered')
    const copy = (position: number, more: object = {}) => ({ ...item, id: newId(), position, ...more })
    await ctx.db.insert(orderItems).values([copy(3), copy(1, { imageId: null }), copy(2)])
    const { items } = await getMyOrder(sale.hers, sale.orderId)
    expect(items.map(({ position }) => position)).toEqual([0, 1, 2, 3])
    expect(items.map(({ image }) => image?.id)).toEqual([item.imageId, undefined, item.imageId, item.imageId])
    expect(await withItems(ctx, [])).toEqual([])
  })

  test('says what is back, and what the bank has not answered yet', async ({ ctx }) => {
    const sale = await aToldSale(ctx, charged)
    const other = await aToldSale(ctx, { ...charged, paymentId: 'p2' })
    for (const amountKurus of [500, 300]) {
      await requestRefund(sale.ctx, await sale.find(), { amountKurus, reason: 'items' })
    }
    await ctx.db.update(refunds).set({ status: 'SUCCEEDED' }).where(eq(refunds.amountKurus, 500))
    const shown = await withItems(ctx, [await sale.order(), await other.order()])
    expect(shown.map((one) => [one.paymentId, one.refundedKurus, one.refundPendingKurus])).toEqual([
      ['p1', 500, 300],
      ['p2', 0, 0],
    ])
    await sale.set({ status: 'REFUNDED' })
    expect(await withItems(ctx, [await sale.order()]), 'no payment of the order').toMatchObject([
      { paymentId: null, refundedKurus: 0, refundPendingKurus: 0 },
    ])
  })

  test('has its history oldest first, and names whoever of the staff acted', async ({ ctx, clock }) => {
    const sale = await aToldSale(ctx, charged)
    const admin = await anAdmin(ctx)
    const buyer = sale.hers.actor.kind === 'user' ? sale.hers.actor.id : null
    const actor = admin.actor.kind === 'user' ? admin.actor.id : null
    const note = (text: string, actorId: string | null, age: number) => ({
      ...{ id: newId(), orderId: sale.orderId, type: 'refund' as const, note: text, actorId },
      createdAt: new Date(clock.now.getTime() + minutes(age)),
    })
    const [low, high] = [newId(), newId()] as const
    const atOnce = [
      { ...note('fifth', actor, 4), id: high },
      { ...note('fourth', actor, 4), id: low },
    ]
    await ctx.db
      .insert(orderEvents)
      .values([...atOnce, note('third', actor, 3), note('first', buyer, 1), note('second', null, 2)])
    const { history } = await getOrderAsAdmin(admin, sale.orderId)
    expect(history.slice(-5).map(({ note, actor }) => [note, actor])).toEqual([
      ...[
        ['first', null],
        ['second', null],
        ['third', 'Zehra Kaya'],
        ['fourth', 'Zehra Kaya'],
        ['fifth', 'Zehra Kaya'],
      ],
    ])
    await expect(getOrderAsAdmin(sale.hers, sale.orderId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('notes on an order are the staff’s, oldest first, under the author’s name and in the audit', async ({
  ctx,
  clock,
}) => {
  const [sale, other] = [await aToldSale(ctx, charged), await aToldSale(ctx, charged)]
  const admin = await anAdmin(ctx)
  await addOrderNote(admin, sale.orderId, 'Arandı')
  await addOrderNote(admin, other.orderId, 'Başka')
  clock.forward(minutes(1))
  await addOrderNote(ctx, sale.orderId, 'Kendiliğinden')
  const { notes } = await getOrderAsAdmin(admin, sale.orderId)
  expect(notes).toMatchObject([
    { text: 'Arandı', authorName: 'Zehra Kaya' },
    { text: 'Kendiliğinden', authorName: 'Mağaza', createdAt: clock.now },
  ])
  const written = await ctx.db.select().from(orderNotes).where(eq(orderNotes.text, 'Arandı'))
  const [low, high] = [newId(), newId()] as const
  const later = { orderId: sale.orderId, authorName: 'Mağaza', createdAt: new Date(clock.now.getTime() + minutes(1)) }
  await ctx.db.insert(orderNotes).values([
    { ...later, id: high, text: 'sonra' },
    { ...later, id: low, text: 'önce' },
  ])
  const texts = (await getOrderAsAdmin(admin, sale.orderId)).notes.map(({ text }) => text)
  expect(texts).toEqual(['Arandı', 'Kendiliğinden', 'önce', 'sonra'])
  expect(written).toMatchObject([{ authorId: admin.actor.kind === 'user' && admin.actor.id }])
  const audited = await ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.note'))
  expect(audited.map(({ subjectId, after }) => [subjectId, after?.note]).sort()).toEqual(
    [
      [sale.orderId, 'Arandı'],
      [other.orderId, 'Başka'],
      [sale.orderId, 'Kendiliğinden'],
    ].sort(),
  )
  await expect(addOrderNote(sale.hers, sale.orderId, 'x')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(addOrderNote(admin, newId(), 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('of several orders each is changed by itself, and each refusal says why', async ({ ctx }) => {
  const [sale, gone] = [await aToldSale(ctx, charged), await aToldSale(ctx, charged)]
  const lines: string[] = []
  const admin = { ...(await anAdmin(ctx)), log: pino({}, { write: (line: string) => void lines.push(line) }) }
  await ctx.db.update(orders).set({ status: 'CANCELLED' }).where(eq(orders.id, gone.orderId))
  const ids = [gone.orderId, sale.orderId]
  expect(await changeStatusOfMany(admin, { orderIds: ids, status: 'PREPARED' })).toEqual({
    changed: [sale.orderId],
    refused: [{ orderId: gone.orderId, message: 'İptal edilmiş bir siparişin durumu değiştirilemez.' }],
  })
  expect(lines, 'a refusal is nobody’s fault').toEqual([])
  await expect(changeStatusOfMany(sale.hers, { orderIds: ids, status: 'PREPARED' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

test('what nobody expects of one order is logged, and does not keep the others waiting', async ({ ctx }) => {
  const [sale, other] = [await aToldSale(ctx, charged), await aToldSale(ctx, charged)]
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const admin = { ...(await anAdmin(ctx)), log }
  const add: Ctx['jobs']['add'] = async (ctx, name, data) => {
    if (lines.length === 0) throw new Error('the queue is gone')
    return admin.jobs.add(ctx, name, data)
  }
  const orderIds = [sale.orderId, other.orderId]
  const outcome = await changeStatusOfMany({ ...admin, jobs: { ...admin.jobs, add } }, { orderIds, status: 'PREPARED' })
  expect(outcome).toEqual({
    changed: [other.orderId],
    refused: [{ orderId: sale.orderId, message: 'Beklenmeyen bir sorun oluştu.' }],
  })
  expect(lines).toEqual([expect.stringContaining('the queue is gone')])
})

test('parcel documents are named by their order or their number, and made of paid orders only', async ({ ctx }) => {
  const [sale, other] = [await aToldSale(ctx, charged), await aToldSale(ctx, charged)]
  const admin = await anAdmin(ctx)
  const shown = sale.orderId.slice(-8).toUpperCase()
  const one = { orderIds: [sale.orderId], note: '' }
  const two = { orderIds: [sale.orderId, other.orderId], note: '' }
  expect((await makePackingSlips(admin, one)).filename).toBe(`paket-fisi-${shown}.pdf`)
  expect((await makeAddressLabels(admin, { ...two, size: 'a6' })).filename).toBe('adres-etiketi-2-siparis.pdf')
  await ctx.db.update(orders).set({ placedAt: null, paidAt: null }).where(eq(orders.id, other.orderId))
  await expect(makePackingSlips(admin, two)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(makePackingSlips(sale.hers, one)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
