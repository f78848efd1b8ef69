import pg from 'pg'

type Trips = { statements: string[]; trips: number }

/** Collects while `countTrips` runs. */
let counted: Trips | undefined

const underWay = new WeakMap<pg.Client, number>()

// Connections keep the method that they find when they open, so it is replaced before any does.
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (
  this: pg.Client & { connectionParameters: pg.ClientConfig },
  ...given: unknown[]
) {
  const [first] = given
  const text = typeof first === 'string' ? first : String((first as pg.QueryConfig).text)
  // Only the requests' connections count: others look for jobs, and whether the database is there.
  const isAsked =
    this.connectionParameters.application_name === 'butik' && !/^select (1$|pg_is_in_recovery\(\))/.test(text)
  if (!counted || !isAsked) return query.apply(this, given)
  counted.statements.push(text)
  const others = underWay.get(this) ?? 0
  if (others === 0) counted.trips++
  underWay.set(this, others + 1)
  const ended = () => underWay.set(this, (underWay.get(this) ?? 1) - 1)
  const callback = given.at(-1)
  if (typeof callback !== 'function') return (query.apply(this, given) as Promise<unknown>).finally(ended)
  const told = (...answer: unknown[]) => {
    ended()
    callback(...answer)
  }
  return query.apply(this, [...given.slice(0, -1), told])
} as typeof pg.Client.prototype.query

/**
 * The statements that the work sends to PostgreSQL, BEGIN and COMMIT too. `trips`: how often it waits for an answer; statements sent
 * while another of their connection is under way share its trip.
 */
export async function countTrips(work: () => Promise<unknown>): Promise<Trips> {
  const mine: Trips = { statements: [], trips: 0 }
  counted = mine
  try {
    await work()
  } finally {
    counted = undefined
  }
  return mine
}
