import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import { type DatabaseNews, Lifeline } from './lifeline.ts'
import { Listener } from './listener.ts'
import { forShortAnswers, Replica } from './replica.ts'

/** The one type of database that the shop sees; PGlite and PostgreSQL behind it. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

export type DatabaseHandle = {
  db: Db
  /** Calls `onPayload` for each NOTIFY on the channel and `onGap` when some may have been missed and the database is there. */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<void>
  /** Does the work while no other process does any of this name; the others wait, also for one that dies in it. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>
  /** How the job queue reaches the same database. */
  jobOptions: ConstructorOptions
  /** How the pool of connections stands; the embedded database has only one. */
  connections?(): { busy: number; idle: number; waiting: number }
  /** For what everybody may see, when there is one. */
  replica?: Replica
  close(): Promise<void>
}

/** The database cannot be opened: one line for the person who starts the shop. */
export class DatabaseError extends Error {}

type Options = {
  url: string | undefined
  dataDir: string
  /** Connections for requests, at most. */
  connections?: number
  replicaUrl?: string | undefined
  /** The replica failed; it is asked again later. */
  onReplicaAway?: (error: unknown) => void
  /** Told when a PostgreSQL that was there stops answering, and when it answers again. */
  tell?: (news: DatabaseNews) => void
}

/** Opens PostgreSQL when there is a URL, else the embedded database in `dataDir`. */
export function openDatabase(options: Options): Promise<DatabaseHandle> {
  return options.url ? openPostgres(options.url, options) : openPglite(options.dataDir)
}

async function openPglite(dataDir: string): Promise<DatabaseHandle> {
  const lock = lockFolder(dataDir)
  const pglite = await openFolder(join(dataDir, 'pglite')).catch((error: unknown) => {
    lock.close()
    throw error
  })
  return {
    ...pgliteHandle(pglite),
    async close() {
      await pglite.close()
      lock.close()
    },
  }
}

/** Makes a handle on a PGlite that the caller opened and will close. */
export function pgliteHandle(pglite: PGlite): DatabaseHandle {
  return {
    db: drizzlePglite(pglite) as unknown as Db,
    async listen(channel, onPayload, onGap) {
      await pglite.listen(channel, onPayload)
      onGap()
    },
    // There is only one process on its folder.
    exclusively: (_, work) => work(),
    jobOptions: { db: fromPglite(pglite), backend: 'pglite' },
    close: () => pglite.close(),
  }
}

async function openFolder(folder: string): Promise<PGlite> {
  try {
    const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } })
    // Its files are on the disks of today: reading here and there costs little more than reading on.
    await pglite.exec('set random_page_cost = 1.1')
    return pglite
  } catch (error) {
    throw new DatabaseError(`cannot open the embedded database in ${folder}: ${reason(error)}`, { cause: error })
  }
}

/**
 * PGlite does not notice a second process on its folder and both would corrupt it. SQLite's exclusive lock is the
 * operating system's own: held while the process lives, gone when it dies, however it dies.
 */
function lockFolder(dataDir: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    // It will hold what customers trusted the shop with.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    lock = new DatabaseSync(join(dataDir, 'lock.sqlite'))
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) {
      throw new DatabaseError(
        `another process of the shop already uses ${dataDir}; stop it first or set another DATA_DIR`,
      )
    }
    throw new DatabaseError(`cannot write to ${dataDir}: ${reason(error)}`, { cause: error })
  }
}

async function openPostgres(url: string, options: Options): Promise<DatabaseHandle> {
  const { connections = 10, tell = () => {} } = options
  const lifeline = new Lifeline(url, tell)
  const connection = { connectionString: url, stream: lifeline.stream, connectionTimeoutMillis: 4000 }
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    application_name: 'butik',
    // A transaction whose client was cut off unnoticed must not keep its rows locked until TCP gives up.
    idle_in_transaction_session_timeout: 15_000,
    options: forShortAnswers,
  })
  // A broken connection is replaced by the pool; without a listener it would end the process, whether idle or in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = drizzleNode(pool) as unknown as Db
  try {
    await db.execute(sql`select 1`)
  } catch (error) {
    await pool.end()
    const { host, pathname } = new URL(url)
    throw new DatabaseError(`cannot reach the database ${host}${pathname} (DATABASE_URL): ${reason(error)}`, {
      cause: error,
    })
  }
  const replica = await openReplica(options, { db, pool }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  lifeline.start()
  const isThere = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  const listeners: Listener[] = []
  return {
    db,
    ...(replica ? { replica } : {}),
    async listen(channel, onPayload, onGap) {
      const listener = new Listener(connection, { channel, onPayload, onGap }, isThere)
      listeners.push(listener)
      await listener.connect()
    },
    async exclusively(name, work) {
      // The lock is the connection's: it ends with the process.
      const client = new pg.Client(connection)
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select pg_advisory_lock(hashtext($1))', [name])
        return await work()
      } finally {
        await client.end()
      }
    },
    jobOptions: { ...connection, max: 3 },
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await Promise.all([lifeline.close(), ...listeners.map((listener) => listener.close())])
      await replica?.close()
      await pool.end()
    },
  }
}

async function openReplica(options: Options, primary: { db: Db; pool: pg.Pool }): Promise<Replica | undefined> {
  const { replicaUrl, connections = 10, onReplicaAway = () => {} } = options
  if (!replicaUrl) return undefined
  const replica = new Replica(replicaUrl, primary, connections, onReplicaAway)
  if (await replica.isOfPrimary()) return replica
  await replica.close()
  throw new DatabaseError('DATABASE_REPLICA_URL names no streaming replica of the database of DATABASE_URL')
}

/** The innermost cause in words. The embedded database's file system throws plain objects with an errno of its own. */
function reason(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause)
    if (!e.cause) return e.message || ('code' in e ? String(e.code) : e.name)
  if (typeof error !== 'object' || error === null) return String(error)
  if ('errno' in error && error.errno === 51) return 'no space left on the disk'
  return 'message' in error && error.message ? String(error.message) : JSON.stringify(error)
}
