import { expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { newId } from '#shop/ctx.ts'
import type { PaymentStep } from '#shop/ports.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment, goodCard, paymentWith } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { copiedDatabase } from '#test/postgres.ts'
import { clientOf, nothingOpen, type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { letTimePass } from '#test/waiting/payments.ts'

type Call = ReturnType<typeof clientOf>
type People = { token: string; admin: string; product: Parameters<typeof aPayment>[0]; wanted: string[] }

/** Buys a piece, has it delivered, and asks for the other one in its place. */
async function ask(call: Call, { token, admin, product, wanted }: People, which: 'dearer' | 'cheaper') {
  const { body } = await call('POST', '/payments/create', { token, body: aPayment(product) })
  const path = `/orders/${body.data.orderId}`
  await call('PUT', `/admin${path}/status`, { token: admin, body: { status: 'DELIVERED' } })
  const order = await call('GET', path, { token })
  const newVariantId = wanted[which === 'dearer' ? 0 : 1]
  const items = [{ itemId: order.body.data.items[0].id, quantity: 1, newVariantId }]
  return (await call('POST', `${path}/returns`, { token, body: { kind: 'EXCHANGE', items } })).body.data.id as string
}

async function pay(call: Call, { token }: People, id: string) {
  const { body } = await call('POST', `/returns/${id}/payment-link`, { token })
  const payment = { token: body.data.url.split('token=')[1], totalAmount: 50, paymentData: paymentWith(goodCard) }
  await call('POST', '/payment-links/payment', { body: payment })
}

async function complete(call: Call, { admin }: People, id: string) {
  await call('POST', `/admin/returns/${id}/approve`, { token: admin })
  await call('POST', `/admin/returns/${id}/receive`, { token: admin, body: { condition: 'AS_NEW' } })
  await call('POST', `/admin/returns/${id}/complete`, { token: admin, body: {} })
}

/** `end` is the work in which the shop dies, at each of `steps`; `which`, `isPaid` and `isDone` say how the exchange stood before. */
const ways: {
  what: string
  steps: PaymentStep[]
  which: 'dearer' | 'cheaper'
  isPaid?: true
  isDone?: true
  end: typeof complete
}[] = [
  {
    what: 'is completed',
    steps: ['return-completing', 'refund-written', 'refund-asked', 'refund-settling'],
    which: 'cheaper',
    end: complete,
  },
  { what: 'is paid', steps: ['attempt-written', 'provider-asked', 'settling', 'settled'], which: 'dearer', end: pay },
  {
    ...{
      what: 'is taken back',
      steps: ['refund-written', 'refund-asked', 'refund-settling'],
      which: 'dearer',
      isPaid: true,
    },
    end: async (call, { token }, id) => {
      await call('DELETE', `/returns/${id}`, { token })
    },
  },
  {
    ...{
      what: 'is completed and its order cancelled, over both payments',
      steps: ['refund-written', 'refund-asked', 'refund-settling'],
      which: 'dearer',
      isPaid: true,
      isDone: true,
    },
    end: async (call, { token }, id) => {
      const { body } = await call('GET', '/returns/my', { token })
      const { exchange } = body.data.find((one: { id: string }) => one.id === id)
      await call('POST', `/orders/${exchange.orderId}/cancellation`, { token })
    },
  },
]

for (const way of ways) {
  const title = `kill -9 at every step while an exchange ${way.what}: pieces, orders and money agree once the shop is back`
  test(title, () => dieAtEach(way), 300_000)
}

async function dieAtEach({ steps, which, isPaid, isDone, end }: (typeof ways)[number]): Promise<void> {
  const folder = temporaryFolder()
  const database = await copiedDatabase(inject('postgresUrl'), inject('migrated'))
  const settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a secret for tests, long enough to sign',
    RATE_LIMIT_SCALE: '100000',
  }
  const handle = await openDatabase({ url: database.url, dataDir: folder.path })
  await migrate(handle.db)
  const ctx = { ...depsOn(handle.db, readEnv(settings)), actor: { kind: 'system' as const }, requestId: newId() }
  const of = (priceKurus: number) => aProduct(ctx, { variants: [{ stock: 50, priceKurus }] })
  const [product, dearer, cheaper] = [await of(10_000), await of(15_000), await of(6_000)]
  const people: People = {
    token: await signIn(ctx, await aUser(ctx)),
    admin: await signIn(ctx, await aUser(ctx, { role: 'ADMIN' })),
    product,
    wanted: [dearer, cheaper].map(({ variants }) => variants[0]?.id ?? ''),
  }
  const initialStock = await stockByVariant(handle.db)
  const well: RunningShop = await startShop(settings)
  for (const step of steps) {
    const id = await ask(clientOf(well.url), people, which)
    if (isPaid) await pay(clientOf(well.url), people, id)
    if (isDone) await complete(clientOf(well.url), people, id)
    const dying = await startShop({ ...settings, NODE_ENV: 'test', FAULT_AT: step })
    await end(clientOf(dying.url), people, id).catch(() => undefined)
    await expect.poll(() => dying.ended(), { timeout: 40_000, message: step }).toBe(true)
  }
  await letTimePass(handle.db)
  await nothingOpen(well)
  expect(await well.stop()).toBe(0)
  try {
    expect(await auditBooks(handle.db, initialStock)).toEqual([])
  } finally {
    await handle.close()
    await database.drop()
    folder.remove()
  }
}
