import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { securityHeaders } from './security/headers.ts'

const title = 'Mağaza açılıyor'

/** The shop's colors and sizes, by hand: what serves its style is not there yet. */
const style = `
body{margin:0;min-height:100svh;display:grid;place-content:center;background:#fbf8f4;color:#1f1a17;font:1rem/1.6 system-ui,sans-serif;text-align:center}
main{padding:1.5rem}
h1{margin:0 0 .5rem;font:400 1.75rem/1.2 Georgia,serif}
p{margin:0;color:#6b625b;text-wrap:balance}
i{display:block;width:10rem;height:2px;margin:2rem auto 0;overflow:hidden;background:#e7dfd6}
i::before{content:"";display:block;width:40%;height:100%;background:#a8321c;animation:go 1.4s ease-in-out infinite alternate}
@keyframes go{to{transform:translateX(150%)}}
@media(prefers-reduced-motion:reduce){i::before{width:100%;animation:none}}`

/** It loads itself again until the shop is there: a reader has nothing to do. */
const page = `<!doctype html><html lang="tr"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="3"><title>${title}</title><style>${style}</style><main><h1>${title}</h1><p>Birkaç saniye sürer; sayfa kendiliğinden gelir.</p><i></i></main></html>`

const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** The answer while the shop is still opening: to a browser a page, to calls of the API a failure like any other, else a sentence. */
export function answerOpening(req: IncomingMessage, res: ServerResponse): void {
  const message = `${title}, lütfen birkaç saniye sonra tekrar deneyin.`
  const headers = { 'Retry-After': '5', 'Cache-Control': 'no-store', ...securityHeaders }
  const answer = (type: string, body: string, more = {}) =>
    res.writeHead(503, { 'Content-Type': type, ...headers, ...more }).end(body)
  if (req.url?.startsWith('/api/')) {
    return void answer(
      'application/json',
      JSON.stringify({ success: false, code: 'UNAVAILABLE', message, error: message }),
    )
  }
  // A page that came by a form would lose the form when it loads itself again.
  const isLoadedAgain = req.method === 'GET' && req.headers.accept?.includes('text/html')
  if (isLoadedAgain) return void answer('text/html; charset=utf-8', page, { 'Content-Security-Policy': pagePolicy })
  answer('text/plain; charset=utf-8', message)
}
