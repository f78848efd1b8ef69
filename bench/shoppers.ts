import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { emptyDatabase, startPostgres } from '#test/postgres.ts'
import { median, p95, tenths } from './figures.ts'
import { demoDir, startShop, stopShop } from './processes.ts'

/**
 * How an import slows down shoppers: `node bench/shoppers.ts [pglite|postgres] [variants]`. Eight of them ask the built shop for
 * listings before it, while its job writes, and after it. It compares times of the same run only, and fails where the 95th
 * percentile of a listing takes more than twice as long while the job writes.
 */
const [engine = 'pglite', size = '10000'] = process.argv.slice(2)
const variants = Number(size)
const port = 3904
const origin = `http://127.0.0.1:${port}`
const owner = { ADMIN_EMAIL: 'sahip@bench.example', ADMIN_PASSWORD: 'uzun-bir-parola' }
/** Milliseconds. */
const calm = 25_000

/** `kept`: from memory, unless a save has just made it stale. `made`: an address that nobody asked for before. */
type Times = { kept: number[]; made: number[] }
let serial = 0

const folder = mkdtempSync(join(tmpdir(), 'butik-shoppers-'))
// PostgreSQL runs as a user of its own.
chmodSync(folder, 0o755)
if (engine === 'pglite' && existsSync(demoDir)) cpSync(demoDir, join(folder, 'data'), { recursive: true })
const postgres = engine === 'postgres' ? await startPostgres(join(folder, 'postgres')) : undefined
const database = postgres && (await emptyDatabase(postgres.url))
const settings = { ...owner, RATE_LIMIT_SCALE: '100000', ...(database ? { DATABASE_URL: database.url } : {}) }
const shop = await startShop({ port, dataDir: join(folder, 'data'), settings })
try {
  const token = await signIn()
  await visit(() => wait(5000))
  const before = await visit(() => wait(calm))
  const began = Date.now()
  const during = await visit(async () => apply(token, await upload(token)))
  const seconds = (Date.now() - began) / 1000
  const after = await visit(() => wait(calm))
  console.log(`${engine}: ${variants} variants read and written in ${tenths(seconds)} s while eight shoppers asked`)
  report({ before, during, after })
} finally {
  await stopShop(shop)
  await database?.drop()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Eight shoppers until the work is over; each looks for a fifth of a second at what she got. */
async function visit(work: () => Promise<unknown>): Promise<Times> {
  const times: Times = { kept: [], made: [] }
  let over = false
  const shoppers = Array.from({ length: 8 }, async (_, n) => {
    while (!over) {
      const kind = n % 2 === 0 ? 'kept' : 'made'
      times[kind].push(await ask(kind === 'kept' ? '/tum-urunler' : `/tum-urunler?en-az=${1 + (serial++ % 900)}`))
      await wait(200)
    }
  })
  await work()
  over = true
  await Promise.all(shoppers)
  return times
}

async function ask(path: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(origin + path)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - started
}

function report(found: Record<'before' | 'during' | 'after', Times>): void {
  const rows = (['kept', 'made'] as const).map((kind) => {
    const [before, during, after] = (['before', 'during', 'after'] as const).map((when) => p95(found[when][kind]))
    const [calmed = Number.NaN, busy = Number.NaN] = [Math.max(before ?? 0, after ?? 0), during]
    return {
      listing: kind,
      asked: found.during[kind].length,
      'median during': tenths(median(found.during[kind])),
      'p95 before': tenths(before ?? Number.NaN),
      'p95 during': tenths(busy),
      'p95 after': tenths(after ?? Number.NaN),
      ratio: Math.round((busy / calmed) * 100) / 100,
    }
  })
  console.table(rows)
  if (rows.some(({ ratio }) => !(ratio <= 2))) process.exitCode = 1
}

type Answer = { data: { accessToken: string; id: string; state: string } }

async function call(method: string, path: string, token?: string, body?: FormData | string): Promise<Answer['data']> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    body: body ?? null,
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  return ((await response.json()) as Answer).data
}

async function signIn(): Promise<string> {
  const body = JSON.stringify({ email: owner.ADMIN_EMAIL, password: owner.ADMIN_PASSWORD })
  return (await call('POST', '/auth/login', undefined, body)).accessToken
}

async function upload(token: string): Promise<string> {
  const sizes = ['XS', 'S', 'M', 'L']
  const picture = await aPicture()
  const lines = Array.from({ length: variants }, (_, n) => {
    const [product, size] = [Math.floor(n / sizes.length), sizes[n % sizes.length]]
    return `HIZ-${product}-${size};Hız Elbise ${product};Hafif keten elbise, kuşaklı.;Kategori ${product % 12};Kum;${size};${100 + (product % 900)};${n % 9};${picture}`
  })
  const form = new FormData()
  form.set(
    'file',
    new Blob([['SKU;Ürün adı;Açıklama;Kategori;Renk;Beden;Fiyat;Stok;Görseller', ...lines].join('\n')]),
    'hiz.csv',
  )
  return (await call('POST', '/admin/imports', token, form)).id
}

/** One of the demo's, so that what comes is on sale. */
async function aPicture(): Promise<string> {
  const response = await fetch(`${origin}/api/v1/products?limit=1`)
  const { data } = (await response.json()) as { data: { products: { mainImage: string }[] } }
  return data.products[0]?.mainImage ?? ''
}

async function apply(token: string, id: string): Promise<void> {
  await call('POST', `/admin/imports/${id}/apply`, token)
  while ((await call('GET', `/admin/imports/${id}`, token)).state === 'RUNNING') await wait(500)
}
