import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, vi } from 'vitest'
import type { Db } from '#db/database.ts'
import { type DatabaseHandle, pgliteHandle } from '#db/open.ts'
import { textNames } from '#db/parsed-once.ts'
import { StatementNames } from '#db/statements.ts'
import { type Env, readEnv } from '#env'
import { createApp } from '#server'
import { type Actor, type Ctx, type Deps, newId } from '#shop/ctx.ts'
import type { CatalogChange } from '#shop/ports.ts'
import { checkDocumented } from './answers/check.ts'
import { depsOn, type QueuedJob } from './deps.ts'
import type { Json } from './process.ts'
import { openTestDatabase } from './snapshot.ts'

export type { QueuedJob }

/** A clock that stands still until a test moves it. */
export type TestClock = { now: Date; forward(milliseconds: number): void }

/** One call of the API; a body is sent as JSON. */
export type Api = (
  method: string,
  path: string,
  options?: { body?: unknown; token?: string; headers?: Record<string, string> },
) => Promise<{ status: number; headers: Headers; body: Json }>

type Fixtures = {
  env: Env
  clock: TestClock
  /** Jobs added so far; none runs by itself. */
  queued: QueuedJob[]
  catalogChanges: CatalogChange[]
  deps: Deps
  /** Acts as the shop itself; `as(actor)` acts for others. */
  ctx: Ctx
  as: (actor: Actor) => Ctx
  /** The whole shop as one fetch; sees the same data as `ctx`. */
  app: { fetch(request: Request): Response | Promise<Response> }
  api: Api
}

/** One for all files of a worker; by itself Vitest would make one more for each file that extends the test. It ends with the process. */
let shared: Promise<DatabaseHandle> | undefined

/** Thousands of tests ask the same texts: all are parsed once. */
const known = { ...textNames, uses: 1, most: 5000, counted: 20_000 }

const answering = new AsyncLocalStorage<true>()

/** The demo ends, a count of the shelves begins over, carts are no longer kept: what a request does to a whole table. */
const meantWhole = /^(delete from ("demo_rows"|stock_counts)|update "kept_carts")(?=\s|$)/

/** Fails a request that writes to all rows of a table: where one row stands alone, no test would see that a condition is missing. */
class CarefulNames extends StatementNames {
  override nameOf(text: string, values?: readonly unknown[]): string | undefined {
    const isWhole = /^\s*(update|delete from)\s/i.test(text) && !/\swhere\s/i.test(text) && !meantWhole.test(text)
    if (isWhole && answering.getStore()) throw new Error(`a request wrote to all rows: ${text}`)
    return super.nameOf(text, values)
  }
}

class Rollback extends Error {}

/** Vitest's test with a shop of its own: real database, everything it writes is undone. */
export const test = base.extend<Fixtures & { database: DatabaseHandle; console: undefined }>({
  database: [
    async ({}, use) => {
      // A test's callers share one transaction: with turns in it the statements of two would mix, as they never do in a shop.
      const options = { names: new CarefulNames(known), turns: false }
      shared ??= openTestDatabase().then((pglite) => pgliteHandle(pglite, options))
      await use(await shared)
    },
    { scope: 'worker' },
  ],
  env: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'butik-test-'))
    await use(readEnv({ DATA_DIR: dataDir, AUTH_SECRET: 'a secret for tests, long enough to sign' }))
    rmSync(dataDir, { recursive: true, force: true })
  },
  clock: async ({}, use) => {
    const clock: TestClock = {
      now: new Date('2026-11-20T09:00:00Z'),
      forward(milliseconds) {
        clock.now = new Date(clock.now.getTime() + milliseconds)
      },
    }
    await use(clock)
  },
  queued: async ({}, use) => use([]),
  catalogChanges: async ({}, use) => use([]),
  deps: async ({ database, env, clock, queued, catalogChanges }, use) => {
    await rolledBack(database.db, async (db) => {
      await use(depsOn(db, env, { clock: () => clock.now, queued, catalogChanges }))
    })
  },
  as: async ({ deps }, use) => use((actor) => ({ ...deps, actor, requestId: newId() })),
  ctx: async ({ as }, use) => use(as({ kind: 'system' })),
  app: async ({ deps }, use) => {
    const app = createApp(deps)
    const { onCatalogChange } = deps
    deps.onCatalogChange = (change, id) => {
      onCatalogChange(change, id)
      app.cache.invalidate(change)
    }
    const fetch = async (request: Request) => {
      const answer = await answering.run(true, async () => app.fetch(request))
      await checkDocumented(request, answer)
      return answer
    }
    await use({ ...app, fetch })
  },
  api: async ({ app }, use) => {
    await use(async (method, path, { body, token, headers } = {}) => {
      const response = await app.fetch(
        new Request(`http://shop.test/api/v1${path}`, {
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...headers,
          },
          body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
        }),
      )
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
    })
  },
  // A test fails when the shop complains on the console.
  console: [
    async ({}, use) => {
      const spy = vi.spyOn(console, 'error')
      await use(undefined)
      const complaints = spy.mock.calls.map((call) => call.join(' '))
      spy.mockRestore()
      if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.join('\n')}`)
    },
    { auto: true },
  ],
})

async function rolledBack(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  await db
    .transaction(async (tx) => {
      await work(tx)
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
}
