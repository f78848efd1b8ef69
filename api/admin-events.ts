import { createRoute, z } from '@hono/zod-openapi'
import type { Ctx } from '#shop/ctx.ts'
import { toTl } from '#shop/money.ts'
import { shownOrderId } from '#shop/orders/contract.ts'
import { followOrders, mayFollowOrders, type OrderNews, type Told } from '#shop/orders/feed.ts'
import { minutes, seconds } from '#shop/time.ts'
import { answers, bearer, resource } from './api.ts'

/** Proxies end what is silent for long. */
const heartbeat = seconds(20)
/** As long as an access token: whoever listens on shows a fresh one. */
const longest = minutes(15)
/** Pieces that a slow reader may leave lying. */
const mostWaiting = 100

export const adminEvents = resource().openapi(
  createRoute({
    method: 'get',
    path: '/admin/events',
    tags: ['Admin'],
    summary: 'News of orders as they happen',
    description:
      'Server-sent events. `ready` once it listens; `order-placed` and `order-changed` with `{orderId, shownOrderId, total}`; `refresh` when news may have been missed. Ends with the session, with the rights of its admin, and after fifteen minutes: connect again.',
    security: bearer,
    responses: {
      ...answers(z.null(), { 401: 'Not signed in', 403: 'Not an admin', 429: 'Too many streams are open' }),
      200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } },
    },
  }),
  async (c) =>
    c.body(await streamOf(c.get('ctx')), 200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Nginx hands it on piece by piece.
      'X-Accel-Buffering': 'no',
    }),
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
  /** One after the other, each only if she may still hear it. */
  const sendIfAllowed = (piece: string) => {
    inTurn = inTurn.then(async () => ((await mayFollowOrders(ctx)) ? send(piece) : close())).catch(close)
  }

  leave = await followOrders(ctx, (told) => (told === 'end' ? close() : sendIfAllowed(pieceOf(told))))
  beat = setInterval(() => sendIfAllowed(': here\n\n'), heartbeat).unref()
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

function pieceOf(told: Exclude<Told, 'end'>): string {
  if (told === 'gap') return 'event: refresh\ndata: {}\n\n'
  return `event: order-${told.kind}\ndata: ${JSON.stringify(toWire(told))}\n\n`
}

function toWire({ orderId, totalKurus }: OrderNews) {
  return { orderId, shownOrderId: shownOrderId(orderId), total: toTl(totalKurus) }
}
