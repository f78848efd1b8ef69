import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

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
const waitingPictures = new Gauge({
  name: 'butik_pictures_without_avif',
  help: 'Pictures whose AVIF files are still to be made',
  registers: [registry],
})

export function requestTimer(method: string, status: number, milliseconds: number): void {
  requests.observe({ method, status: String(status) }, milliseconds / 1000)
}

export function countFromMemory(): void {
  memory.inc()
}

const openPayments = new Gauge({
  name: 'butik_payments_open',
  help: 'Payment attempts and refunds whose outcome is not settled yet',
  registers: [registry],
})

const declinedPayments = new Gauge({
  name: 'butik_payments_declined_share',
  help: 'Share of the last minutes’ payments that banks declined; 0 while there are too few to tell',
  registers: [registry],
})

type Counts = {
  picturesWithoutAvif(): Promise<number>
  openPayments(): Promise<number>
  declinedShare(): Promise<number | undefined>
}

/** Tells /metrics how to count what is counted only when asked. */
export function watchCounts(counts: Counts): void {
  Object.assign(declinedPayments, { collect: async () => declinedPayments.set((await counts.declinedShare()) ?? 0) })
  Object.assign(waitingPictures, { collect: async () => waitingPictures.set(await counts.picturesWithoutAvif()) })
  Object.assign(openPayments, { collect: async () => openPayments.set(await counts.openPayments()) })
}

/** The metrics in Prometheus' text format. */
export async function metricsText(): Promise<{ text: string; contentType: string }> {
  return { text: await registry.metrics(), contentType: registry.contentType }
}
