import { and, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { orderContracts } from '#shop/agreements/schema.ts'
import { auditEntries } from '#shop/audit/schema.ts'
import { deleteProduct } from '#shop/catalog/edits/product-edits.ts'
import { variants } from '#shop/catalog/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { toTl } from '#shop/money.ts'
import { orderEvents, orders } from '#shop/orders/schema.ts'
import { listDemoLedger } from '#shop/payments/demo/demo.ts'
import { paymentAttempts } from '#shop/payments/schema.ts'
import { getContracts } from '#shop/texts/texts.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment, usualRecipient } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { type Api, test } from '#test/shop.ts'

/** An order of two S and one M at 300 TL each, with another product at 250 TL and one at 400 TL in the shop. */
async function anOrder(ctx: Ctx, api: Api, more: { paymentMethod?: string; quantity?: number } = {}) {
  const sizes = [0, 1, 2].map(() => ({ stock: 5, priceKurus: 30_000 }))
  const product = await aProduct(ctx, { name: 'Keten Elbise', variants: sizes })
  const cheaper = await aProduct(ctx, { name: 'Bluz', variants: [{ stock: 5, priceKurus: 25_000 }] })
  const dearer = await aProduct(ctx, { name: 'Kaban', variants: [{ stock: 5, priceKurus: 40_000 }] })
  const before = await stockByVariant(ctx.db)
  const user = await aUser(ctx)
  const [hers, admin] = [await signIn(ctx, user), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const { preInformation, distanceSales } = await getContracts(ctx)
  const body = aPayment(product, { quantity: 2 })
  const cartItems = [
    ...body.orderData.cartItems,
    { productId: product.id, variantId: product.variants[1]?.id ?? '', size: 'M', quantity: 1 },
  ]
  const acceptedContracts = { preInformation: preInformation.version, distanceSales: distanceSales.version }
  const placed = await api('POST', '/payments/create', {
    token: hers,
    body: { ...body, ...more, orderData: { ...body.orderData, cartItems, totalAmount: 900, acceptedContracts } },
  })
  expect(placed.status).toBe(200)
  const id = placed.body.data.orderId as string
  const read = async () => (await api('GET', `/admin/orders/${id}`, { token: admin })).body.data
  const change = (body: object) => api('PUT', `/admin/orders/${id}`, { token: admin, body })
  const itemOf = async (size: string): Promise<string> =>
    (await read()).items.find((item: Json) => item.variant.size === size).id
  const shelf = async () => {
    const rows = await ctx.db
      .select()
      .from(variants)
      .where(eq(variants.productId, product.id))
      .orderBy(variants.position)
    return rows.map(({ stock }) => stock)
  }
  const variant = (n: number) => product.variants[n]?.id ?? ''
  const other = (made: typeof product) => made.variants[0]?.id ?? ''
  const charge = async () => (await listDemoLedger(ctx.db)).find(({ orderId }) => orderId === id)
  const audit = () => auditBooks(ctx.db, before)
  const set = (status: string) => api('PUT', `/admin/orders/${id}/status`, { token: admin, body: { status } })
  return {
    id,
    user,
    hers,
    admin,
    product,
    cheaper,
    dearer,
    read,
    change,
    itemOf,
    shelf,
    variant,
    other,
    charge,
    audit,
    set,
  }
}

const mailsOf = async (ctx: Ctx, kind: string) =>
  (await ctx.db.select().from(mails)).filter((mail) => mail.kind === kind)

describe('the lines of a paid order', () => {
  test('a size is swapped: no money moves, the shelf, history, mail, audit and contracts follow', async ({
    ctx,
    api,
  }) => {
    const order = await anOrder(ctx, api)
    const changed = await order.change({ items: [{ itemId: await order.itemOf('M'), variantId: order.variant(2) }] })
    expect(changed.status).toBe(200)
    expect(changed.body.message).toBe('Sipariş güncellendi, müşteriye e-posta gönderiliyor.')
    expect(changed.body.data.items.map((item: Json) => [item.quantity, item.variant.size])).toEqual([
      [2, 'S'],
      [1, 'L'],
    ])
    expect(changed.body.data).toMatchObject({ totalAmount: 900, refundedAmount: 0, paymentStatus: 'SUCCESS' })
    expect(await order.shelf()).toEqual([3, 5, 4])
    const [event] = await ctx.db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.type, 'change')))
    expect(event?.note).toBe('Keten Elbise: Kum, M yerine Kum, L.')
    const [mail] = await mailsOf(ctx, 'order-changed')
    expect(mail).toMatchObject({ contractsOf: order.id })
    expect(mail?.text).toContain('Keten Elbise: Kum, M yerine Kum, L.')
    const [entry] = await ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.change'))
    expect(entry?.after).toEqual({ products: ['2 × Keten Elbise (Kum, S)', '1 × Keten Elbise (Kum, L)'] })
    const kept = await ctx.db.select().from(orderContracts).where(eq(orderContracts.orderId, order.id))
    expect(kept.map(({ kind, revision }) => `${kind} ${revision}`).sort()).toEqual([
      'distance-sales 0',
      'distance-sales 1',
      'pre-information 0',
      'pre-information 1',
    ])
    const renewed = kept.find(({ kind, revision }) => kind === 'pre-information' && revision === 1)
    expect(renewed?.text).toContain('beden: L')
    expect(renewed?.text).not.toContain('beden: M')
    const shown = await api('GET', `/orders/${order.id}/contracts`, { token: order.hers })
    expect(shown.body.data.map(({ title }: Json) => title)).toEqual([
      'Ön Bilgilendirme Formu',
      'Mesafeli Satış Sözleşmesi',
      'Ön Bilgilendirme Formu (değişiklik 1)',
      'Mesafeli Satış Sözleşmesi (değişiklik 1)',
    ])
    expect(await order.audit()).toEqual([])
  })

  test('fewer of a line, and a line less: what they cost goes back once, and the order stands as if it had never been taken', async ({
    ctx,
    api,
  }) => {
    const order = await anOrder(ctx, api)
    const [s, m] = [await order.itemOf('S'), await order.itemOf('M')]
    const fewer = await order.change({ items: [{ itemId: s, quantity: '1' }] })
    expect(fewer.body).toMatchObject({
      message: 'Sipariş güncellendi, aradaki fark iade edildi.',
      data: { totalAmount: 600, refundedAmount: 0, paymentStatus: 'SUCCESS' },
    })
    expect(fewer.body.data.refunds).toMatchObject([{ amount: 300, status: 'SUCCEEDED', reason: 'Sipariş değişikliği' }])
    expect((await order.change({ items: [{ itemId: s, quantity: 1 }] })).status).toBe(200)
    expect(await order.charge()).toMatchObject({ amountKurus: 90_000, refundedKurus: 30_000 })
    expect(await order.shelf()).toEqual([4, 4, 5])
    const less = await order.change({ items: [{ itemId: m, quantity: 0 }] })
    expect(less.body.data).toMatchObject({ totalAmount: 300, vat: [{ gross: 300 }] })
    expect(less.body.data.items).toHaveLength(1)
    expect(await order.shelf()).toEqual([4, 5, 5])
    expect(await order.audit()).toEqual([])
    const last = await order.change({ items: [{ itemId: s, quantity: 0 }] })
    expect([last.status, last.body.code]).toEqual([409, 'CONFLICT'])
    // Cancelling the rest gives back the rest of the money.
    expect((await api('DELETE', `/admin/orders/${order.id}`, { token: order.admin })).status).toBe(200)
    expect(await order.charge()).toMatchObject({ refundedKurus: 90_000 })
    expect(await order.shelf()).toEqual([5, 5, 5])
    expect(await order.audit()).toEqual([])
    expect((await mailsOf(ctx, 'order-refund')).map(({ text }) => /300,00 TL/.test(text))).toEqual([true, true])
  })

  test('another product: a cheaper one gives back the difference, a dearer one is refused or given at the old price', async ({
    ctx,
    api,
  }) => {
    const order = await anOrder(ctx, api)
    const m = await order.itemOf('M')
    const dear = { itemId: m, variantId: order.other(order.dearer) }
    const refused = await order.change({ items: [dear] })
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, 'CONFLICT', { difference: 100 }])
    expect(await order.shelf()).toEqual([3, 4, 5])
    const given = await order.change({ items: [{ ...dear, keepPrice: true }] })
    expect(given.body.data).toMatchObject({ totalAmount: 900 })
    const back = await order.change({ items: [{ itemId: m, variantId: order.other(order.cheaper) }] })
    expect(back.body.data).toMatchObject({ totalAmount: 850 })
    expect(await order.charge()).toMatchObject({ refundedKurus: 5_000 })
    expect(await order.audit()).toEqual([])
  })

  test('some units of a line, and the old price although the product costs more since', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    await ctx.db.update(variants).set({ priceKurus: 39_900 }).where(eq(variants.productId, order.product.id))
    const s = await order.itemOf('S')
    const swapped = await order.change({ items: [{ itemId: s, variantId: order.variant(2), quantity: 1 }] })
    expect(
      swapped.body.data.items.map((item: Json) => [item.quantity, item.variant.size, item.priceAtPurchase]),
    ).toEqual([
      [1, 'S', 300],
      [1, 'M', 300],
      [1, 'L', 300],
    ])
    expect(await order.audit()).toEqual([])
  })

  test('the fee of installments goes back with its goods, and refunds by item go on', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    await ctx.db
      .update(paymentAttempts)
      .set({ feeKurus: 10_001, amountKurus: 100_001, installments: 3 })
      .where(eq(paymentAttempts.orderId, order.id))
    await ctx.db.update(orders).set({ totalKurus: 100_001 }).where(eq(orders.id, order.id))
    const changed = await order.change({ items: [{ itemId: await order.itemOf('M'), quantity: 0 }] })
    expect(changed.body.data).toMatchObject({ totalAmount: toTl(66_667), installmentFee: toTl(6_667) })
    const items = [{ itemId: await order.itemOf('S'), quantity: 1 }]
    await order.set('DELIVERED')
    const refund = await api('POST', `/admin/orders/${order.id}/refunds`, { token: order.admin, body: { items } })
    expect(refund.body.data).toMatchObject({ refundedAmount: toTl(33_334) })
  })

  test('units that were paid back stay as they are', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    const s = await order.itemOf('S')
    await api('POST', `/admin/orders/${order.id}/refunds`, {
      token: order.admin,
      body: { items: [{ itemId: s, quantity: 1 }], restock: true },
    })
    expect((await order.change({ items: [{ itemId: s, quantity: 0 }] })).status).toBe(409)
    const tooMany = await order.change({ items: [{ itemId: s, variantId: order.variant(2), quantity: 2 }] })
    expect(tooMany.body.error).toEqual({ 'items.0.quantity': ['Bu üründen en çok 1 adet değiştirilebilir'] })
    const rest = await order.change({ items: [{ itemId: s, variantId: order.variant(2) }] })
    expect(rest.body.data.items.map((item: Json) => [item.quantity, item.refundedQuantity])).toEqual([
      [1, 1],
      [1, 0],
      [1, 0],
    ])
    expect(await order.audit()).toEqual([])
  })

  test('what is sold out, off sale, too many or unknown changes nothing', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    const s = await order.itemOf('S')
    await ctx.db
      .update(variants)
      .set({ stock: 1 })
      .where(eq(variants.id, order.variant(2)))
    const short = await order.change({ items: [{ itemId: s, variantId: order.variant(2) }] })
    expect([short.status, short.body.code]).toEqual([409, 'OUT_OF_STOCK'])
    expect(short.body.message).toContain('yalnızca 1 adet kaldı')
    await ctx.db
      .update(variants)
      .set({ stock: 0 })
      .where(eq(variants.id, order.variant(2)))
    const gone = await order.change({ items: [{ itemId: s, variantId: order.variant(2), quantity: 1 }] })
    expect(gone.body.message).toContain('bu sırada tükendi')
    await deleteProduct(ctx, order.cheaper.id)
    const bad = [
      [{ itemId: s, variantId: order.other(order.cheaper) }, 'items.0.variantId'],
      [{ itemId: s, variantId: newId() }, 'items.0.variantId'],
      [{ itemId: s, quantity: 3 }, 'items.0.quantity'],
      [{ itemId: s }, 'items.0.quantity'],
      [{ itemId: newId(), quantity: 1 }, 'items.0.itemId'],
    ] as const
    for (const [item, field] of bad) {
      const { status, body } = await order.change({ items: [item] })
      expect([status, Object.keys(body.error)]).toEqual([400, [field]])
    }
    expect(await order.shelf()).toEqual([3, 4, 0])
    expect(await mailsOf(ctx, 'order-changed')).toEqual([])
  })
})

describe('an order whose money has not come', () => {
  const { city: _, ...rest } = usualRecipient

  test('of a transfer the due sum changes; what came in part pays it, and the rest is owed', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, { paymentMethod: 'BANK_TRANSFER' })
    const up = await order.change({
      items: [{ itemId: await order.itemOf('M'), variantId: order.other(order.dearer) }],
    })
    expect(up.body.data).toMatchObject({ totalAmount: 1000, paymentStatus: 'AWAITING_TRANSFER' })
    const due = await api('GET', `/payments/${order.id}`, { token: order.hers })
    expect(due.body.data).toMatchObject({ status: 'AWAITING_TRANSFER', amount: 1000 })
    expect((await mailsOf(ctx, 'order-changed'))[0]?.text).toContain('Havale edeceğiniz tutar artık 1.000,00 TL')
    await api('POST', `/admin/orders/${order.id}/transfer`, {
      token: order.admin,
      body: { amount: 700, receivedAt: ctx.clock().toISOString() },
    })
    const dropped = await order.change({ items: [{ itemId: (await order.read()).items[1].id, quantity: 0 }] })
    expect(dropped.body.data).toMatchObject({ totalAmount: 600, paymentStatus: 'SUCCESS', refundPending: 100 })
    const owed = await api('GET', `/orders/${order.id}`, { token: order.hers })
    expect(owed.body.data.owed).toMatchObject({ amount: 100 })
    // Paid by hand, a second change may follow before the first difference is ticked off.
    const again = await order.change({ items: [{ itemId: await order.itemOf('S'), quantity: 1 }] })
    expect(again.body.data).toMatchObject({ totalAmount: 300, refundPending: 400 })
    for (const { id } of again.body.data.refunds) {
      const body = { outcome: 'gone', note: 'Havale edildi' }
      expect((await api('POST', `/admin/payments/refunds/${id}/resolution`, { token: order.admin, body })).status).toBe(
        200,
      )
    }
    expect(await order.read()).toMatchObject({ totalAmount: 300, refundedAmount: 0, refundPending: 0 })
    expect(await order.audit()).toEqual([])
  })

  test('at the door the sum to be collected changes', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api, { paymentMethod: 'BANK_TRANSFER' })
    await ctx.db
      .update(orders)
      .set({ paymentMethod: 'CASH_ON_DELIVERY', paymentStatus: 'CASH_ON_DELIVERY' })
      .where(eq(orders.id, order.id))
    await ctx.db
      .update(paymentAttempts)
      .set({ status: 'AWAITING_COLLECTION', provider: 'door' })
      .where(eq(paymentAttempts.orderId, order.id))
    const changed = await order.change({ items: [{ itemId: await order.itemOf('S'), quantity: 1 }] })
    expect(changed.body.data).toMatchObject({ totalAmount: 600, paymentStatus: 'CASH_ON_DELIVERY' })
    expect((await mailsOf(ctx, 'order-changed'))[0]?.text).toContain(
      'Teslim alırken ödeyeceğiniz tutar artık 600,00 TL.',
    )
    await order.set('SHIPPED')
    expect((await api('POST', `/admin/orders/${order.id}/collected`, { token: order.admin })).status).toBe(200)
    expect(await order.charge()).toBeUndefined()
    const late = await order.change({ ...rest, phone: '0533 222 33 44' })
    expect([late.status, late.body.message]).toEqual([
      409,
      'Kargoya verilmiş bir sipariş değiştirilemez; teslimattan sonra iade ya da değişim yapılabilir.',
    ])
  })
})

describe('recipient and address', () => {
  test('are changed one by one, beside each other or in customerInfo; empty clears', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    const { updatedAt } = await order.read()
    const first = await order.change({
      updatedAt,
      phone: '0533 222 33 44',
      customerInfo: { address: 'Moda Caddesi 5 Daire 3', district: 'Kadıköy', neighbourhood: 'Caferağa Mah.' },
      note: 'Zile basmayın',
    })
    expect(first.body.data).toMatchObject({
      shippingAddress: 'Caferağa Mah. Moda Caddesi 5 Daire 3, 34710 Kadıköy / İstanbul',
      customerInfo: { firstName: 'Ayşe', phone: '+905332223344', district: 'Kadıköy' },
      adminNotes: 'Zile basmayın',
    })
    expect((await mailsOf(ctx, 'order-changed'))[0]?.text).toContain('Telefon artık 0533 222 33 44.')
    const cleared = await order.change({ district: '', neighbourhood: null, postalCode: '', firstName: 'Gül' })
    expect(cleared.body.data.shippingAddress).toBe('Moda Caddesi 5 Daire 3, İstanbul')
    const [entry] = await ctx.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'order.change'))
      .orderBy(auditEntries.id)
    expect(entry?.before).toMatchObject({ phone: '+905321112233', adminNotes: '' })
    const stale = await order.change({ updatedAt: '2026-01-01T00:00:00.000Z', phone: '0533 222 33 55' })
    expect([stale.status, stale.body.code]).toEqual([409, 'EDIT_CONFLICT'])
    const bad = await order.change({ phone: '123', city: 'Paris', items: [{ itemId: 'yok', quantity: 1 }] })
    expect([bad.status, Object.keys(bad.body.error)]).toEqual([400, ['phone', 'city', 'items.0.itemId']])
    expect(await mailsOf(ctx, 'order-changed')).toHaveLength(2)
    // Her own address book and the invoice are not touched; saving the same again tells nobody.
    for (const untold of [{ firstName: 'Gül' }, { note: 'Kapıya bırakın' }, {}])
      expect((await order.change(untold)).body).toMatchObject({ success: true, message: 'Sipariş güncellendi.' })
    expect(await mailsOf(ctx, 'order-changed')).toHaveLength(2)
  })

  test('not of what is cancelled, unknown, or without the right', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    const call = (id: string, token: string) => api('PUT', `/admin/orders/${id}`, { token, body: { firstName: 'Gül' } })
    expect((await call(order.id, order.hers)).status).toBe(403)
    expect((await api('PUT', `/admin/orders/${order.id}`, { body: {} })).status).toBe(401)
    expect((await call(newId(), order.admin)).status).toBe(404)
    await api('DELETE', `/admin/orders/${order.id}`, { token: order.admin })
    expect((await call(order.id, order.admin)).body.message).toBe('İptal edilmiş bir sipariş değiştirilemez.')
  })
})
