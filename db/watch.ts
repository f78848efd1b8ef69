/** Runs one query of the shop; the text has $1 where values stand. */
type AroundQuery = (text: string, query: () => Promise<unknown>) => Promise<unknown>

/** Holds what runs around each query of a database, if anything does. */
export type QueryWatch = { around?: AroundQuery | undefined }

type Queryable = { query(...args: never[]): unknown }

/** Lets the watch run around each query that this pool or connection returns a promise of. */
export function watchQueries<T extends Queryable>(client: T, watch: QueryWatch): T {
  const { query } = client
  client.query = (...args: never[]) => {
    const text = textOf(args)
    const run = async () => query.apply(client, args)
    return watch.around && text !== undefined ? watch.around(text, run) : query.apply(client, args)
  }
  return client
}

/** Undefined for a query with a callback: a pool runs its own on a connection so, and is watched itself. */
function textOf(args: readonly unknown[]): string | undefined {
  const [first] = args
  if (typeof args.at(-1) === 'function') return undefined
  if (typeof first === 'string') return first
  return typeof first === 'object' && first && 'text' in first ? String(first.text) : undefined
}
