import { openDatabase } from '#db/open.ts'
import { median, tenths } from './figures.ts'
import { largeDir, startShop, stopShop } from './processes.ts'
import { fillLarge } from './seed-large.ts'

/**
 * How long a shop of 10,000 products and 100,000 orders takes for the first rows of the owner's lists and for a
 * shopper's search, from the request to the last byte on the same machine. None is answered from memory. Prints a
 * table; false when a median is above its target.
 * DATABASE_URL: a PostgreSQL to measure instead of the embedded database.
 */
const port = 3902
const rounds = 15
/** Asked before anything counts: a shop that is open has run its code before. */
const before = 15
export const owner = { ADMIN_EMAIL: 'sahip@bench.example', ADMIN_PASSWORD: 'uzun-bir-parola' }
const url = process.env.DATABASE_URL
const settings = { ...owner, RATE_LIMIT_SCALE: '100000', ...(url ? { DATABASE_URL: url } : {}) }

type Asked = { what: string; target: number; path: string }

const lists: Asked[] = [
  ['products', '/admin/products?'],
  ['products by name', '/admin/products?sort=name'],
  ['products by stock', '/admin/products?sort=stock-asc'],
  ['products running low', '/admin/products?stock=low'],
  ['drafts', '/admin/products?state=draft'],
  ['products found by SKU', '/admin/products?q=BYK-77'],
  ['products found by words', '/admin/products?q=keten+bordo'],
  ['products found by one letter', '/admin/products?q=k'],
  ['orders', '/admin/orders?'],
  ['orders by status', '/admin/orders?status=DELIVERED'],
  ['orders found by name', '/admin/orders?q=I%C5%9F%C4%B1l+%C5%9Eahin'],
].map(([what = '', path = '']) => ({ what, path: `/api/v1${path}`, target: 200 }))

const searches: Asked[] = [
  ['search: a word', '/api/v1/products?q=keten'],
  ['search: three words', '/api/v1/products?q=saten+askili+elbise'],
  ['search: inflected', '/api/v1/products?q=elbiseler'],
  ['search: a slip of the finger', '/api/v1/products?q=panrolon'],
  ['suggestions: two letters', '/ara/oneriler?q=el'],
  ['suggestions: a word', '/ara/oneriler?q=bordo'],
].map(([what = '', path = '']) => ({ what, path, target: 30 }))

export async function measureLargeShop(): Promise<boolean> {
  await fillLargeShop()
  const shop = await startShop({ port, dataDir: largeDir, settings })
  try {
    const { accessToken } = await signInAsOwner(port)
    const authorization = `Bearer ${accessToken}`
    const rows = []
    for (const asked of lists) rows.push(await measure(asked, () => ask(asked.path, { authorization })))
    for (const asked of searches) rows.push(await measure(asked, (round) => ask(fresh(asked.path, round))))
    console.table(rows)
    return rows.every((row) => row.ratio <= 1)
  } finally {
    await stopShop(shop)
  }
}

/** The shop makes its own beginning first: schema, categories, pictures. */
export async function fillLargeShop(): Promise<void> {
  await stopShop(await startShop({ port, dataDir: largeDir, settings }))
  console.info('filling the shop up to 10,000 products and 100,000 orders; takes a minute the first time…')
  const { db, close } = await openDatabase({ url, dataDir: largeDir })
  await fillLarge(db).finally(close)
}

/** The entries that her browser stores when she has logged in. */
export async function signInAsOwner(at: number): Promise<Record<'accessToken' | 'refreshToken' | 'userInfo', string>> {
  const response = await fetch(`http://127.0.0.1:${at}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.ADMIN_EMAIL, password: owner.ADMIN_PASSWORD }),
  })
  const { data } = (await response.json()) as {
    data: { accessToken: string; refreshToken: string; user: { firstName: string; lastName: string } }
  }
  const { accessToken, refreshToken, user } = data
  const fullName = `${user.firstName} ${user.lastName}`
  return { accessToken, refreshToken, userInfo: JSON.stringify({ ...user, fullName }) }
}

/** Public answers are cached; the same question with more spaces is not. */
function fresh(path: string, round: number): string {
  return path + '+'.repeat(round + 1)
}

async function measure({ what, target }: Asked, once: (round: number) => Promise<number>) {
  const times = []
  for (let round = 0; round < before + rounds; round++) times.push(await once(round))
  const sorted = times.slice(before).toSorted((a, b) => a - b)
  const middle = median(sorted)
  return {
    what,
    'best ms': tenths(sorted[0] ?? Number.NaN),
    'median ms': tenths(middle),
    'worst ms': tenths(sorted.at(-1) ?? Number.NaN),
    'target ms': target,
    ratio: Math.round((middle / target) * 100) / 100,
  }
}

async function ask(path: string, headers: Record<string, string> = {}): Promise<number> {
  const started = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return performance.now() - started
}
