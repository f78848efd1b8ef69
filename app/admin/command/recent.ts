import { readStored, writeStored } from '#app/browser/browser-storage.ts'
import type { Entry } from './places.ts'

/** Where the last ones are kept in this browser; signing out empties it. */
const key = 'admin-recent'
const most = 5

export function recentEntries(): Entry[] {
  try {
    const kept: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isEntry).slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts it first among the recent ones. */
export function keepRecent({ to, label, about }: Entry): void {
  const others = recentEntries().filter((entry) => entry.to !== to)
  writeStored(key, JSON.stringify([{ to, label, about }, ...others].slice(0, most)))
}

function isEntry(value: unknown): value is Entry {
  const entry = value as Partial<Entry> | null
  return (
    typeof entry?.to === 'string' &&
    entry.to.startsWith('/admin') &&
    typeof entry.label === 'string' &&
    typeof entry.about === 'string'
  )
}
