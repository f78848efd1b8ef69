import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { createCategory, listCategories } from '#shop/catalog/categories.ts'
import { changeProduct } from '#shop/catalog/edits/product-edits.ts'
import { readMeasurements, wrongCare, wrongMeasurements } from '#shop/catalog/garment.ts'
import { findColorSiblings } from '#shop/catalog/groups.ts'
import { findProduct, listProducts } from '#shop/catalog/products.ts'
import type { Ctx } from '#shop/ctx.ts'
import { clearDemo } from '#shop/desk/demo/clear.ts'
import { countPicturesToDraw } from '#shop/media/ahead.ts'
import { reviews } from '#shop/reviews/schema.ts'
import { landingScenes } from '#shop/settings/scenes.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { test } from '#test/shop.ts'
import catalog from './catalog.json' with { type: 'json' }
import { inventor, pieces } from './invent.ts'
import { markSeeded, seedDemo } from './seed.ts'

const small = {
  designs: catalog.designs.slice(0, 2).map((design) => ({ ...design, colors: design.colors.slice(0, 2) })),
  scenes: catalog.scenes.slice(-2),
}
const everything = { limit: 1000, page: 1, sort: 'newest' } as const
const quiet = () => {}

async function countMarks(ctx: Ctx): Promise<Record<string, number>> {
  const { rows } = await ctx.db.execute<{ kind: string; n: number }>(
    sql`select kind, count(*)::int as n from demo_rows group by kind order by kind`,
  )
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
}

describe('seedDemo', () => {
  test('fills an empty shop: categories, scenes, products and their color groups', async ({ ctx }) => {
    const lines: string[] = []
    await seedDemo(ctx, (line) => lines.push(line), small)
    expect(lines).toEqual(['demo shop: 4 of 4 products'])
    expect((await listCategories(ctx)).map((category) => category.slug)).toHaveLength(10)
    expect((await landingScenes(ctx)).map((scene) => [scene.portrait.width, scene.landscape.width])).toEqual([
      [1600, 2400],
    ])
    const { items } = await listProducts(ctx, everything)
    expect(items.map((product) => product.slug)).toEqual([
      'pile-midi-etek-adacayi',
      'saten-askili-elbise-sampanya',
      'pile-midi-etek-bej',
      'saten-askili-elbise-zumrut',
    ])
    const siblings = await findColorSiblings(ctx, [items[2]?.id ?? ''])
    expect([...siblings.values()][0]?.map((sibling) => sibling.slug)).toEqual([
      'pile-midi-etek-adacayi',
      'pile-midi-etek-bej',
    ])
    expect(await countPicturesToDraw(ctx)).toBe(14)
  })

  test('goes on where it was cut short, and then never again', async ({ ctx }) => {
    const stopped = () => {
      throw new Error('stopped')
    }
    await expect(seedDemo(ctx, stopped, small)).rejects.toThrow('stopped')
    const before = await findProduct(ctx, 'pile-midi-etek-adacayi')
    await seedDemo(ctx, quiet, small)
    expect(await findProduct(ctx, 'pile-midi-etek-adacayi')).toEqual(before)
    expect((await listProducts(ctx, everything)).total).toBe(4)
    await seedDemo(ctx, stopped, small)
  })

  test('marks what it made, and never fills a shop again that was cleared', async ({ ctx }) => {
    await seedDemo(ctx, quiet, small)
    expect(await countMarks(ctx)).toEqual({ category: 10, group: 2, product: 4 })
    // One of the two products with examples is the owner's by now.
    expect(await ctx.db.$count(reviews, eq(reviews.demo, true))).toBe(5)
    const slug = 'pile-midi-etek-adacayi'
    await ctx.db.execute(sql`update products set version = version + 1 where slug = ${slug}`)
    const cleared = await clearDemo(ctx)
    expect(cleared).toMatchObject({ products: 3, categories: 9, orders: 0, customers: 0 })
    expect(await ctx.db.$count(reviews)).toBe(0)
    expect(await findProduct(ctx, slug)).toBeDefined()
    await seedDemo(ctx, quiet, small)
    await markSeeded(ctx, small)
    expect(await listCategories(ctx)).toHaveLength(1)
    expect(await countMarks(ctx)).toEqual({})
    const { rows } = await ctx.db.execute(sql`select 1 from product_groups`)
    expect(rows).toEqual([])
  })

  test('marks a shop that an earlier version filled, but for what was changed since', async ({ ctx }) => {
    await seedDemo(ctx, quiet, small)
    await ctx.db.execute(sql`delete from demo_rows`)
    await saveSetting(ctx, 'demo-seed', { finished: true })
    const hers = await findProduct(ctx, 'pile-midi-etek-bej')
    await changeProduct(ctx, hers?.id ?? '', { name: 'Benim eteğim' })
    await markSeeded(ctx, small)
    expect(await countMarks(ctx)).toEqual({ category: 10, product: 3 })
    const later = await createCategory(ctx, { name: 'Yeni' })
    await markSeeded(ctx, small)
    expect((await clearDemo(ctx)).categories).toBe(9)
    expect((await listCategories(ctx)).map(({ id }) => id)).toContain(later.id)
  })

  test('leaves a live shop alone, and one that has something in it', async ({ ctx }) => {
    await seedDemo({ ...ctx, config: { ...ctx.config, mode: 'live' } }, quiet, small)
    expect(await listCategories(ctx)).toEqual([])
    await createCategory(ctx, { name: 'Elbise' })
    await seedDemo(ctx, quiet, small)
    expect(await listCategories(ctx)).toHaveLength(1)
  })
})

test('the whole demo shop is believable', () => {
  const all = pieces(catalog)
  const products = all.map(inventor(all))
  const skus = products.flatMap((product) => product.variants.map((variant) => variant.sku))
  expect(new Set(skus).size).toBe(skus.length)
  expect(skus).toContain('PME-ADA-M')
  expect(new Set(products.map((product) => product.slug)).size).toBe(products.length)
  expect(new Set(all.slice(0, catalog.designs.length).map((piece) => piece.design.code)).size).toBe(
    catalog.designs.length,
  )

  const soldOut = products.filter((product) => product.variants.every((variant) => variant.stock === 0))
  expect(soldOut).toHaveLength(4)
  const discounted = products.filter((product) => product.originalPriceKurus)
  expect(discounted.length / products.length).toBeCloseTo(0.2, 1)
  for (const product of discounted) {
    const ratio = (product.originalPriceKurus ?? 0) / (product.variants[0]?.priceKurus ?? 1)
    expect(ratio).toBeGreaterThan(1.13)
    expect(ratio).toBeLessThan(1.32)
  }
  for (const { fabric, care, measurements, variants } of products) {
    expect(fabric).toMatch(/%100|poliüretan|%\d+ \S+, %\d+/)
    expect([wrongCare(care ?? 'none'), wrongMeasurements(measurements ?? '')]).toEqual([undefined, undefined])
    const measured = readMeasurements(measurements ?? '').rows.map(({ size }) => size)
    expect(measured).toEqual(variants.map(({ size }) => size))
  }
  const trousers = products.find(({ slug }) => slug?.startsWith('bol-paca-pantolon'))
  expect(trousers).toMatchObject({ fit: 'bol', modelLine: 'Görseldeki parça 38 bedendir.' })
  expect(trousers?.measurements?.split('\n').slice(0, 3)).toEqual([
    'Beden;Bel;Kalça;İç boy;Boy',
    '34;64;96;76;106',
    '36;68;100;78;108',
  ])
  for (const { variants } of products)
    if (variants[0]?.size !== 'Standart') expect(variants.length).toBeGreaterThanOrEqual(4)
})
