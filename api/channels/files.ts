import { OpenAPIHono } from '@hono/zod-openapi'
import { isLargeShop, openFeed } from '#shop/channels/feeds/feeds.ts'
import { networkOf, takeLimit } from '#shop/limits.ts'
import type { ApiEnv } from '../api.ts'

/** The feeds. Those of ordinary shops are made once and cached (server/app.ts); those of large ones are written for each request. */
export function feeds() {
  const api = new OpenAPIHono<ApiEnv>()
  // A client that looks for a feed among the calls is sent to it.
  api.get('/api/v1/feeds/:file', (c) => c.redirect(`/feeds/${encodeURIComponent(c.req.param('file'))}`, 308))
  api.get('/feeds/:file', async (c) => {
    const ctx = c.get('ctx')
    const { contentType, parts } = await openFeed(ctx, c.req.param('file'))
    const headers = { 'Content-Type': contentType, 'Cache-Control': 'public, no-cache' }
    const body = textStream(parts)
    if (ctx.tags || !(await isLargeShop(ctx))) return c.body(body, 200, headers)
    await takeLimit(ctx, { key: `feed ${networkOf(ctx)}`, limit: 60, windowSeconds: 3600 })
    if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(body, 200, headers)
    const zipped = body.pipeThrough(new CompressionStream('gzip'))
    return c.body(zipped, 200, { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
  })
  return api
}

/** Asks for the next part once the last one was taken; who goes away ends it. */
function textStream(parts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}
