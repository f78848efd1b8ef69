import pg from 'pg'

/** A plan's step that scans all of a big table, and its statement. */
type Scan = { table: string; step: string; statement: string }

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

type Query = typeof pg.Client.prototype.query

/** Names of big tables and indexes; of an index what it is sorted by first. */
export type Big = Map<string, string | null>

type Explained = { big: Big; statements: string[]; scans: Scan[]; indexes: Set<string> }

/** Collects while `explainAll` runs. */
let explained: Explained | undefined

// Connections keep the method that they find when they open, so it is replaced before any does.
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]): unknown {
  const { text, values } = read(given)
  if (!explained || !/^\s*(select|with|insert|update|delete)\b/i.test(text)) return query.apply(this, given)
  const { big, statements, scans, indexes } = explained
  statements.push(text)
  const asked = query.call(this, {
    text: `explain (format json, costs off) ${text}`,
    values,
  }) as Promise<pg.QueryResult>
  const noted = asked.then(({ rows }) => {
    for (const { Plan } of rows[0]['QUERY PLAN'] as { Plan: Node }[]) {
      scans.push(...scansOf(Plan, text, big, false))
      for (const each of indexesOf(Plan)) indexes.add(each)
    }
  })
  // The pool passes a callback; transactions expect a promise.
  if (given.some((one) => typeof one === 'function')) return void noted.then(() => query.apply(this, given))
  return noted.then(() => query.apply(this, given))
} as Query

/**
 * Explains every statement that the shop sends while `work` runs, just before it is sent, with the same values and on the
 * same connection. Returns the statements, the scans of a whole table or index of `big`, and how indexes are read.
 */
export async function explainAll(big: Big, work: () => Promise<unknown>) {
  const mine: Explained = { big, statements: [], scans: [], indexes: new Set() }
  explained = mine
  try {
    await work()
  } finally {
    explained = undefined
  }
  return { statements: mine.statements, scans: mine.scans, indexes: [...mine.indexes] }
}

function read([first, second]: unknown[]): { text: string; values: unknown[] } {
  const config = (typeof first === 'object' && first !== null ? first : {}) as { text?: string; values?: unknown[] }
  const values = Array.isArray(second) ? second : (config.values ?? [])
  return { text: typeof first === 'string' ? first : (config.text ?? ''), values }
}

/**
 * A scan of a whole index counts too, unless a limit ends it early; also one that is asked for nothing of what the index is sorted
 * by first, as it goes through all of it.
 */
function scansOf(node: Node, statement: string, big: Big, limited: boolean): Scan[] {
  const { 'Node Type': step, 'Relation Name': table = '', 'Index Name': index = '', Plans = [] } = node
  const first = big.get(index)
  const isNarrowed = first != null && node['Index Cond']?.includes(first)
  const wholeIndex = /^Index (Only )?Scan$/.test(step) && !isNarrowed && big.has(index) && !limited
  const found = (step === 'Seq Scan' && big.has(table)) || wholeIndex ? [{ table, step, statement }] : []
  // A sort reads everything below it, so a limit above it does not count.
  const inLimit = (limited || step === 'Limit') && !/Sort|Aggregate|Hash$|Materialize/.test(step)
  return [...found, ...Plans.flatMap((one) => scansOf(one, statement, big, inLimit))]
}

/** 'Index Only Scan on products_shuffled_index' for each index of the plan. */
function indexesOf(node: Node): string[] {
  const { 'Node Type': step, 'Index Name': index, Plans = [] } = node
  return [...(index ? [`${step} on ${index}`] : []), ...Plans.flatMap(indexesOf)]
}
