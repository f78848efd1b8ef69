import { createHash } from 'node:crypto'

/** On every answer, whatever it is. */
export const baseHeaders: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  'X-Frame-Options': 'DENY',
}

/** For answers that are no page: they load nothing and run nothing. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

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
