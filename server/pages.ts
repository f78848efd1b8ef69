import { createRequestHandler, RouterContextProvider } from 'react-router'
import { failuresContext, insertsContext, type RenderedPage, renderedContext, shopContext } from '#app/context.ts'
import type { Ctx, Deps } from '#shop/ctx.ts'
import { isDatabaseUnavailable, unavailable } from '#shop/errors.ts'
import { letEdgesKeep } from './cache/edge.ts'
import type { Rendered } from './cache/response-cache.ts'
import { scriptAfterPaint, withItsData } from './late-script.ts'
import { secure } from './security/headers.ts'
import { pagePolicy, reportingEndpoints } from './security/policy.ts'

export type Api = { fetch(request: Request, env: { ctx: Ctx }): Response | Promise<Response> }

/** Renders pages with React Router, and the public responses that the cache holds. */
export class Pages {
  private readonly deps: Deps
  private readonly api: Api
  private readonly dev: boolean
  private readonly policy: string
  private readonly draftPolicy: string
  private readonly staffPolicy: string
  private readonly handle: Handle

  constructor(deps: Deps, api: Api, { dev }: { dev: boolean }) {
    this.deps = deps
    this.api = api
    this.dev = dev
    this.policy = pagePolicy({ dev })
    this.draftPolicy = pagePolicy({ dev, draft: true })
    this.staffPolicy = pagePolicy({ dev, staff: true })
    this.handle = handlerOf(dev)
  }

  async page(request: Request, ctx: Ctx): Promise<Response> {
    const { response, html } = await this.made(request, ctx)
    if (html === undefined) return response
    return new Response(request.method === 'HEAD' ? null : html, response)
  }

  /** HTML comes beside its response, which then has no body. */
  private async made(request: Request, ctx: Ctx): Promise<{ response: Response; html?: string }> {
    const context = new RouterContextProvider()
    context.set(shopContext, { ...ctx, asked: new Map(), gathered: [] })
    const failures: unknown[] = []
    context.set(failuresContext, failures)
    const inserts = { head: '', top: '' }
    context.set(insertsContext, inserts)
    const rendered: { page?: RenderedPage } = {}
    context.set(renderedContext, rendered)
    const response = retryLater(await this.handle(request, context), failures)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return { response }
    const html = withInserts(await this.htmlOf(response, rendered.page), request, inserts)
    const headers = new Headers(response.headers)
    headers.set('Content-Security-Policy', this.policyOf(request, ctx))
    headers.set('Reporting-Endpoints', reportingEndpoints)
    if (ctx.draft) notForOthers(headers)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'public, no-cache')
    return { response: new Response(null, { status: response.status, headers }), html }
  }

  /** HTML that is no page of ours goes as it came. */
  private htmlOf(response: Response, page: RenderedPage | undefined): Promise<string> | string {
    if (!page) return response.text()
    // In dev the browser loads modules one by one, in an order of their own.
    return this.dev ? withItsData(page) : scriptAfterPaint(page)
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
    const isPage = !/^\/(api|feeds)\//.test(key)
    const { response, html } = isPage
      ? await this.made(request, ctx)
      : { response: await this.api.fetch(request, { ctx }) }
    // Cached responses are sent without passing the middleware, so they carry every header themselves.
    const headers = new Headers(response.headers)
    secure(headers, { https: publicUrl.startsWith('https:') })
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'public, no-cache')
    if (response.status === 200) letEdgesKeep(headers, key, edgeSeconds)
    return { response: new Response(response.body, { status: response.status, headers }), text: html, tags }
  }
}

type Handle = ReturnType<typeof createRequestHandler>

/** In dev the build is another one after each change; given a build that stays, the router sorts its routes once. */
function handlerOf(dev: boolean): Handle {
  const load = () => import('virtual:react-router/server-build')
  if (dev) return createRequestHandler(load, 'development')
  let handle: Promise<Handle> | undefined
  return async (request, context) => {
    handle ??= load().then((build) => createRequestHandler(build, 'production'))
    return (await handle)(request, context)
  }
}

/**
 * Writes what is the owner's into a page. React leaves elements that it does not know in head and body alone. The panel has
 * her colors, and no announcement.
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
