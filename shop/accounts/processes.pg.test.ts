import { beforeAll, describe, expect, test } from 'vitest'
import { goodCard } from '#test/checkout.ts'
import { aProduct } from '#test/factories.ts'
import { clientOf, type RunningShop } from '#test/process.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { inOneWindow } from '#test/waiting/one-window.ts'
import { hours, minutes } from '../time.ts'

/** Real processes on one PostgreSQL: what must hold whichever of them answers. */
let shops: RunningShop[] = []
/** A shop whose limits are out of the way. */
let free: RunningShop

const admin = { ADMIN_EMAIL: 'patron@dukkan.example', ADMIN_PASSWORD: 'dükkanın anahtarı' }
const password = 'uzun bir cümle'
const person = (email: string) => ({ firstName: 'İpek', lastName: 'Işık', email, password })

const postgres = shopOnPostgres({ ...admin, TRUST_PROXY: '1' })

beforeAll(async () => {
  // Something to buy: an empty shop would fill itself with the demo boutique first.
  await aProduct(postgres.ctx)
  shops = [await postgres.start(), await postgres.start()]
  free = await postgres.start({ RATE_LIMIT_SCALE: '100000' })
}, 240_000)

/** The nth call of all, each by another process, from the address given. */
function turns(address: string) {
  let n = 0
  return (path: string, body: object) => {
    const shop = shops[n++ % shops.length]
    if (!shop) throw new Error('no shop runs')
    return clientOf(shop.url)('POST', path, { body, headers: { 'x-forwarded-for': address } })
  }
}

describe('two processes count together', () => {
  test('guesses at one account, from wherever they come', async () => {
    await inOneWindow(minutes(15), async (turn) => {
      const body = { email: `kurban${turn}@posta.example`, password: 'yanlış' }
      const statuses: number[] = []
      for (let n = 0; n < 8; n++) {
        const call = turns(`198.51.100.${100 * turn + n}`)
        statuses.push((await call('/auth/login', body)).status)
        if (n % 2) statuses.push((await turns(`198.51.101.${100 * turn + n}`)('/auth/login', body)).status)
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(5)
      expect(statuses.slice(5).every((status) => status === 429)).toBe(true)
    })
  })

  test('registrations, forgotten passwords and new links from one address', async () => {
    const tried = async (path: string, address: string, times: number) => {
      const call = turns(address)
      const statuses = []
      for (let n = 0; n < times; n++) statuses.push((await call(path, person(`a${n}@posta.example`))).status)
      return statuses.filter((status) => status < 300).length
    }
    await inOneWindow(hours(1), async (turn) => {
      expect(await tried('/auth/register', `198.51.102.${turn}`, 8)).toBe(5)
      expect(await tried('/auth/forgot-password', `198.51.103.${turn}`, 13)).toBe(10)
      expect(await tried('/auth/resend-verification', `198.51.104.${turn}`, 13)).toBe(10)
    })
  })
})

test('ten tabs that refresh at once, half at each process, stay one session; ended at one it is ended at the other', async () => {
  const [a, b] = shops.map((shop) => clientOf(shop.url))
  if (!a || !b) throw new Error('no shop runs')
  const login = await a('POST', '/auth/login', { body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD } })
  const { refreshToken } = login.body.data
  const tabs = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? a : b)('POST', '/auth/refresh', { body: { refreshToken } })),
  )
  expect(tabs.map((tab) => tab.status)).toEqual(Array(10).fill(200))
  expect(new Set(tabs.map((tab) => tab.body.data.refreshToken)).size).toBe(1)
  const { accessToken, refreshToken: next } = tabs[0]?.body.data ?? {}
  expect((await b('GET', '/account', { token: accessToken })).status).toBe(200)
  await a('POST', '/auth/logout', { body: { refreshToken: next } })
  expect((await b('GET', '/account', { token: accessToken })).status).toBe(401)
})

/** Buys whatever can be had, as the owner: her address needs no confirming. */
async function buyAt(shop: RunningShop, token: string): Promise<string> {
  type Variant = { id: string; size: string; price: number; stockQuantity: number }
  type Listed = { id: string; variants: Variant[] }
  const call = clientOf(shop.url)
  const { products } = (await call('GET', '/products?limit=50')).body.data as { products: Listed[] }
  const [bought] = products.flatMap(({ id, variants }) =>
    variants.flatMap((variant) => (variant.stockQuantity > 0 ? [{ productId: id, variant }] : [])),
  )
  if (!bought) throw new Error('nothing is on sale')
  const { productId, variant } = bought
  const customerInfo = {
    firstName: 'İpek',
    lastName: 'Işık',
    phone: '0532 111 22 33',
    email: admin.ADMIN_EMAIL,
    address: 'Bağdat Caddesi 1/2, Kadıköy',
    city: 'İstanbul',
    postalCode: '34710',
  }
  const cartItems = [{ productId, variantId: variant.id, size: variant.size, quantity: 1 }]
  const orderData = { cartItems, customerInfo, totalAmount: variant.price }
  const card = { cardHolderName: 'İpek Işık', cardNumber: goodCard, expiryDate: '12/40', cvv: '123', installments: '1' }
  return (await call('POST', '/payments/create', { token, body: { orderData, paymentData: card } })).body.data.orderId
}

test('an order placed at one process is told at the other, whose open stream does not keep it from stopping', async () => {
  const other = shops[1]
  if (!other) throw new Error('no shop runs')
  const login = await clientOf(free.url)('POST', '/auth/login', {
    body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
  })
  const token: string = login.body.data.accessToken
  const answer = await fetch(`${other.url}/api/v1/admin/events`, { headers: { authorization: `Bearer ${token}` } })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const until = async (words: string) => {
    while (!heard.includes(words)) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`the stream ended after ${heard}`)
      heard += value
    }
  }
  await until('event: ready')
  const orderId = await buyAt(free, token)
  await until(`event: order-placed\ndata: {"orderId":"${orderId}"`)

  const began = performance.now()
  const stopped = other.stop()
  expect(await reader?.read()).toMatchObject({ done: true })
  expect(await stopped).toBe(0)
  // Far less than the fifteen seconds after which connections are cut.
  expect(performance.now() - began).toBeLessThan(10_000)
})
