import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { createApp } from '#server'
import { type Ctx, newId } from '#shop/ctx.ts'
import { reportNames } from '#shop/reports/contract.ts'
import { getReport } from '#shop/reports/reports.ts'
import { countSearches, saveSearches } from '#shop/reports/searches.ts'
import { aPayment } from '#test/checkout.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { type Api, test } from '#test/shop.ts'

async function aShop(ctx: Ctx, api: Api) {
  const product = await aProduct(ctx, { name: '=Keten "Elbise"; uzun', variants: [{ stock: 9, priceKurus: 100_050 }] })
  const idle = await aProduct(ctx, { variants: [{ stock: 3, priceKurus: 20_000 }] })
  const [hers, owner] = [await aUser(ctx), await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))]
  const buy = async (quantity = 1) =>
    (await api('POST', '/payments/create', { token: await signIn(ctx, hers), body: aPayment(product, { quantity }) }))
      .body
  const report = async (name: string, query = ''): Promise<Json> =>
    (await api('GET', `/admin/reports/${name}?${query}`, { token: owner })).body.data
  return { product, idle, owner, buy, report }
}

const total = (report: Json, key: string) => report.totals.find((one: Json) => one.key === key)?.value
const rows = (report: Json, key: string) => report.tables.find((one: Json) => one.key === key)?.rows

describe('GET /admin/reports/{name}', () => {
  test('tells what was sold, by whom and at which pace', async ({ ctx, api }) => {
    const { product, idle, buy, report } = await aShop(ctx, api)
    await ctx.db.execute(sql`update products set published_at = '2026-01-01', first_published_at = '2026-01-01'`)
    await ctx.db.execute(sql`update variants set created_at = '2026-01-01'`)
    const paid = await buy(2)
    expect(paid.success).toBe(true)
    await buy(5)
    const sales = await report('sales', 'from=2026-11-20&to=2026-11-20&compare=previous')
    expect([total(sales, 'amount'), total(sales, 'orders'), total(sales, 'units')]).toEqual([7003.5, 2, 7])
    expect(sales.compared).toEqual({ from: '2026-11-19', to: '2026-11-19' })
    expect(rows(sales, 'days')).toEqual([
      { id: '2026-11-20', day: '2026-11-20', orders: 2, amount: 7003.5, units: 7, goods: 7003.5, before: 0 },
    ])
    expect(rows(sales, 'products')).toMatchObject([{ id: product.id, units: 7, back: 0, goods: 7003.5 }])
    for (const table of ['categories', 'sizes', 'colors']) expect(rows(sales, table)).toMatchObject([{ units: 7 }])
    const customers = await report('customers')
    expect([total(customers, 'fresh'), total(customers, 'again'), total(customers, 'share')]).toEqual([1, 1, 50])
    expect(total(await report('sell-through'), 'share')).toBe(58.3)
    const dead = await report('dead-stock')
    expect(total(dead, 'tied')).toBe(600)
    expect(rows(dead, 'products')).toMatchObject([{ id: idle.id, stock: 3, tied: 600 }])
    const { from, to } = await report('sales', 'from=2026-11-19T21:00:00.000Z&to=2026-11-20T23:59:59%2B03:00')
    expect([from, to], 'a moment stands for its day').toEqual(['2026-11-20', '2026-11-20'])
    const reorder = await report('reorder', 'from=2026-11-14&to=2026-11-20')
    expect(rows(reorder, 'sizes')).toMatchObject([{ stock: 2, sold: 7, left: 2, wanted: 26 }])
    await ctx.db.execute(sql`select compact_counts()`)
    expect(rows(await report('sales', 'from=2026-11-01&to=2026-11-30'), 'products')).toMatchObject([{ units: 7 }])
  })

  test('every report can be empty, long and compared; a period that is none is refused', async ({ ctx, api }) => {
    const { owner, report } = await aShop(ctx, api)
    for (const name of reportNames) {
      expect((await report(name, 'from=2020-02-29&to=2026-11-20&compare=year')).tables.length).toBeGreaterThan(0)
      for (const query of ['from=2026-11-20&to=2026-11-19', 'from=x', 'from=1990-01-01&to=2026-11-20'])
        expect((await api('GET', `/admin/reports/${name}?${query}`, { token: owner })).status).toBe(400)
    }
    expect((await api('GET', '/admin/reports/profit', { token: owner })).status).toBe(404)
    expect((await api('GET', '/admin/reports/sales')).status).toBe(401)
  })

  test('tells who sees no sums nothing by the order of its rows', async ({ ctx, api, as }) => {
    const product = await aProduct(ctx, {
      categoryId: (await aCategory(ctx, { name: 'Ceket' })).id,
      variants: [{ stock: 9, priceKurus: 90_000 }],
    })
    const other = await aProduct(ctx, {
      categoryId: (await aCategory(ctx, { name: 'Atkı' })).id,
      variants: [{ stock: 9, priceKurus: 10_000 }],
    })
    const user = await aUser(ctx)
    for (const [bought, quantity] of [[product, 1] as const, [other, 2] as const])
      await api('POST', '/payments/create', { token: await signIn(ctx, user), body: aPayment(bought, { quantity }) })
    const categories = async (...held: ('reports' | 'amounts')[]) => {
      const actor = { kind: 'user', id: user.id, sessionId: newId(), address: '203.0.113.7', rights: held } as const
      const { tables } = await getReport(as(actor), 'sales', { compare: 'none' })
      return tables.find(({ key }) => key === 'categories')?.rows.map(({ name }) => name)
    }
    expect(await categories('reports', 'amounts')).toEqual(['Ceket', 'Atkı'])
    expect(await categories('reports')).toEqual(['Atkı', 'Ceket'])
  })

  test('a category of any name is apart from deleted products, which have none', async ({ ctx, api }) => {
    const { buy, report, idle } = await aShop(ctx, api)
    const named = await aProduct(ctx, {
      categoryId: (await aCategory(ctx, { name: 'Diğer' })).id,
      variants: [{ stock: 9, priceKurus: 5000 }],
    })
    await buy()
    await api('POST', '/payments/create', { token: await signIn(ctx, await aUser(ctx)), body: aPayment(named) })
    await api('POST', '/payments/create', { token: await signIn(ctx, await aUser(ctx)), body: aPayment(idle) })
    await ctx.db.execute(sql`update products set category_id = null, deleted_at = now() where id = ${idle.id}`)
    expect(rows(await report('sales'), 'categories')).toMatchObject([
      {},
      { name: 'Silinen ürünler' },
      { name: 'Diğer' },
    ])
  })

  test('a table as a file opens in Turkish Excel, and starts no formula', async ({ ctx, api, app }) => {
    const { owner, buy } = await aShop(ctx, api)
    await buy()
    const answer = await app.fetch(
      new Request('http://shop.test/api/v1/admin/reports/sales/csv?table=products', {
        headers: { authorization: `Bearer ${owner}` },
      }),
    )
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rapor-sales.csv"')
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
      '\uFEFFÜrün;Satılan;İade;Ürün tutarı\r\n"\'=Keten ""Elbise""; uzun";1;0;1000,50\r\n',
    )
  })
})

describe('searches', () => {
  test('are counted by their words, also where the page comes from memory, and nothing of people', async ({
    ctx,
    api,
  }) => {
    const { report } = await aShop(ctx, api)
    const searches = countSearches()
    for (const address of [
      '/ara?q=ELB%C4%B0SE',
      '/ara?q=+elbise++',
      '/ara.data?q=elbise&_routes=x',
      '/ara?q=kadife+ceket',
    ])
      searches.note(address)
    for (const address of [
      '/ara',
      '/ara?sayfa=2&q=elbise',
      '/urun/elbise',
      '/ara?q=ayse%40posta.example',
      '/ara?q=0532+123+45+67',
    ])
      searches.note(address)
    await saveSearches(ctx, searches.take())
    const seen = createApp({ ...ctx, searches })
    const get = () => seen.fetch(new Request('http://shop.test/ara?q=kadife+ceket'))
    await get()
    await get()
    await saveSearches(ctx, searches.take())
    const found = await report('searches')
    expect(rows(found, 'words').map(({ name, n }: Json) => [name, n])).toEqual([
      ['elbise', 3],
      ['kadife ceket', 3],
    ])
    expect(rows(found, 'nothing')).toMatchObject([{ name: 'kadife ceket', n: 3, found: 0 }])
  })
})
