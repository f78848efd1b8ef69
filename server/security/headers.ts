/** For answers other than pages, whose own is in policy.ts: they load nothing and run nothing. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

const transport: [string, string] = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']

/**
 * Parts of a page carry what matters to them in few words: a page has twenty, and on a slow line each byte counts.
 * An opener policy is read of documents alone (HTML, "cross-origin opener policies").
 */
const forParts = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': "frame-ancestors 'none'",
})

const forDocuments = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), browsing-topics=()',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': inertPolicy,
}).concat([transport])

/** Scripts, styles, fonts and pictures; never SVG, which can be opened as a document. */
const partOfPage = /^(text\/(javascript|css)|font\/|image\/(avif|webp|jpeg|png))/

/** Adds what an answer lacks. A part says that the shop is reached by TLS alone only where it is: `https`. */
export function secure(headers: Headers, { https }: { https: boolean }): void {
  const isPart = partOfPage.test(headers.get('Content-Type') ?? '')
  const wanted = isPart ? (https ? [...forParts, transport] : forParts) : forDocuments
  for (const [name, value] of wanted) if (!headers.has(name)) headers.set(name, value)
}

/** The same for an answer that is written by hand, before a request is one. */
export const securityHeaders: Readonly<Record<string, string>> = Object.fromEntries(forDocuments)
