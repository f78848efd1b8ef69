import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { secure } from '../security-headers.ts'
import { answerOf, type Compressed, compress, send } from './compressed.ts'

const types: Record<string, string> = {
  // Modules are always read as UTF-8.
  js: 'text/javascript',
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

type File = { path: string; type: string; bytes: number }

/** Compressing takes the best of the processor's time, and the threads that hash passwords and read files. */
const atOnce = 2

/**
 * The browser's files, by the names that the build gave them and no other spelling: what is not in this list is not
 * there. Each is compressed once, when it is first asked for, and stays.
 */
export class BuiltFiles {
  private readonly files: Map<string, File>
  private readonly ready = new Map<string, Compressed>()
  private readonly underway = new Map<string, Promise<Compressed>>()
  private readonly waiting: (() => void)[] = []
  private running = 0
  private readonly https: () => boolean

  constructor(folder: string, { https }: { https: () => boolean }) {
    this.https = https
    this.files = filesIn(folder)
  }

  /** Bytes of memory for all of them once they have been compressed. */
  get bytes(): number {
    let sum = 0
    // As it is, and for most two thirds of that in the two compressed forms together.
    for (const { bytes } of this.files.values()) sum += 2 * bytes + 2000
    return sum
  }

  /** Sends one from memory; false when there is no such file or nobody has asked for it yet. */
  send(path: string, req: IncomingMessage, res: ServerResponse): boolean {
    const file = this.ready.get(path)
    if (!file) return false
    // HTTP/1.1 keeps connections without being told: ten files of a page save half a kilobyte.
    if (res.shouldKeepAlive) res.removeHeader('Connection')
    send(file, req, res)
    return true
  }

  /** Undefined when there is no file of exactly this name. */
  async answer(path: string, request: Request): Promise<Response | undefined> {
    const file = this.files.get(path)
    if (!file) return undefined
    return answerOf(this.ready.get(path) ?? (await this.compressOnce(path, file)), request)
  }

  private compressOnce(name: string, file: File): Promise<Compressed> {
    const running = this.underway.get(name)
    if (running) return running
    const promise = this.inTurn(() => readCompressed(name, file, this.https()))
      .then((compressed) => {
        this.ready.set(name, compressed)
        return compressed
      })
      .finally(() => this.underway.delete(name))
    this.underway.set(name, promise)
    return promise
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= atOnce) await new Promise<void>((start) => this.waiting.push(start))
    else this.running++
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}

function filesIn(folder: string): Map<string, File> {
  const files = new Map<string, File>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stat = statSync(path)
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    if (stat.isFile() && type) files.set(`/${name.replaceAll('\\', '/')}`, { path, type, bytes: stat.size })
  }
  return files
}

async function readCompressed(name: string, { path, type }: File, https: boolean): Promise<Compressed> {
  const cache = name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  const headers = new Headers({ 'Content-Type': type, 'Cache-Control': cache })
  secure(headers, { https })
  return compress(new Response(new Uint8Array(await readFile(path)), { headers }), 'smallest')
}
