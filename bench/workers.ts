import { readFileSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { type Ctx, newId } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { clientOf, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { load } from './load.ts'
import { processorMs } from './processes.ts'

/**
 * What a second worker brings: kept pages and checkouts per second, memory and connections, of one process and of two
 * workers, and what each page and checkout costs in processor time, which is the same on a machine that is busy with
 * other things. The load comes from the same machine, so it shares the cores. Prints a table; there is no floor.
 * DATABASE_URL names a PostgreSQL on this machine that may be given databases. Linux only.
 */
const secondsEach = 8
const buyers = 24
/** Connections that this program's pool may open. */
const own = 2

export async function measureWorkers(): Promise<boolean> {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error('npm run bench -- workers needs DATABASE_URL: a PostgreSQL whose user creates databases')
  const rows = []
  for (const args of [[], ['--workers', '2']]) rows.push(await measureWith(args, server))
  console.table(rows)
  return true
}

/** In a database of its own: what an earlier run left to be mailed would be work for this one. */
async function measureWith(args: string[], server: string) {
  const database = await emptyDatabase(server)
  const folder = temporaryFolder()
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    AUTH_SECRET: 'a secret for measuring, long enough to sign',
    RATE_LIMIT_SCALE: '100000',
  }
  // Its own connections are few and told apart by their number.
  const handle = await openDatabase({ url: database.url, dataDir: folder.path, connections: own })
  try {
    await migrate(handle.db)
    const ctx: Ctx = { ...depsOn(handle.db, readEnv(settings)), actor: { kind: 'system' }, requestId: newId() }
    const { id: categoryId } = await aCategory(ctx, { name: 'Elbise', slug: 'elbise' })
    for (let n = 0; n < 24; n++) await aProduct(ctx, { categoryId })
    const shop = await startShop(settings, args)
    return await measure(shop, ctx, database.url, categoryId).finally(() => shop.stop())
  } finally {
    await handle.close()
    await database.drop()
    folder.remove()
  }
}

async function measure(shop: RunningShop, ctx: Ctx, url: string, categoryId: string) {
  const pids = [...shop.output().matchAll(/"pid":(\d+),"msg":"a worker serves"/g)].map(([, pid]) => Number(pid))
  const processes = pids.length === 0 ? [shop.pid] : pids
  const page = `${shop.url}/elbise`
  await load(page, { connections: 50, seconds: 2 })
  const before = processorMs(processes)
  const kept = await load(page, { connections: 50, seconds: secondsEach })
  const afterPages = processorMs(processes)
  const { bought, databaseMs, connections } = await buy(shop, ctx, url, categoryId)
  const afterBuying = processorMs(processes)
  return {
    serving: pids.length === 0 ? 'one process' : `${pids.length} workers`,
    'kept pages/s': Math.round(kept.perSecond),
    'µs of processor each': Math.round(((afterPages - before) / kept.total) * 1000),
    'checkouts/s': Math.round((bought / secondsEach) * 10) / 10,
    'ms of processor each': Math.round((afterBuying - afterPages) / bought),
    'ms of the database’s': Math.round(databaseMs / bought),
    'MB per process': Math.max(...processes.map(residentMb)),
    'MB of the parent': pids.length === 0 ? 0 : residentMb(shop.pid),
    'connections per process': Math.round(connections / processes.length),
  }
}

/** Buyers of different things, each paying for one as soon as she has paid for the last. */
async function buy(shop: RunningShop, ctx: Ctx, url: string, categoryId: string) {
  const each = await Promise.all(
    Array.from({ length: buyers }, async () => ({
      token: await signIn(ctx, await aUser(ctx)),
      product: await aProduct(ctx, { categoryId, variants: [{ stock: 100_000 }] }),
    })),
  )
  let bought = 0
  const buyOnce = async ({ token, product }: (typeof each)[number]) => {
    const { status } = await clientOf(shop.url)('POST', '/payments/create', { token, body: aPayment(product) })
    if (status !== 200) throw new Error(`a checkout was answered with ${status}`)
  }
  // Every connection is open before it counts.
  await Promise.all(each.map(buyOnce))
  const backends = await backendsOf(url)
  const before = processorMs(backends)
  const ends = performance.now() + secondsEach * 1000
  const shopping = each.map(async (buyer) => {
    while (performance.now() < ends) {
      await buyOnce(buyer)
      bought++
    }
  })
  await Promise.all(shopping)
  return { bought, databaseMs: processorMs(backends) - before, connections: backends.length - own }
}

async function backendsOf(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}

function residentMb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}
