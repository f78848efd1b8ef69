import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import type { Db } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { type DatabaseHandle, openDatabase } from '#db/open.ts'
import { type Env, readEnv } from '#env'
import { type Ctx, type Deps, newId } from '#shop/ctx.ts'
import { saveSetting } from '#shop/settings/settings.ts'
import { depsOn } from './deps.ts'
import { copiedDatabase } from './postgres.ts'
import { type RunningShop, startShop, temporaryFolder } from './process.ts'

type Opened = {
  /** Settings of a process of this shop. */
  settings: Record<string, string> & { DATABASE_URL: string; DATA_DIR: string }
  env: Env
  handle: DatabaseHandle
  deps: Deps
  ctx: Ctx
  /** Starts a process of this shop with a data folder of its own; it is stopped after the tests. */
  start(more?: Record<string, string>): Promise<RunningShop>
}

/**
 * A shop on a PostgreSQL database of its own, for the tests of one file: empty, migrated, with a ctx in this process and
 * as many other processes as `start` is called. It opens before the file's own beforeAll and closes after its afterAll.
 */
export function shopOnPostgres(more: Record<string, string> = {}): Readonly<Opened> {
  let opened: (Opened & { close(): Promise<void> }) | undefined
  beforeAll(async () => {
    opened = await open(more)
  }, 120_000)
  afterAll(() => opened?.close())
  const shop = () => {
    if (!opened) throw new Error('the shop is open only while tests and their hooks run')
    return opened
  }
  return {
    get settings() {
      return shop().settings
    },
    get env() {
      return shop().env
    },
    get handle() {
      return shop().handle
    },
    get deps() {
      return shop().deps
    },
    get ctx() {
      return shop().ctx
    },
    start: (more) => shop().start(more),
  }
}

/** Migrates the database; the demo, whose pictures take a minute of the processor, is not filled in at the first start. */
export async function withoutDemo(db: Db, env: Env): Promise<Deps> {
  await migrate(db)
  const deps = depsOn(db, env)
  await saveSetting({ ...deps, actor: { kind: 'system' }, requestId: newId() }, 'demo-seed', {
    finished: true,
    marked: true,
  })
  return deps
}

async function open(more: Record<string, string>): Promise<Opened & { close(): Promise<void> }> {
  const folder = temporaryFolder()
  const database = await copiedDatabase(inject('postgresUrl'), inject('migrated'))
  const settings = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    AUTH_SECRET: 'a secret for tests, long enough to sign',
    ...more,
  }
  const env = readEnv(settings)
  const handle = await openDatabase({ url: database.url, dataDir: folder.path })
  const deps = await withoutDemo(handle.db, env)
  const started: RunningShop[] = []
  return {
    settings,
    env,
    handle,
    deps,
    ctx: { ...deps, actor: { kind: 'system' }, requestId: newId() },
    async start(more = {}) {
      const DATA_DIR = join(folder.path, `process-${started.length}`)
      const shop = await startShop({ ...settings, DATA_DIR, ...more })
      started.push(shop)
      return shop
    },
    async close() {
      await Promise.all(started.map((shop) => shop.stop()))
      await handle.close()
      await database.drop()
      folder.remove()
    },
  }
}
