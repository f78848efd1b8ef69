import { readStored, writeStored } from '#app/browser/browser-storage.ts'
import { fold } from '#shop/turkish.ts'

const key = 'recentSearches'
const most = 5

/** Searches made in this browser, the last first. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts a search first; one that differs only in letter case or Turkish letters is the same. */
export function rememberSearch(q: string): void {
  const others = recentSearches().filter((other) => fold(other) !== fold(q))
  writeStored(key, JSON.stringify([q, ...others].slice(0, most)))
}

export function forgetSearches(): void {
  writeStored(key, null)
}
