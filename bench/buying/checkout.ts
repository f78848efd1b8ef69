import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { median, p95, tenths } from '../figures.ts'
import { type OpenedShop, openEngine, openFilled } from '../scale-shop.ts'
import { type Choice, pay, workOf } from './orders.ts'

/**
 * Checkouts per second, through the API on PostgreSQL with the demo bank, of many products and of one that everybody
 * wants, with the processor time of each; beside what the same server does in the same run when pgbench updates one row at a time.
 * False when a checkout fails, a deadlock is met, or the ratio is below its floor.
 */
const size = { products: 1000, orders: 10_000 }
const clients = 8
/** A buyer with a thousand purchases a minute is unreal, and counting the tries takes longer. */
const customers = 200
const secondsEach = 15
/** A checkout is some thirty statements with two commits and a page of mail; pgbench's transaction is three and one. */
const floor = 0.02

export async function measureCheckout(): Promise<boolean> {
  const engine = await openEngine('postgres')
  try {
    const env = await engine.settings(size)
    const limit = await simpleUpdates(env.databaseUrl ?? '')
    const { shop } = await openFilled(env, size)
    try {
      return await compare(shop, limit)
    } finally {
      await shop.close()
    }
  } finally {
    await engine.stop()
  }
}

async function compare(shop: OpenedShop, limit: number | undefined): Promise<boolean> {
  const tokens = await Promise.all(Array.from({ length: customers }, () => shop.signIn('USER')))
  await shop.db.execute(sql`update variants set stock = 1000000 where retired_at is null`)
  const choices = await onSale(shop.db)
  await buy(shop, tokens, choices, 1)
  const rows = []
  for (const [what, among] of [
    ['many products', choices],
    ['one product', choices.slice(0, 1)],
  ] as const) {
    const worked = await workOf(shop)
    const { perSecond, times } = await buy(shop, tokens, among)
    const work = await workOf(shop)
    const each = (part: keyof typeof work) => tenths((work[part] - worked[part]) / times.length)
    const processor = { 'shop ms': each('shop'), 'PostgreSQL ms': each('database') }
    const ratio = limit === undefined ? Number.NaN : Math.round((perSecond / limit) * 1000) / 1000
    const figures = { 'checkouts/s': tenths(perSecond), 'pgbench -N tps': limit, ratio }
    rows.push({ what, ...figures, ...processor, 'median ms': tenths(median(times)), 'p95 ms': tenths(p95(times)) })
  }
  console.table(rows)
  const deadlocks = await countDeadlocks(shop.db)
  console.info(`${clients} clients, deadlocks: ${deadlocks}, load ${loadavg().map(tenths).join(' ')}`)
  return deadlocks === 0 && rows.every(({ ratio }) => Number.isNaN(ratio) || ratio >= floor)
}

async function onSale(db: Db): Promise<Choice[]> {
  const { rows } = await db.execute<Choice>(sql`
    select product_id, v.id as variant_id, size, v.price_kurus as price
    from variants v join products p on p.id = v.product_id
    where retired_at is null and deleted_at is null and published_at is not null order by v.id limit 500`)
  return rows
}

/** Each client buys one thing after the other. */
async function buy(shop: OpenedShop, tokens: string[], choices: readonly Choice[], seconds = secondsEach) {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; performance.now() < until; n += clients) {
        const began = performance.now()
        await checkout(shop, tokens[n % tokens.length] ?? '', choices[n % choices.length])
        times.push(performance.now() - began)
      }
    }),
  )
  return { perSecond: times.length / ((performance.now() - started) / 1000), times }
}

async function checkout(shop: OpenedShop, token: string, choice: Choice | undefined): Promise<void> {
  if (!choice) throw new Error('nothing is on sale')
  const response = await pay(shop, token, choice)
  if (response.status !== 200) throw new Error(`a checkout failed: ${response.status} ${await response.text()}`)
}

async function countDeadlocks(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`,
  )
  return rows[0]?.n ?? 0
}

/** pgbench's simple update on the same server; undefined where it is not installed. */
async function simpleUpdates(url: string): Promise<number | undefined> {
  const debian = '/usr/lib/postgresql/15/bin/pgbench'
  const pgbench = existsSync(debian) ? debian : 'pgbench'
  const target = Object.assign(new URL(url), { pathname: '/postgres' }).href
  const run = promisify(execFile)
  try {
    await run(pgbench, ['-i', '-s', '10', '-q', target])
    const { stdout } = await run(pgbench, ['-N', '-c', String(clients), '-j', '2', '-T', String(secondsEach), target])
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
    return tps === undefined ? undefined : Math.round(Number(tps))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      console.info('pgbench is not installed: no ratio')
      return undefined
    }
    throw error
  }
}
