import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from './database.ts'
import { type QueryWatch, watchQueries } from './watch.ts'

/** Milliseconds until a replica that failed is tried again. */
const leftAlone = 5000
/** Milliseconds that a query may take; the primary answers then. */
const timeout = 5000

/** Queries are short and concurrent: starting a parallel worker for one costs more time than it saves. */
export const forShortAnswers = '-c max_parallel_workers_per_gather=0'

type Primary = { db: Db; pool: pg.Pool; watch: QueryWatch }

/**
 * A streaming replica of the primary, for public answers. It lags: it is used only while it holds every change that this
 * process knows of, and the primary otherwise. A query that fails on it is repeated on the primary.
 */
export class Replica {
  private readonly primary: Primary
  private readonly pool: pg.Pool
  private readonly reading: Db
  private readonly onUnavailable: (error: unknown) => void
  /** The primary's log position after the last known change; undefined until the first read after it. */
  private position: Promise<string> | undefined
  private failed = false
  private askAgainAt = 0

  constructor(url: string, primary: Primary, most: number, onUnavailable: (error: unknown) => void) {
    this.primary = primary
    this.onUnavailable = onUnavailable
    this.pool = new pg.Pool({
      connectionString: url,
      max: most,
      connectionTimeoutMillis: 1000,
      query_timeout: timeout,
      application_name: 'butik-replica',
      options: forShortAnswers,
    })
    this.pool.on('error', () => {})
    this.pool.on('connect', (client) => client.on('error', () => {}))
    // The pool in every respect but its queries, which fall back to the primary.
    const client: pg.Pool = Object.create(this.pool, {
      query: {
        value: (config: pg.QueryConfig, values: unknown[]) => this.readSafely(config, values),
        writable: true,
      },
    })
    const reading: Db = drizzle({ client: watchQueries(client, primary.watch) })
    // A transaction stays on one connection, and may write.
    this.reading = Object.assign(reading, { transaction: primary.db.transaction.bind(primary.db) })
  }

  /** Whether it copies this very database, as far as both answer; an unavailable replica may come later. */
  async isOfPrimary(): Promise<boolean> {
    const identity = 'select current_database() || (select system_identifier from pg_control_system()) as id'
    const ask = (pool: pg.Pool) => pool.query<{ id: string }>(identity).then(({ rows }) => rows[0]?.id)
    const theirs = await ask(this.pool).catch((error: unknown) => this.leaveAlone(error))
    const ours = await ask(this.primary.pool).catch(() => undefined)
    return !ours || !theirs || ours === theirs
  }

  /** Notes that something changed, here or in another process, so that reads wait for a newer position. */
  noteChange(): void {
    this.position = undefined
  }

  /** Returns the database for one public answer. */
  async forReading(): Promise<Db> {
    if (this.failed) {
      if (Date.now() < this.askAgainAt) return this.primary.db
      // One request finds out whether it is back; the others do not wait for that.
      this.askAgainAt = Date.now() + leftAlone
    }
    try {
      return (await this.holds(await this.findPosition())) ? this.reading : this.primary.db
    } catch {
      return this.primary.db
    }
  }

  close(): Promise<void> {
    return this.pool.end()
  }

  /** Read after the change was committed, so the position is at or after the change's own in the primary's log. */
  private findPosition(): Promise<string> {
    if (this.position) return this.position
    const asked = this.primary.pool
      .query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position')
      .then(({ rows }) => rows[0]?.position ?? '')
    this.position = asked
    asked.catch(() => {
      if (this.position === asked) this.position = undefined
    })
    return asked
  }

  /** Checked for each answer: a replica that restarts may fall behind the position it held before. */
  private async holds(position: string): Promise<boolean> {
    const text = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as holds'
    const config: pg.QueryConfig & { query_timeout: number } = { text, values: [position], query_timeout: 1000 }
    const result = await this.pool.query<{ holds: boolean | null }>(config).catch((error: unknown) => {
      this.leaveAlone(error)
      throw error
    })
    this.failed = false
    return result.rows[0]?.holds === true
  }

  private async readSafely(config: pg.QueryConfig, values: unknown[]) {
    try {
      return await this.pool.query(config, values)
    } catch (error) {
      this.leaveAlone(error)
      return this.primary.pool.query(config, values)
    }
  }

  private leaveAlone(error: unknown): undefined {
    if (!this.failed) this.onUnavailable(error)
    this.failed = true
    this.askAgainAt = Date.now() + leftAlone
  }
}
