import { sql } from 'drizzle-orm'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { runBulk } from '#shop/bulk/apply.ts'
import { applyBulk, getBulk, listBulkUnits, undoBulk } from '#shop/bulk/bulk.ts'
import type { BulkChange } from '#shop/bulk/contract.ts'
import { previewBulk } from '#shop/bulk/preview.ts'
import { newId } from '#shop/ctx.ts'
import { depsOn } from '#test/deps.ts'
import { temporaryFolder } from '#test/process.ts'

/** How long a change of so many products takes: `node bench/bulk.ts [products]`; PGlite, or the empty database of DATABASE_URL. */
const products = Number(process.argv[2] ?? 10_000)
const { signal } = new AbortController()

const folder = temporaryFolder()
const env = readEnv({ DATA_DIR: folder.path, AUTH_SECRET: 'a secret for tests, long enough to sign' })
const handle = await openDatabase({ url: process.env.DATABASE_URL, dataDir: folder.path })
await migrate(handle.db)
const ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' } as const, requestId: newId() }
await fill()
await measure('price +10 %', { price: { percent: 10, round: '90' } })
await measure('sale of 20 %', { sale: { percent: 20 } })
await measure('stock +5', { stock: { add: 5 } })
await measure('deletion', { delete: true })
await handle.close()
folder.remove()

async function fill(): Promise<void> {
  await ctx.db.execute(sql`
    insert into categories (id, name, slug, area, position, created_at)
    select gen_random_uuid(), 'Kategori ' || n, 'kategori-' || n, 'ust-giyim', n, now() from generate_series(0, 11) n`)
  // Piece by piece: plans that were made for empty tables would read the whole history of prices for each variant.
  for (let from = 1; from <= products; from += 250) {
    await ctx.db.execute(sql`
      insert into products (id, slug, name, description, category_id, images, published_at, created_at, updated_at)
      select gen_random_uuid(), 'hiz-' || n, 'Hız Elbise ' || n, 'Hafif keten elbise.',
        (select id from categories where position = n % 12), '{}', now(), now(), now()
      from generate_series(${from}::int, least(${products}::int, ${from}::int + 249)) n`)
    await ctx.db.execute(sql`
      insert into variants (id, product_id, sku, color, size, price_kurus, stock, images, position, created_at)
      select gen_random_uuid(), p.id, p.slug || '-' || s, 'Kum', s, 99990, 3, '{}', 0, now()
      from products p cross join unnest(array['S', 'M']) s
      where not exists (select 1 from variants v where v.product_id = p.id)`)
    await ctx.db.execute(sql`analyze`)
  }
}

async function measure(what: string, change: BulkChange): Promise<void> {
  const began = Date.now()
  const cpu = process.cpuUsage()
  const id = await previewBulk(ctx, { filter: {}, change })
  const previewed = Date.now()
  await listBulkUnits(ctx, id, { page: products / 40, limit: 20 })
  const listed = Date.now()
  await applyBulk(ctx, id)
  while ((await getBulk(ctx, id)).state === 'RUNNING') await runBulk(ctx, id, signal)
  const applied = Date.now()
  await undoBulk(ctx, id, {})
  while ((await getBulk(ctx, id)).state === 'UNDOING') await runBulk(ctx, id, signal)
  const { done, refused, undone } = await getBulk(ctx, id)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
  console.log(
    `${what}: previewed ${seconds(began, previewed)}, a page in the middle ${listed - previewed} ms, applied ${seconds(listed, applied)}, taken back ${seconds(applied, Date.now())}, this process computed for ${seconds(0, (user + system) / 1000)}`,
    { done, refused, undone },
  )
}
