import { readStored, writeStored } from '#app/browser/browser-storage.ts'

/** The products that were looked at in this browser, the last one first. */
const key = 'recentlyViewed'
/** As many as are shown, and the one that is open. */
const most = 13

export function readViewed(): string[] {
  try {
    const list: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberViewed(productId: string): void {
  const others = readViewed().filter((id) => id !== productId)
  writeStored(key, JSON.stringify([productId, ...others].slice(0, most)))
}

export const forgetViewed = () => writeStored(key, null)
