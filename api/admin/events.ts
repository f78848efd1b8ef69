import { createRoute, z } from '@hono/zod-openapi'
import { type Ctx, hasRight } from '#shop/ctx.ts'
import { toTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/order-id.ts'
import { findFollower, followOrders } from '#shop/orders/feed.ts'
import type { FeedEvent, OrderNews } from '#shop/ports.ts'
import { minutes, seconds } from '#shop/time.ts'
import { resource, staffFailures } from '../api.ts'
import { needs } from '../authenticate.ts'
import { failed } from '../route.ts'

/** Milliseconds between comments; proxies end silent connections. */
const heartbeat = seconds(20)
/** Milliseconds that a stream lasts, as an access token does: the client connects again with a fresh one. */
const longest = minutes(15)
/** Messages that may wait for a slow client; one more closes its stream. */
const mostWaiting = 100

export const adminEvents = resource().openapi(
  createRoute({
    method: 'get',
    path: '/admin/events',
    ...needs('orders-read'),
    summary: 'News of orders as they happen',
    description:
      'Server-sent events. `ready` once it listens; `order-placed` (for who wrote it in the panel herself `order-changed`) and `order-changed` with `{orderId, shownOrderId, total}`, `total` for who may see amounts; `refresh` when news may have been missed. Ends with the session, with the rights of its admin, and after fifteen minutes: connect again.',
    responses: {
      ...failed({ ...staffFailures, 429: 'Too many streams are open' }),
      200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } },
    },
  }),
  async (c) => {
    const headers = {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Nginx hands it on piece by piece.
      'X-Accel-Buffering': 'no',
    }
    // Nobody reads the body of a HEAD, so its stream would not be canceled and would stay open for 15 minutes.
    if (c.req.method === 'HEAD') return c.body('', 200, headers)
    return c.body(await streamOf(c.get('ctx')), 200, headers)
  },
)

async function streamOf(ctx: Ctx): Promise<ReadableStream<Uint8Array>> {
  const text = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let leave: (() => void) | undefined
  let beat: NodeJS.Timeout | undefined
  let end: NodeJS.Timeout | undefined
  let inTurn = Promise.resolve()

  const send = (piece: string) => {
    if (!controller) return
    if ((controller.desiredSize ?? 0) < -mostWaiting) close()
    else controller.enqueue(text.encode(piece))
  }
  const close = () => {
    leave?.()
    clearInterval(beat)
    clearTimeout(end)
    controller?.close()
    controller = undefined
  }
  /** Sends in order, and checks before each piece that the client still has the right to it. */
  const sendIfAllowed = (event: Exclude<FeedEvent, 'end'>) => {
    const pass = async () => {
      const follower = await findFollower(ctx)
      if (follower) send(pieceOf(follower, event))
      else close()
    }
    inTurn = inTurn.then(pass).catch(close)
  }

  leave = await followOrders(ctx, (event) => (event === 'end' ? close() : sendIfAllowed(event)))
  beat = setInterval(() => sendIfAllowed('check'), heartbeat).unref()
  end = setTimeout(close, longest).unref()
  return new ReadableStream({
    start(its) {
      controller = its
      send('event: ready\ndata: {}\n\n')
    },
    cancel() {
      controller = undefined
      close()
    },
  })
}

function pieceOf(follower: Ctx, event: Exclude<FeedEvent, 'end'>): string {
  if (event === 'check') return ': here\n\n'
  if (event === 'gap') return 'event: refresh\ndata: {}\n\n'
  return `event: order-${kindFor(follower, event)}\ndata: ${JSON.stringify(toWire(follower, event))}\n\n`
}

/** Her lists and numbers follow the order that she wrote herself, but it is not announced to her. */
function kindFor({ actor }: Ctx, { kind, writtenBy }: OrderNews): OrderNews['kind'] {
  return actor.kind === 'user' && actor.id === writtenBy ? 'changed' : kind
}

function toWire(follower: Ctx, { orderId, totalKurus }: OrderNews) {
  const total = hasRight(follower, 'amounts') ? { total: toTl(totalKurus) } : {}
  return { orderId, shownOrderId: shownOrderId(orderId), ...total }
}
