import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { type Env, readEnvFirst, SettingsError } from './env.ts'
import { boundConnections, dropUnread } from './server/connections.ts'
import { fillBeside } from './server/head-start.ts'
import { openLog } from './server/log.ts'
import { giveBackFreed } from './server/memory.ts'
import { answerOpening } from './server/opening.ts'
import { logDestination, openNarrator } from './server/terminal.ts'

/** The process: settings, one HTTP server, our code only through its one module graph (Vite in dev, the build else). */
type ServerModule = typeof import('./server/app.ts')
type Shop = Awaited<ReturnType<ServerModule['openShop']>>
type Answer = (req: IncomingMessage, res: ServerResponse) => void

const dev = process.argv.includes('--dev')
const narrator = openNarrator(process.stdout)

async function main() {
  refuseWorkers(process.argv)
  if (existsSync('.env')) process.loadEnvFile('.env')
  const env = readEnvFirst(process.env)
  process.env.NODE_ENV ??= dev ? 'development' : 'production'
  const log = openLog(dev ? 'debug' : 'info', await logDestination(process.stderr))
  await serve(env, log)
}

/** The flag of versions up to 0.2: without this a start script that still has it would get one process and not notice. */
function refuseWorkers(args: string[]) {
  if (!args.some((arg) => /^--workers(=|$)/.test(arg))) return
  throw new SettingsError(
    '--workers is gone: start one process for each core, each with a PORT of its own, behind a web server (docs/operations.md, "On all cores")',
  )
}

async function serve(env: Env, log: Logger) {
  // In a lull V8 would give back what memory it can, and answers from memory cost a quarter more for minutes
  // (docs/measurements.md). Garbage is still collected.
  setFlagsFromString('--memory-reducer-gc-count=0')
  // Several threads that compile the embedded database leave holes in the memory, and take no less time for it together.
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  const server = openServer(env)
  const connections = boundConnections(server)
  let answer: Answer = answerOpening
  server.on('request', (req, res) => answer(req, res))
  // First the port: a taken one is known before anything is built, opened or seeded.
  await listen(server, env)
  // A balancer gives what buys something to nobody else once a process has taken it: behind one nobody is let in before the
  // shop is open.
  const behindBalancer = !dev && env.drainSeconds > 0
  if (behindBalancer) await new Promise((closed) => server.close(closed))

  if (dev) return serveDev(server, env, log, (take) => (answer = take))
  let filled: Promise<void> | undefined
  const { module, clientDir } = await fromBuild(() => (filled ??= fillBeside(env, narrator.print)))
  await filled
  const shop = await module.openShop(env, log, narrator.print)
  const stopping = stopOnSignals(server, shop, env)
  const findElsewhere = await module.openOtherBuilds(env, clientDir, log)
  const app = module.createApp(shop.deps, {
    clientDir,
    findElsewhere,
    ready: async () => !stopping.aborted && (await shop.ready()),
  })
  shop.onCatalogChange((change) => app.cache.invalidate(change))

  const throughApp = getRequestListener((request, bindings) => app.fetch(request, bindings))
  answer = (req, res) => {
    // A client that keeps its connection takes the next request elsewhere, instead of finding it closed.
    if (stopping.aborted) res.shouldKeepAlive = false
    if (module.sendCached(app, req, res)) {
      // Time out clients that do not read. Usually the kernel has taken the whole answer already and no timer is needed.
      if (res.writableLength > 0) req.socket.setTimeout(env.timeouts.request * 1000)
      return
    }
    connections.madeFor(req.socket)
    // Longer than the pauses between the heartbeats of an open stream.
    req.socket.setTimeout(Math.max(env.timeouts.request, 60) * 1000)
    dropUnread(req, res)
    void throughApp(req, res)
  }
  if (behindBalancer) await listen(server, env)
  sayListening(env, server)
  await giveBackFreed(log)
}

/** SIGTERM ends the process after the drain, SIGINT at once; gives a signal that is aborted as soon as it is stopping. */
function stopOnSignals(server: Server, shop: Shop, env: Env): AbortSignal {
  const stopping = new AbortController()
  const stop = (drainSeconds: number) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    shop.endStreams()
    setTimeout(close, drainSeconds * 1000)
  }
  const close = () => {
    shop.endStreams()
    // Requests under way are finished; idle connections are closed.
    server.close(async () => {
      await shop.close()
      process.exit(0)
    })
    setInterval(() => server.closeIdleConnections(), 100).unref()
    setTimeout(() => server.closeAllConnections(), 15_000).unref()
  }
  process.on('SIGTERM', () => stop(env.drainSeconds))
  process.on('SIGINT', () => stop(0))
  return stopping.signal
}

/** The same shop from its source files, with hot reload. */
async function serveDev(server: Server, env: Env, log: Logger, take: (answer: Answer) => void) {
  const { openDevServer } = await import('./server/dev.ts')
  const shop = await openDevServer(server, env, log, narrator.print)
  take(shop.answer)
  const stop = () => {
    shop.endStreams()
    server.close(() => void shop.close().then(() => process.exit(0)))
    server.closeAllConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  sayListening(env, server)
}

function sayListening({ host, port }: Env, server: Server) {
  const address = server.address()
  const shown = typeof address === 'object' && address ? address.port : port
  narrator.opened(`http://${host.includes(':') ? `[${host}]` : host}:${shown}`)
}

/** Disconnects slow senders; they could hold a connection indefinitely. */
function openServer({ timeouts }: Pick<Env, 'timeouts'>): Server {
  return createServer({
    keepAliveTimeout: 65_000,
    headersTimeout: timeouts.headers * 1000,
    requestTimeout: timeouts.request * 1000,
    connectionsCheckingInterval: 1000,
  })
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

async function fromBuild(beside: () => void) {
  const { buildIfStale } = await import('./scripts/build.ts')
  const build = await buildIfStale({ beside })
  // V8's compiled code is cached beside the build, unless NODE_COMPILE_CACHE has said where: every later start is a second shorter.
  enableCompileCache(`${build}/compiled`)
  const module: ServerModule = await import(pathToFileURL(`${build}/server/index.js`).href)
  flushCompileCache()
  return { module, clientDir: `${build}/client` }
}

main().catch((error: unknown) => {
  // A mistake of the owner's is one clear line; anything else is a bug and keeps its stack. The build has classes of its
  // own, so they are told apart by name.
  const expected = error instanceof Error && /^(SettingsError|DatabaseError)$/.test(error.constructor.name)
  console.error(expected ? `cannot start: ${(error as Error).message}` : error)
  process.exit(1)
})
