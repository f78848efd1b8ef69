import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CheckoutLine } from '#shop/ports.ts'
import { securityHeaders } from '../security/headers.ts'

export function isLineAsked({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && url === '/api/v1/checkout/line'
}

/** How the line stands, without a router: tens of thousands who wait ask every few seconds (api/payments/line.ts documents it). */
export function sendLine(line: CheckoutLine, res: ServerResponse): void {
  const body = JSON.stringify({ success: true, data: line.state() })
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'public, max-age=1',
    ...securityHeaders,
  })
  res.end(body)
}
