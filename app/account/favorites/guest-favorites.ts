import { readStored, writeStored } from '#app/browser/browser-storage.ts'

/** A guest's favorites, kept in her browser: their products' ids, the oldest first. */
const key = 'favorites'

export const guestText = () => readStored(key)

export function readGuest(): string[] {
  try {
    const value: unknown = JSON.parse(guestText() ?? '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Keeps as many as the server takes at once (`mostOfGuest`), the newest ones. */
export function writeGuest(ids: string[]): void {
  writeStored(key, ids.length > 0 ? JSON.stringify(ids.slice(-100)) : null)
}
