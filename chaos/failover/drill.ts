import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/database.ts'
import { changeProduct } from '#shop/catalog/edits/product-edits.ts'
import type { Product } from '#shop/catalog/products.ts'
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
 * Two shops sell while one primary after the other is lost: killed with its whole machine so many times, frozen, left alive
 * without those who decide about it, out of disk, and handed over as planned; or one of these alone, by its name. The first
 * shop names the three servers, the second goes by PgBouncer and HAProxy; both read pages from the third server. Gives what
 * was wrong.
 */
export async function failOver(which: string, say: Say): Promise<string[]> {
  if (!/^\d+$/.test(which) && !(which in harmNames))
    return [`no loss is called ${which}: ${Object.keys(harmNames).join(', ')}, or the number of kills`]
  const cluster = await startCluster()
  say(`three servers, etcd, HAProxy and PgBouncer in ${cluster.folder}`)
  const folders = [temporaryFolder(), temporaryFolder()]
  const shops: RunningShop[] = []
  const end = () => {
    for (const shop of shops) void shop.kill()
    for (const folder of folders) folder.remove()
  }
  process.once('exit', end)
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
    const wrong = await drill(cluster, shops, goods, harmsFor(cluster, which, say), say)
    for (const shop of shops) if (shop.ended()) wrong.push(`a shop ended by itself:\n${shop.output().slice(-3000)}`)
    await goods.handle.close()
    return wrong
  } finally {
    for (const shop of shops) await shop.kill()
    await cluster.close()
    end()
    process.off('exit', end)
  }
}

async function drill(cluster: Cluster, shops: RunningShop[], goods: Goods, harms: Harm[], say: Say) {
  const [watched, ...sold] = goods.products
  const people = openShoppers(shops, { products: sold, tokens: goods.tokens })
  const { wrong } = people
  const often = ['/', `/urun/${sold[0]?.slug}`, `/api/v1/products/${sold[1]?.slug}`]
  const seldom = `/urun/${sold[2]?.slug}`
  for (const shop of shops) for (const path of [...often, seldom]) await get(shop.url + path)
  const readers = openReaders(shops, { often, seldom })
  await people.buy(0, 'before')
  await people.buy(1, 'before too')

  for (const [n, harm] of harms.entries()) {
    const name = `${n + 1}. ${harm.name}`
    const leader = await cluster.healthy()
    const admin = await signInAnew(goods)
    const panels = shops.map((shop) => openPanel(shop.url, admin))
    const before = {
      pages: readers.counts.pages,
      failed: readers.counts.failed,
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
        )} s at most, all 200 have theirs after ${until200.toFixed(0)} s; ${people.counts.again - before.again} tries again, ${people.counts.anew - before.anew} of them after a payment that was not made; ${readers.counts.pages - before.pages} kept pages, ${readers.counts.failed - before.failed} failed; ${books.length === 0 ? 'the books are right' : 'the books are WRONG'}`,
    )
  }
  await readers.close()
  const { pages, failed, slowest } = readers.counts
  say(`kept pages: ${pages}, of which ${failed} failed; the slowest took ${Math.round(slowest)} ms`)
  for (const [what, times] of readers.failures) wrong.push(`a kept page was not served, ${times} times: ${what}`)
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

const harmNames = {
  killed: 'its machine killed (-9)',
  frozen: 'its machine frozen',
  undecided: 'alive, its Patroni and etcd frozen',
  full: 'its disk full',
  planned: 'handed over as planned',
}

function harmsFor(cluster: Cluster, which: string, say: Say): Harm[] {
  const { killed: name, ...names } = harmNames
  const killed: Harm = { name, strike: cluster.kill, mend: cluster.start }
  const others = {
    frozen: { name: names.frozen, strike: (one: string) => cluster.freeze(one), mend: cluster.thaw },
    undecided: { name: names.undecided, strike: (one: string) => cluster.freeze(one, false), mend: cluster.thaw },
    full: { name: names.full, strike: cluster.fill, mend: cluster.clear },
    planned: { name: names.planned, strike: cluster.switchOver, mend: () => {} },
  }
  if (!cluster.canFill) say('the full disk is left out: only root may make a small one')
  const all = { killed, ...others }
  if (which in all) return [all[which as keyof typeof all]]
  const { frozen, undecided, full, planned } = others
  const more = Array.from({ length: Number(which) - 1 }, () => killed)
  return [killed, frozen, undecided, ...(cluster.canFill ? [full] : []), ...more, planned]
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
  if (!(await until(() => setPrice(goods, product, priceKurus)))) faults.push('a price cannot be changed')
  for (const shop of shops) {
    const shown = async () => JSON.parse((await get(`${shop.url}/api/v1/products/${product.slug}`)).text)
    if (!(await until(async () => (await shown()).data.variants[0].price === priceKurus / 100)))
      faults.push('a shop shows an old price')
  }
  return faults
}

/** Announced as a change in the panel is. This process finds the new primary for itself, maybe after the shops. */
async function setPrice({ ctx }: Goods, { id, variants }: Product, priceKurus: number): Promise<boolean> {
  const rows = variants.map(({ images: _, ...variant }) => ({ ...variant, priceKurus, stockSeen: variant.stock }))
  const saved = await changeProduct(ctx, id, { variants: rows }).catch(() => undefined)
  if (saved) for (const variant of variants) variant.priceKurus = priceKurus
  return saved !== undefined
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
