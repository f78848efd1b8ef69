import { useSyncExternalStore } from 'react'

/** Stands in for localStorage where the browser refuses it: the shop then forgets at reload, but works. */
const memory = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

/** Writes (null removes) and tells this tab; the browser tells the others. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
  }
  announce()
}

/** Empties everything the shop keeps in this browser. */
export function clearStored(): void {
  memory.clear()
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // Nothing was kept where nothing may be kept.
  }
  announce()
}

function announce() {
  window.dispatchEvent(new Event('storage'))
}

/** Calls back when something stored may have changed, in this tab or another. */
export function followStored(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}

/** The stored text; null on the server and while hydrating, so that a page is the same for everybody. */
export function useStored(key: string): string | null {
  return useSyncExternalStore(
    followStored,
    () => readStored(key),
    () => null,
  )
}

/** A value in memory that components follow. */
export function createStore<T>(initial: T) {
  let value = initial
  const followers = new Set<() => void>()
  const get = () => value
  const follow = (changed: () => void) => {
    followers.add(changed)
    return () => {
      followers.delete(changed)
    }
  }
  return {
    get,
    follow,
    set(next: T) {
      value = next
      for (const changed of [...followers]) changed()
    },
    use: () => useSyncExternalStore(follow, get, () => initial),
  }
}
