import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Logger } from 'pino'
import type { Db } from '#db/database.ts'
import { AdminAnswer, AdminCommand } from '#shop/accounts/admin-commands.ts'
import { findRow } from '#shop/settings/server/saved.ts'
import { seconds } from '#shop/time.ts'
import { dumpDatabase } from './dump.ts'
import { BackupError } from './manifest.ts'

/** Bytes that an operating system allows as the name of a socket. */
const longestName = 100

/** Where the running shop listens to its owner. Names are short, so the shorter way to say it is taken. */
function controlPath(dataDir: string): string {
  const path = join(dataDir, 'control.sock')
  const short = relative(process.cwd(), path)
  return short.length < path.length ? short : path
}

/** Request of `npm run admin` to the running shop, and its answer; both sides are of one version. */
type RunAdmin = (command: AdminCommand) => Promise<AdminAnswer>

/**
 * The embedded database can be opened by one process only, so the running shop dumps it itself, and runs its owner's
 * commands. Only the user it runs as may open this socket. Returns the function that closes it.
 */
export async function openControl(
  dataDir: string,
  db: Db,
  log: Logger,
  runAdmin?: RunAdmin,
): Promise<() => Promise<void>> {
  const path = controlPath(dataDir)
  if (path.length > longestName) {
    log.warn(
      { path },
      'the path of the control socket is too long: backups and npm run admin need the shop to be stopped',
    )
    return async () => {}
  }
  // Left by a crash; the lock of the folder says that nobody else uses it.
  await rm(path, { force: true })
  let busy = false
  const server = createServer((req, res) => {
    if (req.method === 'GET' && req.url === '/running') return void res.end('yes')
    if (req.method === 'GET' && req.url === '/saved-settings') return void sendSaved(db, res)
    if (req.method === 'POST' && req.url === '/admin' && runAdmin) return void answerAdmin(runAdmin, req, res, log)
    if (req.method !== 'GET' || req.url !== '/dump') return void res.writeHead(404).end()
    if (busy) return void res.writeHead(409).end('another backup is being made')
    busy = true
    void sendDump(dataDir, db, res)
      .catch((error: unknown) => {
        log.error({ err: error }, 'the database could not be dumped')
        if (res.headersSent) res.destroy()
        else res.writeHead(500).end(plainReason(error))
      })
      .finally(() => {
        busy = false
      })
  })
  // Nobody else may connect, not even for the moment until a chmod.
  const usual = process.umask(0o177)
  try {
    server.listen(path)
  } finally {
    process.umask(usual)
  }
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await rm(path, { force: true })
  }
}

/** As they are kept: secrets stay sealed. */
async function sendSaved(db: Db, res: ServerResponse): Promise<void> {
  try {
    const row = await findRow(db)
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(row ?? {}))
  } catch (error) {
    res.writeHead(500).end(plainReason(error))
  }
}

async function answerAdmin(runAdmin: RunAdmin, req: IncomingMessage, res: ServerResponse, log: Logger): Promise<void> {
  try {
    const answer = await runAdmin(AdminCommand.parse(JSON.parse(await textOf(req))))
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  } catch (error) {
    log.error({ err: error }, 'a command of npm run admin failed')
    res.writeHead(500).end(plainReason(error))
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message.setEncoding('utf8')) {
    text += chunk
    if (text.length > 10_000) throw new Error('the command is too long')
  }
  return text
}

/** First to a file: a reader that stops reading must not hold the only connection of the embedded database. */
async function sendDump(dataDir: string, db: Db, res: ServerResponse): Promise<void> {
  const folder = await mkdtemp(join(dataDir, '.dump-'))
  try {
    const path = join(folder, 'dump')
    await dumpToFile(db, path)
    res.writeHead(200, { 'content-type': 'application/gzip' })
    await pipeline(createReadStream(path), res)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Dumps into a compressed file; the rows are never in memory all at once. */
export async function dumpToFile(db: Db, path: string): Promise<void> {
  const zip = createGzip()
  const written = pipeline(zip, createWriteStream(path, { mode: 0o600, flush: true }))
  let failed: unknown
  written.catch((error: unknown) => {
    failed = error
  })
  try {
    await dumpDatabase(db, async (text) => {
      if (failed) throw failed
      if (!zip.write(text)) await Promise.race([once(zip, 'drain'), written])
    })
    zip.end()
  } catch (error) {
    zip.destroy()
    throw failed ?? error
  }
  await written
}

/** Whether a shop runs on this folder with its embedded database open. */
export async function isRunning(dataDir: string): Promise<boolean> {
  const res = await ask(dataDir, '/running', seconds(10))
  res?.resume()
  return res?.statusCode === 200
}

function ask(dataDir: string, path: string, timeout: number, body?: string): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request({ socketPath: controlPath(dataDir), path, method, agent: false }, resolve)
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    asked.setTimeout(timeout, () => asked.destroy(new BackupError('the running shop does not answer')))
    asked.end(body)
  })
}

/** The settings saved in the panel of the shop that runs on this folder; undefined when none runs. */
export async function fetchSaved(dataDir: string): Promise<unknown> {
  const res = await ask(dataDir, '/saved-settings', seconds(10))
  if (!res) return undefined
  const text = await textOf(res)
  if (res.statusCode !== 200) throw new BackupError(`the running shop does not say what its panel has saved: ${text}`)
  return JSON.parse(text)
}

/** Lets the shop that runs on this folder do what its owner asks; undefined when none runs. */
export async function askAdmin(dataDir: string, command: AdminCommand): Promise<AdminAnswer | undefined> {
  const res = await ask(dataDir, '/admin', seconds(60), JSON.stringify(command))
  if (!res) return undefined
  const text = await textOf(res)
  if (res.statusCode === 200) return AdminAnswer.parse(JSON.parse(text))
  const why = res.statusCode === 404 ? 'it is of another version; restart it' : text
  throw new BackupError(`the running shop did not do it: ${why}`)
}

/** Lets the shop that runs on this folder write its dump to a file; false when none runs. */
export async function fetchDump(dataDir: string, path: string): Promise<boolean> {
  const res = await ask(dataDir, '/dump', seconds(600))
  if (!res) return false
  if (res.statusCode !== 200) {
    let why = ''
    for await (const chunk of res.setEncoding('utf8')) why += chunk
    throw new BackupError(`the running shop cannot dump its database: ${why}`)
  }
  await pipeline(res, createWriteStream(path, { mode: 0o600, flush: true }))
  return true
}

/** The innermost message: those of the query around it mean nothing to an owner. */
function plainReason(error: unknown): string {
  let e = error
  while (e instanceof Error && e.cause) e = e.cause
  return e instanceof Error ? e.message : String(e)
}
