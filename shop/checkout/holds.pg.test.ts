import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getAdminProduct } from '#shop/catalog/edits/admin-products.ts'
import { changeProduct } from '#shop/catalog/edits/product-edits.ts'
import type { Product } from '#shop/catalog/products.ts'
import { inRetriedTransaction, newId } from '#shop/ctx.ts'
import { ShopError } from '#shop/errors.ts'
import { aPayment, secureCard } from '#test/checkout.ts'
import { aProduct, aUser } from '#test/factories.ts'
import { shopOnPostgres } from '#test/running-shop.ts'
import { NewPayment } from './contract.ts'
import { placeOrder } from './place-order.ts'

const postgres = shopOnPostgres()

/** Pays as this user from this address; gives the state, or the code of the refusal. Anything else is a bug and thrown. */
async function pay(
  userId: string,
  address: string,
  body: object,
  config = postgres.deps.config,
  log = postgres.deps.log,
): Promise<string> {
  const actor = { kind: 'user' as const, id: userId, sessionId: newId(), address, rights: [] }
  try {
    return (await placeOrder({ ...postgres.ctx, config, log, actor }, NewPayment.parse(body), undefined)).status
  } catch (error) {
    if (error instanceof ShopError) return error.code
    throw error
  }
}

/** All sizes of a product in one cart, the last first. */
function backwards(product: Product) {
  const parts = product.variants.map((_, variant) => aPayment(product, { variant })).reverse()
  const [first] = parts
  if (!first) throw new Error('no sizes')
  const cartItems = parts.flatMap(({ orderData }) => orderData.cartItems)
  const totalAmount = parts.reduce((sum, { orderData }) => sum + orderData.totalAmount, 0)
  return { ...first, orderData: { ...first.orderData, cartItems, totalAmount } }
}

test('payments at once do not slip under the bound together: of an account, of an address', async () => {
  const at = { ...postgres.deps.config, hold: { units: 10, sharePercent: 50 } }
  for (const [who, most] of [
    ['account', 10],
    ['address', 20],
  ] as const) {
    const products = await Promise.all(
      Array.from({ length: 5 }, () => aProduct(postgres.ctx, { variants: [{ stock: 40 }] })),
    )
    const one = (await aUser(postgres.ctx)).id
    const others = await Promise.all(products.map(async () => (await aUser(postgres.ctx)).id))
    const states = await Promise.all(
      products.map((product, n) => {
        const [user, address] = who === 'account' ? [one, `198.51.100.${n}`] : [others[n] ?? '', '203.0.113.1']
        return pay(user, address, aPayment(product, { quantity: 6, card: secureCard }), at)
      }),
    )
    const stock = await Promise.all(
      products.map(async ({ id }) => (await getAdminProduct(postgres.ctx, id)).variants[0]?.stock),
    )
    const held = stock.reduce<number>((sum, left) => sum + 40 - (left ?? 0), 0)
    expect(held, who).toBeLessThanOrEqual(most)
    expect(held, who).toBeGreaterThan(0)
    expect(states.filter((state) => state === 'HOLD_LIMIT')).toHaveLength(5 - held / 6)
  }
})

test('one size shared by two accounts at one address: two at once do not take more than one may', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 20 }] })
  const users = await Promise.all(Array.from({ length: 4 }, async () => (await aUser(postgres.ctx)).id))
  const body = aPayment(product, { quantity: 6, card: secureCard })
  const states = await Promise.all(users.map((user) => pay(user, '203.0.113.2', body)))
  expect(states.sort()).toEqual(['3DS_REQUIRED', 'HOLD_LIMIT', 'HOLD_LIMIT', 'HOLD_LIMIT'])
  expect((await getAdminProduct(postgres.ctx, product.id)).variants[0]?.stock).toBe(14)
})

test('a cart whose sizes come in any order takes them in the order in which the owner does, who saves them', async () => {
  const product = await aProduct(postgres.ctx, { variants: [{ stock: 9 }, { stock: 9 }] })
  const ids = product.variants.map(({ id }) => id).sort()
  const user = (await aUser(postgres.ctx)).id
  const begunAnew: unknown[] = []
  const log = Object.assign(Object.create(postgres.deps.log), { warn: (what: unknown) => begunAnew.push(what) })
  let buying: Promise<string> | undefined
  await postgres.handle.db.transaction(async (tx) => {
    const lock = (id = '') => tx.execute(sql`select from variants where id = ${id} for update`)
    await lock(ids[0])
    buying = pay(user, '198.51.100.1', backwards(product), postgres.deps.config, log)
    await expect.poll(waitingForLocks, { timeout: 30_000 }).toBe(1)
    // A shopper who held the second size and waited for the first would now wait for ever.
    await lock(ids[1])
  })
  expect([await buying, begunAnew]).toEqual(['SUCCESS', []])
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await postgres.ctx.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.n ?? -1
}

test('a size that is deleted while it is bought is off sale, and nothing breaks', async () => {
  const said: string[] = []
  for (let round = 0; round < 20; round++) {
    const product = await aProduct(postgres.ctx, { variants: [{ stock: 5 }, { stock: 5 }] })
    const user = (await aUser(postgres.ctx)).id
    const [kept] = product.variants
    if (!kept) throw new Error('no size')
    const { images: _, ...row } = kept
    const rest = { variants: [{ ...row, stockSeen: 5 }] }
    const body = aPayment(product, { variant: 1 })
    const [state] = await Promise.all([
      pay(user, '198.51.100.1', body, { ...postgres.deps.config, rateLimitScale: 1000 }),
      changeProduct(postgres.ctx, product.id, rest),
    ])
    said.push(state)
  }
  for (const state of said) expect(['SUCCESS', 'OUT_OF_STOCK', 'INVALID']).toContain(state)
})

test('a transaction that the database ended for another one is begun anew, a few times and no more', async () => {
  const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const failing = (times: number) => {
    let tries = 0
    return async () => {
      if (tries++ < times) throw new Error('query failed', { cause: deadlock() })
      return tries
    }
  }
  expect(await inRetriedTransaction(postgres.ctx, failing(2))).toBe(3)
  await expect(inRetriedTransaction(postgres.ctx, failing(3))).rejects.toThrow('query failed')
})
