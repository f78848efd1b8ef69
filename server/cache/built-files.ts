import { readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { secure } from '../security/headers.ts'
import { answerOf, type Compressed, compress, send, sizeOf } from './compressed.ts'

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
type Read = () => Promise<Uint8Array | undefined>
type Kept = { set(path: string, compressed: Compressed): unknown }

/** A file that pages name by the hash of what it holds. */
export type Asset = { name: string } & File

/** Finds such a file of another build; undefined when no process has had one of this name for a day. */
type FindElsewhere = (name: string) => Promise<Uint8Array | undefined>

const assets = '/assets/'
/** Bytes of memory for files of other builds. */
const mostOfOthers = 4e6

/** Compressing takes the best of the processor's time, and the threads that hash passwords and read files. */
const atOnce = 2

/**
 * The browser's files, by the names that the build gave them and no other spelling: what is not in this list is not
 * there. Each is compressed once, when it is first asked for, and stays.
 */
export class BuiltFiles {
  private readonly files: Map<string, File>
  private readonly ready = new Map<string, Compressed>()
  private readonly underway = new Map<string, Promise<Compressed | undefined>>()
  private readonly waiting: (() => void)[] = []
  private running = 0
  private readonly https: () => boolean
  private readonly findElsewhere: FindElsewhere | undefined
  private readonly ofOthers = new LRUCache<string, Compressed>({ maxSize: mostOfOthers, sizeCalculation: sizeOf })

  constructor(folder: string, { https, findElsewhere }: { https: () => boolean; findElsewhere?: FindElsewhere }) {
    this.https = https
    this.findElsewhere = findElsewhere
    this.files = filesIn(folder)
  }

  /** Bytes of memory for all of them once they have been compressed. */
  get bytes(): number {
    let sum = this.findElsewhere ? mostOfOthers : 0
    // The two compressed forms take two thirds of it for most, and twice of it for a few small ones.
    for (const { bytes } of this.files.values()) sum += bytes + 2000
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
    const compressed = file ? await this.own(path, file) : await this.ofAnotherBuild(path)
    return compressed && answerOf(compressed, request)
  }

  private async own(path: string, file: File): Promise<Compressed | undefined> {
    return this.ready.get(path) ?? this.compressOnce(path, file.type, () => readFile(file.path), this.ready)
  }

  private async ofAnotherBuild(path: string): Promise<Compressed | undefined> {
    const type = typeOf(path)
    const find = this.findElsewhere
    if (!find || !type || !path.startsWith(assets)) return undefined
    return (
      this.ofOthers.get(path) ?? this.compressOnce(path, type, () => find(path.slice(assets.length)), this.ofOthers)
    )
  }

  private compressOnce(path: string, type: string, read: Read, kept: Kept): Promise<Compressed | undefined> {
    const running = this.underway.get(path)
    if (running) return running
    // Reading takes no turn: requests for names that do not exist would hold up files that do.
    const promise = read()
      .then((bytes) => bytes && this.inTurn(() => compressFile(path, type, bytes, this.https())))
      .then((compressed) => {
        if (compressed) kept.set(path, compressed)
        return compressed
      })
      .finally(() => this.underway.delete(path))
    this.underway.set(path, promise)
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

/** The files that a build's pages name by hashes. */
export function listAssets(folder: string): Asset[] {
  return [...filesIn(folder)].flatMap(([path, file]) =>
    path.startsWith(assets) ? [{ name: path.slice(assets.length), ...file }] : [],
  )
}

function filesIn(folder: string): Map<string, File> {
  const files = new Map<string, File>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const stat = statSync(path)
    const type = typeOf(name)
    if (stat.isFile() && type) files.set(`/${name.replaceAll('\\', '/')}`, { path, type, bytes: stat.size })
  }
  return files
}

function typeOf(name: string): string | undefined {
  return types[name.slice(name.lastIndexOf('.') + 1)]
}

function compressFile(path: string, type: string, bytes: Uint8Array, https: boolean): Promise<Compressed> {
  const cache = path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
  const headers = new Headers({ 'Content-Type': type, 'Cache-Control': cache })
  secure(headers, { https })
  return compress(new Response(new Uint8Array(bytes), { headers }), { effort: 'smallest' })
}
