import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { getRequestListener } from '@hono/node-server'
import pino, { type Logger } from 'pino'
import { type Env, readEnv, SettingsError } from './env.ts'
import { openLog } from './log.ts'
import { meetParent, tellFailure } from './worker.ts'
import { Workers, workersAsked } from './workers.ts'

/**
 * The process: settings, one HTTP server, our code only through its one module graph (Vite in dev, the build else).
 * With `--workers N` this one serves nothing: it starts N of itself and watches over them.
 */
type ServerModule = typeof import('./server.ts')

const dev = process.argv.includes('--dev')

async function main() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnv(process.env)
  process.env.NODE_ENV ??= dev ? 'development' : 'production'
  const log = openLog(dev ? 'debug' : 'info', pino.destination({ dest: 2, sync: false }))
  const count = workersAsked(process.argv, env)
  if (count === 1 || cluster.isWorker) await serve(env, log, { asWorker: count > 1 })
  else await watchOver(count, env, log)
}

async function serve(env: Env, log: Logger, { asWorker }: { asWorker: boolean }) {
  // In a lull V8 would give back what memory it can, and answers from memory cost a quarter more for minutes
  // (docs/performance.md). Garbage is collected as ever.
  setFlagsFromString('--memory-reducer-gc-count=0')
  const server = openServer(env)
  let answer: Answer = opening
  server.on('request', (req, res) => answer(req, res))
  // First the port: a taken one is known before anything is built, opened or seeded.
  if (!asWorker) await listen(server, env)

  const { module, middleware, closeDev } = dev ? await throughVite(server) : await fromBuild()
  const parent = asWorker ? await meetParent(module.ownFigures) : undefined
  if (parent) module.nameWorker(parent.place)
  const say = (line: string) => (parent?.aloud === false ? undefined : console.log(line))
  const shop = await module.openShop(env, log, say)
  let stopping = false
  const app = module.createApp(shop.deps, {
    dev,
    clientDir: dev ? undefined : 'build/client',
    ready: async () => !stopping && (await shop.ready()),
    figuresOfOthers: parent?.figuresOfOthers,
  })
  shop.onCatalogChange((change) => app.kept.drop(change))

  const throughApp = getRequestListener((request, bindings) => app.fetch(request, bindings))
  answer = (req, res) => {
    // A client that keeps its connection takes the next request elsewhere, instead of finding it closed.
    if (stopping) res.shouldKeepAlive = false
    if (!middleware && module.sendKept(app.kept, req, res)) {
      // Who reads nothing is let go. Nearly always the kernel has taken all of it by now, and there is nothing to watch.
      if (res.writableLength > 0) req.socket.setTimeout(env.patience.request * 1000)
      return
    }
    // Longer than the pauses between the heartbeats of an open stream.
    req.socket.setTimeout(Math.max(env.patience.request, 60) * 1000)
    if (middleware) middleware(req, res, () => void throughApp(req, res))
    else void throughApp(req, res)
  }

  const stop = (drain: number) => {
    if (stopping) return
    stopping = true
    shop.letGo()
    setTimeout(close, drain * 1000)
  }
  const close = () => {
    shop.letGo()
    // Requests under way are finished; connections that wait for another one are let go.
    server.close(async () => {
      await closeDev?.()
      await shop.close()
      process.exit(0)
    })
    setInterval(() => server.closeIdleConnections(), 100).unref()
    setTimeout(() => server.closeAllConnections(), 15_000).unref()
  }
  process.on('SIGTERM', () => stop(env.drainSeconds))
  process.on('SIGINT', () => stop(0))
  if (!parent) return sayListening(env, server)
  // A worker takes connections only now: beside others that serve it would answer that the shop is opening.
  await parent.mayListen()
  await listen(server, env)
  parent.listening()
}

async function watchOver(count: number, env: Env, log: Logger) {
  const door = openServer(env)
  door.on('request', opening)
  await listen(door, env)
  const workers = new Workers({ count, door, log, onListening: (port) => sayListening(env, port) })
  process.on('SIGTERM', () => void workers.stop(0))
  process.on('SIGINT', () => void workers.stop(0))
  await workers.start()
}

function sayListening({ host, port }: Env, at: Server | number) {
  const address = typeof at === 'number' ? { port: at } : at.address()
  const shown = typeof address === 'object' && address ? address.port : port
  console.log(`listening on http://${host.includes(':') ? `[${host}]` : host}:${shown}`)
}

type Answer = (req: IncomingMessage, res: ServerResponse) => void

/** Who sends slowly is let go: she would hold a connection for ever. */
function openServer({ patience }: Pick<Env, 'patience'>): Server {
  return createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: patience.headers * 1000,
    requestTimeout: patience.request * 1000,
    connectionsCheckingInterval: 1000,
  })
}

const opening: Answer = (_req, res) => {
  res.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5', 'cache-control': 'no-store' })
  res.end('Mağaza açılıyor, lütfen birkaç saniye sonra tekrar deneyin.')
}

function listen(server: Server, { port, host }: Pick<Env, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SettingsError(`port ${port} on ${host} is taken; stop what uses it or set another PORT`)
          : new SettingsError(`cannot listen on ${host}:${port}: ${error.message}`),
      ),
    )
    server.listen(port, host, resolve)
  })
}

async function fromBuild() {
  const { buildIfStale } = await import('./scripts/build.ts')
  await buildIfStale()
  // What V8 made of our code and its packages is kept beside the build: every later start is a second shorter.
  enableCompileCache('build/compiled')
  const module: ServerModule = await import(pathToFileURL('build/server/index.js').href)
  flushCompileCache()
  return { module, middleware: undefined, closeDev: undefined }
}

async function throughVite(server: Server) {
  const { createServer: createVite } = await import('vite')
  const { makeFonts } = await import('./scripts/fonts.ts')
  await makeFonts()
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  const module = (await vite.ssrLoadModule('./server.ts')) as ServerModule
  return { module, middleware: vite.middlewares, closeDev: () => vite.close() }
}

main().catch(async (error: unknown) => {
  // What the owner can mend is one clear line; anything else is a bug and keeps its stack.
  const expected = error instanceof Error && /^(SettingsError|DatabaseError)$/.test(error.constructor.name)
  if (expected && cluster.isWorker) await tellFailure((error as Error).message)
  else console.error(expected ? `cannot start: ${(error as Error).message}` : error)
  process.exit(1)
})
