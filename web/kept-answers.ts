import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { CatalogChange } from '#shop/catalog/changes.ts'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'

/** A public answer, ready to send in any encoding. */
type Kept = {
  etag: string
  headers: Record<string, string>
  bodies: Record<Encoding, Buffer>
  /** Products whose change makes it stale. */
  shows: Set<string>
}

/** What a renderer gives: the answer and the products it shows. */
export type Fresh = { response: Response; shows: Set<string> }

/**
 * Public answers in memory: the same for everybody, made once per change of the catalogue, sent compressed.
 * An answer that was being made while the catalogue changed is sent but not kept.
 */
export class KeptAnswers {
  private readonly kept: LRUCache<string, Kept>
  private readonly underway = new Map<string, Promise<Kept | Response>>()
  private changes = 0

  constructor(options: { maxBytes: number }) {
    this.kept = new LRUCache({
      maxSize: options.maxBytes,
      // An id in a set takes about a hundred bytes.
      sizeCalculation: ({ bodies, shows }) =>
        bodies.br.length + bodies.gzip.length + bodies.identity.length + shows.size * 100 + 1000,
    })
  }

  get size(): number {
    return this.kept.size
  }

  /** Forgets what shows something that has changed. */
  drop(change: CatalogChange): void {
    this.changes++
    // Answers being made now may have read what was true before: the next request makes its own.
    this.underway.clear()
    if (change === 'everything') {
      this.kept.clear()
      return
    }
    for (const [key, kept] of this.kept.entries()) {
      if (change.productIds.some((id) => kept.shows.has(id))) this.kept.delete(key)
    }
  }

  /** Sends a kept answer straight from memory; false when there is none. */
  send(key: string, req: IncomingMessage, res: ServerResponse): boolean {
    const kept = this.kept.get(key)
    if (!kept) return false
    if (req.headers['if-none-match'] === kept.etag) {
      res.writeHead(304, kept.headers).end()
      return true
    }
    const encoding = preferredEncoding(req.headers['accept-encoding'])
    const body = kept.bodies[encoding]
    res.writeHead(200, { ...kept.headers, ...encodingHeaders(encoding), 'content-length': body.length })
    res.end(req.method === 'HEAD' ? undefined : body)
    return true
  }

  /** The kept answer for the key, or a fresh one, made once however many ask; failures are passed on, not kept. */
  async answer(key: string, request: Request, make: () => Promise<Fresh>): Promise<Response> {
    const result = this.kept.get(key) ?? (await this.makeOnce(key, make))
    if (result instanceof Response) return result.clone()
    if (request.headers.get('if-none-match') === result.etag)
      return new Response(null, { status: 304, headers: result.headers })
    const encoding = preferredEncoding(request.headers.get('accept-encoding') ?? undefined)
    const body = request.method === 'HEAD' ? null : new Uint8Array(result.bodies[encoding])
    return new Response(body, { headers: { ...result.headers, ...encodingHeaders(encoding) } })
  }

  private makeOnce(key: string, make: () => Promise<Fresh>): Promise<Kept | Response> {
    const running = this.underway.get(key)
    if (running) return running
    const before = this.changes
    const promise: Promise<Kept | Response> = make()
      .then(async ({ response, shows }) => {
        if (response.status !== 200 || response.headers.get('cache-control')?.includes('no-store'))
          return buffered(response)
        const kept = await prepare(response, shows)
        if (before === this.changes) this.kept.set(key, kept)
        return kept
      })
      .finally(() => {
        if (this.underway.get(key) === promise) this.underway.delete(key)
      })
    this.underway.set(key, promise)
    return promise
  }
}

/** A body that several waiting requests can each read. */
async function buffered(response: Response): Promise<Response> {
  return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers })
}

async function prepare(response: Response, shows: Set<string>): Promise<Kept> {
  const identity = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  const immutable = headers['cache-control']?.includes('immutable')
  // A page is compressed once for all who see it: ten is 40 ms in the background for a listing a tenth smaller.
  const quality = immutable ? constants.BROTLI_MAX_QUALITY : 10
  const [br, gz] = await Promise.all([
    brotliAsync(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    gzipAsync(identity, { level: immutable ? 9 : 6 }),
  ])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  delete headers['content-length']
  return { etag, headers: { ...headers, etag, vary: 'Accept-Encoding' }, bodies: { br, gzip: gz, identity }, shows }
}

/** Brotli before gzip before plain, as far as the client says it can read them (RFC 9110 §12.5.3). */
function preferredEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accept)
  if (/\bbr\b/.test(accept) && !refused('br')) return 'br'
  return /\bgzip\b/.test(accept) && !refused('gzip') ? 'gzip' : 'identity'
}

function encodingHeaders(encoding: Encoding): Record<string, string> {
  return encoding === 'identity' ? {} : { 'content-encoding': encoding }
}
