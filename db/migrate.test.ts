import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import * as accounts from '#shop/accounts/schema.ts'
import * as catalog from '#shop/catalog/schema.ts'
import { brokenConstraint } from '#shop/errors.ts'
import * as mail from '#shop/mail/schema.ts'
import * as media from '#shop/media/schema.ts'
import * as orders from '#shop/orders/schema.ts'
import * as payments from '#shop/payments/schema.ts'
import { aProduct } from '#test/factories.ts'
import { test } from '#test/shop.ts'
import { migrate } from './migrate.ts'

test('runs each migration once, and refuses one that was edited after it ran', async ({ ctx }) => {
  expect(await migrate(ctx.db)).toEqual([])
  await ctx.db.execute(sql`update schema_migrations set hash = 'another' where name = '0001_base'`)
  await expect(migrate(ctx.db)).rejects.toThrow('migration 0001_base was changed after it ran here')
})

test('creates every table and column that the code declares, with the same nullability', async ({ ctx }) => {
  const { rows } = await ctx.db.execute<Record<string, string>>(
    sql`select table_name, column_name, is_nullable from information_schema.columns where table_schema in ('public', 'demo_bank')`,
  )
  const real = new Set(rows.map((row) => `${row.table_name}.${row.column_name} ${row.is_nullable}`))
  const named = [accounts, catalog, mail, media, orders, payments]
    .flatMap((module) => Object.values(module))
    .filter((value) => is(value, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((c) => `${getTableName(table)}.${c.name} ${c.notNull ? 'NO' : 'YES'}`),
    )
  expect(named.filter((column) => !real.has(column))).toEqual([])
  expect(named.length).toBeGreaterThan(80)
})

test('sorts and folds Turkish letters correctly', async ({ ctx }) => {
  const words = ['Zeytin', 'Şal', 'Ilık', 'İpek', 'Çanta', 'Ceket', 'Gömlek', 'Ğ', 'Öz', 'Oya', 'Üst', 'Uzun', 'Sal']
  const { rows } = await ctx.db.execute<{ word: string; folded: string }>(
    sql`select word, tr_fold(word) as folded from unnest(${sql.param(words)}::text[]) as word order by word collate tr_tr`,
  )
  expect(rows.map((row) => row.word)).toEqual(words.toSorted(new Intl.Collator('tr').compare))
  expect(rows.every((row) => /^[a-z]+$/.test(row.folded))).toBe(true)
})

test('the database itself refuses stock below zero and prices of nothing', async ({ ctx }) => {
  const product = await aProduct(ctx)
  for (const [set, constraint] of [
    [sql`stock = -1`, 'variants_stock_check'],
    [sql`price_kurus = 0`, 'variants_price_check'],
  ] as const) {
    const broken = await ctx.db
      .transaction((tx) => tx.execute(sql`update variants set ${set} where product_id = ${product.id}`))
      .catch(brokenConstraint)
    expect(broken).toBe(constraint)
  }
})
