import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { buildIfStale } from '../scripts/build.ts'

export const shopPort = 3900
/** Its pictures are encoded once one of the benches that use it has run. */
export const demoDir = 'node_modules/.cache/butik/bench'
export const largeDir = 'node_modules/.cache/butik/bench-large'

/** The built shop with the demo boutique, all pictures encoded. Its data stays for the next run. */
export async function startShop({
  port = shopPort,
  dataDir = demoDir,
  settings = {} as Record<string, string>,
} = {}): Promise<ChildProcess> {
  await buildIfStale()
  mkdirSync(dataDir, { recursive: true })
  const all = { DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'production', ...settings }
  const shop = await startAsNpm(all)
  await picturesDone(port)
  return shop
}

/** As `npm start` does, with its variables and flags; the shell does `before` first. */
export function startAsNpm(settings: Record<string, string>, before = ''): Promise<ChildProcess> {
  const { start: line } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const command = `${before}exec env ${line.replace(' node ', ` ${process.execPath} `)}`
  return start(['-c', command], settings, /^listening on/m, '/bin/sh')
}

/** Ends it and waits until its database is closed. */
export async function stopShop(shop: ChildProcess): Promise<void> {
  const ended = once(shop, 'exit')
  shop.kill('SIGTERM')
  await ended
}

/** Starts Node on a file, or another program, and waits until it prints that it is ready. */
export async function start(
  args: string[],
  settings: Record<string, string>,
  ready: RegExp,
  program = process.execPath,
): Promise<ChildProcess> {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (ready.test(output)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: ${output}`)))
  })
  return child
}

/** The first start encodes AVIF pictures in the background; figures are taken when it is done. */
async function picturesDone(port: number): Promise<void> {
  for (let i = 0; i < 900; i++) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    if (/^butik_pictures_to_draw 0$/m.test(text)) return
    if (i === 0) console.info('waiting until all pictures are encoded…')
    await wait(1000)
  }
  throw new Error('pictures are still being encoded after 15 minutes')
}

/** Processor time of these processes so far, in steps of 10 ms; one that is gone counts nothing. */
export function processorMs(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const { user = 0, system = 0 } = statOf(pid)
    return sum + (user + system) * 10
  }, 0)
}

/** That of a PostgreSQL by the process of one of its connections, with the connections that are closed by now. */
export function postgresMs(connection: number): number {
  const { parent = 0 } = statOf(connection)
  const { goneUser = 0, goneSystem = 0 } = statOf(parent)
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number)
  return processorMs([parent, ...children]) + (goneUser + goneSystem) * 10
}

/** The values of proc(5) for a process, times in hundredths of a second. */
function statOf(pid: number) {
  const path = `/proc/${pid}/stat`
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const fields = text.slice(text.lastIndexOf(')')).split(' ')
  const [user, system, goneUser, goneSystem] = fields.slice(12, 16).map(Number)
  return { parent: Number(fields[2]), user, system, goneUser, goneSystem }
}
