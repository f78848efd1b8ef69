import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './postgres.ts'

export type RunningShop = {
  url: string
  pid: number
  dataDir: string
  output: () => string
  /** Whether the process has ended. */
  ended: () => boolean
  /** Resolves with the exit code when it ends; null when a signal ended it. */
  end: Promise<number | null>
  /** Kills the process, as a crash would. */
  kill(): Promise<void>
  /** Stops the process, as an operator would; returns the exit code. */
  stop(): Promise<number | null>
}

/** Starts the real shop of `folder` in a process of its own, from the build, and waits until it answers. */
export async function startShop(
  settings: Record<string, string>,
  args: string[] = [],
  folder = '.',
): Promise<RunningShop> {
  const port = settings.PORT ?? String(await freePort())
  const child = spawn(process.execPath, ['main.ts', ...args], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', PORT: port },
      // As npm start has it.
      NODE_COMPILE_CACHE: 'node_modules/.cache/butik/compiled',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const line = /^listening on (http:\/\/\S+)$/m.exec(output)
      if (line?.[1]) resolve(line[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`the shop ended with ${code} before it listened:\n${output}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    dataDir: settings.DATA_DIR ?? './data',
    output: () => output,
    end: ended,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      return endedWithin(child, ended)
    },
  }
}

/** Waits until the shop has settled by itself every open payment; its own metric says when. */
export async function nothingOpen(shop: RunningShop): Promise<void> {
  for (let i = 0; i < 600; i++) {
    const metrics = await (await fetch(`${shop.url}/metrics`)).text()
    if (/^butik_payments_open 0$/m.test(metrics)) return
    await wait(200)
  }
  throw new Error(`payments stayed open:\n${shop.output()}`)
}

async function endedWithin(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000)
  const code = await ended
  clearTimeout(timer)
  return code
}

/** Creates a folder for one shop's data; `remove` deletes it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'butik-data-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Returns the mails that a shop without SMTP wrote, oldest first. */
export function readMails(dataDir: string): string[] {
  const folder = join(dataDir, 'mail')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** An answer's parsed JSON; tests state their expectations of it. */
export type Json = ReturnType<typeof JSON.parse>

/** Makes a caller of a running shop's API. */
export function clientOf(url: string) {
  return async (
    method: string,
    path: string,
    options: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...options.headers,
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
}
