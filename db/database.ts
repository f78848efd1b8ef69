import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The one type of database that the shop sees; PGlite and PostgreSQL behind it. */
export type Db = PgDatabase<BothDrivers, Record<string, never>>

/** The part of an answer that both drivers give. Drizzle passes the row's type as `this['row']`, which needs an interface. */
interface BothDrivers extends PgQueryResultHKT {
  type: Answer<this['row']>
}
type Answer<T> = { rows: T[] }
