import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { newId } from '#shop/ctx.ts'
import { depsOn } from '#test/deps.ts'
import { aCategory } from '#test/factories.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { type RunningShop, startShop, temporaryFolder } from '#test/process.ts'

const folder = temporaryFolder()
const started: RunningShop[] = []
let database: Awaited<ReturnType<typeof emptyDatabase>>
let settings: Record<string, string>

beforeAll(async () => {
  database = await emptyDatabase(inject('postgresUrl'))
  settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a secret for tests, long enough to sign',
    RATE_LIMIT_SCALE: '100000',
  }
  await withACategory(database.url)
})

afterAll(async () => {
  await Promise.all(started.map((shop) => shop.stop()))
  await database?.drop()
  folder.remove()
})

/** A shop that has a category is not filled with the demo boutique, which takes long. */
async function withACategory(url: string): Promise<void> {
  const handle = await openDatabase({ url, dataDir: folder.path })
  await migrate(handle.db)
  const deps = depsOn(handle.db, readEnv(settings))
  await aCategory({ ...deps, actor: { kind: 'system' }, requestId: newId() }, { name: 'Elbise', slug: 'elbise' })
  await handle.close()
}

async function startWorkers(given: Record<string, string>): Promise<RunningShop> {
  const shop = await startShop(given, ['--workers', '2'])
  started.push(shop)
  await expect.poll(() => [...pidsOf(shop).keys()].sort()).toEqual([1, 2])
  return shop
}

/** The workers that ever served, by their place: process ids, the newest last. */
function pidsOf(shop: RunningShop): Map<number, number[]> {
  const pids = new Map<number, number[]>()
  for (const [, place, pid] of shop.output().matchAll(/"worker":(\d+),"pid":(\d+),"msg":"a worker serves"/g))
    pids.set(Number(place), [...(pids.get(Number(place)) ?? []), Number(pid)])
  return pids
}

const times = (shop: RunningShop, words: RegExp) => [...shop.output().matchAll(words)].length

/** On a connection of its own, so that any worker may get it. */
const ask = (shop: RunningShop, path: string) => fetch(shop.url + path, { headers: { connection: 'close' } })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('workers: one beginning, figures of all whoever is asked, the dead replaced, one end', async () => {
  const shop = await startWorkers(settings)
  expect(times(shop, /^listening on /gm)).toBe(1)
  expect(times(shop, /^admin of the demo shop/gm)).toBe(1)

  /** Requests that the pages' own code answered with 404, by worker. */
  const counted = async () => {
    const text = await (await ask(shop, '/metrics')).text()
    expect(text).toMatch(/^butik_payments_open 0$/m)
    const found = text.matchAll(/^butik_request_seconds_count\{method="GET",status="404",worker="(\d)"\} (\d+)$/gm)
    return Object.fromEntries([...found].map(([, worker = '', count]) => [worker, Number(count)]))
  }
  for (let n = 0; n < 20; n++) expect((await ask(shop, `/api/v1/products/yok-${n}`)).status).toBe(404)
  const counts = await counted()
  expect(counts).toEqual({ 1: 10, 2: 10 })
  expect(await counted()).toEqual(counts)

  const [victim = 0] = pidsOf(shop).get(1) ?? []
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => pidsOf(shop).get(1)?.length, { timeout: 20_000 }).toBe(2)
  for (let n = 0; n < 6; n++) expect((await ask(shop, '/elbise')).status).toBe(200)
  expect(await counted(), 'the new one begins at nothing, the other goes on').toEqual({ 2: 10 })

  expect(await shop.stop()).toBe(0)
  expect([...pidsOf(shop).values()].flat().filter(isAlive)).toEqual([])
  expect(shop.output()).not.toContain('cannot start')
})

test('nobody serves on when the parent is killed', async () => {
  const shop = await startWorkers(settings)
  const pids = [...pidsOf(shop).values()].flat()
  expect(pids.filter(isAlive)).toHaveLength(2)
  await shop.kill()
  await expect.poll(() => pids.filter(isAlive), { timeout: 5000 }).toEqual([])
  await expect(fetch(shop.url)).rejects.toThrow()
})

test('when none can take a place any more the whole ends, and says why', async () => {
  const own = await emptyDatabase(inject('postgresUrl'))
  await withACategory(own.url)
  const shop = await startWorkers({ ...settings, DATABASE_URL: own.url })
  await own.drop()
  process.kill(pidsOf(shop).get(2)?.[0] ?? 0, 'SIGKILL')
  expect(await shop.end).toBe(1)
  expect(shop.output()).toMatch(/^cannot start: cannot reach the database .* does not exist$/m)
  expect([...pidsOf(shop).values()].flat().filter(isAlive)).toEqual([])
})

test.for([
  ['a number', 'many', {}, /--workers takes a number/],
  ['PostgreSQL', '2', { DATABASE_URL: '' }, /--workers needs PostgreSQL \(DATABASE_URL\)/],
  ['right settings', '2', { HOLD_MINUTES: 'long' }, /HOLD_MINUTES/],
  ['a database', '2', { DATABASE_URL: 'postgres://butik:butik@127.0.0.1:1/none' }, /cannot reach the database/],
] as const)('workers need %s, or one line says so once', async ([, count, wrong, words]) => {
  const refused = startShop({ ...settings, ...wrong }, ['--workers', count]).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  const told = (await refused).split('\n').filter((line) => line.includes('cannot start'))
  expect(told).toEqual([expect.stringMatching(words)])
})
