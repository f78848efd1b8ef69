import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReactNode } from 'react'
import { renderToReadableStream, renderToString } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { isDatabaseUnavailable } from '#shop/errors.ts'
import { failuresContext, renderedContext, shopContext } from './context.ts'

/** Renders a page whole: public pages are kept, so nothing is gained by streaming them. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...routerContext }: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const data = serverHandoffStream ? await text(serverHandoffStream) : ''
  const page = <ServerRouter context={routerContext} url={request.url} />
  // Those who ask for a page that is kept wait for the drawing alone.
  await nextTurn()
  // A stream begins with it by itself.
  const quick = `<!DOCTYPE html>${renderToString(page)}`
  context.get(renderedContext).page = { html: quick.includes(unfinished) ? await renderWhole(page) : quick, data }
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

/**
 * React writes this in the place of a part within a Suspense that waits for its module or has failed. Once its module is loaded,
 * a part never waits again. Outside of a Suspense no part may wait.
 */
const unfinished = '<!--$!-->'

/** Waits for every part, and fails with what failed in one. */
async function renderWhole(page: ReactNode): Promise<string> {
  let failed: unknown
  const stream = await renderToReadableStream(page, {
    // Nothing is sent in pieces: a large part stands where it belongs, to be read without script too.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failed = error
    },
  })
  await stream.allReady
  if (failed) throw failed
  return text(stream)
}

/** Into the shop's log, with the request's id. An address or method that no page answers to is no fault of ours. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
): void {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(failuresContext).push(error)
  // Said once by who watches the database, not for every page that is asked for meanwhile.
  if (isDatabaseUnavailable(error)) return
  const { log, requestId } = context.get(shopContext)
  log.error({ err: error, requestId, path: new URL(request.url).pathname }, 'a page failed')
}
