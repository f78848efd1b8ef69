import { once } from 'node:events'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import type { LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A web server in front of the shop: its address as shoppers type it, and the authority that its certificate is of. */
export type Front = { url: string; ca: string; stop(): Promise<void> }

type Init = { method?: string; headers?: Record<string, string>; body?: Buffer | string }

/** One connection with HTTP/2, from an address of this machine; the name leads to this machine. */
export async function openClient({ url, ca }: Pick<Front, 'url' | 'ca'>, from = '127.0.0.1') {
  // Megabytes: bodies are sent in one piece.
  const options = { ca, localAddress: from, lookup: toThisMachine, maxSessionMemory: 500 }
  const session = connect(url, options)
  session.on('error', () => {})
  await once(session, 'connect', { signal: AbortSignal.timeout(20_000) })
  return {
    protocol: session.alpnProtocol,
    ask: (path: string, init: Init = {}) => ask(session, path, init),
    listen: (path: string, headers: Record<string, string>) => listen(session, path, headers),
    close: () => session.destroy(),
  }
}

export type Client = Awaited<ReturnType<typeof openClient>>

const toThisMachine: LookupFunction = (_name, options, found) =>
  options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4)

async function ask(session: ClientHttp2Session, path: string, { method = 'GET', headers = {}, body }: Init) {
  const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined })
  stream.setTimeout(120_000, () => stream.destroy(new Error(`${method} ${path}: no answer in two minutes`)))
  // An early answer ends what is still being sent; that is no fault of the answer.
  stream.on('error', () => {})
  if (body !== undefined) stream.end(body)
  const closed = once(stream, 'close').then(() => Promise.reject(new Error(`${method} ${path}: no answer`)))
  const [head] = (await Promise.race([once(stream, 'response'), closed])) as [IncomingHttpHeaders]
  closed.catch(() => {})
  const bytes = await buffer(stream)
  const status = Number(head[':status'])
  return { status, headers: head as Record<string, string | undefined>, bytes, text: () => textOf(head, bytes) }
}

/** Decoded once, as a browser does: what was encoded twice is no text after that. */
function textOf(head: IncomingHttpHeaders, bytes: Buffer): string {
  const encoding = head['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

/** An answer that goes on; `heard` gives what has come of it. */
async function listen(session: ClientHttp2Session, path: string, headers: Record<string, string>) {
  const stream = session.request({ ':path': path, ...headers })
  let heard = ''
  stream.on('error', () => {})
  stream.on('data', (piece: Buffer) => {
    heard += piece.toString()
  })
  const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  return { status: Number(head[':status']), heard: () => heard, close: () => stream.close() }
}
