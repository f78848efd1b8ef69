import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from './open.ts'

/** How long a replica that failed is left alone before it is asked again. */
const leftAlone = 5000
/** How long anything read from it may take; the primary answers then. */
const patience = 5000

/** Answers are short and many at once: a helper process started for one of them costs more time than it saves. */
export const forShortAnswers = '-c max_parallel_workers_per_gather=0'

type Primary = { db: Db; pool: pg.Pool }

/**
 * A streaming replica of the primary, for what everybody may see. It lags: whoever reads gets it only when it holds
 * every change that this process has heard of, and the primary else. Whatever fails there is asked of the primary.
 */
export class Replica {
  private readonly primary: Primary
  private readonly pool: pg.Pool
  private readonly reading: Db
  private readonly onAway: (error: unknown) => void
  /** How far the primary had written when the last change was known; undefined until somebody reads after it. */
  private position: Promise<string> | undefined
  private failed = false
  private askAgainAt = 0

  constructor(url: string, primary: Primary, most: number, onAway: (error: unknown) => void) {
    this.primary = primary
    this.onAway = onAway
    this.pool = new pg.Pool({
      connectionString: url,
      max: most,
      connectionTimeoutMillis: 1000,
      query_timeout: patience,
      application_name: 'butik-replica',
      options: forShortAnswers,
    })
    this.pool.on('error', () => {})
    this.pool.on('connect', (client) => client.on('error', () => {}))
    const client = { query: (config: pg.QueryConfig, values: unknown[]) => this.readSafely(config, values) }
    const reading = drizzle({ client: client as unknown as pg.Pool }) as unknown as Db
    // A transaction stays on one connection, and may write.
    this.reading = Object.assign(reading, { transaction: primary.db.transaction.bind(primary.db) })
  }

  /** Whether it copies this very database, as far as both can be asked; one that is away may come later. */
  async isOfPrimary(): Promise<boolean> {
    const identity = 'select current_database() || (select system_identifier from pg_control_system()) as id'
    const ask = (pool: pg.Pool) => pool.query<{ id: string }>(identity).then(({ rows }) => rows[0]?.id)
    const theirs = await ask(this.pool).catch((error: unknown) => this.leaveAlone(error))
    const ours = await ask(this.primary.pool).catch(() => undefined)
    return !ours || !theirs || ours === theirs
  }

  /** What was read so far may be out of date: something changed, here or in another process. */
  noteChange(): void {
    this.position = undefined
  }

  /** The database to make one public answer from. */
  async forReading(): Promise<Db> {
    if (this.failed) {
      if (Date.now() < this.askAgainAt) return this.primary.db
      // One finds out whether it is back; the others need not wait for that.
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

  /** Asked after the change was committed, so it lies at or behind the change's own place in the primary's log. */
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

  /** Asked for each answer anew: a replica that restarts may fall behind what it held before. */
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
    if (!this.failed) this.onAway(error)
    this.failed = true
    this.askAgainAt = Date.now() + leftAlone
  }
}
