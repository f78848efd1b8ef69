import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What this process measured of itself. */
const registry = new Registry()
collectDefaultMetrics({ register: registry })
/** What is counted in the database: the same, whichever process is asked. */
const ofTheShop = new Registry()

const requests = new Histogram({
  name: 'butik_request_seconds',
  help: 'Time to answer a request that was not sent straight from memory',
  labelNames: ['method', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  registers: [registry],
})
const memory = new Counter({
  name: 'butik_kept_answers_total',
  help: 'Requests answered straight from memory',
  registers: [registry],
})
const made = new Counter({
  name: 'butik_answers_made_total',
  help: 'Public answers made, for a request or in the background after a change of the catalogue',
  labelNames: ['for'],
  registers: [registry],
})
const waitingPictures = new Gauge({
  name: 'butik_pictures_without_avif',
  help: 'Pictures whose AVIF files are still to be made',
  registers: [ofTheShop],
})

export function requestTimer(method: string, status: number, milliseconds: number): void {
  requests.observe({ method, status: String(status) }, milliseconds / 1000)
}

export function countFromMemory(): void {
  memory.inc()
}

export function countMade(why: 'request' | 'change'): void {
  made.inc({ for: why })
}

const openPayments = new Gauge({
  name: 'butik_payments_open',
  help: 'Payment attempts and refunds whose outcome is not settled yet',
  registers: [ofTheShop],
})

const declinedPayments = new Gauge({
  name: 'butik_payments_declined_share',
  help: 'Share of the last minutes’ payments that banks declined; 0 while there are too few to tell',
  registers: [ofTheShop],
})

type Counts = {
  picturesWithoutAvif(): Promise<number>
  openPayments(): Promise<number>
  declinedShare(): Promise<number | undefined>
}

/** Tells /metrics how to count what is counted only when asked. */
export function watchCounts(counts: Counts): void {
  const watch = (gauge: Gauge, count: () => Promise<number>) =>
    // While the database is away nothing can be counted, and the other numbers are wanted all the more.
    Object.assign(gauge, {
      collect: async () => {
        gauge.set(await count().catch(() => Number.NaN))
      },
    })
  watch(declinedPayments, async () => (await counts.declinedShare()) ?? 0)
  watch(waitingPictures, counts.picturesWithoutAvif)
  watch(openPayments, counts.openPayments)
}

export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/**
 * Each of several workers marks its own figures: added up, a counter would fall when one of them is replaced, and
 * Prometheus would take that for a new beginning of all.
 */
export function nameWorker(place: number): void {
  registry.setDefaultLabels({ worker: String(place) })
}

export function ownFigures(): Promise<Figures> {
  return registry.getMetricsAsJSON()
}

/** The metrics in Prometheus' text format: this process's, those of other workers, and the shop's. */
export async function metricsText(others: Figures[] = []): Promise<{ text: string; contentType: string }> {
  const own = others.length === 0 ? registry : together([await ownFigures(), ...others])
  return { text: `${await own.metrics()}\n${await ofTheShop.metrics()}`, contentType: registry.contentType }
}

/** Their labels differ, so nothing is added up or left out. */
function together(all: Figures[]): Registry {
  return AggregatorRegistry.aggregate(all.map((figures) => figures.map((f) => ({ ...f, aggregator: 'sum' as const }))))
}
