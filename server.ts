import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, normalize } from 'node:path'
import { Hono } from 'hono'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { mountApi } from '#api/mount.ts'
import { failuresContext, shopContext } from '#app/context.ts'
import { type Ctx, type Deps, newId } from '#shop/ctx.ts'
import { isDatabaseAway, unavailable } from '#shop/errors.ts'
import { clientAddress } from './web/client-address.ts'
import { type Fresh, KeptAnswers } from './web/kept-answers.ts'
import { scriptAfterPaint } from './web/late-script.ts'
import { countFromMemory, countMade, type Figures, metricsText, requestTimer, watchKept } from './web/metrics.ts'
import { publicAddress } from './web/public-address.ts'
import { pagePolicy, secure } from './web/security-headers.ts'
import { traceRequest } from './web/trace-request.ts'

export { openShop } from './open-shop.ts'
export { nameWorker, ownFigures } from './web/metrics.ts'

/** Answers from memory, before any middleware; false when the request must go through the app. */
export function sendKept(kept: KeptAnswers, req: IncomingMessage, res: ServerResponse): boolean {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  const key = publicAddress(req.url ?? '/')
  if (key === undefined || !kept.send(key, req, res)) return false
  countFromMemory()
  return true
}

type NodeBindings = { incoming?: { socket: { remoteAddress?: string } } }
type AppEnv = { Bindings: NodeBindings; Variables: { ctx: Ctx } }

type AppOptions = {
  /** The built files of the browser; without it (dev, tests) Vite serves them. */
  clientDir?: string
  /** Fresh answers every time, and a policy that lets Vite reload. */
  dev?: boolean
  /** False once the process is shutting down. */
  ready?: () => Promise<boolean>
  /** What the other workers on this machine measured. */
  figuresOfOthers?: () => Promise<Figures[]>
}

const files: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  json: 'application/json',
}

/** The whole shop as one `fetch`: the API, the pages, pictures and built files. */
export function createApp(deps: Deps, options: AppOptions = {}) {
  const kept = new KeptAnswers({
    maxBytes: 256 * 1024 * 1024,
    // As a guest sees it; who asked first does not matter.
    remake: (key) => fresh(key, { ...deps, actor: { kind: 'guest', address: '127.0.0.1' }, requestId: newId() }),
    onMade: countMade,
  })
  watchKept(kept)
  const renderPage = createRequestHandler(
    () => import('virtual:react-router/server-build'),
    options.dev ? 'development' : 'production',
  )
  const app = new Hono<AppEnv>()

  const { trace } = deps
  if (trace)
    app.use(async (c, next) => {
      await traceRequest(trace, c.req.raw, deps.config, () => next().then(() => c.res))
    })
  app.use(async (c, next) => {
    const started = performance.now()
    const address = clientAddress(
      c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1',
      c.req.header('x-forwarded-for') ?? null,
      deps.config.trustProxy,
    )
    c.set('ctx', { ...deps, actor: { kind: 'guest', address }, requestId: newId() })
    await next()
    if (c.res.status === 301) keepQuery(c.res.headers, c.req.url)
    secure(c.res.headers)
    c.res.headers.set('X-Request-Id', c.get('ctx').requestId)
    requestTimer(c.req.method, c.res.status, performance.now() - started)
  })

  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => ((await options.ready?.()) === false ? c.text('not ready', 503) : c.text('ok')))
  app.get('/metrics', async () => {
    const { text, contentType } = await metricsText(await options.figuresOfOthers?.())
    return new Response(text, { headers: { 'Content-Type': contentType } })
  })

  // Public answers are made once and kept; everything else goes on to its own handler.
  app.use(async (c, next) => {
    const key = c.req.method === 'GET' || c.req.method === 'HEAD' ? addressOf(c.req.url) : undefined
    if (key === undefined || options.dev) return next()
    const answer = await kept.answer(key, c.req.raw, () => fresh(key, c.get('ctx')))
    c.res = new Response(answer.body, answer)
  })

  const api = mountApi()
  // Who changed or bought something finds it so, wherever she looks next.
  for (const path of ['/api/v1/admin/*', '/api/v1/payments/*'])
    app.use(path, async (c, next) => {
      await next()
      if (c.req.method !== 'GET') await kept.whenFresh(500)
    })

  async function fresh(key: string, ctx: Ctx): Promise<Fresh> {
    const shows = new Set<string>()
    const request = new Request(new URL(deps.config.publicUrl).origin + key)
    return { response: await makePublic(request, { ...ctx, seen: shows }), shows }
  }

  async function makePublic(request: Request, asked: Ctx): Promise<Response> {
    const { pathname } = new URL(request.url)
    const built = options.clientDir ? await builtFile(options.clientDir, pathname) : undefined
    if (built) return withHeaders(built)
    const ctx = { ...asked, db: (await deps.publicDb?.()) ?? asked.db }
    const made = pathname.startsWith('/api/') ? await api.fetch(request, { ctx }) : await page(request, ctx)
    return withHeaders(made)
  }

  async function page(request: Request, ctx: Ctx): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(shopContext, ctx)
    const failures: unknown[] = []
    context.set(failuresContext, failures)
    const response = laterIfAway(await renderPage(request, context), failures)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    const html = scriptAfterPaint(await response.text())
    const headers = new Headers(response.headers)
    headers.set('Content-Security-Policy', pagePolicy(html, { dev: options.dev ?? false }))
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'public, no-cache')
    return new Response(html, { status: response.status, headers })
  }

  app.all('/api/*', (c) => api.fetch(c.req.raw, { ctx: c.get('ctx') }))
  app.all('/media/*', (c) => api.fetch(c.req.raw, { ctx: c.get('ctx') }))
  app.all('/odeme/banka/*', (c) => api.fetch(c.req.raw, { ctx: c.get('ctx') }))
  app.all('/demo-bank/*', (c) => api.fetch(c.req.raw, { ctx: c.get('ctx') }))
  app.get('*', (c) => page(c.req.raw, c.get('ctx')))
  // No page takes anything: what changes something goes through the API.
  app.all('*', (c) => c.text('Bu adres yalnızca okunabilir.', 405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' }))

  return {
    fetch: (request: Request, env: NodeBindings = {}) => app.fetch(readable(request), env),
    kept,
  }
}

/** A page that failed for want of the database is not broken: it may be asked for again soon. */
function laterIfAway(response: Response, failures: unknown[]): Response {
  const cause = failures.find(isDatabaseAway)
  if (response.status < 500 || !cause) return response
  const headers = new Headers(response.headers)
  headers.set('Retry-After', String(unavailable(cause).retryAfterSeconds))
  headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: 503, headers })
}

/** Pages that moved name a path only: the page is made without campaign tags and the like, which go along here. */
function keepQuery(headers: Headers, url: string) {
  const location = headers.get('Location')
  if (location?.startsWith('/') && !location.includes('?')) headers.set('Location', location + new URL(url).search)
}

/**
 * An address that everybody after this can read. PostgreSQL's text holds every character but NUL; with a replacement
 * character in its place nothing is found. A path whose encoding says nothing is taken as it stands, and names nothing.
 */
function readable(request: Request): Request {
  if (!request.url.includes('%')) return request
  const [path = '', ...query] = request.url.split('?')
  const url = [isEncoded(path) ? path : path.replaceAll('%', '%25'), ...query].join('?').replaceAll('%00', '%EF%BF%BD')
  return url === request.url ? request : new Request(url, request)
}

function isEncoded(path: string): boolean {
  try {
    // Its result is used: the bundler would take a call without use out.
    return decodeURIComponent(path).length > 0
  } catch {
    return false
  }
}

function addressOf(url: string): string | undefined {
  const { pathname, search } = new URL(url)
  return publicAddress(pathname + search)
}

/** Kept answers are sent without passing the middleware, so they carry every header themselves. */
function withHeaders(response: Response): Response {
  const headers = new Headers(response.headers)
  secure(headers)
  return new Response(response.body, { status: response.status, headers })
}

async function builtFile(clientDir: string, pathname: string): Promise<Response | undefined> {
  const type = files[pathname.slice(pathname.lastIndexOf('.') + 1)]
  if (!type || pathname.includes('\0')) return undefined
  const path = normalize(join(clientDir, decodeURIComponent(pathname)))
  if (!path.startsWith(normalize(`${clientDir}/`))) return undefined
  const body = await readFile(path).catch(() => undefined)
  if (!body) return undefined
  const cache = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  return new Response(new Uint8Array(body), { headers: { 'Content-Type': type, 'Cache-Control': cache } })
}
