import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { freePort } from '#test/postgres.ts'
import { clientOf, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { type Bank, demoBank } from './bank.ts'
import { prepare, secret } from './prepared.ts'
import { get, metric } from './visitor.ts'

type Given = {
  /** A database of its own; without one a single shop sells from the embedded database. */
  url: string | undefined
  seconds: number
  /** Pause between two kills, at most. */
  pause: number
  /** Ways to hurt the database beside killing shops; each gives its name. */
  harms: ((db: Db) => Promise<string>)[]
  bank?: Bank
  say: (line: string) => void
}

type Goods = Awaited<ReturnType<typeof prepare>>

/** Ends one connection of the shops, as an operator would. */
export async function endAConnection(db: Db): Promise<string> {
  await db.execute(sql`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1) one`)
  return 'a connection'
}

/** Kills a server process of PostgreSQL: all of it then recovers as after a crash. */
export async function killABackend(db: Db): Promise<string> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`)
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
  return 'a backend'
}

/**
 * Shops on one database sell, cancel and pay back without a pause while processes are killed at random. Each key is
 * asked for until it is answered, as by a shopper who presses again. Gives what was wrong in the end: nothing, if all is
 * well.
 */
export async function killAtRandom({ url, seconds, pause, harms, bank = demoBank, say }: Given) {
  const folders = url ? [temporaryFolder(), temporaryFolder()] : [temporaryFolder()]
  const database: Record<string, string> = url ? { DATABASE_URL: url } : {}
  const common = { ...database, ...bank.settings, AUTH_SECRET: secret, RATE_LIMIT_SCALE: '100000' }
  const settings = await Promise.all(
    folders.map(async ({ path }) => ({ ...common, DATA_DIR: path, PORT: String(await freePort()) })),
  )
  const dataDir = folders[0]?.path ?? ''
  const goods = await prepare({ ...common, DATA_DIR: dataDir }, { products: 5, people: 20 })
  // The embedded database is its shop's alone.
  if (!url) await goods.handle.close()
  const shops = await Promise.all(settings.map((one) => startShop(one)))
  const end = Date.now() + seconds * 1000
  const { orders, wrong, buyer, tries } = shopping(goods, shops, end)
  const reader = async () => {
    while (Date.now() < end) {
      for (const shop of shops) await get(`${shop.url}/urun/${goods.products[0].slug}`).catch(() => undefined)
      await wait(50)
    }
  }

  const kills: Record<string, number> = {}
  const killer = async () => {
    while (Date.now() < end - 2000) {
      await wait(pause / 2 + Math.random() * (pause / 2))
      const choice = Math.floor(Math.random() * (harms.length + shops.length))
      const harm = harms[choice - shops.length]
      const what = harm ? await harm(goods.ctx.db).catch(() => 'nothing') : await restart(shops, settings, choice)
      kills[what] = (kills[what] ?? 0) + 1
      for (const [n, shop] of shops.entries())
        if (shop.ended()) wrong.push(`shop ${n} ended by itself:\n${shop.output().slice(-2000)}`)
    }
  }
  await Promise.all([killer(), reader(), ...Array.from({ length: 8 }, (_, n) => buyer(n))])
  const [first] = shops
  for (let i = 0; first && !bank.settle && i < 600; i++) {
    if ((await metric(first.url, 'butik_payments_open').catch(() => undefined)) === 0) break
    await wait(300)
  }
  for (const shop of shops) if ((await shop.stop()) !== 0) wrong.push('a shop did not end with 0')
  const handle = url ? goods.handle : await openDatabase({ dataDir, url: readEnv(common).databaseUrl })
  await bank.settle?.({ ...goods.ctx, db: handle.db })
  wrong.push(...(await auditBooks(handle.db, goods.initialStock, bank.books?.())))
  const back = Object.entries(tries.after).map(([name, n]) => `${n} ${name}`)
  await handle.close()
  for (const folder of folders) folder.remove()
  say(`${orders.size} orders, ${back.join(', ')}, ${tries.refused} without an answer, kills: ${JSON.stringify(kills)}`)
  return { orders: orders.size, kills, wrong: [...new Set(wrong)] }
}

/** Eight shoppers and what the shop's answers were; of every four orders one is cancelled and of one a unit comes back. */
function shopping(goods: Goods, shops: RunningShop[], end: number) {
  const orders = new Map<string, string>()
  const wrong: string[] = []
  const tries = { refused: 0, after: { cancelled: 0, 'partly paid back': 0, unclear: 0 } }
  const ask = async (n: number, method: string, path: string, options: object) => {
    const shop = shops[n % shops.length]
    return shop && clientOf(shop.url)(method, path, options).catch(() => undefined)
  }

  const buyer = async (n: number) => {
    for (let i = 0; Date.now() < end; i++) {
      const key = `${n}-${i}`
      const body = aPayment(goods.products[(n + i) % goods.products.length] ?? goods.products[0], { quantity: 2 })
      const token = goods.tokens[n % goods.tokens.length] ?? ''
      for (let i = 0; ; i++) {
        const headers = { 'idempotency-key': key }
        const answer = await ask(n + i, 'POST', '/payments/create', { token, body, headers })
        if (answer?.status === 200) {
          const known = orders.get(key)
          if (known !== undefined && known !== answer.body.data.orderId) wrong.push(`key ${key} has two orders`)
          orders.set(key, answer.body.data.orderId)
        } else if (answer && ![202, 402, 503].includes(answer.status)) {
          wrong.push(`a payment answered ${answer.status}: ${JSON.stringify(answer.body)}`)
        }
        if (answer && answer.status !== 503) break
        tries.refused++
        if (Date.now() > end + 60_000) break
        await wait(200)
      }
      const orderId = orders.get(key)
      if (orderId && i % 4 === 1) await cancel(n + i, orderId, token)
      if (orderId && i % 4 === 3) await payBack(n + i, orderId)
    }
  }

  const note = (answer: { status: number; body: unknown } | undefined, name: 'cancelled' | 'partly paid back') => {
    if (answer?.status === 200) tries.after[name]++
    else if (!answer || [409, 503].includes(answer.status)) tries.after.unclear++
    else wrong.push(`giving back answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  const cancel = async (n: number, orderId: string, token: string) => {
    for (let i = 0; i < 2; i++)
      note(await ask(n + i, 'POST', `/orders/${orderId}/cancellation`, { token }), 'cancelled')
  }
  const payBack = async (n: number, orderId: string) => {
    const order = await ask(n, 'GET', `/admin/orders/${orderId}`, { token: goods.admin })
    const itemId = order?.body.data?.items[0].id
    if (!itemId) return
    const body = { items: [{ itemId, quantity: 1 }], restock: true }
    const headers = { 'idempotency-key': orderId }
    for (let i = 0; i < 2; i++) {
      const answer = await ask(n + i, 'POST', `/admin/orders/${orderId}/refunds`, { token: goods.admin, body, headers })
      note(answer, 'partly paid back')
    }
  }
  return { orders, wrong, tries, buyer }
}

async function restart(shops: RunningShop[], settings: Record<string, string>[], n: number): Promise<string> {
  const one = settings[n]
  await shops[n]?.kill()
  // A database that was just killed may not be back yet; an operator's supervisor tries again too.
  for (let tries = 0; one; tries++) {
    const started = await startShop(one).catch(() => undefined)
    if (started) {
      shops[n] = started
      break
    }
    if (tries > 30) throw new Error('the shop does not start again')
    await wait(1000)
  }
  return 'a shop'
}
