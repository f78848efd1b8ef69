import { loadavg } from 'node:os'
import { sql } from 'drizzle-orm'
import { median, tenths } from './figures.ts'
import { type Engine, type OpenedShop, openEngine, openFilled } from './scale-shop.ts'

/**
 * The processor time of a page that is not kept, that of the database with it: `npm run bench -- cold [postgres] [products]`, of the
 * demo's shop filled up to so many products. Processor time, as other work beside it makes every answer late. False when a
 * listing or a product's page takes more than its bound.
 */
const [warmUps, rounds, inTurn] = [30, 8, 10]
/** Milliseconds. */
const bounds: Record<string, number> = { listing: 20, product: 10 }

export async function measureCold(options: string[]): Promise<boolean> {
  const name: Engine = options.includes('postgres') ? 'postgres' : 'pglite'
  const size = { products: Number(options.find((option) => /^\d+$/.test(option)) ?? 100), orders: 0 }
  const engine = await openEngine(name)
  try {
    const { shop } = await openFilled(await engine.settings(size), size)
    try {
      const rows = await measurePages(shop)
      console.table(rows)
      console.info(`${name}, load ${loadavg().map(tenths).join(' ')}`)
      return rows.every(({ page, processor }) => processor <= (bounds[page] ?? Number.POSITIVE_INFINITY))
    } finally {
      await shop.close()
    }
  } finally {
    await engine.stop()
  }
}

/** The pages by turns, so that each has the same share of the machine's moods; the middle of the turns counts. */
async function measurePages(shop: OpenedShop) {
  const pages = Object.entries(await pagesOf(shop))
  for (const [, path] of pages) await render(shop, path, warmUps)
  const found = new Map<string, number[]>(pages.map(([page]) => [page, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [page, path] of pages) {
      const begun = await shop.processorMs()
      await render(shop, path, inTurn)
      found.get(page)?.push(((await shop.processorMs()) - begun) / inTurn)
    }
  }
  return pages.map(([page, path]) => {
    const times = found.get(page) ?? []
    return { page, path, processor: tenths(median(times)), least: tenths(Math.min(...times)) }
  })
}

async function render(shop: OpenedShop, path: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    shop.forget()
    const response = await shop.fetch(path, { headers: { 'accept-encoding': 'br' } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
  }
}

async function pagesOf({ db }: OpenedShop): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    select slug from products where deleted_at is null and published_at is not null
      and exists (select 1 from variants v where v.product_id = products.id and v.stock > 0) order by created_at limit 1`)
  return {
    landing: '/',
    listing: '/ust-giyim',
    category: '/elbise',
    filtered: '/ust-giyim?beden=M&renk=siyah',
    product: `/urun/${rows[0]?.slug}`,
    search: '/ara?q=elbise',
    info: '/bilgi',
  }
}
