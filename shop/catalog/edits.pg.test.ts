import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import { createApp } from '#server'
import { type Ctx, type Deps, newId } from '#shop/ctx.ts'
import { aPayment } from '#test/checkout.ts'
import { depsOn } from '#test/deps.ts'
import { aProduct, aUser, signIn } from '#test/factories.ts'
import { emptyDatabase } from '#test/postgres.ts'
import { temporaryFolder } from '#test/process.ts'
import { getAdminProduct } from './admin-products.ts'
import { changeProduct } from './product-edits.ts'

const folder = temporaryFolder()
let database: Awaited<ReturnType<typeof emptyDatabase>>
let handle: DatabaseHandle
let deps: Deps
let ctx: Ctx

beforeAll(async () => {
  database = await emptyDatabase(inject('postgresUrl'))
  handle = await openDatabase({ url: database.url, dataDir: folder.path })
  await migrate(handle.db)
  const env = readEnv({ DATA_DIR: folder.path, AUTH_SECRET: 'a secret for tests, long enough to sign' })
  deps = depsOn(handle.db, { ...env, rateLimitScale: 100_000 })
  ctx = { ...deps, actor: { kind: 'system' }, requestId: newId() }
}, 120_000)

afterAll(async () => {
  await handle?.close()
  await database?.drop()
  folder.remove()
})

test('of eight who save the same version at once one is heard, and the others are told', async () => {
  const { id } = await aProduct(ctx)
  const names = Array.from({ length: 8 }, (_, n) => `Elbise ${n}`)
  const saved = await Promise.allSettled(names.map((name) => changeProduct(ctx, id, { name, version: 1 })))
  const refused = saved.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array(7).fill('EDIT_CONFLICT'))
  expect((await getAdminProduct(ctx, id)).version).toBe(2)
})

test('of two products that take the same SKU or address at once one has it', async () => {
  const [first, second] = [await aProduct(ctx), await aProduct(ctx)]
  const rows = ({ variants }: typeof first) =>
    variants.map(({ images: _, ...variant }) => ({ ...variant, sku: 'AYNI', stockSeen: undefined }))
  for (const change of [(one: typeof first) => ({ variants: rows(one) }), () => ({ slug: 'ayni' })]) {
    const saved = await Promise.allSettled([first, second].map((one) => changeProduct(ctx, one.id, change(one))))
    const refused = saved.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toEqual(['CONFLICT'])
  }
})

test('sales and edits of the same sizes at once lose no unit and never wait for each other in a circle', async () => {
  const product = await aProduct(ctx, { variants: [{ stock: 100 }, { stock: 100 }] })
  const app = createApp(deps)
  const buyers = await Promise.all(Array.from({ length: 20 }, async () => signIn(ctx, await aUser(ctx))))
  const buy = async (token: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify(aPayment(product))
    const address = 'http://shop.test/api/v1/payments/create'
    return (await app.fetch(new Request(address, { method: 'POST', headers, body }))).status
  }
  // Each puts three more on the shelf than there were when she opened the form.
  const restock = () =>
    changeProduct(ctx, product.id, {
      variants: product.variants.map(({ images: _, ...variant }) => ({ ...variant, stock: 103, stockSeen: 100 })),
    })
  const [sales] = await Promise.all([Promise.all(buyers.map(buy)), Promise.all(Array.from({ length: 10 }, restock))])
  expect(sales).toEqual(Array(20).fill(200))
  const { variants } = await getAdminProduct(ctx, product.id)
  expect(variants.map(({ stock }) => stock)).toEqual([100 + 30 - 20, 130])
})
