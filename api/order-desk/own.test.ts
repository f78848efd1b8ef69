import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditEntries } from '#shop/audit/schema.ts'
import { variants } from '#shop/catalog/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { mails } from '#shop/mail/schema.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { type Api, test } from '#test/shop.ts'

/** A paid order of two S; M is in stock, L costs more, XL is sold out, and there is another color. */
async function anOrder(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, {
    name: 'Keten Elbise',
    variants: [
      { size: 'S', priceKurus: 30_000 },
      { size: 'M', priceKurus: 30_000 },
      { size: 'L', priceKurus: 35_000 },
      { size: 'XL', priceKurus: 30_000, stock: 0 },
      { size: 'M', color: 'Siyah', priceKurus: 30_000 },
    ],
  })
  const hers = await signIn(ctx, await aUser(ctx))
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const paid = await api('POST', '/payments/create', {
    token: hers,
    body: aPayment(product, { quantity: 2, variant: product.variants.findIndex(({ size }) => size === 'S') }),
  })
  const id = paid.body.data.orderId as string
  const read = async () => (await api('GET', `/orders/${id}`, { token: hers })).body.data
  const itemId = (await read()).items[0].id as string
  const kinds = [
    ['Kum', 'S'],
    ['Kum', 'M'],
    ['Kum', 'L'],
    ['Kum', 'XL'],
    ['Siyah', 'M'],
  ]
  const variant = (n: number) =>
    product.variants.find(({ color, size }) => color === kinds[n]?.[0] && size === kinds[n]?.[1])?.id ?? ''
  const swap = (n: number, more: object = {}) =>
    api('PUT', `/orders/${id}/items/${itemId}/size`, { token: hers, body: { variantId: variant(n), ...more } })
  const correct = (body: object) => api('PUT', `/orders/${id}/address`, { token: hers, body })
  const settle = (settings: object) =>
    api('PUT', '/admin/settings/order-changes', { token: admin, body: { settings, version: 0 } })
  const set = (status: string) => api('PUT', `/admin/orders/${id}/status`, { token: admin, body: { status } })
  const shelf = async () => {
    const rows = await ctx.db
      .select()
      .from(variants)
      .where(eq(variants.productId, product.id))
      .orderBy(variants.position)
    return rows.map(({ stock }) => stock)
  }
  return { id, hers, admin, product, itemId, variant, read, swap, correct, settle, set, shelf }
}

const changeMails = async (ctx: Ctx) =>
  (await ctx.db.select().from(mails)).filter(({ kind }) => kind === 'order-changed')

describe('a size in one tap', () => {
  test('what is offered is the same piece in the same color at the same price, in stock', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    expect((await order.read()).changes).toEqual({
      address: true,
      swaps: [{ itemId: order.itemId, sizes: [{ variantId: order.variant(1), size: 'M' }] }],
    })
    const swapped = await order.swap(1)
    expect(swapped.body).toMatchObject({
      message: 'Bedeni değiştirdik; siparişinizin son hâlini e-postayla da gönderiyoruz.',
      data: { totalAmount: 600, items: [{ id: order.itemId, quantity: 2, variant: { size: 'M' } }] },
    })
    expect(swapped.body.data.history.at(-1)).toMatchObject({
      type: 'change',
      note: 'Keten Elbise: Kum, S yerine Kum, M (2 adet).',
    })
    expect(await order.shelf()).toEqual([5, 3, 5, 0, 5])
    expect(await changeMails(ctx)).toHaveLength(1)
    expect(await ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'order.change'))).toEqual([])
    // The same tap again, after a lost answer.
    expect((await order.swap(1)).status).toBe(200)
    expect(await changeMails(ctx)).toHaveLength(1)
    expect(await order.shelf()).toEqual([5, 3, 5, 0, 5])
  })

  test('one of two; and still at the price she paid once the shop sells it for more', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    await ctx.db
      .update(variants)
      .set({ priceKurus: 45_000 })
      .where(eq(variants.id, order.variant(0)))
    await ctx.db
      .update(variants)
      .set({ priceKurus: 45_000 })
      .where(eq(variants.id, order.variant(1)))
    const one = await order.swap(1, { quantity: 1 })
    expect(one.body.data.items.map((item: Json) => [item.quantity, item.variant.size, item.priceAtPurchase])).toEqual([
      [1, 'S', 300],
      [1, 'M', 300],
    ])
    expect(one.body.data.totalAmount).toBe(600)
  })

  test('not to what is no other size of it, sold out, or nobody’s', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    for (const n of [2, 4]) expect((await order.swap(n)).body).toMatchObject({ code: 'CONFLICT' })
    expect((await order.swap(3)).body).toMatchObject({ code: 'OUT_OF_STOCK' })
    expect((await order.swap(1, { quantity: 3 })).status).toBe(400)
    expect((await order.swap(9)).status).toBe(400)
    const path = `/orders/${order.id}/items/${order.itemId}/size`
    const body = { variantId: order.variant(1) }
    expect((await api('PUT', path, { body })).status).toBe(401)
    const stranger = await signIn(ctx, await aUser(ctx))
    expect((await api('PUT', path, { token: stranger, body })).status).toBe(404)
    expect((await api('PUT', `/orders/${order.id}/items/${newId()}/size`, { token: order.hers, body })).status).toBe(
      404,
    )
    expect(await order.shelf()).toEqual([3, 5, 5, 0, 5])
  })

  test('until it is prepared, and where the owner lets her', async ({ ctx, api }) => {
    const order = await anOrder(ctx, api)
    await order.set('PREPARED')
    expect((await order.read()).changes).toEqual({ address: false, swaps: [] })
    expect((await order.swap(1)).body.message).toBe(
      'Siparişiniz hazırlandığı için artık buradan değiştirilemez; lütfen bize yazın.',
    )
    expect((await order.correct({ phone: '0533 222 33 44' })).status).toBe(409)
    await order.set('CONFIRMED')
    const saved = await order.settle({ ownSwap: false, ownAddress: false })
    expect(saved.body.data).toEqual({ version: 1, settings: { ownSwap: false, ownAddress: false, linkHours: 48 } })
    expect((await order.settle({ ownSwap: true, ownAddress: true })).status).toBe(409)
    expect((await order.settle({ ownSwap: 'belki' })).status).toBe(400)
    expect((await order.read()).changes).toEqual({ address: false, swaps: [] })
    expect((await order.swap(1)).status).toBe(409)
    expect((await order.correct({ phone: '0533 222 33 44' })).status).toBe(409)
    const refused = await api('PUT', '/admin/settings/order-changes', { token: order.hers, body: {} })
    expect(refused.status).toBe(403)
  })
})

test('she corrects her address within its province', async ({ ctx, api }) => {
  const order = await anOrder(ctx, api)
  const corrected = await order.correct({
    phone: '0533 222 33 44',
    address: 'Moda Caddesi 5 Daire 3',
    district: 'Kadıköy',
    city: 'Ankara',
  })
  expect(corrected.body).toMatchObject({
    message: 'Teslimat bilgilerinizi güncelledik.',
    data: {
      shippingAddress: 'Moda Caddesi 5 Daire 3, 34710 Kadıköy / İstanbul',
      customerInfo: { phone: '+905332223344' },
    },
  })
  expect((await changeMails(ctx))[0]?.text).toContain('Teslimat adresi artık')
  expect((await order.correct({ address: 'kısa' })).status).toBe(400)
  expect((await api('PUT', `/orders/${order.id}/address`, { body: {} })).status).toBe(401)
  const stranger = await signIn(ctx, await aUser(ctx))
  expect((await api('PUT', `/orders/${order.id}/address`, { token: stranger, body: {} })).status).toBe(404)
})
