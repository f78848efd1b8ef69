import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Renders a page whole: public pages are kept, so nothing is gained by streaming them. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  let failed: unknown
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    // Nothing is sent in pieces: a large part stands where it belongs, to be read without script too.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failed = error
    },
  })
  await stream.allReady
  if (failed) throw failed
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}
