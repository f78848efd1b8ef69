import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { test as base, vi } from 'vitest'
import { type DatabaseHandle, type Db, pgliteHandle } from '#db/open.ts'
import { type Env, readEnv } from '#env'
import { createApp } from '#server'
import type { CatalogChange } from '#shop/catalog/changes.ts'
import { type Actor, type Ctx, type Deps, newId } from '#shop/ctx.ts'
import type { JobName, JobQueue, Jobs } from '#shop/jobs/queue.ts'
import { openFiles } from '#shop/media/files.ts'
import { openPayments } from '#shop/payments/open.ts'
import { openTestDatabase } from './snapshot.ts'

/** A clock that stands still until a test moves it. */
export type TestClock = { now: Date; forward(milliseconds: number): void }
export type QueuedJob = { [N in JobName]: { name: N; data: Jobs[N] } }[JobName]

type Fixtures = {
  env: Env
  clock: TestClock
  /** Jobs added so far; nothing runs by itself. */
  queued: QueuedJob[]
  catalogChanges: CatalogChange[]
  deps: Deps
  /** As the shop itself; `as(actor)` for somebody else. */
  ctx: Ctx
  as: (actor: Actor) => Ctx
  /** The whole shop as one fetch; sees the same data as `ctx`. */
  app: { fetch(request: Request): Response | Promise<Response> }
  /** One call of the API. A body is sent as JSON. */
  api: (method: string, path: string, options?: { body?: unknown; token?: string; headers?: Record<string, string> }) => Promise<{
    status: number
    headers: Headers
    // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
    body: any
  }>
}

class Rollback extends Error {}

/** Vitest's test with a shop of its own: real database, everything it writes is undone. */
export const test = base.extend<Fixtures & { database: DatabaseHandle; console: undefined }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const pglite = await openTestDatabase()
      await use(pgliteHandle(pglite))
      await pglite.close()
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
      const jobs: JobQueue = {
        async add(_ctx, name, data) {
          queued.push({ name, data } as QueuedJob)
        },
      }
      const config = { ...env, authSecret: env.authSecret ?? '' }
      const log = pino({ level: 'silent' })
      await use({
        db,
        config,
        clock: () => clock.now,
        log,
        jobs,
        files: openFiles(env),
        payments: openPayments(config, { db, clock: () => clock.now }),
        onCatalogChange: (change) => catalogChanges.push(change),
      })
    })
  },
  as: async ({ deps }, use) => use((actor) => ({ ...deps, actor, requestId: newId() })),
  ctx: async ({ as }, use) => use(as({ kind: 'system' })),
  app: async ({ deps }, use) => use(createApp(deps)),
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
  // A test that makes the shop complain on the console has found a bug.
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
