import pg from 'pg'

/** A step of the database that goes through all of a big table, and the statement that asks for it. */
export type Scan = { table: string; step: string; statement: string }

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

type Query = typeof pg.Client.prototype.query

/**
 * Has PostgreSQL explain every statement that the shop sends while `work` runs, just before it is sent, with the same
 * values and on the same connection; gives the statements, and where one reads all of a table or an index of `big`.
 */
export async function explainAll(big: Set<string>, work: () => Promise<unknown>) {
  const statements: string[] = []
  const scans: Scan[] = []
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const explained = function (this: pg.Client, ...given: unknown[]): unknown {
    const { text, values } = read(given)
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) return query.apply(this, given)
    statements.push(text)
    const asked = query.call(this, {
      text: `explain (format json, costs off) ${text}`,
      values,
    }) as Promise<pg.QueryResult>
    const noted = asked.then(({ rows }) => {
      for (const { Plan } of rows[0]['QUERY PLAN'] as { Plan: Node }[]) scans.push(...scansOf(Plan, text, big, false))
    })
    // The pool hands down a callback; transactions wait for a promise.
    if (given.some((one) => typeof one === 'function')) return void noted.then(() => query.apply(this, given))
    return noted.then(() => query.apply(this, given))
  }
  pg.Client.prototype.query = explained as Query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query as Query
  }
  return { statements, scans }
}

function read([first, second]: unknown[]): { text: string; values: unknown[] } {
  const config = (typeof first === 'object' && first !== null ? first : {}) as { text?: string; values?: unknown[] }
  const values = Array.isArray(second) ? second : (config.values ?? [])
  return { text: typeof first === 'string' ? first : (config.text ?? ''), values }
}

/** A whole index is a whole table too, unless a limit ends the reading early. */
function scansOf(node: Node, statement: string, big: Set<string>, limited: boolean): Scan[] {
  const { 'Node Type': step, 'Relation Name': table = '', 'Index Name': index = '', Plans = [] } = node
  const wholeIndex = /^Index (Only )?Scan$/.test(step) && node['Index Cond'] === undefined && big.has(index) && !limited
  const found = (step === 'Seq Scan' && big.has(table)) || wholeIndex ? [{ table, step, statement }] : []
  // Below a sort everything is read first.
  const inLimit = (limited || step === 'Limit') && !/Sort|Aggregate|Hash$|Materialize/.test(step)
  return [...found, ...Plans.flatMap((one) => scansOf(one, statement, big, inLimit))]
}
