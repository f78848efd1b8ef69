import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Tokens } from '#shop/accounts/sessions/sessions.ts'
import { fileKey, openFiles } from '#shop/media/files.ts'
import { imageUrl } from '#shop/media/urls.ts'
import { minutes } from '#shop/time.ts'
import { type Choice, orderOf } from './buying/orders.ts'
import { tenths } from './figures.ts'
import { startAsNpm, stopShop } from './processes.ts'
import { type Engine, type OpenedShop, openEngine, openFilled, variablesOf } from './scale-shop.ts'

/**
 * A shop of 10,000 products that is looked at and bought from within so much memory: `npm run bench -- memory [postgres] [minutes]`. A
 * control group holds it to that, where this may make one (Linux, as root); without one only what it takes is told. False when
 * an answer fails, nothing is bought, or the process is ended for its memory.
 */
const size = { products: 10_000, orders: 0 }
/** Megabytes, of the shop with all its processes; beside PostgreSQL that one's own are not counted. */
const limits: Record<Engine, number> = { pglite: 512, postgres: 300 }
const port = 3906
const origin = `http://127.0.0.1:${port}`

export async function measureMemory(options: string[]): Promise<boolean> {
  const name: Engine = options.includes('postgres') ? 'postgres' : 'pglite'
  const minutes = Number(options.find((option) => /^\d+$/.test(option)) ?? 3)
  const engine = await openEngine(name)
  try {
    const env = await engine.settings(size)
    const { shop } = await openFilled(env, size)
    const wanted = await readWanted(shop).finally(() => shop.close())
    const settings = { ...variablesOf(env.dataDir, env.databaseUrl), PORT: String(port), NODE_ENV: 'production' }
    const group = makeGroup(limits[name])
    try {
      return await visitWithin(group, settings, wanted, { name, minutes })
    } finally {
      await group?.remove()
    }
  } finally {
    await engine.stop()
  }
}

type Wanted = { slugs: string[]; pictures: string[]; choices: Choice[]; tokens: Tokens[]; owner: Tokens }

/** Pixels and format of the pictures that are asked for: one that the demo does not come with, so that they are drawn. */
const picture = { width: 480, format: 'webp' } as const

async function readWanted(shop: OpenedShop): Promise<Wanted> {
  const slugs = await shop.db.execute<{ slug: string }>(sql`
    select slug from products where deleted_at is null and published_at is not null order by md5(slug) limit 3000`)
  const choices = await shop.db.execute<Choice>(sql`
    select product_id, v.id as variant_id, size, v.price_kurus as price from variants v join products p on p.id = v.product_id
    where stock > 3 and retired_at is null and deleted_at is null and published_at is not null order by md5(v.id::text) limit 2000`)
  const images = await shop.db.execute<{ id: string }>(
    sql`select id from images where width > ${picture.width} order by id limit 500`,
  )
  // Pictures that an earlier run drew are drawn again.
  const files = openFiles(shop.ctx.config)
  for (const { id } of images.rows) await files.remove(fileKey(id, picture.width, picture.format))
  const tokens: Tokens[] = []
  for (let n = 0; n < 20; n++) tokens.push(await shop.openSession('USER'))
  return {
    slugs: slugs.rows.map(({ slug }) => slug),
    pictures: images.rows.map(({ id }) => imageUrl(id, picture.width, picture.format)),
    choices: choices.rows,
    tokens,
    owner: await shop.openSession('ADMIN'),
  }
}

type Run = { name: Engine; minutes: number }

async function visitWithin(
  group: Group | undefined,
  settings: Record<string, string>,
  wanted: Wanted,
  { name, minutes }: Run,
): Promise<boolean> {
  const shop = await startWithin(group, settings)
  const { bought, asked, failed } = await visit(shop, wanted, minutes)
  const took = group?.most() ?? Number.NaN
  const held = group
    ? `within ${limits[name]} MB, of which it took ${tenths(took)} at most with the files that the system keeps for it`
    : 'without a limit: only root can make a control group'
  console.info(
    `${name}: ${size.products} products, ${minutes} minutes, ${asked} answers, ${bought} orders, ${failed.length} failures, ${residentMb(shop)} MB resident at the end, ${held}`,
  )
  for (const failure of new Set(failed)) console.info(failure)
  const isAlive = shop.exitCode === null && shop.signalCode === null
  if (isAlive) await stopShop(shop)
  return isAlive && failed.length === 0 && bought > 0
}

function startWithin(group: Group | undefined, settings: Record<string, string>): Promise<ChildProcess> {
  return startAsNpm(settings, group ? `echo $$ > ${group.processes} && ` : '')
}

/** Eight shoppers and the owner, each after a short look at what she got; every twentieth step of a shopper is a purchase. */
async function visit(shop: ChildProcess, wanted: Wanted, long: number) {
  const until = Date.now() + minutes(long)
  const seen = { asked: 0, bought: 0, failed: [] as string[] }
  const isOver = () => Date.now() > until || shop.exitCode !== null || shop.signalCode !== null
  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(origin + path, init).catch(() => undefined)
    await response?.arrayBuffer().catch(() => undefined)
    seen.asked++
    // Two may want the last one.
    if (!response?.ok && response?.status !== 409) seen.failed.push(`${path}: ${response?.status ?? 'no answer'}`)
    return response
  }
  let turn = 0
  const shopper = async (n: number) => {
    while (!isOver()) {
      const at = turn++
      if (at % 20 === 19) {
        const response = await ask('/api/v1/payments/create', purchaseOf(wanted, at))
        if (response?.ok) seen.bought++
      } else await ask(pathOf(wanted, at))
      await wait(100 + n * 10)
    }
  }
  const owner = async () => {
    while (!isOver()) {
      const headers = { authorization: `Bearer ${wanted.owner.accessToken}` }
      for (const path of ['orders?limit=50', 'products?limit=50', 'dashboard'])
        await ask(`/api/v1/admin/${path}`, { headers })
      await wait(2000)
    }
  }
  const renew = async (tokens: Tokens) => {
    const response = await fetch(`${origin}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: tokens.refreshToken }),
    })
    if (response.ok) Object.assign(tokens, ((await response.json()) as { data: Tokens }).data)
    else seen.failed.push(`a token was not renewed: ${response.status}`)
  }
  // As browsers do, before an access token ends.
  const renewing = setInterval(() => {
    for (const tokens of [wanted.owner, ...wanted.tokens])
      renew(tokens).catch((error: unknown) => seen.failed.push(String(error)))
  }, minutes(10))
  await Promise.all([...Array.from({ length: 8 }, (_, n) => shopper(n)), owner()])
  clearInterval(renewing)
  return seen
}

/** Half of it is what everybody looks at, half what hardly anybody does. */
function pathOf({ slugs, pictures }: Wanted, at: number): string {
  const slug = slugs[at % slugs.length]
  const paths = [
    '/',
    '/ust-giyim',
    `/urun/${slugs[at % 7]}`,
    `/urun/${slug}`,
    `/urun/${slug}/oneriler`,
    `/tum-urunler?en-az=${1 + (at % 900)}`,
    '/bilgi',
    '/ara?q=elbise',
    `/ara?q=saten&renk=siyah&en-cok=${100 + (at % 900)}`,
    `/api/v1/products?limit=1000&page=${1 + (at % 10)}`,
    pictures[at % pictures.length] ?? '/',
  ]
  return paths[at % paths.length] ?? '/'
}

function purchaseOf({ choices, tokens }: Wanted, at: number): RequestInit {
  const choice = choices[at % choices.length]
  if (!choice) throw new Error('nothing is in stock')
  const headers = {
    authorization: `Bearer ${tokens[at % tokens.length]?.accessToken}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    'x-forwarded-for': `10.1.${(at >> 8) & 255}.${at & 255}`,
  }
  return { method: 'POST', headers, body: JSON.stringify(orderOf(choice)) }
}

function residentMb({ pid }: ChildProcess): string {
  const path = `/proc/${pid}/status`
  const kb = existsSync(path) ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  return kb ? String(Math.round(Number(kb) / 1024)) : '?'
}

type Group = {
  /** The file that takes the id of a process. */
  processes: string
  /** The most megabytes that its processes have had so far. */
  most(): number
  /** Once its processes have ended. */
  remove(): Promise<void>
}

/** Versions 2 and 1 of cgroups: the folder, and the names of its files. */
const versions = [
  { root: '/sys/fs/cgroup', proof: 'cgroup.controllers', limit: 'memory.max', most: 'memory.peak' },
  {
    root: '/sys/fs/cgroup/memory',
    proof: 'memory.limit_in_bytes',
    limit: 'memory.limit_in_bytes',
    most: 'memory.max_usage_in_bytes',
  },
]

function makeGroup(megabytes: number): Group | undefined {
  const version = versions.find(({ root, proof }) => existsSync(join(root, proof)))
  if (!version) return undefined
  const folder = join(version.root, `butik-bench-${process.pid}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, version.limit), String(megabytes * 1024 * 1024))
  } catch {
    return undefined
  }
  return {
    processes: join(folder, 'cgroup.procs'),
    most: () => Number(readFileSync(join(folder, version.most), 'utf8')) / 1024 / 1024,
    async remove() {
      while (readFileSync(join(folder, 'cgroup.procs'), 'utf8').trim()) await wait(100)
      rmdirSync(folder)
    },
  }
}
