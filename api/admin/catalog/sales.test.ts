import { desc, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { recordEarlierPrice } from '#shop/catalog/edits/lawful-price.ts'
import { toMinute } from '#shop/catalog/sales/contract.ts'
import { tendSales } from '#shop/catalog/sales/tend.ts'
import { variants } from '#shop/catalog/schema.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { orderItems, orders } from '#shop/orders/schema.ts'
import { days, hours, minutes } from '#shop/time.ts'
import { aPayment } from '#test/checkout.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { test } from '#test/shop.ts'

const anAdmin = async (ctx: Ctx) => signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))

async function aPricedProduct(ctx: Ctx) {
  const product = await aProduct(ctx, { variants: [{ priceKurus: 100_000 }, { priceKurus: 100_000 }] })
  await recordEarlierPrice(ctx, product.id, { priceKurus: 100_000, since: new Date(Date.now() - days(60)) })
  return product
}

describe('sales', () => {
  test.for([
    ['GET', '/admin/sales'],
    ['POST', '/admin/sales'],
    ['GET', '/admin/sales/{id}'],
    ['PUT', '/admin/sales/{id}'],
    ['POST', '/admin/sales/{id}/end'],
    ['DELETE', '/admin/sales/{id}'],
  ] as const)('%s %s: not a guest, not a customer, nothing that is not there', async ([method, path], { ctx, api }) => {
    const { id } = await aProduct(ctx)
    const bodies: Record<string, object> = { PUT: { name: 'Kasım' }, POST: { productIds: [newId()], percent: 20 } }
    const body = bodies[method]
    const address = path.replace('{id}', id)
    expect((await api(method, address, { body })).status).toBe(401)
    expect((await api(method, address, { body, token: await signIn(ctx, await aUser(ctx)) })).status).toBe(403)
    const none = await api(method, address, { body, token: await anAdmin(ctx) })
    expect(none.status).toBe(method === 'GET' && path === '/admin/sales' ? 200 : 404)
  })

  test('are planned in Istanbul time, shown with their end, changed, ended, and tell what they sold', async ({
    ctx,
    api,
    app,
    as,
    clock,
  }) => {
    const admin = await aUser(ctx, { role: 'ADMIN' })
    let token = await signIn(ctx, admin)
    const product = await aPricedProduct(ctx)
    const later = (n: number) => new Date(clock.now.getTime() + hours(n))
    const [from, to, until] = [later(1), later(24), toMinute(later(36))]
    const body = { productIds: [product.id], percent: 25, from: toMinute(from), to: toMinute(to), name: 'Kasım' }
    const made = await api('POST', '/admin/sales', { token, body })
    expect([made.status, made.body.message]).toEqual([201, 'İndirim planlandı.'])
    expect(made.body.data).toMatchObject({
      ...{ name: 'Kasım', percent: 25, price: null, state: 'PLANNED', startedAt: null, products: 1, sizes: 2 },
      from: from.toISOString(),
      to: to.toISOString(),
      lines: [{ product: { id: product.id }, sizes: [{ before: 1000, price: null, state: 'PLANNED' }, {}] }],
    })
    const path = `/admin/sales/${made.body.data.id}`
    const page = async () => (await app.fetch(new Request(`http://shop.test/urun/${product.slug}`))).text()
    expect(await page()).not.toContain('İndirim başlangıcı')
    expect((await api('GET', `/products/${product.id}`)).body.data).not.toHaveProperty('sale')

    const asShown = aPayment(product)
    clock.now = from
    await tendSales(as({ kind: 'system' }))
    expect((await api('GET', `/products/${product.id}`)).body.data).toMatchObject({
      ...{ price: 750, originalPrice: 1000 },
      sale: { from: from.toISOString(), to: to.toISOString() },
    })
    const html = await page()
    expect(html).toContain('İndirim başlangıcı: 20 Kasım 2026 · Son gün: 21 Kasım 2026, 12:00</p>')
    expect(html).toContain(`"priceValidUntil":"${to.toISOString()}"`)
    // An order at the price shown before is refused; no other sum is charged.
    const buyer = await signIn(ctx, await aUser(ctx))
    const late = await api('POST', '/payments/create', { token: buyer, body: asShown })
    expect([late.status, late.body.code, late.body.data]).toEqual([409, 'PRICE_CHANGED', { totalAmount: 750 }])
    const paid = await api('POST', '/payments/create', { token: buyer, body: aPayment(product, { totalAmount: 750 }) })
    expect(paid.status).toBe(200)
    const recalled = await api('POST', '/payments/create', {
      token: buyer,
      body: aPayment(product, { totalAmount: 750 }),
    })
    token = await signIn(ctx, admin)
    expect((await api('DELETE', `/admin/orders/${recalled.body.data.orderId}`, { token })).status).toBe(200)

    clock.forward(hours(1))
    token = await signIn(ctx, admin)
    const changed = await api('PUT', path, { token, body: { to: until, version: 2 } })
    expect([changed.status, changed.body.data.state]).toEqual([200, 'RUNNING'])
    // An end at midnight names the day that it ends.
    expect(await page()).toContain('Son gün: 21 Kasım 2026</p>')
    expect((await api('PUT', path, { token, body: { to: until, version: 2 } })).status).toBe(409)
    expect((await api('DELETE', path, { token })).status).toBe(409)
    const ended = await api('POST', `${path}/end`, { token, body: {} })
    expect(ended.body.data).toMatchObject({ state: 'ENDED', sold: { units: 1, total: 750 } })
    expect((await api('GET', `/products/${product.id}`)).body.data).toMatchObject({ price: 1000, originalPrice: null })
    const listed = await api('GET', `/admin/sales?product=${product.id}&month=2026-11`, { token })
    expect(listed.body).toMatchObject({ data: [{ name: 'Kasım', state: 'ENDED' }], pagination: { total: 1 } })
    const audit = (await api('GET', `/admin/audit?subject=${made.body.data.id}`, { token })).body.data
    expect(audit.map(({ action }: { action: string }) => action).sort()).toEqual(
      ['sale.create', 'sale.end', 'sale.start', 'sale.update'].sort(),
    )
  })

  test('count as sold what was bought in their time and at their price', async ({ ctx, api, clock }) => {
    const token = await anAdmin(ctx)
    const product = await aPricedProduct(ctx)
    await ctx.db.update(variants).set({ stock: 10 }).where(eq(variants.productId, product.id))
    const price = (priceKurus: number) =>
      ctx.db.update(variants).set({ priceKurus }).where(eq(variants.productId, product.id))
    const buyAt = async (totalAmount: number) => {
      await price(totalAmount * 100)
      const body = aPayment(product, { totalAmount })
      const buyer = await signIn(ctx, await aUser(ctx))
      expect((await api('POST', '/payments/create', { token: buyer, body })).body.data.status).toBe('SUCCESS')
      clock.forward(minutes(1))
    }
    await buyAt(750)
    await price(100_000)
    const made = await api('POST', '/admin/sales', { token, body: { productIds: [product.id], percent: 25 } })
    const path = `/admin/sales/${made.body.data.id}`
    for (let n = 0; n < 5; n++) await buyAt(750)
    const [other, campaign, transfer, link] = await ctx.db.select().from(orders).orderBy(desc(orders.createdAt))
    const costs = (order: typeof other, prices: { unitPriceKurus: number; discountKurus?: number }) =>
      ctx.db
        .update(orderItems)
        .set(prices)
        .where(eq(orderItems.orderId, order?.id ?? ''))
    await costs(other, { unitPriceKurus: 70_000 })
    await costs(campaign, { unitPriceKurus: 70_000, discountKurus: 5_000 })
    for (const [order, paymentStatus] of [
      [transfer, 'AWAITING_TRANSFER'],
      [link, 'PENDING'],
    ] as const)
      await ctx.db
        .update(orders)
        .set({ paymentStatus })
        .where(eq(orders.id, order?.id ?? ''))
    await api('POST', `${path}/end`, { token, body: {} })
    clock.forward(minutes(1))
    await buyAt(750)
    expect((await api('GET', path, { token })).body.data).toMatchObject({
      state: 'ENDED',
      sold: { units: 2, total: 1450 },
    })
  })

  test('are refused with the field that is wrong, and where another holds the size', async ({ ctx, api }) => {
    const token = await anAdmin(ctx)
    const { id, variants } = await aPricedProduct(ctx)
    const wrong = async (body: object) => (await api('POST', '/admin/sales', { token, body })).body.error
    const plan = { productIds: [id], percent: 20 }
    expect(await wrong({ ...plan, percent: 100 })).toHaveProperty('percent')
    expect(await wrong({ ...plan, price: 100 })).toHaveProperty('percent')
    expect(await wrong({ productIds: [id] })).toHaveProperty('percent')
    expect(await wrong({ percent: 20 })).toHaveProperty('productIds')
    expect(await wrong({ ...plan, variantIds: [variants[0]?.id] })).toHaveProperty('variantIds')
    expect(await wrong({ productIds: [id], price: 1000 })).toHaveProperty('price')
    expect(await wrong({ ...plan, from: '20.11.2026' })).toHaveProperty('from')
    expect(await wrong({ ...plan, to: '2026-11-20T11:59' })).toHaveProperty('to')
    const sizes = { variantIds: [variants[1]?.id], price: 899.9 }
    const made = await api('POST', '/admin/sales', { token, body: sizes })
    expect([made.status, made.body.message, made.body.data.price]).toEqual([201, 'İndirim başladı.', 899.9])
    const second = await api('POST', '/admin/sales', { token, body: plan })
    expect([second.status, second.body.data]).toEqual([409, { productIds: [id] }])
    const taken = await api('POST', `/admin/sales/${made.body.data.id}/end`, { token, body: { productIds: [id] } })
    expect(taken.body.data.state).toBe('ENDED')
    const next = await api('POST', '/admin/sales', { token, body: { ...plan, from: '2026-12-01T10:00' } })
    const path = `/admin/sales/${next.body.data.id}`
    expect((await api('PUT', path, { token, body: { percent: 20, price: 10 } })).status).toBe(400)
    const change = async (body: object) => (await api('PUT', path, { token, body })).body
    expect((await change({ price: 1000 })).error, 'no discount').toHaveProperty('price')
    expect((await change({ from: '2026-11-19T10:00' })).error).toHaveProperty('from')
    const after = await api('POST', '/admin/sales', { token, body: { ...plan, from: '2026-12-20T10:00' } })
    expect(after.status, 'the one before it has no end').toBe(409)
    expect((await change({ to: '2026-12-20T10:00' })).data).toMatchObject({ state: 'PLANNED' })
    const adjacent = await api('POST', '/admin/sales', { token, body: { ...plan, from: '2026-12-20T10:00' } })
    expect(adjacent.status).toBe(201)
    expect(await change({ to: '2026-12-20T10:01' })).toMatchObject({ code: 'CONFLICT', data: { productIds: [id] } })
    const early = await api('POST', `${path}/end`, { token, body: {} })
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('henüz başlamadı')])
    expect((await api('DELETE', path, { token })).status).toBe(200)
    expect((await api('GET', path, { token })).body.data).toMatchObject({ state: 'CANCELLED' })
    expect((await api('GET', '/admin/sales?month=2026-13', { token })).status).toBe(400)
  })
})

test('the list of sales has those that start last first, by page, by state and by the months in which they run', async ({
  ctx,
  api,
}) => {
  const token = await anAdmin(ctx)
  const plan = async (name: string, time: object) => {
    const body = { name, productIds: [(await aPricedProduct(ctx)).id], percent: 20, ...time }
    return (await api('POST', '/admin/sales', { token, body })).body.data.id
  }
  const short = await plan('bitirilen', { to: '2027-01-10T10:00' })
  await plan('süresiz', { from: '2026-12-05T10:00' })
  await plan('aralık', { from: '2026-12-01T10:00', to: '2026-12-03T10:00' })
  expect((await api('POST', `/admin/sales/${short}/end`, { token, body: {} })).body.data.state).toBe('ENDED')
  const names = async (query: string) => {
    const { data } = (await api('GET', `/admin/sales?${query}`, { token })).body
    return data.map(({ name }: { name: string }) => name)
  }
  expect(await names('')).toEqual(['süresiz', 'aralık', 'bitirilen'])
  expect([await names('limit=2&page=1'), await names('limit=2&page=2')]).toEqual([['süresiz', 'aralık'], ['bitirilen']])
  expect([await names('state=ENDED'), await names('state=PLANNED')]).toEqual([['bitirilen'], ['süresiz', 'aralık']])
  // It was to run into January, and another has no end at all.
  expect([await names('month=2026-11'), await names('month=2026-12')]).toEqual([['bitirilen'], ['süresiz', 'aralık']])
  expect([await names('month=2027-01'), await names('month=2028-06')]).toEqual([['süresiz'], ['süresiz']])
})
