import { createRequestHandler, RouterContextProvider } from 'react-router'
import { failuresContext, insertsContext, shopContext } from '#app/context.ts'
import type { Ctx, Deps } from '#shop/ctx.ts'
import { isDatabaseUnavailable, unavailable } from '#shop/errors.ts'
import { letEdgesKeep } from './cache/edge.ts'
import type { Rendered } from './cache/response-cache.ts'
import { pagePolicy, reportingEndpoints } from './content-security-policy.ts'
import { scriptAfterPaint } from './late-script.ts'
import { secure } from './security-headers.ts'

export type Api = { fetch(request: Request, env: { ctx: Ctx }): Response | Promise<Response> }

/** Renders pages with React Router, and the public responses that the cache holds. */
export class Pages {
  private readonly deps: Deps
  private readonly api: Api
  private readonly dev: boolean
  private readonly policy: string
  private readonly draftPolicy: string
  private readonly staffPolicy: string
  private readonly handle: ReturnType<typeof createRequestHandler>

  constructor(deps: Deps, api: Api, { dev }: { dev: boolean }) {
    this.deps = deps
    this.api = api
    this.dev = dev
    this.policy = pagePolicy({ dev })
    this.draftPolicy = pagePolicy({ dev, draft: true })
    this.staffPolicy = pagePolicy({ dev, staff: true })
    const load = () => import('virtual:react-router/server-build')
    this.handle = createRequestHandler(load, dev ? 'development' : 'production')
  }

  async page(request: Request, ctx: Ctx): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(shopContext, { ...ctx, asked: new Map(), gathered: [] })
    const failures: unknown[] = []
    context.set(failuresContext, failures)
    const inserts = { head: '', top: '' }
    context.set(insertsContext, inserts)
    const response = retryLater(await this.handle(request, context), failures)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    const text = await response.text()
    // In dev the browser loads modules one by one, in an order of their own.
    const html = withInserts(this.dev ? text : scriptAfterPaint(text), request, inserts)
    const headers = new Headers(response.headers)
    headers.set('Content-Security-Policy', this.policyOf(request, ctx))
    headers.set('Reporting-Endpoints', reportingEndpoints)
    if (ctx.draft) notForOthers(headers)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'public, no-cache')
    return new Response(html, { status: response.status, headers })
  }

  private policyOf({ url }: Request, { draft }: Ctx): string {
    if (draft) return this.draftPolicy
    return new URL(url).pathname.startsWith('/admin') ? this.staffPolicy : this.policy
  }

  /** The public response of a key, a page or an answer of the API, with the products that it shows. */
  async publicResponse(key: string, given: Ctx): Promise<Rendered> {
    const { publicUrl, edgeSeconds } = this.deps.config
    const tags = new Set<string>()
    const ctx = { ...given, tags, db: (await this.deps.publicDb?.()) ?? given.db }
    const request = new Request(new URL(publicUrl).origin + key)
    const made = await (/^\/(api|feeds)\//.test(key) ? this.api.fetch(request, { ctx }) : this.page(request, ctx))
    // Cached responses are sent without passing the middleware, so they carry every header themselves.
    const headers = new Headers(made.headers)
    secure(headers, { https: publicUrl.startsWith('https:') })
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'public, no-cache')
    if (made.status === 200) letEdgesKeep(headers, key, edgeSeconds)
    return { response: new Response(made.body, { status: made.status, headers }), tags }
  }
}

/**
 * Writes what is the owner's into a page. React leaves elements that it does not know in head and body alone. The panel has
 * her colours, and no announcement.
 */
function withInserts(html: string, { url }: Request, { head, top }: { head: string; top: string }): string {
  if (!head && !top) return html
  const styled = html.replace('</head>', () => `${head}</head>`)
  if (/^\/(admin|logo)(\/|$)/.test(new URL(url).pathname)) return styled
  return styled.replace(/<body[^>]*>/, (body) => body + top)
}

/** A draft is kept nowhere, is found by no search engine, and stands in the panel's frame. */
function notForOthers(headers: Headers): void {
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Robots-Tag', 'noindex')
  headers.set('X-Frame-Options', 'SAMEORIGIN')
}

/** A page that failed because the database is unavailable is not broken: it may be asked for again soon. */
function retryLater(response: Response, failures: unknown[]): Response {
  const cause = failures.find(isDatabaseUnavailable)
  if (response.status < 500 || !cause) return response
  const headers = new Headers(response.headers)
  headers.set('Retry-After', String(unavailable(cause).retryAfterSeconds))
  headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: 503, headers })
}
