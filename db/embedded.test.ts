import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openEmptyDatabase } from '#test/snapshot.ts'
import { pgliteHandle } from './open.ts'
import { byKeys } from './statements.ts'

const mark = sql.raw(byKeys)

test('what finds its rows by their keys is planned once, and answers as ever, whatever the values hold', async () => {
  const pglite = await openEmptyDatabase()
  const { db } = pgliteHandle(pglite)
  await db.execute(
    sql`create table things (name text primary key, n int, made timestamptz default '2026-11-26T10:00Z')`,
  )
  const names = ['kazak', "d'Orsay", 'a\\b', "'; drop table things; --", '$1', 'ışık “ğ”']
  for (const [n, name] of names.entries()) await db.execute(sql`insert into things values (${name}, ${n})`)
  const ask = async (name: string | null, least = 0) => {
    const { rows } = await db.execute(
      sql`select json_agg(t) as found, max(made) as made from (select n, made from things where name = ${name} and n >= ${least}) t${mark}`,
    )
    return rows[0]
  }
  const first = await Promise.all(names.map((name) => ask(name)))
  for (let round = 0; round < 5; round++) expect(await Promise.all(names.map((name) => ask(name)))).toEqual(first)
  expect(first.map((row) => (row?.found as { n: number }[] | undefined)?.[0]?.n)).toEqual([0, 1, 2, 3, 4, 5])
  expect(await ask('kazak', 1)).toEqual({ found: null, made: null })
  expect(await ask(null)).toEqual({ found: null, made: null })
  const { rows } = await pglite.query(
    'select name, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements',
  )
  expect(rows).toEqual([{ name: 'shop_1', generic: expect.any(Number), custom: 0 }])
  expect((rows[0] as { generic: number }).generic).toBeGreaterThan(20)
  expect((await pglite.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }])

  // Values that cannot be written as text are sent as before: the database refuses a NUL, a list finds its rows.
  await expect(ask('kazak\0')).rejects.toMatchObject({ cause: { code: '22021' } })
  expect(await ask('kazak')).toEqual(first[0])
  const among = async (list: string[]) =>
    (
      await db.execute<{ n: number }>(
        sql`select n from things where name = any(${sql.param(list)}::text[]) order by n${mark}`,
      )
    ).rows.map(({ n }) => n)
  const odd = ['a\\b', 'ışık “ğ”', "d'Orsay", 'yok', 'kazak,"gömlek"', '{}', 'null', '']
  for (let round = 0; round < 12; round++) expect(await among(odd)).toEqual([1, 2, 5])
  expect(await among([])).toEqual([])
  expect(await among(Array.from({ length: 60 }, (_, n) => names[n] ?? ''))).toHaveLength(names.length)
  await expect(among(['kazak\0'])).rejects.toMatchObject({ cause: { code: '22021' } })
  const planned = await pglite.query<{ custom: number }>(
    "select custom_plans::int as custom from pg_prepared_statements where name like 'shop%' and statement like '%any%'",
  )
  expect(planned.rows, 'once too').toEqual([{ custom: 0 }])
  // A refusal of one leaves the next as they are.
  const divide = (n: number) =>
    db.execute(sql`select 1 / n as whole from things where name = 'kazak' and n <= ${n}${mark}`)
  for (let round = 0; round < 12; round++) await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012' } })
  expect((await pglite.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }])
  expect(await ask('a\\b')).toEqual(first[2])
  await pglite.close()
})

test('a transaction between them sees none of its own statements cut off', async () => {
  const pglite = await openEmptyDatabase()
  const { db } = pgliteHandle(pglite)
  await db.execute(sql`create table things (name text primary key)`)
  const count = async () =>
    (await db.execute(sql`select count(*)::int as n from things where name <> ${''}${mark}`)).rows[0]
  for (let round = 0; round < 15; round++) await count()
  let during: Promise<unknown> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into things values ('a')`)
    during = count()
    await tx.execute(sql`insert into things values ('b')`)
  })
  expect(await during, 'asked while it ran: all of it or nothing').toEqual({ n: 2 })
  await pglite.close()
})

test('other work has its turn between the long statements of a transaction', async () => {
  const pglite = await openEmptyDatabase()
  const { db } = pgliteHandle(pglite)
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  const seen: number[] = []
  await db.transaction(async (tx) => {
    // Far longer than a turn may last, on any machine.
    for (let n = 0; n < 4; n++) {
      await tx.execute(sql`select count(*) from generate_series(1, 300000)`)
      seen.push(turns)
    }
  })
  clearInterval(counting)
  expect([...new Set(seen)], 'a later one finds that something else ran').toEqual(seen)
  await pglite.close()
})
