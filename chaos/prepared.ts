import sharp from 'sharp'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { readEnv } from '#env'
import type { Product } from '#shop/catalog/products.ts'
import { type Ctx, newId } from '#shop/ctx.ts'
import { stockByVariant } from '#test/books.ts'
import { depsOn } from '#test/deps.ts'
import { aCategory, aProduct, aUser, signIn } from '#test/factories.ts'

/** Goods and people in the database of a shop that does not run yet. The handle stays open: a way in beside the shop. */
export async function prepare(settings: Record<string, string>, given: { products?: number; people?: number } = {}) {
  const env = readEnv(settings)
  const handle = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  await migrate(handle.db)
  const ctx: Ctx = { ...depsOn(handle.db, env), actor: { kind: 'system' as const }, requestId: newId() }
  const categoryId = (await aCategory(ctx)).id
  const products: [Product, ...Product[]] = [await aProduct(ctx, { categoryId, variants: [{ stock: 5000 }] })]
  while (products.length < (given.products ?? 1))
    products.push(await aProduct(ctx, { categoryId, variants: [{ stock: 5000 }] }))
  const admin = await signIn(ctx, await aUser(ctx, { role: 'ADMIN' }))
  const tokens: [string, ...string[]] = [await signIn(ctx, await aUser(ctx))]
  while (tokens.length < (given.people ?? 1)) tokens.push(await signIn(ctx, await aUser(ctx)))
  return { ctx, handle, products, admin, tokens, initialStock: await stockByVariant(handle.db) }
}

export const secret = 'a secret for tests, long enough to sign'

/** Uploads a picture of one color as this admin. */
export async function uploadPicture(url: string, admin: string, color: string) {
  const form = new FormData()
  const bytes = await sharp({ create: { width: 320, height: 400, channels: 3, background: color } })
    .png()
    .toBuffer()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'elbise.png')
  const headers = { authorization: `Bearer ${admin}` }
  const response = await fetch(`${url}/api/v1/admin/images`, { method: 'POST', headers, body: form })
  return { status: response.status, retry: response.headers.get('retry-after'), body: await response.json() }
}
