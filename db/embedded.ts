import { setImmediate as nextTurn } from 'node:timers/promises'
import { type PGlite, type QueryOptions, type Transaction, types } from '@electric-sql/pglite'
import pg from 'pg'
import type { PGliteLike } from 'pg-boss'
import { byKeys, StatementNames, script } from './statements.ts'
import { type QueryWatch, watchQueries } from './watch.ts'

const asText = (value: string) => value

/** Drizzle reads times itself, in lists too: numeric[], timestamp[], timestamptz[], interval[], date[]. */
const textTypes = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182]

/**
 * Readies an embedded database for Drizzle and for the job queue. Drizzle names its parsers of times with each query, and
 * PGlite then copies its table of all types, several hundred, for each: a seventh of the time of all tests. Here the parsers are
 * the database's own instead, and the queue, which wants dates, names its parsers.
 */
export function prepareTypes(pglite: PGlite): void {
  for (const type of textTypes) pglite.parsers[type] = asText
}

const asDate = (value: string) => new Date(value)
const dates = { [types.TIMESTAMP]: asDate, [types.TIMESTAMPTZ]: asDate, [types.DATE]: asDate }

/** The embedded database as the job queue uses it. */
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

/** PGlite takes several statements in one text only by `exec`, PostgreSQL's simple query protocol. */
function withScripts({ query, exec }: Transaction): Query {
  const ask = withoutParsers(query)
  return async (text, values, options) =>
    text.startsWith(script) ? ((await exec(text)).at(-1) as never) : ask(text, values, options)
}

/** As it stands in a statement; undefined when it is none of the few kinds that keys and lists of them are. */
function literalOf(value: unknown): string | undefined {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return literalOf(`{${value.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`).join()}}`)
  }
  // The database takes no NUL, and would not read what comes after one.
  return typeof value === 'string' && !value.includes('\0') ? pg.escapeLiteral(value) : undefined
}

/**
 * Plans what finds its rows by their keys once, after it was asked for a few times: of a product's page planning was most of what the
 * database did. It is one process with one session, so that each plan is made and kept once.
 */
function planOnce(pglite: PGlite, query: Query): Query {
  const names = new StatementNames()
  const prepared = new Map<string, Promise<unknown>>()
  const prepare = (name: string, text: string) => {
    const made = pglite.exec(`prepare ${name} as ${text}`)
    prepared.set(name, made)
    made.catch(() => prepared.delete(name))
    return made
  }
  return async (text, values = [], options) => {
    const literals = text.endsWith(byKeys) ? values.map(literalOf) : [undefined]
    const name = literals.includes(undefined) ? undefined : names.nameOf(text, values)
    if (name === undefined) return query(text, values, options)
    await (prepared.get(name) ?? prepare(name, text))
    const list = literals.length > 0 ? `(${literals.join()})` : ''
    // One transaction: even after a failure the next query is planned in the usual way.
    const ask = `set local plan_cache_mode = force_generic_plan; execute ${name}${list}`
    const results = await pglite.exec(ask, { ...options, parsers: undefined })
    return results.at(-1) as never
  }
}

/** Milliseconds for which statements may keep all else from its turn. */
const longestTurn = 4

/**
 * Lets requests in between statements: the database runs in this thread, and what one statement leads to, another or the rendering of a
 * page, follows it without a turn of the event loop. A save would keep every answer from memory waiting until its end.
 */
function byTurns(query: Query): Query {
  let began: number | undefined
  return async (text, values, options) => {
    if (began === undefined) {
      began = performance.now()
      void nextTurn().then(() => {
        began = undefined
      })
    }
    const answer = await query(text, values, options)
    if (began !== undefined && performance.now() - began > longestTurn) await nextTurn()
    return answer as never
  }
}

/** For Drizzle: queries watched, those inside transactions too; `turns`: others have their turn between them. */
export function forDrizzle(pglite: PGlite, watch: QueryWatch, turns: boolean): PGlite {
  const paced = turns ? byTurns : (query: Query) => query
  const client: PGlite = Object.create(pglite, {
    query: { value: paced(planOnce(pglite, withoutParsers(pglite.query.bind(pglite)))), writable: true },
    transaction: {
      value: <T>(work: (tx: Transaction) => Promise<T>) =>
        pglite.transaction((tx) => work(watchQueries(Object.assign(tx, { query: paced(withScripts(tx)) }), watch))),
    },
  })
  return watchQueries(client, watch)
}
