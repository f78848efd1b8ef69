import { expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { newId } from '#shop/ctx.ts'
import { auditBooks, stockByVariant } from '#test/books.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { copiedDatabase } from '#test/postgres.ts'
import { clientOf, nothingOpen, startShop, temporaryFolder } from '#test/process.ts'
import { letTimePass } from '#test/waiting/payments.ts'

test('kill -9 before the difference of a cheaper order is asked of the bank: order, money and stock agree once the shop is back', async () => {
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
  const product = await aProduct(ctx, { variants: [{ stock: 50, priceKurus: 10_000 }] })
  const token = await signIn(ctx, await aUser(ctx))
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const initialStock = await stockByVariant(handle.db)
  const dying = await startShop({ ...settings, NODE_ENV: 'test', FAULT_AT: 'refund-written' })
  const call = clientOf(dying.url)
  const { body: bought } = await call('POST', '/payments/create', { token, body: aPayment(product, { quantity: 3 }) })
  const path = `/admin/orders/${bought.data.orderId}`
  const read = await call('GET', path, { token: admin })
  const items = [{ itemId: read.body.data.items[0].id, quantity: 1 }]
  await call('PUT', path, { token: admin, body: { items } }).catch(() => undefined)
  await expect.poll(() => dying.ended(), { timeout: 40_000 }).toBe(true)
  await letTimePass(handle.db)
  const shop = await startShop(settings)
  await nothingOpen(shop)
  const { body } = await clientOf(shop.url)('GET', '/admin/orders', { token: admin })
  expect(await shop.stop()).toBe(0)
  try {
    expect(body.data.map(({ totalAmount }: { totalAmount: number }) => totalAmount)).toEqual([100])
    expect(await auditBooks(handle.db, initialStock)).toEqual([])
  } finally {
    await handle.close()
    await database.drop()
    folder.remove()
  }
})
