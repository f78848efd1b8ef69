import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this process. */
const registry = new Registry()
collectDefaultMetrics({ register: registry })
/** Metrics counted in the database: the same at every process. */
const ofTheShop = new Registry()

const requests = new Histogram({
  name: 'butik_request_seconds',
  help: 'Time to answer a request that was not sent straight from memory',
  labelNames: ['method', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  registers: [registry],
})
let fromMemory = 0
new Counter({
  name: 'butik_kept_answers_total',
  help: 'Requests answered straight from memory',
  registers: [registry],
  collect() {
    this.reset()
    this.inc(fromMemory)
  },
})
const made = new Counter({
  name: 'butik_answers_made_total',
  help: 'Public answers made, for a request or in the background after a change of the catalog',
  labelNames: ['for'],
  registers: [registry],
})

const refused = new Counter({
  name: 'butik_policy_reports_total',
  help: 'Parts of pages that browsers say the content security policy refused',
  labelNames: ['directive'],
  registers: [registry],
})

export function countRefusedByPolicy(directive: string): void {
  refused.inc({ directive })
}

export function requestTimer(method: string, status: number, milliseconds: number): void {
  requests.observe({ method, status: String(status) }, milliseconds / 1000)
}

export function countFromMemory(): void {
  fromMemory++
}

export function countRendering(why: 'request' | 'change'): void {
  made.inc({ for: why })
}

/** A value, or one for each set of labels. */
type Reading = number | { labels: Record<string, string>; value: number }[]

/** Shows a number that is looked up only when /metrics is asked. */
function watch(of: Registry, name: string, help: string, read: () => Reading | Promise<Reading>): void {
  // Tests open more than one shop in a process: the last one counts.
  of.removeSingleMetric(name)
  const labelNames = labelsOf[name] ?? []
  new Gauge({
    name,
    help,
    labelNames,
    registers: [of],
    async collect() {
      // When the database is down the process's own figures are wanted most.
      const reading = await (async () => read())().catch((): Reading => (labelNames.length > 0 ? [] : Number.NaN))
      this.reset()
      if (typeof reading === 'number') this.set(reading)
      else for (const { labels, value } of reading) this.set(labels, value)
    },
  })
}

const labelsOf: Record<string, string[]> = {
  butik_jobs: ['name', 'state'],
  butik_payments_day: ['status'],
  butik_database_connections: ['state'],
}

type Process = {
  /** Connections of the pool; the embedded database has none. */
  connections(): { busy: number; idle: number; waiting: number } | undefined
  isProviderAnswering(): boolean
  waitingInLine(): number
}

/** Tells /metrics what this process can say of itself. */
export function watchProcess(process: Process): void {
  watch(registry, 'butik_line_waiting', 'People in the line before the checkout', () => process.waitingInLine())
  watch(registry, 'butik_database_connections', 'Connections to PostgreSQL, and who waits for one', () =>
    Object.entries(process.connections() ?? {}).map(([state, value]) => ({ labels: { state }, value })),
  )
  watch(
    registry,
    'butik_provider_answering',
    '0 while the payment provider is left alone because it did not answer',
    () => (process.isProviderAnswering() ? 1 : 0),
  )
}

/** Tells /metrics how full the answers kept in memory are. */
export function watchCache(cache: { size: number; bytes: number }): void {
  watch(registry, 'butik_kept_answers', 'Answers kept in memory', () => cache.size)
  watch(registry, 'butik_kept_bytes', 'Memory that kept answers take', () => cache.bytes)
}

export type Counts = {
  picturesToDraw(): Promise<number>
  openPayments(): Promise<number>
  declinedShare(): Promise<number | undefined>
  payments(): Promise<{ status: string; count: number }[]>
  openDiscrepancies(): Promise<number>
  mails(): Promise<{ waiting: number; oldestSeconds: number }>
  jobs(): Promise<{ name: string; state: string; count: number }[]>
  lastBackupAt(): Promise<Date | undefined>
}

/** Tells /metrics how to count what is counted only when asked. */
export function watchCounts(counts: Counts): void {
  const gauge = (name: string, help: string, read: () => Promise<Reading>) => watch(ofTheShop, name, help, read)
  gauge('butik_pictures_to_draw', 'Pictures of which files are still to be drawn ahead', counts.picturesToDraw)
  gauge('butik_payments_open', 'Payment attempts and refunds whose outcome is not settled yet', counts.openPayments)
  gauge(
    'butik_payments_declined_share',
    'Share of the last minutes’ payments that banks declined; 0 while there are too few to tell',
    async () => (await counts.declinedShare()) ?? 0,
  )
  gauge('butik_payments_day', 'Payments of the last 24 hours by what became of them', async () =>
    (await counts.payments()).map(({ status, count }) => ({ labels: { status }, value: count })),
  )
  gauge(
    'butik_payment_findings_open',
    'Disagreements with the provider that nobody has settled',
    counts.openDiscrepancies,
  )
  gauge('butik_mails_waiting', 'Mails that are not sent yet', async () => (await counts.mails()).waiting)
  gauge(
    'butik_mails_oldest_seconds',
    'For how long the oldest unsent mail has waited',
    async () => (await counts.mails()).oldestSeconds,
  )
  gauge('butik_jobs', 'Jobs that wait or are being done, and that failed for good', async () =>
    (await counts.jobs()).map(({ name, state, count }) => ({ labels: { name, state }, value: count })),
  )
  gauge(
    'butik_last_backup_timestamp_seconds',
    'When the last whole backup was made; 0 when none is known of',
    async () => ((await counts.lastBackupAt())?.getTime() ?? 0) / 1000,
  )
}

/** The metrics in Prometheus' text format: this process's and the shop's. */
export async function metricsText(): Promise<{ text: string; contentType: string }> {
  return { text: `${await registry.metrics()}\n${await ofTheShop.metrics()}`, contentType: registry.contentType }
}
