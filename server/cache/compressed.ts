import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, brotliDecompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const brotliAsync = promisify(brotliCompress)
const plainAsync = promisify(brotliDecompress)
const gzipAsync = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Bytes to send. Small ones are a string with a character (latin1) for each byte: Node sends it with the head in one
 * piece, while a Buffer is a second one.
 */
type Body = Buffer | string
/** With its head within the 16 kB that libuv is handed without a copy on the heap. */
const smallBytes = 14_000

/** No page is so large. */
const largeBytes = 500_000
/** Pages are smaller: from here on gzip, or the plain text of what is pressed, would keep the others waiting. */
const longBytes = 200_000

/**
 * An answer, ready to send in any encoding. As Brotli it takes a fifth of the memory that the whole text takes, so five times as many
 * are kept; gzip is kept for those who ask for it, and of what is short the plain text is made each time.
 */
export type Compressed = {
  etag: string
  headers: Record<string, string>
  bodies: { br: Body; gzip?: Body; identity?: Body }
  /** Names and values in turn, with the length: what Node writes fastest. */
  heads: { br: string[]; gzip?: string[]; identity: string[] }
  effort: Effort
}

/**
 * How hard bytes are pressed: `quick` while somebody waits, a listing in 2 ms; `small` is 40 ms for a tenth less; `smallest`, for files,
 * a multiple of that.
 */
type Effort = 'quick' | 'small' | 'smallest'
const levels: Record<Effort, { brotli: number; gzip: number }> = {
  quick: { brotli: 6, gzip: 4 },
  small: { brotli: 10, gzip: 6 },
  smallest: { brotli: constants.BROTLI_MAX_QUALITY, gzip: 9 },
}

/** Compresses an answer once for all who get it; `text` is its body where it has none. */
export async function compress(
  response: Response,
  { effort = 'quick', text }: { effort?: Effort; text?: string | undefined } = {},
): Promise<Compressed> {
  const identity = text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text)
  const headers = Object.fromEntries(response.headers)
  const immutable = headers['cache-control']?.includes('immutable') ?? false
  const etag = `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
  delete headers['content-length']
  headers.vary = 'Accept-Encoding'
  // Nobody asks whether a file has changed that never does.
  if (!immutable) headers.etag = etag
  return pack({ etag, headers }, identity, { effort, isGzipWanted: effort === 'smallest' })
}

/** The same answer in fewer bytes, for one that is asked for again; of a feed it would take seconds. */
export async function tighten(answer: Compressed): Promise<Compressed> {
  const identity = await plainAsync(asBytes(answer.bodies.br))
  if (identity.length > largeBytes) return answer
  return pack(answer, identity, { effort: 'small', isGzipWanted: answer.bodies.gzip !== undefined })
}

async function pack(
  { etag, headers }: Pick<Compressed, 'etag' | 'headers'>,
  identity: Buffer,
  { effort, isGzipWanted }: { effort: Effort; isGzipWanted: boolean },
): Promise<Compressed> {
  const { brotli, gzip } = levels[effort]
  const [br, gz] = await Promise.all([
    brotliAsync(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotli, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    isGzipWanted || identity.length > longBytes ? gzipAsync(identity, { level: gzip }) : undefined,
  ])
  const small = asBody(br)
  const answer: Compressed = {
    etag,
    headers,
    bodies: { br: small },
    heads: { br: headOf(headers, 'br', small), identity: headOf(headers, 'identity', identity) },
    effort,
  }
  if (gz) addGzip(answer, gz)
  if (identity.length > longBytes) answer.bodies.identity = identity
  return answer
}

function headOf(headers: Record<string, string>, encoding: Encoding, { length }: Body): string[] {
  return Object.entries({ ...headers, ...encodingHeaders(encoding), 'content-length': String(length) }).flat()
}

function addGzip(answer: Compressed, bytes: Buffer): { body: Body; head: string[] } {
  const body = asBody(bytes)
  const head = headOf(answer.headers, 'gzip', body)
  answer.bodies.gzip = body
  answer.heads.gzip = head
  return { body, head }
}

/**
 * All browsers read Brotli where a shop has its certificate: of a page gzip is made for the first who wants that, in a millisecond or
 * two, and the plain text for each program that reads nothing else, in half of one.
 */
function sentAs(answer: Compressed, encoding: Encoding): { body: Body; head: string[] } {
  const body = answer.bodies[encoding]
  const head = answer.heads[encoding]
  if (body !== undefined && head) return { body, head }
  const plain = answer.bodies.identity ?? brotliDecompressSync(asBytes(answer.bodies.br))
  if (encoding === 'identity') return { body: plain, head: answer.heads.identity }
  return addGzip(answer, gzipSync(asBytes(plain), { level: levels[answer.effort].gzip }))
}

function asBody(bytes: Buffer): Body {
  return bytes.length < smallBytes ? bytes.toString('latin1') : bytes
}

/** Sends it straight from memory. */
export function send(answer: Compressed, req: IncomingMessage, res: ServerResponse): void {
  if (hasIt(req.headers['if-none-match'], answer)) {
    res.writeHead(304, answer.headers).end()
    return
  }
  const encoding = preferredEncoding(req.headers['accept-encoding'])
  const { body, head } = sentAs(answer, encoding)
  res.writeHead(200, head)
  if (req.method === 'HEAD') res.end()
  else res.end(body, 'latin1')
}

/** The same as a response. */
export function answerOf(answer: Compressed, request: Request): Response {
  if (hasIt(request.headers.get('if-none-match'), answer))
    return new Response(null, { status: 304, headers: answer.headers })
  const encoding = preferredEncoding(request.headers.get('accept-encoding') ?? undefined)
  const body = request.method === 'HEAD' ? null : asBytes(sentAs(answer, encoding).body)
  return new Response(body, { headers: { ...answer.headers, ...encodingHeaders(encoding) } })
}

/** Whether the client has it already. Caches in front ask for several at once, and some take the W/ away. */
function hasIt(asked: string | null | undefined, { etag }: Compressed): boolean {
  return asked === etag || (asked?.includes(etag.slice(2)) ?? false)
}

/** About the bytes of memory that it takes: its bodies, and the words of its head, which the three heads share. */
export function sizeOf({ bodies, headers }: Compressed): number {
  let bytes = bodies.br.length + (bodies.gzip?.length ?? 0) + (bodies.identity?.length ?? 0) + 1500
  for (const [name, value] of Object.entries(headers)) bytes += name.length + value.length + 50
  return bytes
}

function asBytes(body: Body): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
}

/** There are a handful of browsers, each with its own words for the same. */
const known = new LRUCache<string, Encoding>({ max: 100, memoMethod: readAccept })

/** Brotli before gzip before plain, as far as the client says it can read them (RFC 9110 §12.5.3). */
function preferredEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  return accept.length > 100 ? readAccept(accept) : known.memo(accept)
}

function readAccept(accept: string): Encoding {
  const refused = (name: string) => new RegExp(`\\b${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accept)
  if (/\bbr\b/.test(accept) && !refused('br')) return 'br'
  return /\bgzip\b/.test(accept) && !refused('gzip') ? 'gzip' : 'identity'
}

function encodingHeaders(encoding: Encoding): Record<string, string> {
  return encoding === 'identity' ? {} : { 'content-encoding': encoding }
}
