import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeBrowser, fakeFetch } from '#test/browser.ts'
import { followOrders, type OrderNews } from './events.ts'

const order = { orderId: '1', shownOrderId: '#1', total: 10 }
const ready = 'event: ready\ndata: {}\n\n'
const placed = `event: order-placed\ndata: ${JSON.stringify(order)}\n\n`

let stopped: AbortController
beforeEach(() => {
  fakeBrowser()
  stopped = new AbortController()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  stopped.abort()
  vi.useRealTimers()
})

/** A stream of these pieces; it stays open unless it is to end. */
function stream(pieces: string[], { ends = false } = {}): Response {
  const text = new TextEncoder()
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(text.encode(piece))
        if (ends) controller.close()
      },
    }),
  )
}

function listen(signal = stopped.signal) {
  const told: OrderNews[] = []
  followOrders((news) => told.push(news), signal)
  return told
}

const passes = () => vi.advanceTimersByTimeAsync(90_000)

test('tells what came, however the line cuts it into pieces', async () => {
  fakeFetch(() => stream([': here\n\n', ready.slice(0, 9), ready.slice(9) + placed.slice(0, 30), placed.slice(30)]))
  const told = listen()
  await vi.waitFor(() => expect(told).toEqual([{ kind: 'order-placed', ...order }]))
})

test('comes back when the line breaks or the shop is away, and says that something may have been missed', async () => {
  const answers = [
    () => stream([ready], { ends: true }),
    () => failure(503, 'UNAVAILABLE', 'Mağaza açılıyor'),
    () => {
      throw new TypeError('no line')
    },
    () => stream([ready, placed]),
  ]
  const sent = fakeFetch(() => (answers.shift() ?? (() => stream([])))())
  const told = listen()
  for (let n = 0; n < 4; n++) await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(told).toEqual([{ kind: 'refresh' }, { kind: 'order-placed', ...order }]))
  expect(sent).toHaveLength(4)
})

test('gives up a line that is silent for too long', async () => {
  const sent = fakeFetch(() => stream([ready]))
  listen()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await passes()
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1))
})

test('stops asking once the right to listen has ended', async () => {
  const sent = fakeFetch(() => failure(403, 'FORBIDDEN', 'Yetkiniz yok'))
  listen()
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/admin/events', '/admin/me']))
  await passes()
  expect(sent).toHaveLength(2)
})

test('one tab listens for all; when it closes another takes over', async () => {
  const sent = fakeFetch(() => stream([ready, placed]))
  const first = new AbortController()
  const [one, two] = [listen(first.signal), listen()]
  await vi.waitFor(() => expect([one.length, two.length]).toEqual([1, 1]))
  expect(sent).toHaveLength(1)
  first.abort()
  await vi.waitFor(() => expect(sent).toHaveLength(2))
})
