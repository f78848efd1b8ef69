import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { changeProduct, deleteProduct } from '#shop/catalog/edits/product-edits.ts'
import { findProduct } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { markDemo } from '#shop/desk/demo/marks.ts'
import { aPayment, usualRecipient } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { type Api, test } from '#test/shop.ts'

/** A demo of two categories and three products, beside a product of the owner's in one of the categories. */
async function aDemo(ctx: Ctx, api: Api) {
  const [dresses, skirts] = [await aCategory(ctx), await aCategory(ctx)]
  const demo = async (categoryId: string) => {
    const product = await aProduct(ctx, { categoryId, variants: [{ stock: 50 }] })
    await markDemo(ctx, 'product', product.id)
    return product
  }
  for (const { id } of [dresses, skirts]) await markDemo(ctx, 'category', id)
  const [plain, sold, edited] = [await demo(dresses.id), await demo(dresses.id), await demo(skirts.id)]
  const own = await aProduct(ctx, { categoryId: skirts.id, variants: [{ stock: 50 }] })
  const owner = await aUser(ctx, { role: 'ADMIN' })
  const admin = await signIn(ctx, owner)
  const call = (method: string, path: string, body?: unknown) => api(method, path, { token: admin, body })
  const buy = async (email: string, product: typeof own) => {
    const user = await aUser(ctx, { email })
    const { body } = await api('POST', '/payments/create', { token: await signIn(ctx, user), body: aPayment(product) })
    return { user, orderId: body.data.orderId as string }
  }
  const clear = (confirmation = 'TEMİZLE') => call('POST', '/admin/demo/clear', { confirmation })
  return { dresses, skirts, plain, sold, edited, own, call, buy, clear, owner }
}

/** Everything of the shop's tables that names one of these ids, letter by letter. */
async function rowsNaming(ctx: Ctx, ids: string[]): Promise<string[]> {
  const tables = ['products', 'variants', 'orders', 'order_items', 'users', 'payment_attempts', 'order_contracts']
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await ctx.db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(table)} t`)
    found.push(...rows.map(({ row }) => `${table}: ${row}`).filter((row) => ids.some((id) => row.includes(id))))
  }
  return found.sort()
}

describe('clearing the demo', () => {
  test('is for admins, and asks for the word', async ({ ctx, api }) => {
    const { clear } = await aDemo(ctx, api)
    const customer = await signIn(ctx, await aUser(ctx))
    for (const [method, path] of [
      ['GET', '/admin/demo'],
      ['POST', '/admin/demo/clear'],
    ] as const) {
      const body = method === 'POST' ? { confirmation: 'TEMİZLE' } : undefined
      expect((await api(method, path, { body })).status).toBe(401)
      expect((await api(method, path, { body, token: customer })).status).toBe(403)
    }
    const refused = await clear('evet')
    expect(refused.status).toBe(400)
    expect(refused.body.error).toEqual({ confirmation: ['Onaylamak için TEMİZLE yazın'] })
    expect((await clear('temizle')).status).toBe(200)
  })

  test('takes the demo away and leaves every byte of the owner’s', async ({ ctx, api }) => {
    const shop = await aDemo(ctx, api)
    const trial = await shop.buy('deneme@posta.example', shop.plain)
    const mixed = await shop.buy('iki@posta.example', shop.plain)
    const real = await shop.buy('iki2@posta.example', shop.own)
    // If one of her orders stays, everything that is hers stays.
    const registered = await aUser(ctx, { email: 'kayitli@posta.example' })
    const items = [{ variantId: shop.sold.variants[0]?.id ?? '', quantity: 1 }]
    const customerInfo = { ...usualRecipient, email: 'telefon@posta.example' }
    const manual = await shop.call('POST', '/admin/orders', { items, customerInfo })
    expect(manual.status).toBe(201)
    await changeProduct(ctx, shop.edited.id, { name: 'Benim eteğim' })
    const kept = [shop.own.id, shop.edited.id, real.orderId, real.user.id, registered.id, shop.owner.id]
    const before = await rowsNaming(ctx, kept)

    const preview = (await shop.call('GET', '/admin/demo')).body.data
    expect(preview).toEqual({
      present: true,
      counts: {
        products: 1,
        retired: 1,
        changed: 1,
        categories: 1,
        keptCategories: 1,
        orders: 2,
        customers: 2,
        messages: 0,
      },
    })
    const cleared = await shop.clear()
    expect(cleared.status).toBe(200)
    expect(cleared.body.data).toEqual(preview.counts)

    expect(await rowsNaming(ctx, kept)).toEqual(before)
    expect(await rowsNaming(ctx, [trial.orderId, trial.user.id, mixed.orderId, mixed.user.id, shop.plain.id])).toEqual(
      [],
    )
    expect(await findProduct(ctx, shop.sold.id)).toBeUndefined()
    const order = await shop.call('GET', `/admin/orders/${manual.body.data.id}`)
    expect(JSON.stringify(order.body.data.items)).toContain(shop.sold.name)
    const categories = (await api('GET', '/categories')).body.data
    expect(categories.map(({ id }: { id: string }) => id)).toEqual([shop.skirts.id])
  })

  test('is written into the history, happens once, and the numbers of the shop follow', async ({ ctx, api }) => {
    const shop = await aDemo(ctx, api)
    await shop.buy('deneme@posta.example', shop.plain)
    expect((await shop.clear()).status).toBe(200)
    const [entry] = (await shop.call('GET', '/admin/audit?action=demo.clear')).body.data
    expect(entry.after).toMatchObject({ removedProducts: 3, removedOrders: 1, removedCustomers: 1 })
    expect((await shop.call('GET', '/admin/demo')).body.data.present).toBe(false)
    const again = await shop.clear()
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT'])
    expect((await shop.call('GET', '/admin/orders')).body.pagination.total).toBe(0)
    const { rows } = await ctx.db.execute(sql`select sum(kurus)::int as kurus, sum(n)::int as n from sale_counts`)
    expect(rows).toEqual([{ kurus: 0, n: 0 }])
  })

  test('leaves no page broken behind', async ({ ctx, api, app }) => {
    const shop = await aDemo(ctx, api)
    await deleteProduct(ctx, shop.own.id)
    await shop.clear()
    for (const path of ['/', '/tum-urunler', '/ust-giyim', '/sitemap.xml']) {
      expect((await app.fetch(new Request(`http://shop.test${path}`))).status, path).toBe(200)
    }
    expect((await app.fetch(new Request(`http://shop.test/urun/${shop.plain.slug}`))).status).toBe(404)
  })

  test('waits for a trial payment that is under way', async ({ ctx, api }) => {
    const shop = await aDemo(ctx, api)
    await shop.buy('deneme@posta.example', shop.plain)
    await ctx.db.execute(sql`update payment_attempts set status = 'UNKNOWN'`)
    expect((await shop.clear()).status).toBe(409)
    expect(await findProduct(ctx, shop.plain.id)).toBeDefined()
  })

  test('tells the owner on the list of what is to do, as long as there is a demo', async ({ ctx, api }) => {
    const shop = await aDemo(ctx, api)
    const ids = async () => {
      const { items } = (await shop.call('GET', '/admin/readiness')).body.data
      return items.map(({ id }: { id: string }) => id)
    }
    expect(await ids()).toContain('demo')
    await shop.clear()
    expect(await ids()).not.toContain('demo')
  })

  test('keeps a customer whom the owner gave credit, with her order', async ({ ctx, api }) => {
    const shop = await aDemo(ctx, api)
    const { user, orderId } = await shop.buy('deneme@posta.example', shop.plain)
    const now = ctx.clock().toISOString()
    await ctx.db.execute(sql`insert into credit_accounts values (${user.id}, 5000, ${now})`)
    await ctx.db.execute(sql`
      insert into credit_entries (id, user_id, amount_kurus, cause, created_at)
      values (gen_random_uuid(), ${user.id}, 5000, 'gift', ${now})`)
    const { body } = await shop.clear()
    expect(body.data).toMatchObject({ orders: 1, customers: 0 })
    expect(await rowsNaming(ctx, [orderId])).toEqual([])
    const { rows } = await ctx.db.execute(sql`select email from users where id = ${user.id}`)
    expect(rows).toEqual([{ email: 'deneme@posta.example' }])
  })
})
