import { sql } from 'drizzle-orm'
import { changeProduct } from '#shop/catalog/edits/product-edits.ts'
import type { Product } from '#shop/catalog/products.ts'
import { aUser, signIn } from '#test/factories.ts'
import { freePort } from '#test/postgres.ts'
import { type RunningShop, startShop, temporaryFolder } from '#test/process.ts'
import { openOwnPostgres } from '../postgres.ts'
import { prepare, secret } from '../prepared.ts'

export type Say = (line: string) => void
export type Shops = Awaited<ReturnType<typeof openShops>>

/** The shop's own name, as an owner has it. */
export const host = 'dukkan.example'

/** Two processes of one shop, with limits as an owner has them, for a web server to stand before. */
export async function openShops() {
  const postgres = await openOwnPostgres()
  const folder = temporaryFolder()
  const common = {
    DATABASE_URL: postgres.url,
    AUTH_SECRET: secret,
    TRUST_PROXY: '1',
    EDGE_SECONDS: '1',
    DATA_DIR: folder.path,
  }
  const named = { ...common, PUBLIC_URL: `https://${host}` }
  const goods = await prepare(named, { products: 6 })
  const ports = [String(await freePort()), String(await freePort())]
  const start = (n: number) => startShop({ ...named, PORT: ports[n] ?? '' })
  const both: [RunningShop, RunningShop] = [await start(0), await start(1)]
  const extra: RunningShop[] = []
  return {
    ...goods,
    both,
    urls: both.map(({ url }) => url),
    /** The second one, as by a crash. */
    kill: () => both[1].kill(),
    async startAgain() {
      both[1] = await start(1)
    },
    /** One that nobody has given a name yet. */
    async startNameless() {
      const shop = await startShop({ ...common, DNS_SERVERS: '127.0.0.1:9' })
      extra.push(shop)
      return shop
    },
    aBuyer: async () => signIn(goods.ctx, await aUser(goods.ctx)),
    /** Changed by neither of the two: they hear of it from the database. */
    setPrice: ({ id, variants }: Product, priceKurus: number) =>
      changeProduct(goods.ctx, id, {
        variants: variants.map(({ images: _, ...variant }) => ({ ...variant, priceKurus })),
      }),
    async count(table: string): Promise<number> {
      const { rows } = await goods.ctx.db.execute<{ n: number }>(sql.raw(`select count(*)::int as n from ${table}`))
      return rows[0]?.n ?? 0
    },
    async close() {
      for (const shop of [...both, ...extra]) await shop.kill()
      await goods.handle.close()
      await postgres.close()
      folder.remove()
    },
  }
}

export async function until(holds: () => boolean | Promise<boolean>, seconds = 30): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise((go) => setTimeout(go, 20)))
    if (await holds()) return true
  return false
}
