/**
 * How fast the reports are with 1,000,000 orders in PostgreSQL: `node bench/reports.ts`. Two million lines of 5,000 products in
 * four sizes over 1,000 days go through the moves into the sums, as an upgrade brings them there.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { type Ctx, newId } from '#shop/ctx.ts'
import { ReportQuery, reportNames } from '#shop/reports/contract.ts'
import { getReport } from '#shop/reports/reports.ts'
import { rights } from '#shop/rights.ts'
import { depsOn } from '#test/deps.ts'
import { startPostgres } from '#test/postgres.ts'

const orders = 1_000_000

async function fill(db: Db): Promise<void> {
  await db.execute(sql`insert into categories (id, name, slug, area, position, created_at)
    select gen_random_uuid(), 'Kategori ' || n, 'kategori-' || n, 'ust-giyim', n, now() from generate_series(1, 12) n`)
  await db.execute(sql`set local session_replication_role = replica`)
  await db.execute(sql`insert into products (id, slug, name, description, category_id, images, price_kurus, published_at,
      first_published_at, created_at, updated_at)
    select gen_random_uuid(), 'p-' || n, 'Ürün ' || n, '', (select id from categories where position = 1 + mod(n, 12)), '{}', 50000,
      '2023-01-01', '2023-01-01', '2023-01-01', '2023-01-01' from generate_series(1, 5000) n`)
  await db.execute(sql`insert into variants (id, product_id, sku, color, color_hex, size, price_kurus, stock, images, position, created_at)
    select gen_random_uuid(), p.id, p.slug || s, 'Renk ' || mod(hashtext(p.slug), 20), '#000000', s, 50000, 3, '{}', 0, '2023-01-01'
    from products p, unnest(array['S', 'M', 'L', 'XL']) s`)
  await db.execute(sql`insert into report_moves (day, kind, product_id, variant_id, color, size, units, kurus)
    select date '2026-11-20' - mod(n, 1000), 'piece', v.product_id, v.id, v.color, v.size, 1, 50000
    from generate_series(1, ${orders * 2}::int) n
    join (select *, row_number() over () - 1 as place from variants) v on v.place = mod(abs(hashint8(n)::bigint), 20000)`)
  await db.execute(sql`insert into sale_counts select date '2026-11-20' - n, 1000, 100000000, 0, f
    from generate_series(0, 999) n, unnest(array[true, false]) f`)
  await db.execute(sql`insert into search_counts select date '2026-11-20' - d, 'aranan ' || w, 5, mod(w, 3)
    from generate_series(0, 700) d, generate_series(1, 100) w`)
  const started = performance.now()
  await db.execute(sql`select compact_reports()`)
  console.log(`sums made in ${Math.round((performance.now() - started) / 1000)} s`)
}

async function measure(ctx: Ctx): Promise<void> {
  const periods = { 'thirty days': '2026-10-22', 'a year': '2025-11-21', 'all 1,000 days': '2024-02-25' }
  for (const name of reportNames)
    for (const [label, from] of Object.entries(periods)) {
      const query = ReportQuery.parse({ from, to: '2026-11-20' })
      const times: number[] = []
      for (let i = 0; i < 5; i++) {
        const started = performance.now()
        await getReport(ctx, name, query)
        times.push(performance.now() - started)
      }
      console.log(`${name}, ${label}: ${Math.round(times.toSorted((a, b) => a - b)[2] ?? 0)} ms`)
    }
}

const folder = mkdtempSync(join(tmpdir(), 'butik-reports-'))
// initdb runs as the user that the package creates.
chmodSync(folder, 0o755)
const postgres = await startPostgres(join(folder, 'data'), { persistent: false })
const env = readEnv({ DATABASE_URL: postgres.url, DATA_DIR: folder })
const { db, close } = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
try {
  await migrate(db)
  await db.transaction(fill)
  await db.execute(sql`vacuum analyze`)
  const actor = { kind: 'user' as const, id: newId(), sessionId: newId(), address: '127.0.0.1', rights }
  await measure({ ...depsOn(db, env, { clock: () => new Date('2026-11-20T09:00:00Z') }), actor, requestId: newId() })
} finally {
  await close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
