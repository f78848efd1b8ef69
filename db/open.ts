import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import type { Db } from './database.ts'
import { forDrizzle, forJobs, prepareTypes } from './embedded.ts'
import { rememberFileSizes } from './file-sizes.ts'
import { makeFolders } from './folders.ts'
import { hostsOf } from './hosts.ts'
import { openJobConnections } from './jobs.ts'
import { type DatabaseNews, Lifeline } from './lifeline.ts'
import { Listener } from './listener.ts'
import { makeNewFolder } from './new-folder.ts'
import { parseOnce, textNames } from './parsed-once.ts'
import { forShortAnswers, Replica } from './replica.ts'
import { nameStatements, StatementNames } from './statements.ts'
import { tendEmbedded } from './upkeep.ts'
import { type QueryWatch, watchQueries } from './watch.ts'

export type DatabaseHandle = {
  db: Db
  /** Sets what runs around each query of `db` and of the replica. */
  watch: QueryWatch
  /** Calls `onPayload` for each NOTIFY on the channel, and `onGap` when some may have been missed and the database answers. */
  listen(channel: string, onPayload: (payload: string) => void, onGap: () => void): Promise<void>
  /** Runs the work while no other process runs any of this name; a process that dies in it releases the lock. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Options with which the job queue connects to the same database. */
  jobOptions: ConstructorOptions
  /** Embedded only: statistics and dead rows, which a server sees to by itself; large tables only when `quiet`. */
  tend?(quiet: boolean): Promise<unknown>
  /** State of the connection pool; the embedded database has none. */
  connections?(): { busy: number; idle: number; waiting: number }
  /** For public answers, when one is configured. */
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
  /** Called when the replica failed; it is tried again later. */
  onReplicaUnavailable?: (error: unknown) => void
  /** Called when PostgreSQL stops answering, when it answers again, and when another server is the primary. */
  onNews?: (news: DatabaseNews) => void
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
export function pgliteHandle(
  pglite: PGlite,
  { names = new StatementNames(textNames), turns = true } = {},
): DatabaseHandle {
  const watch: QueryWatch = {}
  prepareTypes(pglite)
  parseOnce(pglite, names)
  return {
    db: drizzlePglite({ client: forDrizzle(pglite, watch, turns) }),
    watch,
    async listen(channel, onPayload, onGap) {
      await pglite.listen(channel, onPayload)
      onGap()
    },
    // There is only one process on its folder.
    exclusively: (_, work) => work(),
    jobOptions: { db: fromPglite(forJobs(pglite)), backend: 'pglite' },
    tend: (quiet) => tendEmbedded(pglite, quiet),
    close: () => pglite.close(),
  }
}

// Its files are in the operating system's memory anyway: the usual 128 MB of buffers would hold them twice.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'timezone=UTC']

async function openFolder(folder: string): Promise<PGlite> {
  try {
    await makeNewFolder(folder)
    const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm }, startParams })
    rememberFileSizes(pglite)
    // On flash disks random reads cost little more than sequential ones.
    await pglite.exec('set random_page_cost = 1.1')
    return pglite
  } catch (error) {
    throw new DatabaseError(`cannot open the embedded database in ${folder}: ${reason(error)}`, { cause: error })
  }
}

/**
 * PGlite does not notice a second process on its folder, and both would corrupt it. SQLite's exclusive lock is an operating
 * system lock: it ends with the process, however that dies.
 */
function lockFolder(dataDir: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    // The folder holds customers' data: no access for others.
    makeFolders(dataDir)
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
  const { connections = 10, onNews = () => {} } = options
  const lifeline = new Lifeline(url, onNews)
  await lifeline.find().catch(async (error: unknown) => {
    await lifeline.close()
    throw unreachable(url, error)
  })
  const [{ url: connectionString }] = hostsOf(url)
  const connection = { connectionString, stream: lifeline.stream, connectionTimeoutMillis: 4000 }
  const watch: QueryWatch = {}
  const pool = openPool({ ...connection, max: connections }, watch)
  const db = withSafeTransactions(drizzleNode(pool), pool)
  const replica = await openReplica(options, { db, pool, watch }).catch(async (error: unknown) => {
    await Promise.all([lifeline.close(), pool.end()])
    throw error
  })
  lifeline.start()
  const jobs = openJobConnections(connection, () => answers(pool))
  const listener = new Listener(connection, () => answers(pool))
  return {
    db,
    watch,
    ...(replica ? { replica } : {}),
    listen: (channel, onPayload, onGap) => listener.listen({ channel, onPayload, onGap }),
    exclusively: (name, work) => withLock(connection, name, work),
    jobOptions: jobs.options,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await Promise.all([lifeline.close(), listener.close()])
      await replica?.close()
      await Promise.all([jobs.close(), pool.end()])
    },
  }
}

function openPool(config: pg.PoolConfig, watch: QueryWatch): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    // Queries that a transaction sends `together` go out at once.
    pipeline: true,
    application_name: 'butik',
    // A transaction whose client vanished must not keep its rows locked until TCP gives up.
    idle_in_transaction_session_timeout: 15_000,
    options: forShortAnswers,
  })
  // The pool replaces a broken connection; without these listeners its error would end the process.
  pool.on('error', () => {})
  const names = new StatementNames()
  pool.on('connect', (client) => {
    watchQueries(nameStatements(client, names, 'connection'), watch).on('error', () => {})
  })
  return watchQueries(nameStatements(pool, names, 'pool'), watch)
}

/** Drizzle itself never gives back a connection on which BEGIN fails, as it does behind a pooler whose server is gone. */
function withSafeTransactions(db: Db, pool: pg.Pool): Db {
  const transaction: Db['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const own: Db = drizzleNode(client)
      return await own.transaction(work, config)
    } finally {
      client.release()
    }
  }
  return Object.assign(db, { transaction })
}

function unreachable(url: string, cause: unknown): DatabaseError {
  const { pathname } = new URL(hostsOf(url)[0].url)
  const hosts = hostsOf(url).map((one) => new URL(one.url).host)
  return new DatabaseError(`cannot reach the database ${hosts.join(',')}${pathname} (DATABASE_URL): ${reason(cause)}`, {
    cause,
  })
}

function answers(pool: pg.Pool): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}

/** The lock belongs to the connection, so it ends with the process. */
async function withLock<T>(config: pg.ClientConfig, name: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    return await work()
  } finally {
    await client.end()
  }
}

async function openReplica(
  options: Options,
  primary: { db: Db; pool: pg.Pool; watch: QueryWatch },
): Promise<Replica | undefined> {
  const { replicaUrl, connections = 10, onReplicaUnavailable = () => {} } = options
  if (!replicaUrl) return undefined
  const replica = new Replica(replicaUrl, primary, connections, onReplicaUnavailable)
  if (await replica.isOfPrimary()) return replica
  await replica.close()
  throw new DatabaseError('DATABASE_REPLICA_URL names no streaming replica of the database of DATABASE_URL')
}

/** Describes the innermost cause. The embedded database's file system throws plain objects with an errno of its own. */
function reason(error: unknown): string {
  for (let e = error; e instanceof Error; e = e.cause)
    if (!e.cause) return e.message || ('code' in e ? String(e.code) : e.name)
  if (typeof error !== 'object' || error === null) return String(error)
  if ('errno' in error && error.errno === 51) return 'no space left on the disk'
  return 'message' in error && error.message ? String(error.message) : JSON.stringify(error)
}
