import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyDatabase } from '#test/postgres.ts'
import { temporaryFolder } from '#test/process.ts'
import { migrate, migrations } from './migrate.ts'
import { type DatabaseHandle, openDatabase } from './open.ts'

const folder = temporaryFolder()
let database: Awaited<ReturnType<typeof emptyDatabase>>
let handle: DatabaseHandle

beforeAll(async () => {
  database = await emptyDatabase(inject('postgresUrl'))
  handle = await openDatabase({ url: database.url, dataDir: folder.path })
})

afterAll(async () => {
  await handle?.close()
  await database?.drop()
  folder.remove()
})

test('a migration that waits for a long transaction lets shoppers go first, and comes after it', async () => {
  const last = migrations.filter(({ text }) => /^alter table variants add column/m.test(text)).at(-1)?.name ?? ''
  await migrate(handle.db, new Set(migrations.map(({ name }) => name).filter((name) => name < last)))
  const backup = new pg.Client({ connectionString: database.url })
  await backup.connect()
  await backup.query('begin; select count(*) from variants')
  const migrating = migrate(handle.db, new Set([last]))
  let there = false
  void migrating.then(() => {
    there = true
  })
  // A query that comes meanwhile queues behind the migration, but only until that stops waiting for its lock.
  await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBe(true)
  await handle.db.execute('select count(*) from variants')
  expect(there).toBe(false)
  await backup.query('commit')
  await backup.end()
  expect(await migrating).toEqual([last])
})

async function waiting(): Promise<boolean> {
  const { rows } = await handle.db.execute(`select 1 from pg_locks join pg_database d on d.oid = database
    where datname = current_database() and not granted`)
  return rows.length > 0
}
