import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '#test/snapshot.ts'
import { tendEmbedded } from './upkeep.ts'

let pglite: PGlite
beforeAll(async () => {
  pglite = await openEmptyDatabase()
})
afterAll(() => pglite.close())

const fill = (table: string) =>
  pglite.exec(`insert into ${table} select n, 'piece ' || n from generate_series(1, 3000) n`)

async function make(table: string): Promise<void> {
  await pglite.exec(`create table ${table} (id int primary key, name text)`)
  await fill(table)
}

async function number(text: string): Promise<number | undefined> {
  const { rows } = await pglite.query<{ n: number }>(`select (${text})::int as n`)
  return rows[0]?.n
}

const knownRows = (table: string) => number(`select reltuples from pg_class where relname = '${table}'`)

test('what grew is analyzed, once; what is empty is left alone', async () => {
  await make('goods')
  await pglite.exec('create table nothing (id int primary key)')
  expect(await knownRows('goods')).toBe(-1)
  expect(await tendEmbedded(pglite, false)).toEqual(['public.goods'])
  expect(await knownRows('goods')).toBe(3000)
  expect(await knownRows('nothing')).toBe(-1)
  expect(await tendEmbedded(pglite, false)).toEqual([])
})

test('the room of deleted rows is used again', async () => {
  await make('carts')
  await tendEmbedded(pglite, false)
  const size = () => number("select pg_relation_size('carts')")
  const before = await size()
  for (let i = 0; i < 3; i++) {
    await pglite.exec('delete from carts where id > 1')
    expect(await tendEmbedded(pglite, false)).toEqual(['public.carts'])
    await pglite.exec("insert into carts select n, 'piece ' || n from generate_series(2, 3000) n")
    await tendEmbedded(pglite, false)
  }
  expect(await size()).toBe(before)
})

test('a large table waits for the night with its dead rows, not with its statistics', async () => {
  await make('orders')
  await pglite.exec(`alter table orders alter name set storage plain;
    update orders set name = repeat(md5(id::text), 200);
    delete from orders where id % 2 = 0`)
  const dead = () => number("select n_dead_tup from pg_stat_user_tables where relname = 'orders'")
  expect(await tendEmbedded(pglite, false)).toEqual(['public.orders'])
  expect(await dead()).toBeGreaterThan(1000)
  expect(await knownRows('orders')).toBe(1500)
  expect(await tendEmbedded(pglite, true)).toEqual(['public.orders'])
  expect(await dead()).toBe(0)
})
