import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { securityHeaders } from './security/headers.ts'

/** Connections to one process; one that sends a body slowly holds up to 100 kB of it. */
const mostOpen = 2000
/** Bytes of unread answers in all; those sent from memory do not count, as they are there once. */
const mostUnread = 32e6

/** Bounds what idle clients make a server hold: connections, and answers that they do not read. */
export function boundConnections(server: Server): { madeFor(socket: Socket): void } {
  /** Sockets with an answer of their own, and since when (performance.now()) some of it is unread. */
  const readers = new Map<Socket, number | undefined>()
  server.maxConnections = mostOpen
  // Make room for a new client by closing the idle connections.
  server.on('drop', () => server.closeIdleConnections())
  server.on('clientError', refuseUnreadable)
  setInterval(() => disconnectSlowest(readers), 1000).unref()
  return {
    madeFor(socket) {
      if (readers.has(socket)) return
      readers.set(socket, undefined)
      socket.once('close', () => readers.delete(socket))
    },
  }
}

function disconnectSlowest(readers: Map<Socket, number | undefined>): void {
  let unread = 0
  for (const [socket, since] of readers) {
    unread += socket.writableLength
    readers.set(socket, socket.writableLength > 0 ? (since ?? performance.now()) : undefined)
  }
  if (unread <= mostUnread) return
  const slowest = [...readers].filter(([, since]) => since !== undefined).sort(([, a = 0], [, b = 0]) => a - b)
  for (const [socket] of slowest) {
    if (unread <= mostUnread / 2) break
    unread -= socket.writableLength
    socket.destroy()
  }
}

/**
 * Once it is answered, drops what a client still sends of a body that was refused, so that its next request finds the
 * connection free. The web stream that a middleware opened on the body would stop it at each chunk; the adapter ends
 * connections that take longer than half a second.
 */
export function dropUnread(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (!req.readableEnded) req.removeAllListeners('data').resume()
  })
}

const refusals: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers malformed requests with the headers of all other answers, unless an answer is already being sent. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || Reflect.get(socket, '_httpMessage')) return void socket.destroy()
  const head = Object.entries({ Connection: 'close', 'Content-Length': '0', ...securityHeaders })
  const status = refusals[error.code ?? ''] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
}
