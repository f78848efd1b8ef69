import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { freePort } from '#test/postgres.ts'
import { clientOf, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { prepare, secret } from './prepared.ts'
import { get, metric } from './visitor.ts'

type Given = {
  /** A database of its own. */
  url: string
  seconds: number
  /** Pause between two kills, at most. */
  pause: number
  /** Ways to hurt the database beside killing shops; each gives its name. */
  harms: ((db: Db) => Promise<string>)[]
  say: (line: string) => void
}

/** Ends one connection of the shops, as an operator would. */
export async function endAConnection(db: Db): Promise<string> {
  await db.execute(sql`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1) one`)
  return 'a connection'
}

/** Kills a server process of PostgreSQL: all of it then recovers as after a crash. */
export async function killABackend(db: Db): Promise<string> {
  const { rows } = (await db.execute(sql`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`)) as unknown as {
    rows: { pid: number }[]
  }
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
  return 'a backend'
}

/**
 * Two shops on one database sell without a pause while processes are killed at random. Each key is asked for until it is
 * answered, as by a shopper who presses again. Gives what was wrong in the end: nothing, if all is well.
 */
export async function killAtRandom({ url, seconds, pause, harms, say }: Given) {
  const folders = [temporaryFolder(), temporaryFolder()]
  const common = { DATABASE_URL: url, AUTH_SECRET: secret, RATE_LIMIT_SCALE: '100000' }
  const settings = await Promise.all(
    folders.map(async ({ path }) => ({ ...common, DATA_DIR: path, PORT: String(await freePort()) })),
  )
  const goods = await prepare({ ...common, DATA_DIR: folders[0]?.path ?? '' }, { products: 5, people: 20 })
  const shops = await Promise.all(settings.map((one) => startShop(one)))
  const end = Date.now() + seconds * 1000
  const orders = new Map<string, string>()
  const wrong: string[] = []
  let refused = 0

  const buyer = async (n: number) => {
    for (let i = 0; Date.now() < end; i++) {
      const key = `${n}-${i}`
      const body = aPayment(goods.products[(n + i) % goods.products.length] ?? goods.products[0])
      const token = goods.tokens[n % goods.tokens.length]
      for (let tries = 0; ; tries++) {
        const shop = shops[(n + i + tries) % shops.length]
        const answer =
          shop &&
          (await clientOf(shop.url)('POST', '/payments/create', {
            token,
            body,
            headers: { 'idempotency-key': key },
          }).catch(() => undefined))
        if (answer?.status === 200) {
          const known = orders.get(key)
          if (known !== undefined && known !== answer.body.data.orderId) wrong.push(`key ${key} has two orders`)
          orders.set(key, answer.body.data.orderId)
        } else if (answer && ![202, 402, 503].includes(answer.status)) {
          wrong.push(`a payment answered ${answer.status}: ${JSON.stringify(answer.body)}`)
        }
        if (answer && answer.status !== 503) break
        refused++
        if (Date.now() > end + 60_000) break
        await wait(200)
      }
    }
  }
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
      const choice = Math.floor(Math.random() * (harms.length + 2))
      const harm = harms[choice - 2]
      const what = harm ? await harm(goods.ctx.db).catch(() => 'nothing') : await restart(shops, settings, choice)
      kills[what] = (kills[what] ?? 0) + 1
      for (const [n, shop] of shops.entries())
        if (shop.ended()) wrong.push(`shop ${n} ended by itself:\n${shop.output().slice(-2000)}`)
    }
  }
  await Promise.all([killer(), reader(), ...Array.from({ length: 8 }, (_, n) => buyer(n))])
  const [first] = shops
  for (let i = 0; first && i < 600; i++) {
    if ((await metric(first.url, 'butik_payments_open').catch(() => undefined)) === 0) break
    await wait(300)
  }
  for (const shop of shops) if ((await shop.stop()) !== 0) wrong.push('a shop did not end with 0')
  wrong.push(...(await auditBooks(goods.ctx.db, goods.initialStock)))
  await goods.handle.close()
  for (const folder of folders) folder.remove()
  say(`${orders.size} orders, ${refused} tries without an answer, kills: ${JSON.stringify(kills)}`)
  return { orders: orders.size, kills, wrong: [...new Set(wrong)] }
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
