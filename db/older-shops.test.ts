import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { explainedIn, findBreaks, readSchema } from '#test/older-shops.ts'
import { test } from '#test/shop.ts'
import { openEmptyDatabase } from '#test/snapshot.ts'
import { migrate, migrations } from './migrate.ts'
import { pgliteHandle } from './open.ts'

const { newestMigration } = JSON.parse(readFileSync('db/release.json', 'utf8')) as { newestMigration: string }

describe('a shop of the last release', () => {
  test('works on the schema of every migration after it, or the migration says why it does', async () => {
    const pglite = await openEmptyDatabase()
    const { db } = pgliteHandle(pglite)
    const released = migrations.filter(({ name }) => name <= newestMigration)
    expect(released.at(-1)?.name).toBe(newestMigration)
    await migrate(db, new Set(released.map(({ name }) => name)))
    const breaks: string[] = []
    let before = await readSchema(db)
    for (const { name, text } of migrations.slice(released.length)) {
      await migrate(db, new Set([name]))
      const after = await readSchema(db)
      const explained = explainedIn(text)
      const found = findBreaks(before, after).filter(
        (line) => !explained.some((thing) => line.startsWith(`${thing}: `)),
      )
      breaks.push(...found.map((line) => `${name}: ${line}`))
      before = after
    }
    await pglite.close()
    expect(breaks, 'expand first, contract a release later (CONTRIBUTING.md)').toEqual([])
  })
})

/** Tables on which a migration holds up all buyers until its transaction ends; checked since 0125. */
const large = ['orders', 'mails', 'audit_entries']

test('a migration that locks a large table does nothing long beside it', () => {
  const crowded = migrations
    .filter(({ name }) => name >= '0125')
    .filter(({ text }) => {
      const foreign = large.filter((table) => new RegExp(`alter table[^;]*references ${table}\\b`).test(text))
      const indexed = large.filter((table) => new RegExp(`create index \\w+ on ${table}\\b`).test(text))
      const locked = new Set([...foreign, ...indexed])
      const isLong =
        foreign.length > 0 ? /^create index/m : new RegExp(`^create index \\w+ on (?!${indexed[0]}\\b)`, 'm')
      return locked.size > 1 || (locked.size > 0 && (isLong.test(text) || /^(update|delete|insert)/m.test(text)))
    })
  expect(crowded.map(({ name }) => name)).toEqual([])
})

describe('what an older shop cannot live with is told', () => {
  const breaksOf: [statement: string, told: string[]][] = [
    ['drop table looks cascade', ['table looks: is gone']],
    ['alter table customer_counts rename to counts', ['table customer_counts: is gone']],
    [
      'alter table looks rename column title to name',
      ['column looks.name: is new, and has no default', 'column looks.title: is gone'],
    ],
    ['alter table looks drop column title', ['column looks.title: is gone']],
    ['alter table mails alter column attempts type smallint', ['column mails.attempts: is smallint, was integer']],
    ['alter table orders add column n integer not null', ['column orders.n: is new, and has no default']],
    ['alter table mails alter column attempts drop default', ['column mails.attempts: has no default any more']],
    ['alter table mails alter column reply_to set not null', ['column mails.reply_to takes null: no more']],
    [
      `alter table mails add constraint mails_subject_check check (subject <> '')`,
      ['constraint mails_subject_check on mails: is new'],
    ],
    ['create unique index mails_once on mails (to_email, subject)', ['unique index mails_once: is new']],
    ['alter table looks drop constraint looks_image_id_fk', []],
    ['drop function compact_counts()', ['function compact_counts(): is gone']],
    ['drop trigger customers_added on customers', ['trigger customers_added on customers: is gone']],
  ]
  for (const [statement, told] of breaksOf)
    test(statement, async ({ ctx }) => {
      const before = await readSchema(ctx.db)
      await ctx.db.execute(sql.raw(statement))
      expect(findBreaks(before, await readSchema(ctx.db))).toEqual(told)
    })

  test('and what it does not notice is not', async ({ ctx }) => {
    const before = await readSchema(ctx.db)
    for (const statement of [
      'create table later (id uuid primary key, n integer not null check (n > 0))',
      'alter table orders add column n integer not null default 1 check (n > 0)',
      'alter table orders add column later_id uuid references later (id)',
      'create index orders_by_n on orders (n)',
      'alter table mails alter column subject drop not null',
    ])
      await ctx.db.execute(sql.raw(statement))
    expect(findBreaks(before, await readSchema(ctx.db))).toEqual([])
  })

  test('a migration names what is no danger, with the reason', () => {
    const text =
      '-- older shops: table looks: no release since 0.3 reads it\ndrop table looks;\n-- older shops: column a.b:\n'
    expect(explainedIn(text)).toEqual(['table looks'])
  })
})
