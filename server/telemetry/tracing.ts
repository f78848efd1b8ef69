import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { QueryWatch } from '#db/watch.ts'
import { seconds } from '#shop/time.ts'
import type { Attributes, Span, Trace } from '#shop/trace.ts'

/** Loaded only when traces are asked for (OTEL_EXPORTER_OTLP_ENDPOINT). */
export type TracingSettings = { endpoint: string; headers: Record<string, string>; service: string }

type Position = { traceId: string; spanId: string }
type Ended = Span & Position & { parentSpanId?: string; began: bigint; ended: bigint; failed?: string }

/** More than these are dropped: an unavailable collector must not fill the memory. */
const mostWaiting = 4096
const atOnce = 512
const pause = seconds(2)

/** Collects spans and sends them as OTLP over HTTP, in JSON, in the background; spans that cannot be sent are dropped. */
export function openTracing(settings: TracingSettings, log: Logger, watch: QueryWatch) {
  const here = new AsyncLocalStorage<Position>()
  const waiting: Ended[] = []
  let complained = false

  const trace: Trace = async (span, work) => {
    const [parentTrace, parentSpan] = span.parent ? span.parent.split('-').slice(1, 3) : []
    const parent = here.getStore()
    const position = {
      traceId: parent?.traceId ?? parentTrace ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
    }
    const attributes = { ...span.attributes }
    const began = now()
    let failed: string | undefined
    try {
      return await here.run(position, () => work((more) => Object.assign(attributes, more)))
    } catch (error) {
      // Its message may hold what was asked.
      failed = error instanceof Error ? error.name : 'error'
      throw error
    } finally {
      const ended = { ...span, ...position, attributes, parentSpanId: parent?.spanId ?? parentSpan, began, failed }
      if (waiting.length < mostWaiting) waiting.push({ ...ended, ended: now() })
    }
  }

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const body = JSON.stringify(messageOf(settings.service, waiting.splice(0, atOnce)))
      const headers = { 'content-type': 'application/json', ...settings.headers }
      const signal = AbortSignal.timeout(seconds(10))
      try {
        const response = await fetch(`${settings.endpoint}/v1/traces`, { method: 'POST', headers, body, signal })
        await response.body?.cancel()
        if (!response.ok) throw new Error(`the collector answered ${response.status}`)
        complained = false
      } catch (error) {
        if (!complained) log.warn({ err: error }, 'traces cannot be sent')
        complained = true
      }
    }
  }

  traceQueries(watch, trace, () => here.getStore() !== undefined)
  let sending = Promise.resolve()
  const timer = setInterval(() => {
    sending = sending.then(send)
  }, pause).unref()
  return {
    trace,
    async close() {
      watch.around = undefined
      clearInterval(timer)
      await sending.then(send)
    },
  }
}

/** Times queries that belong to something; those of the shop's own rounds would drown all others. */
function traceQueries(watch: QueryWatch, trace: Trace, isWithin: () => boolean): void {
  watch.around = (text, query) => {
    if (!isWithin()) return query()
    const name = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'query'
    // The text has $1 where values were: those stay out.
    return trace({ name: `db ${name}`, kind: 'client', attributes: { 'db.query.text': text.slice(0, 500) } }, query)
  }
}

const kinds = { server: 2, client: 3 }

/** ExportTraceServiceRequest in the JSON of OTLP 1.x. */
function messageOf(service: string, spans: Ended[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': service }) },
        scopeSpans: [
          {
            scope: { name: 'butik' },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parentSpanId ? { parentSpanId: span.parentSpanId } : {}),
              name: span.name,
              kind: kinds[span.kind],
              startTimeUnixNano: String(span.began),
              endTimeUnixNano: String(span.ended),
              attributes: attributesOf({
                ...span.attributes,
                ...(span.failed ? { 'error.type': span.failed } : {}),
              }),
              status: span.failed ? { code: 2 } : {},
            })),
          },
        ],
      },
    ],
  }
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}

function now(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n
}
