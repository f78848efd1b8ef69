import { sql } from 'drizzle-orm'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { newId } from '#shop/ctx.ts'
import { runImport } from '#shop/imports/apply.ts'
import { applyImport, getImport, readImport } from '#shop/imports/imports.ts'
import { depsOn } from '#test/deps.ts'
import { temporaryFolder } from '#test/process.ts'

/** How long the import of so many variants takes: `node bench/import.ts [variants]`; PGlite, or the empty database of DATABASE_URL. */
const variants = Number(process.argv[2] ?? 10_000)
const sizes = ['XS', 'S', 'M', 'L']

function file(price: number): Uint8Array {
  const lines = Array.from({ length: variants }, (_, n) => {
    const [product, size] = [Math.floor(n / sizes.length), sizes[n % sizes.length]]
    return `HIZ-${product}-${size};Hız Elbise ${product};Hafif keten elbise, kuşaklı.;Kategori ${product % 12};Kum;${size};${price};${n % 9}`
  })
  return new TextEncoder().encode(['SKU;Ürün adı;Açıklama;Kategori;Renk;Beden;Fiyat;Stok', ...lines].join('\n'))
}

const folder = temporaryFolder()
const env = readEnv({ DATA_DIR: folder.path, AUTH_SECRET: 'a secret for tests, long enough to sign' })
const handle = await openDatabase({ url: process.env.DATABASE_URL, dataDir: folder.path })
await migrate(handle.db)
const ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' } as const, requestId: newId() }
for (const [what, price] of [
  ['added', 100],
  ['given another price', 110],
  ['unchanged', 110],
] as const) {
  const began = Date.now()
  const cpu = process.cpuUsage()
  const { id, counts } = await readImport(ctx, { name: 'hiz.csv', bytes: file(price) })
  const read = Date.now()
  await applyImport(ctx, id)
  while ((await getImport(ctx, id)).state === 'RUNNING') await runImport(ctx, id, new AbortController().signal)
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
  console.log(
    `${variants} variants ${what}: read ${seconds(began, read)}, written ${seconds(read, Date.now())}, this process computed for ${seconds(0, (user + system) / 1000)}`,
    counts,
  )
}
const { rows } = await handle.db.execute(sql`select count(*)::int as n from variants`)
console.log(rows)
await handle.close()
folder.remove()
