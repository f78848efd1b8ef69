import { type PGlite, type QueryOptions, type Transaction, types } from '@electric-sql/pglite'
import type { PGliteLike } from 'pg-boss'
import { type QueryWatch, watchQueries } from './watch.ts'

const asText = (value: string) => value

/** Drizzle reads times itself, in lists too: numeric[], timestamp[], timestamptz[], interval[], date[]. */
const textTypes = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182]

/**
 * Readies an embedded database for Drizzle and for the job queue. Drizzle names its parsers of times with each query, and
 * PGlite then copies its table of all types, several hundred, for each: a seventh of the time of all tests. So they are the
 * database's own, and the queue, which wants dates, names its parsers.
 */
export function prepareTypes(pglite: PGlite): void {
  for (const type of textTypes) pglite.parsers[type] = asText
}

const asDate = (value: string) => new Date(value)
const dates = { [types.TIMESTAMP]: asDate, [types.TIMESTAMPTZ]: asDate, [types.DATE]: asDate }

/** What the job queue talks to. */
export function forJobs(pglite: PGlite): PGliteLike {
  return {
    query: (text, values) => pglite.query(text, values, { parsers: dates }),
    exec: (text) => pglite.exec(text, { parsers: dates }),
    listen: (channel, onPayload) => pglite.listen(channel, onPayload),
  }
}

type Query = PGlite['query']

function withoutParsers(query: Query): Query {
  return (text, values, options: QueryOptions = {}) => query(text, values, { ...options, parsers: undefined })
}

/** For Drizzle: queries watched, those inside transactions too. */
export function forDrizzle(pglite: PGlite, watch: QueryWatch): PGlite {
  const client: PGlite = Object.create(pglite, {
    query: { value: withoutParsers(pglite.query.bind(pglite)), writable: true },
    transaction: {
      value: <T>(work: (tx: Transaction) => Promise<T>) =>
        pglite.transaction((tx) => work(watchQueries(Object.assign(tx, { query: withoutParsers(tx.query) }), watch))),
    },
  })
  return watchQueries(client, watch)
}
