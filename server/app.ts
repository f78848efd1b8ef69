import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { mountApi } from '#api/mount.ts'
import { isLargeShop } from '#shop/channels/feeds/feeds.ts'
import { type Ctx, type Deps, newId } from '#shop/ctx.ts'
import type { CheckoutLine, SearchCounts } from '#shop/ports.ts'
import { findDraft } from '#shop/settings/face/drafts.ts'
import { isOwnName, proofOf, proofPath } from '#shop/setup/domain.ts'
import { BuiltFiles } from './cache/built-files.ts'
import { isLineAsked, sendLine } from './cache/line.ts'
import { isDraft, mayBeKept, otherwiseSpelled, publicAddress } from './cache/public-address.ts'
import { ResponseCache } from './cache/response-cache.ts'
import { clientAddress } from './client-address.ts'
import { Pages } from './pages.ts'
import { secure } from './security/headers.ts'
import { largestReport, PolicyReports } from './security/reports.ts'
import { countFromMemory, countRendering, metricsText, requestTimer, watchCache } from './telemetry/metrics.ts'
import { mayMeasure } from './telemetry/metrics-access.ts'
import { traceRequest } from './telemetry/trace-request.ts'

export { openOtherBuilds } from './cache/other-builds.ts'
export { openShop } from './open-shop.ts'

type InMemory = {
  cache: ResponseCache
  built?: BuiltFiles | undefined
  searches?: SearchCounts | undefined
  line?: CheckoutLine | undefined
}

/** Answers from memory, before any middleware; false when the request must go through the app. */
export function sendCached(memory: InMemory, req: IncomingMessage, res: ServerResponse): boolean {
  const { cache, built, searches, line } = memory
  if (req.method !== 'GET' && req.method !== 'HEAD') return false
  if (line && isLineAsked(req)) {
    sendLine(line, res)
    countFromMemory()
    return true
  }
  const key = publicAddress(req.url ?? '/')
  if (key === undefined || !(cache.send(key, req, res) || built?.send(key, req, res))) return false
  countFromMemory()
  if (req.method === 'GET') searches?.note(key)
  return true
}

type NodeBindings = { incoming?: { url?: string; socket: { remoteAddress?: string } } }
type AppEnv = { Bindings: NodeBindings; Variables: { ctx: Ctx } }
type App = Hono<AppEnv>
type Step = MiddlewareHandler<AppEnv>

type AppOptions = {
  /** The built files of the browser; without it (dev, tests) Vite serves them. */
  clientDir?: string
  /** Finds files that pages of other builds name. */
  findElsewhere?: (name: string) => Promise<Uint8Array | undefined>
  /** Fresh answers every time, and a policy that lets Vite reload. */
  dev?: boolean
  /** False once the process is shutting down. */
  ready?: () => Promise<boolean>
}

/** The whole shop as one `fetch`: the API, the pages, pictures and built files. */
export function createApp(deps: Deps, options: AppOptions = {}) {
  const { clientDir, findElsewhere } = options
  const built = clientDir ? new BuiltFiles(clientDir, { https: () => isHttps(deps), findElsewhere }) : undefined
  const memory = Math.max(deps.config.keptMemoryMb * 1e6 - (built?.bytes ?? 0), 1e6)
  const api = mountApi({ pictureBytes: memory / 4 })
  const pages = new Pages(deps, api, { dev: options.dev ?? false })
  const cache = new ResponseCache({
    maxBytes: (memory * 3) / 4,
    // Rendered for a guest, so that everyone may get it.
    revalidate: (key) =>
      pages.publicResponse(key, { ...deps, actor: { kind: 'guest', address: '127.0.0.1' }, requestId: newId() }),
    onRender: countRendering,
  })
  watchCache(cache)

  const app: App = new Hono<AppEnv>()
  const { trace } = deps
  if (trace)
    app.use(async (c, next) => {
      await traceRequest(trace, c.req.raw, deps.config, () => next().then(() => c.res))
    })
  app.use(asGuest(deps))
  mountProbes(app, deps, options)
  mountNames(app)
  mountReports(app, deps)
  if (built) app.use(fromBuild(built))
  app.use(asDraft)
  const { searches } = deps
  if (!options.dev) app.use(fromCache(cache, pages, searches))
  // After a change or a purchase the client's next page shows it.
  for (const path of ['/api/v1/admin/*', '/api/v1/payments/*'])
    app.use(path, async (c, next) => {
      await next()
      if (c.req.method !== 'GET') await cache.whenFresh(500)
    })
  for (const path of ['/api/*', '/media/*', '/feeds/*', '/odeme/banka/*', '/demo-bank/*'])
    app.all(path, (c) => api.fetch(c.req.raw, { ctx: c.get('ctx') }))
  app.get('*', (c) => pages.page(c.req.raw, c.get('ctx')))
  // Pages are only read: every change goes through the API.
  app.all('*', (c) => c.text('Bu adres yalnızca okunabilir.', 405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' }))

  return {
    fetch: (request: Request, env: NodeBindings = {}) => app.fetch(readable(request), env),
    cache,
    built,
    searches,
    line: deps.line,
  }
}

const noStore = { 'Cache-Control': 'no-store' }
const isHttps = ({ config }: Deps) => config.publicUrl.startsWith('https:')

/** Gives each request its ctx, and each answer its headers. */
function asGuest(deps: Deps): Step {
  return async (c, next) => {
    const started = performance.now()
    const address = clientAddress(
      c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1',
      c.req.header('x-forwarded-for') ?? null,
      deps.config.trustProxy,
    )
    c.set('ctx', { ...deps, actor: { kind: 'guest', address }, requestId: newId() })
    await next()
    if (c.res.status === 301) keepQuery(c.res.headers, c.req.url)
    secure(c.res.headers, { https: isHttps(deps) })
    // Some caches in front keep an answer without Cache-Control for a day.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.set('X-Request-Id', c.get('ctx').requestId)
    requestTimer(c.req.method, c.res.status, performance.now() - started)
  }
}

function mountProbes(app: App, deps: Deps, options: AppOptions): void {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => ((await options.ready?.()) === false ? c.text('not ready', 503) : c.text('ok')))
  app.get('/metrics', async (c) => {
    const caller = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1'
    if (!mayMeasure(caller, c.req.raw.headers, deps.config.metricsToken))
      return c.text('Böyle bir adres yok.', 404, noStore)
    const { text, contentType } = await metricsText()
    return new Response(text, { headers: { 'Content-Type': contentType } })
  })
}

/** The web server in front asks about a name before it gets a certificate, and the shop asks whether a name leads here. */
function mountNames(app: App): void {
  app.get('/internal/domain', async (c) => {
    const caller = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1'
    const isOwn =
      mayMeasure(caller, c.req.raw.headers, undefined) && (await isOwnName(c.get('ctx'), c.req.query('domain') ?? ''))
    return isOwn ? c.text('ok', 200, noStore) : c.text('Böyle bir adres yok.', 404, noStore)
  })
  app.get(proofPath, (c) => {
    const proof = proofOf(c.get('ctx'), c.req.query('soru') ?? '')
    return proof ? c.text(proof, 200, noStore) : c.text('Böyle bir adres yok.', 404, noStore)
  })
}

function mountReports(app: App, deps: Deps): void {
  const tooLarge = bodyLimit({ maxSize: largestReport, onError: (c) => c.text('Rapor çok büyük.', 413, noStore) })
  const reports = new PolicyReports(deps.log)
  app.post('/api/v1/csp-reports', tooLarge, async (c) => {
    if (!reports.mayRead(deps.clock()))
      return c.text('Çok fazla rapor geldi.', 429, { ...noStore, 'Retry-After': '60' })
    return c.body(null, reports.take(await c.req.text(), deps.clock()) ? 204 : 400, noStore)
  })
}

/** A request with a draft's token sees the shop as the draft would make it; with an invalid or expired one it gets a 404. */
const asDraft: Step = async (c, next) => {
  const token = isRead(c.req.method) && isDraft.test(c.req.url) ? c.req.query('taslak') : undefined
  if (token === undefined) return next()
  const ctx = c.get('ctx')
  const values = await findDraft(ctx, token)
  if (!values) return c.text('Önizlemenin süresi doldu; panelde yeniden “Önizle”ye basın.', 404, noStore)
  c.set('ctx', { ...ctx, draft: { values, token } })
  await next()
}

/** The browser's files, by exactly their names. */
function fromBuild(built: BuiltFiles): Step {
  return async (c, next) => {
    if (!isRead(c.req.method)) return next()
    const file = await built.answer(pathAsked(c.req.url, c.env?.incoming?.url), c.req.raw)
    if (file) return new Response(file.body, file)
    if (/^\/+assets(\/|$)/.test(new URL(c.req.url).pathname)) return c.text('Böyle bir dosya yok.', 404, noStore)
    await next()
  }
}

/** Public answers are rendered once and cached; every other request goes on to its own handler. */
function fromCache(cache: ResponseCache, pages: Pages, searches: SearchCounts | undefined): Step {
  return async (c, next) => {
    const key = isRead(c.req.method) ? addressOf(c.req.url) : undefined
    if (key === undefined) return next()
    const asked = pathAsked(c.req.url, c.env?.incoming?.url)
    const elsewhere = asked.startsWith('/api/') ? undefined : otherwiseSpelled(asked)
    if (elsewhere) return c.body(null, 301, { Location: elsewhere, 'Cache-Control': 'no-cache' })
    if (asked.includes('//')) return c.text('Böyle bir adres yok.', 404, noStore)
    // Only one spelling of an address is cached; the others would be copies.
    if (!mayBeKept(key) || !mayBeKept(asked)) return next()
    // A feed of ten thousand products is streamed: it would fill the memory of all pages.
    if (key.startsWith('/feeds/') && (await isLargeShop(c.get('ctx')))) return next()
    if (c.req.method === 'GET') searches?.note(key)
    const answer = await cache.answer(key, c.req.raw, () => pages.publicResponse(key, c.get('ctx')))
    c.res = new Response(answer.body, answer)
  }
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** The path as it was sent, where that is known: in a URL '/./' is already resolved. */
function pathAsked(url: string, sent: string | undefined): string {
  return sent?.startsWith('/') ? (sent.split('?', 1)[0] ?? sent) : new URL(url).pathname
}

/** A redirect to a moved page names a path only, as it was made without campaign tags and the like: they are added here. */
function keepQuery(headers: Headers, url: string) {
  const location = headers.get('Location')
  if (location?.startsWith('/') && !location.includes('?')) headers.set('Location', location + new URL(url).search)
}

/**
 * A request whose address all later code can decode. PostgreSQL's text holds every character but NUL; with a replacement
 * character in its place nothing is found. A path that cannot be decoded is taken literally, and leads nowhere.
 */
function readable(request: Request): Request {
  if (!request.url.includes('%')) return request
  const [path = '', ...query] = request.url.split('?')
  const url = [isEncoded(path) ? path : path.replaceAll('%', '%25'), ...query].join('?').replaceAll('%00', '%EF%BF%BD')
  return url === request.url ? request : new Request(url, request)
}

function isEncoded(path: string): boolean {
  try {
    // The result is used, as the bundler would drop an unused call.
    return decodeURIComponent(path).length > 0
  } catch {
    return false
  }
}

function addressOf(url: string): string | undefined {
  const { pathname, search } = new URL(url)
  return publicAddress(pathname + search)
}
