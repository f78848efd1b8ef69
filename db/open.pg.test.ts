import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { emptyDatabase } from '#test/postgres.ts'
import { migrate, migrations } from './migrate.ts'
import { type DatabaseHandle, openDatabase } from './open.ts'
import { byKeys } from './statements.ts'

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

/** Counts the advisory locks of this database that somebody waits for. */
async function waiting() {
  const result = await handles[0].db.execute(sql`select 1 from pg_locks join pg_database d on d.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted`)
  return result.rows.length
}

test('work of one name runs in one process at a time, and continues after a failed one', async () => {
  const done: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
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
  release()
  await expect(first).rejects.toThrow('it failed')
  await second
  expect(done).toEqual(['first begins', 'other work', 'first ends', 'second'])
})

test('two processes that migrate an empty database at once take turns: each migration runs once', async () => {
  const { url, drop } = await emptyDatabase(inject('postgresUrl'))
  const open = () => openDatabase({ url, dataDir: '.' })
  const both = await Promise.all([open(), open()])
  const done = await Promise.all(both.map(({ db }) => migrate(db)))
  expect(done.flat().sort()).toEqual(migrations.map(({ name }) => name))
  for (const handle of both) await handle.close()
  await drop()
})

test('each query is watched once, where it was asked, also while it waits for a connection or is in a transaction', async () => {
  const handle = await openDatabase({ url: database.url, dataDir: '.', connections: 1 })
  const asker = new AsyncLocalStorage<string>()
  const seen: string[] = []
  handle.watch.around = async (text, query) => {
    seen.push(`${asker.getStore()}: ${text}`)
    return query()
  }
  const ask = (name: string) =>
    asker.run(name, async () => await handle.db.execute(sql.raw(`select '${name}' as name`)))
  const answers = await Promise.all(['a', 'b', 'c'].map(ask))
  expect(answers.map(({ rows }) => rows[0])).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  expect(seen.splice(0)).toEqual(['a', 'b', 'c'].map((name) => `${name}: select '${name}' as name`))
  await asker.run('buyer', () => handle.db.transaction((tx) => tx.execute(sql`select ${1}::int as one`)))
  expect(seen.splice(0)).toEqual(['buyer: begin', 'buyer: select $1::int as one', 'buyer: commit'])
  handle.watch.around = undefined
  await handle.db.execute(sql`select 1`)
  expect(seen).toEqual([])
  await handle.close()
})

test('a transaction that cannot begin gives its connection back', async () => {
  const handle = await openDatabase({ url: database.url, dataDir: '.', connections: 1 })
  handle.watch.around = async (text, query) => {
    if (text === 'begin') throw new Error('the server is gone')
    return query()
  }
  await expect(handle.db.transaction(async () => {})).rejects.toThrow()
  handle.watch.around = undefined
  expect((await handle.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await handle.close()
})

test('one connection listens to all channels, and to all of them again when it was lost', async () => {
  const handle = await openDatabase({ url: database.url, dataDir: '.' })
  const [heard, gaps] = [[] as string[], [] as string[]]
  for (const channel of ['one', 'two'])
    await handle.listen(
      channel,
      (payload) => heard.push(`${channel} ${payload}`),
      () => gaps.push(channel),
    )
  expect(gaps).toEqual(['one', 'two'])
  const tell = (payload: string) =>
    handle.db.execute(sql`select pg_notify('one', ${payload}), pg_notify('two', ${payload})`)
  await tell('a')
  await expect.poll(() => heard).toEqual(['one a', 'two a'])
  const { rows } = await handle.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`)
  expect(rows).toHaveLength(1)
  await expect.poll(() => gaps, { timeout: 5000 }).toEqual(['one', 'two', 'one', 'two'])
  await tell('b')
  await expect.poll(() => heard).toEqual(['one a', 'two a', 'one b', 'two b'])
  await handle.close()
})

test('of several servers one that is gone is passed by', async () => {
  const { host, pathname } = new URL(database.url)
  const handle = await openDatabase({ url: `postgres://butik:butik@127.0.0.1:1,${host}${pathname}`, dataDir: '.' })
  expect((await handle.db.execute(sql`select current_database() as name`)).rows).toEqual([{ name: pathname.slice(1) }])
  await handle.close()
})

test('what is asked often is planned once for a connection, also in transactions; a condition on a list is not, unless it finds by keys', async () => {
  const handle = await openDatabase({ url: database.url, dataDir: '.', connections: 1 })
  const { db } = handle
  const prepared = async () => {
    const { rows } = await db.execute<{ statement: string }>(
      sql`select statement from pg_prepared_statements order by name`,
    )
    return rows.map(({ statement }) => statement)
  }
  const double = (n: number) => db.execute<{ double: number }>(sql`select ${n}::int * 2 as double`)
  for (let n = 1; n <= 12; n++) expect((await double(n)).rows).toEqual([{ double: 2 * n }])
  await db.transaction(async (tx) => {
    for (let n = 1; n <= 12; n++) await tx.execute(sql`select ${n}::int * 3 as triple`)
  })
  const unnest = (list: number[]) => db.execute(sql`select count(*) from unnest(${sql.param(list)}::int[])`)
  for (let n = 1; n <= 12; n++) {
    await db.execute(sql`select 1 where 1 = any(${sql.param([n])}::int[])`)
    await unnest(Array.from({ length: 60 }, (_, n) => n))
  }
  const named = ['select $1::int * 2 as double', 'select $1::int * 3 as triple']
  expect(await prepared()).toEqual(named)
  for (let n = 1; n <= 12; n++) await unnest([n])
  named.push('select count(*) from unnest($1::int[])')
  expect(await prepared()).toEqual(named)
  const keyed = sql`select 1 where 1 = any(${sql.param([1])}::int[])${sql.raw(byKeys)}`
  for (let n = 1; n <= 12; n++) await db.execute(keyed)
  expect(await prepared()).toEqual([...named, `select 1 where 1 = any($1::int[])${byKeys}`])
  await handle.close()
})

test('a name that a connection has lost, and columns that a migration changed, are nobody’s failure', async () => {
  const handle = await openDatabase({ url: database.url, dataDir: '.', connections: 1 })
  const { db } = handle
  await db.execute(sql`create table measures (length int)`)
  await db.execute(sql`insert into measures values (1)`)
  const ask = async () => (await db.execute(sql`select length from measures`)).rows
  for (let n = 1; n <= 12; n++) await ask()
  await db.execute(sql`alter table measures alter column length type text`)
  expect(await ask()).toEqual([{ length: '1' }])
  await db.execute(sql`alter table measures alter column length type int using length::int`)
  await expect(
    db.transaction(async (tx) => (await tx.execute(sql`select length from measures`)).rows),
  ).resolves.toEqual([{ length: 1 }])
  const count = async () => (await db.execute(sql`select count(*)::int as n from measures`)).rows
  for (let n = 1; n <= 12; n++) await count()
  await db.execute(sql`discard all`)
  for (let n = 1; n <= 3; n++) expect(await count()).toEqual([{ n: 1 }])
  await db.execute(sql`drop table measures`)
  await handle.close()
})

test('what is asked in one turn goes to PostgreSQL at once, and each answer to who asked', async () => {
  const sent = vi.spyOn(Socket.prototype as unknown as { _writev(): void }, '_writev')
  const answers = await handles[0].db.transaction(async (tx) => {
    await tx.execute(sql`select ${1}::int`)
    sent.mockClear()
    return Promise.all([1, 2, 3].map((n) => tx.execute(sql`select ${n}::int as n`)))
  })
  expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]])
  // The pulse of a connection of its own may be among them.
  const { contexts } = sent.mock
  expect(contexts).not.toEqual([])
  expect(new Set(contexts).size).toBe(contexts.length)
  sent.mockRestore()
})
