import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let known: Set<string> | undefined

/** The domain, or one that it belongs to, hands out addresses that are thrown away. Over 100,000 are known: server only. */
export function isDisposable(email: string): boolean {
  known ??= new Set<string>([
    ...require('disposable-email-domains'),
    // Whose subdomains are given out too.
    ...require('disposable-email-domains/wildcard.json'),
  ])
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.some((_, start) => known?.has(labels.slice(start).join('.')))
}
