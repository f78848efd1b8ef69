import { createHash } from 'node:crypto'

/** For answers that are no page: they load nothing and run nothing. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

const forParts = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
})

/** With what browsers heed in pages and documents only. */
const forDocuments = forParts.concat(
  Object.entries({
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': inertPolicy,
  }),
)

/** Scripts, styles, fonts and pictures; never SVG, which can be opened as a document. */
const partOfPage = /^(text\/(javascript|css)|font\/|image\/(avif|webp|jpeg|png))/

/** Adds what an answer lacks. Parts of a page carry little: a page has twenty of them, and on a slow line each byte counts. */
export function secure(headers: Headers): void {
  const wanted = partOfPage.test(headers.get('Content-Type') ?? '') ? forParts : forDocuments
  for (const [name, value] of wanted) if (!headers.has(name)) headers.set(name, value)
}

/** The policy of one page: only our own files, and exactly the inline scripts that are in it. */
export function pagePolicy(html: string, options: { dev: boolean }): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !/type="application\/(ld\+)?json"/.test(attributes ?? ''))
    .map(
      ([, , body]) =>
        `'sha256-${createHash('sha256')
          .update(body ?? '')
          .digest('base64')}'`,
    )
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(scripts)].join(' ')}`,
    // Vite's hot reload writes style elements; the built shop has only files.
    `style-src 'self'${options.dev ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${options.dev ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
