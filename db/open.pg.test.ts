import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { emptyDatabase } from '#test/postgres.ts'
import { type DatabaseHandle, openDatabase } from './open.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let handles: [DatabaseHandle, DatabaseHandle]

beforeAll(async () => {
  database = await emptyDatabase(inject('postgresUrl'))
  const open = () => openDatabase({ url: database.url, dataDir: '.' })
  handles = await Promise.all([open(), open()])
})

afterAll(async () => {
  for (const handle of handles ?? []) await handle.close()
  await database?.drop()
})

/** A lock that somebody waits for. */
async function waiting() {
  const result = await handles[0].db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`)
  return (result as unknown as { rows: unknown[] }).rows.length
}

test('work of one name is done by one process at a time, and goes on after one that failed', async () => {
  const done: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const first = handles[0].exclusively('filling', async () => {
    done.push('first begins')
    await held
    done.push('first ends')
    throw new Error('it failed')
  })
  await expect.poll(() => done).toEqual(['first begins'])
  const second = handles[1].exclusively('filling', async () => done.push('second'))
  await expect.poll(waiting).toBe(1)
  await handles[1].exclusively('something else', async () => done.push('other work'))
  letGo()
  await expect(first).rejects.toThrow('it failed')
  await second
  expect(done).toEqual(['first begins', 'other work', 'first ends', 'second'])
})
