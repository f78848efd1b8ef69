import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { createServer as createVite, type ViteDevServer } from 'vite'
import type { Env } from '../env.ts'
import { makeFonts } from '../scripts/fonts.ts'
import type { Print } from './terminal.ts'

type ServerModule = typeof import('./app.ts')
type Shop = Awaited<ReturnType<ServerModule['openShop']>>
type Running = { module: ServerModule; shop: Shop; app: ReturnType<ServerModule['createApp']> }

export type DevServer = {
  answer(req: IncomingMessage, res: ServerResponse): void
  /** Ends open event streams, so that the requests under way can be waited for. */
  endStreams(): void
  close(): Promise<void>
}

/**
 * The shop through Vite: the browser takes a changed component without a reload, and a changed server file counts from
 * the next request on.
 */
export async function openDevServer(server: Server, env: Env, log: Logger, print: Print): Promise<DevServer> {
  await makeFonts()
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  let running: Running | undefined
  let turn: Promise<unknown> = Promise.resolve()

  /**
   * The shop of the files as they are now. Vite gives the same module until a file below it changes. A change of pages
   * or API alone leaves the shop's own modules as they are: then the database and the jobs stay open.
   */
  const refresh = async (): Promise<Running> => {
    const module = (await vite.ssrLoadModule('./server/app.ts')) as ServerModule
    if (running?.module === module) return running
    const before = running
    const keepsShop = before?.module.openShop === module.openShop
    if (before && !keepsShop) {
      running = undefined
      before.shop.endStreams()
      await before.shop.close()
    }
    const shop = before && keepsShop ? before.shop : await module.openShop(env, log, print)
    running = { module, shop, app: module.createApp(shop.deps, { dev: true, ready: () => shop.ready() }) }
    return running
  }
  // Requests take turns: the first one after a change opens the shop again.
  const current = (): Promise<Running> => {
    const next = turn.then(refresh)
    turn = next.catch(() => {})
    return next
  }
  const throughShop = (req: IncomingMessage, res: ServerResponse) =>
    current().then(
      ({ app }) => getRequestListener((request, bindings) => app.fetch(request, bindings))(req, res),
      (error: unknown) => explain(vite, error, log, res),
    )
  await current()
  return {
    answer: (req, res) => vite.middlewares(req, res, () => void throughShop(req, res)),
    endStreams: () => running?.shop.endStreams(),
    close: async () => {
      await vite.close()
      await running?.shop.close()
    },
  }
}

/** Shows in the page why a file cannot be loaded: its editor looks there. */
function explain(vite: ViteDevServer, error: unknown, log: Logger, res: ServerResponse): void {
  if (error instanceof Error) vite.ssrFixStacktrace(error)
  log.error({ err: error }, 'the changed files cannot be loaded')
  res.writeHead(500, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  res.end(error instanceof Error ? error.stack : String(error))
}
