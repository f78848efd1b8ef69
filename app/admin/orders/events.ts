import { ApiError } from '#app/browser/api-client.ts'
import { seconds } from '#shop/time.ts'
import { adminOpen } from '../parts/api.ts'

/** News of orders from the server; 'refresh' when some may have been missed. */
export type OrderNews =
  | { kind: 'order-placed' | 'order-changed'; orderId: string; shownOrderId: string; total?: number }
  | { kind: 'refresh' }

type Tell = (news: OrderNews) => void

/**
 * Hears of orders until `stopped`. Over HTTP/1.1 a browser opens six connections at most, so however many tabs of the
 * panel there are, one of them listens and tells the others; when it closes, the next one takes over.
 */
export function followOrders(tell: Tell, stopped: AbortSignal): void {
  const tabs = new BroadcastChannel('orders')
  tabs.onmessage = ({ data }) => tell(data)
  stopped.addEventListener('abort', () => tabs.close())
  const listen = () =>
    listenOn((news) => {
      tell(news)
      if (!stopped.aborted) tabs.postMessage(news)
    }, stopped)
  // Locks need a secure context; without them each tab listens for itself.
  const listening = navigator.locks
    ? navigator.locks.request('orders', { signal: stopped }, listen)
    : listenOn(tell, stopped)
  listening.catch(() => undefined)
}

/** Follows the news; reconnects with growing pauses whenever the connection breaks. Gives up when the right to them ends. */
async function listenOn(tell: Tell, stopped: AbortSignal): Promise<void> {
  let failures = 0
  let before = false
  while (!stopped.aborted) {
    try {
      for await (const { name, data } of eventsOf(stopped)) {
        failures = 0
        if (name === 'ready') {
          if (before) tell({ kind: 'refresh' })
          before = true
        } else tell(name === 'refresh' ? { kind: name } : { kind: name, ...JSON.parse(data) })
      }
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return
      failures++
    }
    await pause(Math.min(seconds(60), seconds(1) * 2 ** failures) * (0.5 + Math.random()), stopped)
  }
}

/** The server says something every twenty seconds; when it is silent for longer, the line is dead. */
const timeout = seconds(50)

async function* eventsOf(stopped: AbortSignal) {
  const dead = new AbortController()
  let timer = setTimeout(() => dead.abort(), timeout)
  try {
    const signal = AbortSignal.any([stopped, dead.signal])
    const { body } = await adminOpen('GET', '/admin/events', undefined, { signal })
    if (!body) return
    let text = ''
    for await (const piece of piecesOf(body.pipeThrough(new TextDecoderStream(), { signal }))) {
      clearTimeout(timer)
      timer = setTimeout(() => dead.abort(), timeout)
      const events = (text + piece).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, name = ''] = /^event: (.*)$/m.exec(event) ?? []
        const [, data = ''] = /^data: (.*)$/m.exec(event) ?? []
        if (name === 'ready' || name === 'refresh' || name === 'order-placed' || name === 'order-changed')
          yield { name, data } as const
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Not every browser lets a stream be looped over by itself. */
async function* piecesOf(stream: ReadableStream<string>) {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stopped.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    stopped.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
