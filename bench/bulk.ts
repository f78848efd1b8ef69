import { sql } from 'drizzle-orm'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { runBulk } from '#shop/bulk/apply.ts'
import { applyBulk, getBulk, listBulkUnits, undoBulk } from '#shop/bulk/bulk.ts'
import type { BulkChange } from '#shop/bulk/contract.ts'
import { previewBulk } from '#shop/bulk/preview.ts'
import { newId } from '#shop/ctx.ts'
import { runImport } from '#shop/imports/apply.ts'
import { applyImport, getImport, readImport } from '#shop/imports/imports.ts'
import { depsOn } from '#test/deps.ts'
import { temporaryFolder } from '#test/process.ts'

/** How long a change of so many products takes: `node bench/bulk.ts [products]`; PGlite, or the empty database of DATABASE_URL. */
const products = Number(process.argv[2] ?? 10_000)
const sizes = ['S', 'M']
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
  const lines = Array.from({ length: products }, (_, n) =>
    sizes.map((size) => `HIZ-${n}-${size};Hız Elbise ${n};Hafif keten elbise.;Kategori ${n % 12};Kum;${size};999,90;3`),
  )
  const bytes = new TextEncoder().encode(
    ['SKU;Ürün adı;Açıklama;Kategori;Renk;Beden;Fiyat;Stok', ...lines.flat()].join('\n'),
  )
  const { id } = await readImport(ctx, { name: 'hiz.csv', bytes })
  await applyImport(ctx, id)
  while ((await getImport(ctx, id)).state === 'RUNNING') await runImport(ctx, id, signal)
  // A shop is vacuumed by itself in quieter hours.
  await ctx.db.execute(sql`analyze`)
}

async function measure(what: string, change: BulkChange): Promise<void> {
  const began = Date.now()
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
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
  console.log(
    `${what}: previewed ${seconds(began, previewed)}, a page in the middle ${listed - previewed} ms, applied ${seconds(listed, applied)}, taken back ${seconds(applied, Date.now())}`,
    { done, refused, undone },
  )
}
