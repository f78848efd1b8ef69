import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import pino from 'pino'
import type { Db } from '#db/database.ts'
import { openDatabase } from '#db/open.ts'
import { type Env, readEnv } from '#env'
import { openSession, type Tokens } from '#shop/accounts/sessions/sessions.ts'
import type { Ctx, Deps } from '#shop/ctx.ts'
import { aUser } from '#test/factories.ts'
import { startPostgres } from '#test/postgres.ts'
import { buildIfStale } from '../scripts/build.ts'
import { postgresMs } from './processes.ts'
import { fillLarge } from './seed-large.ts'

export type Engine = 'postgres' | 'pglite'
export type Size = { products: number; orders: number }

const folder = resolve('node_modules/.cache/butik/scale')

/** The built shop in this process, so that what it keeps in memory can be dropped between two measurements. */
export type OpenedShop = {
  db: Db
  ctx: Ctx
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Clears the response cache: the next response is rendered. */
  forget(): void
  signIn(role: 'USER' | 'ADMIN'): Promise<string>
  /** The same with what renews the token, which lasts a quarter of an hour. */
  openSession(role: 'USER' | 'ADMIN'): Promise<Tokens>
  /** Processor time of this process and of the database's so far. */
  processorMs(): Promise<number>
  close(): Promise<void>
}

/** Databases of one engine, each size in one of its own that stays for the next run. */
type OpenedEngine = {
  /** Numbers of a shop that is a copy of the demo boutique, or already as large as it was filled. */
  settings(size: Size): Promise<Env>
  stop(): Promise<void>
}

export async function openEngine(engine: Engine): Promise<OpenedEngine> {
  mkdirSync(folder, { recursive: true })
  return engine === 'pglite' ? openFolders() : openServer()
}

const demoName = 'butik_demo'

async function openServer(): Promise<OpenedEngine> {
  // As much memory as a small machine gives its database.
  const flags = ['shared_buffers=512MB', 'max_wal_size=4GB', 'random_page_cost=1.1'].flatMap((one) => ['-c', one])
  const postgres = await startPostgres(join(folder, 'postgres'), { flags })
  const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const create = async (name: string, template: string) => {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name} template ${template}`)
    await client.end()
  }
  try {
    await create(demoName, `template0 encoding 'UTF8' locale 'C.UTF-8'`)
    await makeDemo(envOf(join(folder, 'data'), urlOf(demoName)))
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return {
    async settings({ products }) {
      await create(`butik_${products}`, demoName)
      return envOf(join(folder, 'data'), urlOf(`butik_${products}`))
    },
    stop: postgres.stop,
  }
}

async function openFolders(): Promise<OpenedEngine> {
  const demo = join(folder, 'pglite-demo')
  await makeDemo(envOf(demo))
  return {
    async settings({ products }) {
      const own = join(folder, `pglite-${products}`)
      if (!existsSync(own)) cpSync(demo, own, { recursive: true })
      return envOf(own)
    },
    stop: async () => {},
  }
}

/** The shop makes its own beginning: schema, categories, pictures. */
async function makeDemo(env: Env): Promise<void> {
  await (await openBuilt(env)).close()
  const { db, close } = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })
  // Encoding pictures would take the machine for minutes; it is not what is measured.
  await db.execute(sql`update images set avif_at = created_at where avif_at is null`)
  await close()
}

function envOf(dataDir: string, databaseUrl?: string): Env {
  mkdirSync(dataDir, { recursive: true })
  return readEnv(variablesOf(dataDir, databaseUrl))
}

/** The settings of a measured shop, as its process reads them. */
export function variablesOf(dataDir: string, databaseUrl: string | undefined): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    AUTH_SECRET: 'a secret for measuring, long enough to sign',
    // A buyer's network is what the request says.
    TRUST_PROXY: '1',
    ADMIN_EMAIL: 'sahip@bench.example',
    ADMIN_PASSWORD: 'uzun-bir-parola',
    RATE_LIMIT_SCALE: '1000000',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
}

/** Opens the shop of these settings, first filled up to the size; gives how many seconds that took. */
export async function openFilled(env: Env, size: Size): Promise<{ shop: OpenedShop; seconds: number }> {
  const started = performance.now()
  // A database of an earlier run may lack migrations.
  await (await openBuilt(env)).close()
  const { db, close } = await openDatabase({ url: env.databaseUrl, dataDir: env.dataDir })

  await fillLarge(db, size).finally(close)
  return { shop: await openBuilt(env), seconds: (performance.now() - started) / 1000 }
}

type ServerModule = typeof import('../server/app.ts')

async function openBuilt(env: Env): Promise<OpenedShop> {
  process.env.NODE_ENV = 'production'
  const build = await buildIfStale()
  const module: ServerModule = await import(pathToFileURL(`${build}/server/index.js`).href)
  const shop = await module.openShop(env, pino({ level: 'silent' }), () => {})
  const app = module.createApp(shop.deps, { clientDir: `${build}/client` })
  shop.onCatalogChange((change) => app.cache.invalidate(change))
  const deps: Deps = shop.deps
  const ctx: Ctx = { ...deps, actor: { kind: 'system' }, requestId: 'bench' }
  let users = 0
  const signIn = async (role: 'USER' | 'ADMIN') => {
    const user = await aUser(ctx, { role, email: `olcum-${Date.now()}-${++users}@bench.example` })
    return openSession(ctx, user, 'bench')
  }
  return {
    db: deps.db,
    ctx,
    fetch: async (path, init) => app.fetch(new Request(`http://shop.bench${path}`, init)),
    forget: () => app.cache.invalidate('everything'),
    signIn: async (role) => (await signIn(role)).accessToken,
    openSession: signIn,
    async processorMs() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000 + (env.databaseUrl ? postgresMs(await connectionOf(deps.db)) : 0)
    },
    close: shop.close,
  }
}

/** The process that PostgreSQL has for a connection. */
async function connectionOf(db: Db): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return rows[0]?.pid ?? 0
}
