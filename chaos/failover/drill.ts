import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { auditBooks } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { aUser, signIn } from '#test/factories.ts'
import { clientOf, nothingOpen, type RunningShop, readMails, startShop, temporaryFolder } from '#test/process.ts'
import { prepare, secret } from '../prepared.ts'
import { get, openPanel } from '../visitor.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { openReaders, openShoppers } from './shoppers.ts'

/** Shoppers who are paying when a primary is lost, and seconds until each shop must sell again. */
const shoppers = 200
const mostSeconds = 30
/** Seconds until another server must be the primary, however slowly that is noticed. */
const mostUntilReplaced = 120

type Goods = Awaited<ReturnType<typeof prepare>>
type Say = (line: string) => void
type Harm = { name: string; strike(leader: string): unknown; mend(leader: string): unknown }

/**
 * Two shops sell while one primary after the other is lost: killed with its whole machine five times, frozen, left alive
 * without those who decide about it, out of disk, and handed over as planned. The first shop names the three servers, the
 * second goes by PgBouncer and HAProxy; both read pages from the third server. Gives what was wrong.
 */
export async function failOver(kills: number, say: Say): Promise<string[]> {
  const cluster = await startCluster()
  say(`three servers, etcd, HAProxy and PgBouncer in ${cluster.folder}`)
  const stop = () => void cluster.close().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const folders = [temporaryFolder(), temporaryFolder()]
  const shops: RunningShop[] = []
  try {
    const common = {
      DATABASE_REPLICA_URL: cluster.urlOf('pg3'),
      ...{ AUTH_SECRET: secret, RATE_LIMIT_SCALE: '100000', DATABASE_CONNECTIONS: '20' },
    }
    const settings = [cluster.hostsUrl, cluster.poolUrl].map((url, n) => ({
      ...common,
      ...{ DATABASE_URL: url, DATA_DIR: folders[n]?.path ?? '' },
    }))
    const [first = common] = settings
    const goods = await prepare(first, { products: 5, people: 50 })
    for (const one of settings) shops.push(await startShop(one))
    const wrong = await drill(cluster, shops, goods, kills, say)
    for (const shop of shops) if (shop.ended()) wrong.push(`a shop ended by itself:\n${shop.output().slice(-3000)}`)
    await goods.handle.close()
    return wrong
  } finally {
    for (const shop of shops) await shop.kill()
    await cluster.close()
    for (const folder of folders) folder.remove()
  }
}

async function drill(cluster: Cluster, shops: RunningShop[], goods: Goods, kills: number, say: Say) {
  const [watched, ...sold] = goods.products
  const people = openShoppers(shops, { products: sold, tokens: goods.tokens })
  const { wrong } = people
  const paths = ['/', `/urun/${sold[0]?.slug}`, `/api/v1/products/${sold[1]?.slug}`]
  for (const shop of shops) for (const path of paths) await get(shop.url + path)
  const readers = openReaders(shops, paths)
  await people.buy(0, 'before')
  await people.buy(1, 'before too')

  for (const [n, harm] of harmsFor(cluster, kills, say).entries()) {
    const name = `${n + 1}. ${harm.name}`
    const leader = await cluster.healthy()
    const admin = await signInAnew(goods)
    const panels = shops.map((shop) => openPanel(shop.url, admin))
    const before = {
      pages: readers.counts.pages,
      again: people.counts.again,
      anew: people.counts.anew,
      orders: people.acknowledged.size,
    }
    const all = Array.from({ length: shoppers }, (_, i) => people.buy(i, `${name}-${i}`))
    await until(() => people.acknowledged.size > before.orders)
    const { underWay } = people.counts
    const answered = people.acknowledged.size - before.orders
    const sales = people.watchSales()
    const begun = performance.now()
    await harm.strike(leader)
    // Others come meanwhile: a primary that lives on sells until it is replaced.
    const others = openCrowd((i) => people.buy(i, `${name}-then-${i}`))
    await Promise.all(all)
    const until200 = (performance.now() - begun) / 1000
    if (!(await until(() => cluster.isReplaced(leader), mostUntilReplaced)))
      wrong.push(`${name}: ${leader} is not replaced`)
    await others.close()
    const seconds = sales()
    if (shops.some((shop) => shop.ended())) break
    const heard = await hearsAgain(shops, panels, goods, watched, n)
    for (const panel of panels) panel.close()
    await harm.mend(leader)
    const now = await cluster.healthy()
    for (const shop of shops) await nothingOpen(shop)
    const books = await auditAll(goods, people.acknowledged)
    wrong.push(...books.map((what) => `${name}: ${what}`))
    if (now === leader) wrong.push(`${name}: ${leader} is still the primary`)
    if (!seconds.every((one) => one <= mostSeconds)) wrong.push(`${name}: no sale for ${seconds.join(' and ')} s`)
    wrong.push(...heard.map((what) => `${name}: ${what}`))
    say(
      `${name}: ${leader} → ${now}; ${underWay} checkouts under way, ${answered} answered before; no sale for ${seconds
        .map((one) => one.toFixed(1))
        .join(
          ' and ',
        )} s at most, all 200 have theirs after ${until200.toFixed(0)} s; ${people.counts.again - before.again} tries again, ${people.counts.anew - before.anew} of them after a payment that was not made; ${readers.counts.pages - before.pages} kept pages, ${readers.counts.failed} failed; ${books.length === 0 ? 'the books are right' : 'the books are WRONG'}`,
    )
  }
  await readers.close()
  const { pages, failed, slowest } = readers.counts
  say(`kept pages: ${pages}, of which ${failed} failed; the slowest took ${Math.round(slowest)} ms`)
  if (failed > 0) wrong.push(`${failed} kept pages were not served`)
  if (!(await readsReplica(cluster, shops))) wrong.push('pages are not read from the replica again')
  for (const shop of shops) await nothingOpen(shop)
  wrong.push(...(await auditAll(goods, people.acknowledged)))
  wrong.push(...(await mailsOf(goods.ctx.db, shops, say)))
  return wrong
}

/** Somebody new twice a second, until it is closed and everybody has bought. */
function openCrowd(buy: (n: number) => Promise<void>) {
  const bought: Promise<void>[] = []
  const timer = setInterval(() => bought.push(buy(bought.length)), 500)
  return {
    async close() {
      clearInterval(timer)
      await Promise.all(bought)
    },
  }
}

function harmsFor(cluster: Cluster, kills: number, say: Say): Harm[] {
  const killed: Harm = { name: 'its machine killed (-9)', strike: cluster.kill, mend: cluster.start }
  const frozen: Harm = { name: 'its machine frozen', strike: (one) => cluster.freeze(one), mend: cluster.thaw }
  const undecided = { ...frozen, name: 'alive, its Patroni and etcd frozen' }
  undecided.strike = (one) => cluster.freeze(one, false)
  const full: Harm = { name: 'its disk full', strike: cluster.fill, mend: cluster.clear }
  if (!cluster.canFill) say('the full disk is left out: only root may make a small one')
  const planned: Harm = { name: 'handed over as planned', strike: cluster.switchOver, mend: () => {} }
  const others = cluster.canFill ? [frozen, undecided, full] : [frozen, undecided]
  return [killed, ...others, ...Array.from({ length: kills - 1 }, () => killed), planned]
}

/** A token is good for a quarter of an hour, which the drill outlasts. Returns an admin's. */
async function signInAnew({ ctx, tokens }: Goods): Promise<string> {
  const fresh = await Promise.all(Array.from({ length: 10 }, async () => signIn(ctx, await aUser(ctx))))
  tokens.splice(0, tokens.length, ...fresh)
  return signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
}

/** Each shop hears of an order that the other one took, and both of a price that neither changed. */
async function hearsAgain(
  shops: RunningShop[],
  panels: ReturnType<typeof openPanel>[],
  goods: Goods,
  product: Goods['products'][0],
  n: number,
): Promise<string[]> {
  const faults: string[] = []
  const heardBy = (i: number) => (panels[i]?.heard().match(/order-placed/g) ?? []).length
  for (const [i, other] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const before = heardBy(other)
    const answer = await clientOf(shops[i]?.url ?? '')('POST', '/payments/create', {
      token: goods.tokens[0],
      body: aPayment(product),
    })
    if (answer.status !== 200) faults.push(`shop ${i} answered ${answer.status} after it had sold again`)
    if (!(await until(() => heardBy(other) > before))) faults.push(`the panel at shop ${other} hears nothing`)
  }
  const priceKurus = 130_000 + n * 100
  await goods.ctx.db.execute(sql`update variants set price_kurus = ${priceKurus} where product_id = ${product.id}`)
  for (const variant of product.variants) variant.priceKurus = priceKurus
  for (const shop of shops) {
    const shown = async () => JSON.parse((await get(`${shop.url}/api/v1/products/${product.slug}`)).text)
    if (!(await until(async () => (await shown()).data.variants[0].price === priceKurus / 100)))
      faults.push('a shop shows an old price')
  }
  return faults
}

/** Public pages come from the replica again, once it is a standby. */
async function readsReplica(cluster: Cluster, shops: RunningShop[]): Promise<boolean> {
  if ((await cluster.healthy()) === 'pg3') {
    await cluster.switchOver('pg3')
    await until(() => cluster.isReplaced('pg3'))
    await cluster.healthy()
  }
  const text = `select 1 from pg_stat_activity where application_name = 'butik-replica' and query like '%"products"%'`
  let n = 0
  return until(async () => {
    for (const shop of shops) await get(`${shop.url}/ara?q=elbise-${n++}`)
    return (await cluster.ask('pg3', text)).length > 0
  })
}

/** A connection of the drill's own may be lost as well: then it looks once more. */
async function auditAll({ ctx: { db }, initialStock }: Goods, acknowledged: Map<string, string>): Promise<string[]> {
  for (let n = 0; ; n++) {
    try {
      return [...(await lost(db, acknowledged)), ...(await auditBooks(db, initialStock))]
    } catch (error) {
      if (n > 10) throw error
      await wait(2000)
    }
  }
}

async function lost(db: Db, acknowledged: Map<string, string>): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from orders where paid_at is not null`)
  const paid = new Set(rows.map(({ id }) => id))
  return [...acknowledged].flatMap(([key, id]) => (paid.has(id) ? [] : [`order ${id} of ${key} is lost`]))
}

/** Each paid order is mailed. A mail that was under way when the primary died may go out twice, under the same id. */
async function mailsOf(db: Db, shops: RunningShop[], say: Say): Promise<string[]> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from orders where paid_at is not null`)
  const orders = rows[0]?.n ?? 0
  const idsOf = () =>
    shops
      .filter(({ dataDir }) => existsSync(join(dataDir, 'mail')))
      .flatMap(({ dataDir }) => readMails(dataDir))
      .filter((mail) => /Sipari/.test(mail))
      .map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1])
  await until(() => new Set(idsOf()).size >= orders, 240)
  const ids = idsOf()
  const once = new Set(ids).size
  say(`${orders} paid orders, ${once} of them mailed, ${ids.length - once} mails twice`)
  return once === orders ? [] : [`${orders} orders and ${once} mails`]
}

async function until(holds: () => boolean | Promise<boolean>, seconds = 30): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(100)) if (await holds()) return true
  return false
}
