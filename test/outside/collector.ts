import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: object[]
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: object
}

/** Opens a collector of traces that speaks OTLP over HTTP. */
export async function openCollector() {
  const bodies: string[] = []
  const keys: unknown[] = []
  const state = { status: 200 }
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    if (req.url === '/v1/traces' && req.method === 'POST' && req.headers['content-type'] === 'application/json')
      bodies.push(body)
    keys.push(req.headers['x-key'])
    res.writeHead(state.status).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    /** How it answers from now on. */
    answerWith: (status: number) => {
      state.status = status
    },
    /** Spans of each message. */
    messages: () => bodies.map((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Sent[]),
    text: () => bodies.join('\n'),
    spans: () => bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Sent[]),
    close: () => server.close(),
  }
}
