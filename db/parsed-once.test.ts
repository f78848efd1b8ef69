import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openEmptyDatabase } from '#test/snapshot.ts'
import { type DatabaseHandle, pgliteHandle } from './open.ts'
import { byKeys } from './statements.ts'

const pglite = await openEmptyDatabase()
let db: DatabaseHandle['db']

beforeAll(async () => {
  db = pgliteHandle(pglite).db
  await db.execute(sql`create table things (n int primary key, name text, made timestamptz, parts jsonb, tags text[])`)
})

const parsed = async () =>
  (await pglite.query<{ statement: string }>("select statement from pg_prepared_statements where name like 'text\\_%'"))
    .rows

/** Asks so often that the text has a name by then. */
async function often<T>(ask: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let n = 0; n < 15; n++) answers.push(await ask(n))
  return answers
}

const many = [null, 'ışık “ğ”', '', "d'Orsay", '$1', 'a\\b', 'x'.repeat(100_000)]

describe('a text that is asked often', () => {
  test('is parsed once and answers as ever, whatever its values and its answer', async () => {
    const made = new Date('2026-11-28T08:00:00Z')
    const row = (n: number) => ({
      ...{ n, name: many[n % many.length] ?? null, made: n % 2 ? made.toISOString() : null },
      ...{ parts: n % 3 ? { n, of: ['ş'] } : null, tags: n % 4 ? ['a', `"${n}"`] : null },
    })
    const add = (n: number) => {
      const { name, made, parts, tags } = row(n)
      const [json, list] = [parts && JSON.stringify(parts), sql.param(tags)]
      return db.execute(
        sql`insert into things values (${n}, ${name}, ${made}::timestamptz, ${json}::jsonb, ${list}::text[])`,
      )
    }
    await often(add)
    const found = await often((n) =>
      db.execute(sql`select n, name, to_json(made at time zone 'UTC') as made, parts, tags
      from things where n = ${n}`),
    )
    expect(found.map(({ rows }) => rows[0])).toEqual(
      Array.from({ length: 15 }, (_, n) => ({ ...row(n), made: row(n).made?.replace('.000Z', '') ?? null })),
    )
    expect(
      (await often(() => db.execute(sql`select 1 from things where n < ${-1}`))).flatMap(({ rows }) => rows),
    ).toEqual([])
    const updated = await often((n) => db.execute(sql`update things set name = 'x' where n >= ${n} returning n`))
    expect(updated.map(({ rows }) => rows.length)).toEqual(Array.from({ length: 15 }, (_, n) => 15 - n))
    expect((await parsed()).map(({ statement }) => statement.slice(0, 6)).sort()).toEqual([
      'insert',
      'select',
      'select',
      'update',
    ])
  })

  test('that asks of a list is planned for the list, which may be long', async () => {
    const among = async (list: number[]) =>
      (await db.execute(sql`select n from things where n = any(${sql.param(list)}::int[])${sql.raw(byKeys)}`)).rows
        .length
    const long = Array.from({ length: 100 }, (_, n) => n)
    expect(await often(() => among(long))).toEqual(Array(15).fill(15))
    expect((await parsed()).filter(({ statement }) => statement.includes('any('))).toEqual([])
  })

  test('is refused as ever, and leaves the next as they are: alone, in a transaction, after one that was undone', async () => {
    const divide = async (n: number) => (await db.execute<{ is: number }>(sql`select 12 / ${n}::int as is`)).rows[0]?.is
    await often(async (n) => divide(n + 1))
    for (let n = 0; n < 2; n++) {
      await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012' } })
      expect(await divide(3)).toBe(4)
    }
    const inside = db.transaction(async (tx) => {
      await tx.execute(sql`insert into things (n) values (100)`)
      await tx.execute(sql`select 12 / ${0}::int as is`)
    })
    await expect(inside).rejects.toMatchObject({ cause: { code: '22012' } })
    const kept = db.transaction(async (tx) => {
      const broken = tx.transaction((tx) => tx.execute(sql`select 12 / ${0}::int as is`))
      await expect(broken).rejects.toMatchObject({ cause: { code: '22012' } })
      return (await tx.execute(sql`select 12 / ${6}::int as is`)).rows
    })
    expect(await kept).toEqual([{ is: 2 }])
    expect((await db.execute(sql`select 1 from things where n = 100`)).rows).toEqual([])
  })

  test('that a transaction has parsed first and undone is asked as ever', async () => {
    const count = async (n: number) =>
      (await db.execute(sql`select count(*)::int as n from things where n > ${n}`)).rows
    const undone = db.transaction(async (tx) => {
      await often((n) => tx.execute(sql`select count(*)::int as n from things where n > ${n}`))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await count(13)).toEqual([{ n: 1 }])
  })

  test('whose answer got another column is refused once at most', async () => {
    await db.execute(sql`create table wide (n int)`)
    await db.execute(sql`insert into wide values (1)`)
    const ask = () => db.execute(sql`select * from wide where n = ${1}`)
    await often(ask)
    await db.execute(sql`alter table wide add column m int default 2`)
    await expect(ask()).rejects.toMatchObject({ cause: { code: '0A000' } })
    expect((await ask()).rows).toEqual([{ n: 1, m: 2 }])
  })

  test('has one name, however many handles its database has', async () => {
    const pglite = await openEmptyDatabase()
    const times = async (on: DatabaseHandle['db'], text: string) =>
      (await on.execute<{ n: number }>(sql`select ${5}::int * ${sql.raw(text)} as n`)).rows[0]?.n
    const first = pgliteHandle(pglite).db
    await often(() => times(first, '2'))
    const second = pgliteHandle(pglite).db
    await often(() => times(second, '3'))
    expect([await times(first, '2'), await times(second, '3')]).toEqual([10, 15])
    await pglite.close()
  })

  test('is asked by many at once', async () => {
    const ask = async (n: number) => (await db.execute<{ n: number }>(sql`select ${n}::int + 1 as n`)).rows[0]?.n
    const all = Array.from({ length: 60 }, (_, n) => n)
    expect(await Promise.all(all.map(ask))).toEqual(all.map((n) => n + 1))
  })
})
