import { loadavg } from 'node:os'
import { sql } from 'drizzle-orm'
import { p99, tenths } from '../figures.ts'
import { type OpenedShop, openEngine, openFilled } from '../scale-shop.ts'
import { type Choice, pay, workOf } from './orders.ts'

/**
 * A thousand buyers at the same moment for the hundred pieces that there are, each from a network of her own, through the API on
 * PostgreSQL with the demo bank. False unless exactly the pieces are sold, everybody else is told so, and 99 of 100 within the bound.
 */
const [buyers, pieces] = [1000, 100]
const size = { products: 1000, orders: 10_000 }
/** Milliseconds. */
const bound = 3000

export async function measureRush(): Promise<boolean> {
  const engine = await openEngine('postgres')
  try {
    const { shop } = await openFilled(await engine.settings(size), size)
    try {
      return await rush(shop)
    } finally {
      await shop.close()
    }
  } finally {
    await engine.stop()
  }
}

async function rush(shop: OpenedShop): Promise<boolean> {
  const tokens: string[] = []
  for (let n = 0; n < buyers; n++) tokens.push(await shop.signIn('USER'))
  const wanted = await theWanted(shop)
  const before = await soldOf(shop, wanted)
  const [started, worked] = [performance.now(), await workOf(shop)]
  const answers = await Promise.all(tokens.map((token, n) => buy(shop, token, n, wanted)))
  const seconds = (performance.now() - started) / 1000
  const work = await workOf(shop)
  const each = (what: keyof typeof work) => tenths((work[what] - worked[what]) / buyers)
  const byStatus = Object.entries(Object.groupBy(answers, ({ status }) => String(status)))
  const told = byStatus.map(([status, some = []]) => `${some.length} × ${status}`).join(', ')
  const times = answers.map(({ ms }) => ms)
  const sold = (await soldOf(shop, wanted)) - before
  console.info(
    `${buyers} buyers at once for ${pieces} pieces: ${sold} sold, ${told}, 99 of 100 within ${tenths(p99(times))} ms, all in ${tenths(seconds)} s, processor for each ${each('shop')} ms of the shop and ${each('database')} ms of PostgreSQL, load ${loadavg().map(tenths).join(' ')}`,
  )
  const refused = answers.filter(({ status, code }) => status === 409 && code === 'OUT_OF_STOCK').length
  return sold === pieces && refused === buyers - pieces && p99(times) <= bound
}

/** One size of a product, with so many pieces. */
async function theWanted({ db }: OpenedShop): Promise<Choice> {
  const { rows } = await db.execute<Choice>(sql`
    update variants v set stock = ${pieces} from products p
    where v.id = (
      select v.id from variants v join products p on p.id = v.product_id
      where retired_at is null and deleted_at is null and published_at is not null order by v.id limit 1
    ) and p.id = v.product_id
    returning v.product_id, v.id as variant_id, size, v.price_kurus as price`)
  const [wanted] = rows
  if (!wanted) throw new Error('nothing is on sale')
  return wanted
}

async function soldOf({ db }: OpenedShop, { variant_id }: Choice): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(sum(i.quantity), 0)::int as n from order_items i join orders o on o.id = i.order_id
    where i.variant_id = ${variant_id} and o.paid_at is not null`)
  return rows[0]?.n ?? 0
}

async function buy(shop: OpenedShop, token: string, n: number, wanted: Choice) {
  const began = performance.now()
  const response = await pay(shop, token, wanted, { 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, code, ms: performance.now() - began }
}
