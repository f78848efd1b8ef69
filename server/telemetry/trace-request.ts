import type { Trace } from '#shop/trace.ts'

/** Times a request; a proxy of ours may say to which trace it belongs. */
export function traceRequest(
  trace: Trace,
  request: Request,
  { trustProxy }: { trustProxy: number },
  serve: () => Promise<Response>,
): Promise<unknown> {
  const said = trustProxy > 0 ? request.headers.get('traceparent') : null
  const path = plainPath(new URL(request.url).pathname)
  return trace(
    {
      name: `${request.method} ${path}`,
      kind: 'server',
      attributes: { 'http.request.method': request.method, 'url.path': path },
      ...(said && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(said) ? { parent: said } : {}),
    },
    async (note) => {
      const response = await serve()
      note({
        'http.response.status_code': response.status,
        'butik.request_id': response.headers.get('x-request-id') ?? '',
      })
    },
  )
}

/** The path for a trace: only the shop's own words stay; ids, tokens and typed words become a star. */
function plainPath(path: string): string {
  const parts = path.split('/').map((part) => (/^[a-z0-9][a-z0-9.-]{0,60}$/.test(part) && !isId(part) ? part : '*'))
  return path === '/' ? '/' : `/${parts.slice(1).join('/')}`
}

function isId(part: string): boolean {
  return /^[0-9a-f-]{16,}$/.test(part) || /\d.*[a-z].*\d.*[a-z].*\d/.test(part)
}
