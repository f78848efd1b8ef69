import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { createApp } from '#server'
import { depsOn } from '#test/deps.ts'
import { usualPassword } from '#test/factories.ts'
import type { Json } from '#test/process.ts'
import { test } from '#test/shop.ts'
import { openEmptyDatabase } from '#test/snapshot.ts'
import { listTables, query } from '../ops/backup/dump.ts'
import type { Db } from './database.ts'
import { migrate, migrations } from './migrate.ts'
import { pgliteHandle } from './open.ts'

type Row = Record<string, unknown>

const folder = 'test/states'
const stateAfter = (name: string) => `${folder}/${name.slice(0, 4)}.sql`

async function allRows(db: Db): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>()
  for (const { table, quoted } of await listTables(db)) {
    const found = await query<{ row: Row }>(db, sql.raw(`select to_jsonb(t) as row from ${quoted} t`))
    rows.set(
      table,
      found.map(({ row }) => row),
    )
  }
  return rows
}

/** Rows without an equal row in `after`, compared in the columns that both have. */
function lost(before: Map<string, Row[]>, after: Map<string, Row[]>): string[] {
  return [...before].flatMap(([table, rows]) =>
    rows
      .filter((row) => {
        const moved = movedTo[table]
        if (moved) return !after.get(moved)?.some((now) => now.id === row.id && now.text === row.text)
        return !after.get(table)?.some((now) => isSame(row, now))
      })
      .map((row) => `${table} ${JSON.stringify(row)}`),
  )
}

function isSame(before: Row, now: Row): boolean {
  return Object.entries(before).every(
    ([column, value]) => !(column in now) || JSON.stringify(now[column]) === JSON.stringify(value),
  )
}

/** Empty until the dashboard is opened. */
const countedWhenAsked = ['public.stock_counts']

/** Tables that were taken apart: what they held stands elsewhere under its id. */
const movedTo: Record<string, string> = { 'public.consents': 'public.consent_events' }

/**
 * Each file of test/states holds rows of a shop right after that migration. They are inserted on the way from the first
 * migration to the newest, so every row meets all later migrations.
 */
test('a shop of any earlier state is brought up to date: nothing is lost, and it works', async ({ env }) => {
  const pglite = await openEmptyDatabase()
  const { db } = pgliteHandle(pglite)
  const states: Map<string, Row[]>[] = []
  const reached = new Set<string>()
  for (const { name } of migrations) {
    reached.add(name)
    const next = migrations[reached.size]?.name ?? ''
    // Some migrations share a number.
    if (!existsSync(stateAfter(name)) || next.slice(0, 4) === name.slice(0, 4)) continue
    await migrate(db, reached)
    await pglite.exec(readFileSync(stateAfter(name), 'utf8'))
    states.push(await allRows(db))
  }
  expect(states).toHaveLength(readdirSync(folder).length)
  await migrate(db)
  const now = await allRows(db)
  for (const state of states) expect(lost(state, now)).toEqual([])
  // A table that no earlier state filled has not been tested: add rows to the state of its migration.
  expect([...now].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual(countedWhenAsked)

  const app = createApp(depsOn(db, env))
  const call = async (method: string, path: string, body?: unknown, token?: string): Promise<Json> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const init = { method, headers, body: body ? JSON.stringify(body) : undefined }
    return (await app.fetch(new Request(`http://shop.test/api/v1${path}`, init))).json()
  }
  const login = async (email: string) =>
    (await call('POST', '/auth/login', { email, password: usualPassword })).data.accessToken
  const page = await app.fetch(new Request('http://shop.test/urun/ipek-elbise'))
  expect([page.status, (await page.text()).includes('İpek Elbise')]).toEqual([200, true])
  expect((await call('GET', '/products?q=ipek')).data.products).toMatchObject([{ name: 'İpek Elbise' }])
  expect((await call('GET', '/products?q=cantalar')).data.products).toMatchObject([{ name: 'Yeşil Çanta' }])
  const { data: orders } = await call('GET', '/orders/my', undefined, await login('ayse@posta.example'))
  expect(orders.map(({ totalAmount }: Json) => totalAmount)).toEqual([1600, 2398])
  const admin = await login('patron@posta.example')
  const { data: sheet } = await call('GET', `/admin/orders/${orders[0].id}`, undefined, admin)
  expect(sheet).toMatchObject({ trackingNumber: 'TR123', items: [{ quantity: 2, refundedQuantity: 1 }] })

  // The sums that triggers and migrations kept are those of a recount.
  const sums = async () =>
    query<Row>(
      db,
      sql.raw(`select status, sum(n)::int n, sum(kurus)::int kurus from order_counts group by 1
        union all select 'sold', sum(n), sum(kurus) from sale_counts order by 1`),
    )
  const kept = await sums()
  await db.execute(sql`select recount()`)
  expect(kept).toEqual(await sums())
  await pglite.close()
}, 180_000)
