import type pg from 'pg'

/** How often a text is asked before it gets a name: what is asked once is planned once anyway. */
const usesBefore = 10
/** Each connection keeps the plans of all of them. */
const mostNames = 100
const mostKnown = 500
/** A plan for any values takes a list for a short one, */
const longList = 50
/** and knows nothing of how many rows a condition on one finds: her own sizes among 100,000 products took a second by it. */
const asksOfList = /\b(any|all)\s*\(\s*\$|&&\s*\$|@>\s*\$/i

/** Ends a statement that finds its rows by their keys, or otherwise in a way that is good for all values, however large the shop. */
export const byKeys = ' /* by keys */'
/** Begins a text of several statements without values. */
export const script = '/* script */ '

const never = Number.NEGATIVE_INFINITY

/** Two servers of a pooler, or a reset, know other names than the connection does. */
const strangeNames = ['26000', '42P05']
/** The columns of an answer are others than when it was planned: a migration of another process. */
const otherColumns = '0A000'

/**
 * `uses` before a text gets a name, how many names are given at most, and how many texts are counted; `lists`: whether a text that
 * asks of a list may get one.
 */
type Bounds = { prefix?: string; uses?: number; most?: number; counted?: number; lists?: boolean }

/** The texts that are asked often, by which PostgreSQL parses and plans them once for a connection, not each time. One for a pool. */
export class StatementNames {
  private readonly known = new Map<string, { uses: number; name?: string }>()
  private readonly bounds: Required<Bounds>
  private given = 0
  private isOff = false

  constructor({
    prefix = 'shop_',
    uses = usesBefore,
    most = mostNames,
    counted = mostKnown,
    lists = true,
  }: Bounds = {}) {
    this.bounds = { prefix, uses, most, counted, lists }
  }

  nameOf(text: string, values: readonly unknown[] = []): string | undefined {
    if (this.isOff || values.some((value) => Array.isArray(value) && value.length > longList)) return undefined
    const one = this.known.get(text) ?? this.learn(text)
    one.uses++
    const { prefix, uses, most } = this.bounds
    if (!one.name && one.uses > uses && this.given < most) one.name = `${prefix}${++this.given}`
    return one.name
  }

  /** Stops using names after a failure of theirs, for this text or for all; true if it may be asked again without one. */
  note(text: string, error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (strangeNames.includes(code)) this.isOff = true
    else if (code === otherColumns) this.known.set(text, { uses: never })
    else return false
    return true
  }

  private learn(text: string) {
    if (this.known.size >= this.bounds.counted)
      for (const [text, { name }] of this.known) if (!name) this.known.delete(text)
    const isNamable =
      /^\s*(select|with|insert|update|delete)\b/i.test(text) &&
      ((this.bounds.lists && text.endsWith(byKeys)) || !asksOfList.test(text))
    const one: { uses: number; name?: string } = { uses: isNamable ? 0 : never }
    this.known.set(text, one)
    return one
  }
}

type Queryable = { query(...args: never[]): unknown }
type Query = (config: pg.QueryConfig, values?: unknown[]) => Promise<unknown>

/**
 * Sends a client's queries that return a promise by their names. A pool sends a query whose name is refused again without it; the
 * transaction of a connection is lost.
 */
export function nameStatements<T extends Queryable>(
  client: T,
  names: StatementNames,
  askedBy: 'pool' | 'connection',
): T {
  const query = client.query.bind(client) as Query
  client.query = (...args: never[]) => {
    const [config, values] = args as unknown as [pg.QueryConfig, unknown[]?]
    const isNamable =
      typeof config === 'object' &&
      typeof config.text === 'string' &&
      !('submit' in config) &&
      typeof args.at(-1) !== 'function'
    const name = isNamable ? names.nameOf(config.text, values) : undefined
    if (name === undefined) return query(...(args as unknown as Parameters<Query>))
    return query({ ...config, name }, values).catch((error: unknown) => {
      if (!names.note(config.text, error) || askedBy === 'connection') throw error
      return query(config, values)
    })
  }
  return client
}
