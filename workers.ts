import cluster, { type Worker } from 'node:cluster'
import type { Server } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Env, SettingsError } from './env.ts'
import type { Figures } from './web/metrics.ts'
import type { FromParent, FromWorker } from './worker.ts'

/** One that lives for less has died at once: the pause before the next grows, from the first to the last of these. */
const soon = 10_000
const pauses = { first: 500, last: 30_000 }
/** So many starts at one place that fail one after the other, and the whole ends. */
const mostFailedStarts = 3
/** Longer than a worker takes to finish what is under way. */
const patience = 45_000
const figuresPatience = 2000

/** How many processes `--workers` asks for; one serves by itself, without a parent. */
export function workersAsked(args: string[], { databaseUrl }: Pick<Env, 'databaseUrl'>): number {
  const at = args.findIndex((arg) => /^--workers(=|$)/.test(arg))
  if (at < 0) return 1
  const asked = args[at]?.split('=')[1] ?? args[at + 1]
  const count = asked === 'auto' ? availableParallelism() : Number(asked)
  if (!Number.isInteger(count) || count < 1 || count > 256) {
    throw new SettingsError('--workers takes a number of processes from 1 to 256, or auto for one per core')
  }
  if (count > 1 && args.includes('--dev')) throw new SettingsError('--workers is for the built shop, not for --dev')
  if (count > 1 && !databaseUrl) {
    throw new SettingsError('--workers needs PostgreSQL (DATABASE_URL): the embedded database takes one process')
  }
  return count
}

type Given = {
  count: number
  /** Holds the port and answers that the shop is opening, until a worker takes the port over. */
  door: Server
  log: Logger
  onListening: (port: number) => void
}

type End = { served: boolean; lived: number; code: number | null; signal: string | null; reason: string | undefined }

/** The parent of `npm start -- --workers N`: starts the processes that serve, replaces those that die, and ends them all. */
export class Workers {
  private readonly given: Given
  private readonly port: number
  private readonly serving = new Map<number, Worker>()
  private stopping = false
  /** Somebody could buy once: from now on a start that fails is tried again. */
  private opened = false

  constructor(given: Given) {
    this.given = given
    const address = given.door.address()
    this.port = typeof address === 'object' && address ? address.port : 0
    cluster.on('message', (worker, message: FromWorker) => {
      if (message.kind === 'figures-wanted') void this.figuresFor(worker)
    })
  }

  /** Resolves when all serve. The first comes alone: it builds, migrates, seeds and says so. */
  async start(): Promise<void> {
    const { count, onListening } = this.given
    await new Promise<void>((resolve) => void this.keepPlace(1, resolve))
    this.opened = true
    const others = Array.from({ length: count - 1 }, (_, n) => n + 2)
    await Promise.all(others.map((place) => new Promise<void>((resolve) => void this.keepPlace(place, resolve))))
    onListening(this.port)
  }

  /** Lets every worker finish what is under way, then ends this process too. */
  async stop(code: number): Promise<void> {
    if (this.stopping) return
    this.stopping = true
    this.given.door.close()
    const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    for (const worker of alive) worker.process.kill('SIGTERM')
    const late = setTimeout(() => {
      for (const worker of alive) worker.process.kill('SIGKILL')
    }, patience)
    await Promise.all(alive.map((worker) => worker.isDead() || new Promise((resolve) => worker.once('exit', resolve))))
    clearTimeout(late)
    process.exit(code)
  }

  private async keepPlace(place: number, onServing: () => void): Promise<void> {
    let failedStarts = 0
    let quickDeaths = 0
    while (!this.stopping) {
      const end = await this.live(place, onServing)
      if (this.stopping) return
      failedStarts = end.served ? 0 : failedStarts + 1
      quickDeaths = end.lived < soon ? quickDeaths + 1 : 0
      // What the first one fails for, all would; one that was killed may have better luck.
      const hopeless = !this.opened && end.code !== null
      if (hopeless || failedStarts >= mostFailedStarts) return this.giveUp(place, end)
      const pause = quickDeaths === 0 ? 0 : Math.min(pauses.first * 2 ** (quickDeaths - 1), pauses.last)
      this.given.log.error({ worker: place, ...end, pause }, 'a worker ended; another one takes its place')
      await wait(pause)
    }
  }

  private async giveUp(place: number, { reason, code, signal }: End): Promise<void> {
    console.error(`cannot start: ${reason ?? `worker ${place} ended before it served (${signal ?? `code ${code}`})`}`)
    await this.stop(1)
  }

  /** One worker, from its start to its end. */
  private live(place: number, onServing: () => void): Promise<End> {
    const worker = cluster.fork({ PORT: String(this.port) })
    const started = performance.now()
    let served = false
    let reason: string | undefined
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'hello') tell(worker, { kind: 'open', place, aloud: place === 1 && !this.opened })
      if (message.kind === 'opened') {
        this.given.door.close()
        this.given.door.closeAllConnections()
        tell(worker, { kind: 'listen' })
      }
      if (message.kind === 'listening') {
        served = true
        this.serving.set(place, worker)
        this.given.log.info({ worker: place, pid: worker.process.pid }, 'a worker serves')
        onServing()
      }
      if (message.kind === 'failed') reason = message.reason
    })
    // One that is dying cannot be told anything; that it ended is heard below.
    worker.on('error', () => {})
    return new Promise((resolve) => {
      worker.once('exit', (code, signal) => {
        this.serving.delete(place)
        resolve({ served, lived: Math.round(performance.now() - started), code, signal, reason })
      })
    })
  }

  /** Gathers the other workers' figures for one that was asked for all of them; who is late is left out. */
  private async figuresFor(asking: Worker): Promise<void> {
    const others = [...this.serving.values()].filter((worker) => worker.id !== asking.id)
    const all = await Promise.all(others.map(figuresOf))
    tell(asking, { kind: 'figures-of-others', all: all.filter((figures) => figures !== undefined) })
  }
}

let asks = 0

function figuresOf(worker: Worker): Promise<Figures | undefined> {
  const ask = ++asks
  return new Promise((resolve) => {
    const settle = (figures?: Figures) => {
      clearTimeout(timer)
      worker.off('message', hear)
      resolve(figures)
    }
    const hear = (message: FromWorker) => {
      if (message.kind === 'figures' && message.ask === ask) settle(message.figures)
    }
    const timer = setTimeout(settle, figuresPatience)
    worker.on('message', hear)
    tell(worker, { kind: 'figures-asked', ask })
  })
}

function tell(worker: Worker, message: FromParent): void {
  if (worker.isConnected()) worker.send(message)
}
