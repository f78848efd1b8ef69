import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { p99, tenths } from './figures.ts'
import { startAsNpm, stopShop } from './processes.ts'
import { type Engine, type OpenedShop, openEngine, openFilled, variablesOf } from './scale-shop.ts'

/**
 * How a change of one price disturbs shoppers: `npm run bench -- change [postgres]`, in a shop of 10,000 products with 2,000 kept pages.
 * One page is asked for each five milliseconds, whether the earlier ones are answered or not; every three seconds the owner changes a
 * price. False when an answer fails, or of those after a change 99 of 100 take more than twice as long as the others' and longer than
 * anybody notices.
 */
const size = { products: 10_000, orders: 0 }
const pages = 2000
const changes = 20
/** Without more than the usual 64 MB of them, some fifty of these pages are not kept. */
const keptMb = '80'
/** Milliseconds: between two changes, how long one may be noticed, and between two requests. */
const [every, after, pause] = [3000, 1500, 5]
/** Milliseconds. */
const unnoticed = 50
const port = 3907
const origin = `http://127.0.0.1:${port}`

export async function measureChange(options: string[]): Promise<boolean> {
  const name: Engine = options.includes('postgres') ? 'postgres' : 'pglite'
  const engine = await openEngine(name)
  try {
    const env = await engine.settings(size)
    const { shop } = await openFilled(env, size)
    const wanted = await readWanted(shop).finally(() => shop.close())
    const settings = {
      ...variablesOf(env.dataDir, env.databaseUrl),
      PORT: String(port),
      NODE_ENV: 'production',
      KEPT_MEMORY_MB: keptMb,
    }
    const running = await startAsNpm(settings)
    try {
      return await visit(name, wanted)
    } finally {
      await stopShop(running)
    }
  } finally {
    await engine.stop()
  }
}

type Wanted = { paths: string[]; products: string[]; owner: string }

/** Products and listings by turns; the owner's token lasts longer than all of it. */
async function readWanted(shop: OpenedShop): Promise<Wanted> {
  const { rows } = await shop.db.execute<{ id: string; slug: string; category: string }>(sql`
    select p.id, p.slug, c.slug as category from products p join categories c on c.id = p.category_id
    where deleted_at is null and published_at is not null order by md5(p.slug) limit ${pages}`)
  const categories = [...new Set(rows.map(({ category }) => category))]
  const listings = categories.flatMap((one) => [`/${one}`, `/${one}?sayfa=2`, `/${one}?beden=M`, `/${one}?renk=siyah`])
  const products = rows.map(({ slug }) => `/urun/${slug}`)
  return {
    paths: ['/', '/tum-urunler', ...listings, ...products].slice(0, pages),
    products: rows.slice(0, changes + 1).map(({ id }) => id),
    owner: await shop.signIn('ADMIN'),
  }
}

async function visit(name: Engine, { paths, products, owner }: Wanted): Promise<boolean> {
  for (let n = 0; n < 3; n++) for (const path of paths) await ask(path)
  // The first save has its code compiled.
  const [first = '', ...others] = products
  await changePrice(first, owner)
  await wait(every)
  const found = { after: [] as number[], quiet: [] as number[] }
  const failed: string[] = []
  const kept = await metric('butik_kept_answers')
  const made = await metric('butik_answers_made_total{for="change"}')
  let changedAt = Number.NEGATIVE_INFINITY
  let over = false
  const shoppers = (async () => {
    const asked: Promise<void>[] = []
    while (!over) {
      const path = paths[Math.floor(Math.random() * paths.length)] ?? '/'
      const kind = performance.now() - changedAt < after ? 'after' : 'quiet'
      asked.push(
        ask(path).then(
          (ms) => void found[kind].push(ms),
          (error: unknown) => void failed.push(String(error)),
        ),
      )
      await wait(pause)
    }
    await Promise.all(asked)
  })()
  const took: number[] = []
  for (const id of others) {
    await wait(every)
    changedAt = performance.now()
    await changePrice(id, owner)
    took.push(performance.now() - changedAt)
  }
  await wait(every)
  over = true
  await shoppers
  const rendered = (await metric('butik_answers_made_total{for="change"}')) - made
  const [quiet, disturbed] = [p99(found.quiet), p99(found.after)]
  const ratio = Math.round((disturbed / quiet) * 100) / 100
  console.table({
    quiet: { answers: found.quiet.length, 'p99 ms': tenths(quiet) },
    'after a change': { answers: found.after.length, 'p99 ms': tenths(disturbed) },
  })
  console.info(
    `${name}: ${kept} pages kept, ratio ${ratio}, ${failed.length} failures, ${tenths(rendered / changes)} pages made again for each change, a change answered within ${tenths(p99(took))} ms, load ${loadavg().map(tenths).join(' ')}`,
  )
  return failed.length === 0 && (ratio <= 2 || disturbed <= unnoticed)
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 })

/** Milliseconds until the whole answer is there. */
function ask(path: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(origin + path, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - started)
        else reject(new Error(`${path}: ${answer.statusCode}`))
      })
    })
    call.on('error', reject).end()
  })
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? 0,
  )
}

async function changePrice(id: string, token: string): Promise<void> {
  const address = `${origin}/api/v1/admin/products/${id}`
  const headers = { authorization: `Bearer ${token}` }
  type Variant = { id: string; price: number; stock: number }
  const { data } = (await (await fetch(address, { headers })).json()) as { data: { variants: Variant[] } }
  const body = new FormData()
  const dearer = data.variants.map(({ price, ...variant }) => ({ ...variant, price: price + 1 }))
  body.set('variants', JSON.stringify(dearer))
  const answer = await fetch(address, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`a price was not changed: ${answer.status} ${await answer.text()}`)
}
