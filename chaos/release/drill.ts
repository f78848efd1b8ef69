import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import type { Product } from '#shop/catalog/products.ts'
import { auditBooks } from '#test/books.ts'
import { usualPassword } from '#test/factories.ts'
import type { Front } from '#test/outside/nginx.ts'
import { freePort } from '#test/postgres.ts'
import { clientOf, nothingOpen, type RunningShop, readMails, startShop, temporaryFolder } from '#test/process.ts'
import { openOwnPostgres } from '../postgres.ts'
import { secret } from '../prepared.ts'
import { get } from '../visitor.ts'
import { lostCalls } from './calls.ts'
import { checkOutRelease, prepareBy, type Release, testOnNewSchema } from './checkout.ts'
import { startFront } from './front.ts'
import { openTab } from './tab.ts'
import { filesBehind, missingOf, openBuyers, openReaders } from './visitors.ts'

type Say = (line: string) => void
type Goods = { products: Product[]; admin: string; tokens: string[]; initialStock: [string, number][] }
type Slots = {
  shops: RunningShop[]
  start(n: number, folder: string): Promise<void>
  swap(n: number, folder: string): Promise<void>
}

/**
 * The last release sells on two processes behind nginx while they are changed, one after the other, to these files, and one
 * of them back. After that its own tests run on the schema that these files bring. Gives what was wrong.
 */
export async function changeRelease(seconds: number, say: Say): Promise<string[]> {
  const release = checkOutRelease()
  say(`the last release is ${release.name}, in ${release.folder}`)
  const unshare = release.shareBuild()
  const folder = temporaryFolder()
  const postgres = await openOwnPostgres()
  const shops: RunningShop[] = []
  let front: Front | undefined
  try {
    const wrong: string[] = []
    const ports = [await freePort(), await freePort()]
    front = await startFront(
      join(folder.path, 'nginx'),
      ports.map((port) => `http://127.0.0.1:${port}`),
    )
    const settings = {
      ...{
        DATABASE_URL: postgres.url,
        DATA_DIR: join(folder.path, 'data'),
        AUTH_SECRET: secret,
        PUBLIC_URL: front.url,
      },
      ...{ RATE_LIMIT_SCALE: '100000', TRUST_PROXY: '1', DRAIN_SECONDS: '3' },
    }
    mkdirSync(settings.DATA_DIR)
    const goods = prepareBy<Goods>(release, settings, { products: 5, people: 4 })
    const start = async (n: number, from: string) => {
      shops[n] = await startShop({ ...settings, PORT: String(ports[n]) }, [], from)
    }
    const swap = async (n: number, from: string) => {
      const code = await shops[n]?.stop()
      if (code !== 0) wrong.push(`process ${n} ended with ${code}`)
      await start(n, from)
    }
    await Promise.all([start(0, release.folder), start(1, release.folder)])
    const handle = await openDatabase({ url: postgres.url, dataDir: settings.DATA_DIR })
    wrong.push(...(await change({ shops, start, swap }, front.url, release, goods, handle, seconds, say)))
    for (const shop of shops)
      if ((await shop.stop()) !== 0) wrong.push(`a shop did not end with 0:\n${shop.output().slice(-2000)}`)
    wrong.push(...(await auditBooks(handle.db, new Map(goods.initialStock))))
    await handle.close()
    wrong.push(...testOnNewSchema(release, say))
    return wrong
  } finally {
    for (const shop of shops) await shop.kill()
    await front?.stop()
    await postgres.close()
    unshare()
    release.close()
    folder.remove()
  }
}

async function change(
  { shops, swap }: Slots,
  url: string,
  release: Release,
  { products, tokens, admin }: Goods,
  handle: DatabaseHandle,
  seconds: number,
  say: Say,
): Promise<string[]> {
  const wrong: string[] = []
  const at = (n: number) => shops[n]?.url ?? ''
  const [watched, ...sold] = products
  if (!watched) throw new Error('nothing to sell')
  const paths = ['/', '/ust-giyim', `/urun/${sold[0]?.slug}`, '/ara?q=elbise', `/urun/${sold[1]?.slug}`, '/bilgi']
  const emails = tokens.map(emailIn)
  const before = await filesBehind(url, '/')
  const tab = await openTab(url, sold[2]?.slug ?? '', emails[0] ?? '')
  const readers = openReaders(url, paths)
  const buyers = openBuyers(url, { products: sold, emails })
  const phase = async (name: string) => {
    const from = { pages: readers.counts.pages, orders: buyers.acknowledged.size }
    await wait(seconds * 1000)
    const missing = await missingOf(url, before)
    if (missing.length > 0) wrong.push(`${name}: scripts of the release are gone: ${missing.slice(0, 5).join(', ')}`)
    const counts = `${readers.counts.pages - from.pages} pages, ${buyers.acknowledged.size - from.orders} orders`
    const failed = `${readers.counts.failed + buyers.counts.failed} requests failed so far`
    say(
      `${name}: ${counts}; ${before.length - missing.length} of ${before.length} files of the release are there; ${failed}`,
    )
  }

  await phase('the release alone')
  await swap(0, '.')
  const after = await filesBehind(at(0), '/')
  const ofNew = await missingOf(url, after)
  if (ofNew.length > 0)
    wrong.push(`beside the release scripts of the new version are gone: ${ofNew.slice(0, 5).join(', ')}`)
  const lost = lostCalls(await documentOf(at(1)), await documentOf(at(0)))
  for (const call of lost) say(`a client of the release asks in vain: ${call}`)
  wrong.push(...(await hearEachOther([at(1), at(0)], watched, admin, emails[0] ?? '')))
  await phase('both')
  await swap(1, '.')
  await phase('the new version alone')
  wrong.push(...(await tab.buy()))
  await readers.close()
  await buyers.close()
  wrong.push(...readers.wrong, ...buyers.wrong)
  say(
    `${readers.counts.pages} pages and ${readers.counts.files} files, slowest ${Math.round(readers.counts.slowest)} ms; ${buyers.counts.asked} calls of shoppers, ${buyers.counts.failed} failed`,
  )

  const back = openBuyers(url, { products: sold, emails })
  await swap(0, release.folder)
  await wait(seconds * 1000)
  await back.close()
  say(
    `one process back to the release: ${back.acknowledged.size} orders, ${back.counts.failed} of ${back.counts.asked} calls failed`,
  )
  for (const shop of shops) await nothingOpen(shop)
  const paid = new Set([...buyers.acknowledged.values(), ...back.acknowledged.values()])
  wrong.push(...(await lostOf(paid, handle)))
  wrong.push(...(await mailedOnce(handle, shops[0]?.dataDir ?? '', say)))
  return wrong
}

/** Whose token it is. */
function emailIn(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email
}

async function documentOf(shopUrl: string) {
  return JSON.parse((await get(`${shopUrl}/api/v1/openapi.json`)).text)
}

/** A price that is set at one, as a job that either may do, and a login at one are known to the other. */
async function hearEachOther(
  [old, fresh]: [string, string],
  { id, slug }: Product,
  admin: string,
  email: string,
): Promise<string[]> {
  const wrong: string[] = []
  const priceAt = async (shop: string) =>
    JSON.parse((await get(`${shop}/api/v1/products/${slug}`)).text).data.variants[0].price as number
  for (const [at, price] of [
    [old, 1234],
    [fresh, 1250],
  ] as const) {
    const call = clientOf(at)
    for (const shop of [old, fresh]) await priceAt(shop)
    const body = { ids: [id], change: { price: { set: price } } }
    const plan = await call('POST', '/admin/products/bulk', { token: admin, body })
    const applied = await call('POST', `/admin/products/bulk/${plan.body.data?.id}/apply`, { token: admin, body: {} })
    if (applied.status >= 300) wrong.push(`a bulk change answers ${applied.status}: ${JSON.stringify(applied.body)}`)
    for (const shop of [old, fresh])
      if (!(await until(async () => (await priceAt(shop)) === price, 60)))
        wrong.push(`${shop === old ? 'the release' : 'the new version'} shows an old price, not ${price}`)
  }
  for (const [from, to] of [
    [old, fresh],
    [fresh, old],
  ] as const) {
    const login = await clientOf(from)('POST', '/auth/login', {
      body: { email, password: usualPassword },
    })
    const { accessToken, refreshToken } = login.body.data ?? {}
    const account = await clientOf(to)('GET', '/account', { token: accessToken })
    const refreshed = await clientOf(to)('POST', '/auth/refresh', { body: { refreshToken } })
    if (account.status !== 200 || refreshed.status !== 200) wrong.push(`a login at ${from} is unknown at ${to}`)
  }
  return wrong
}

async function lostOf(paid: Set<string>, { db }: DatabaseHandle): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from orders where paid_at is not null`)
  const known = new Set(rows.map(({ id }) => id))
  return [...paid].filter((id) => !known.has(id)).map((id) => `order ${id} is lost`)
}

async function mailedOnce({ db }: DatabaseHandle, dataDir: string, say: Say): Promise<string[]> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from orders where paid_at is not null`)
  const orders = rows[0]?.n ?? 0
  const ids = () =>
    (existsSync(join(dataDir, 'mail')) ? readMails(dataDir) : [])
      .filter((mail) => /Sipari/.test(mail))
      .map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1])
  await until(() => new Set(ids()).size >= orders, 120)
  const once = new Set(ids()).size
  say(`${orders} paid orders, ${once} of them mailed`)
  return once === orders && ids().length === once ? [] : [`${orders} orders and ${ids().length} mails`]
}

async function until(holds: () => boolean | Promise<boolean>, seconds = 10): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(100)) if (await holds()) return true
  return false
}
