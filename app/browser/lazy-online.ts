import { type ComponentType, type LazyExoticComponent, lazy, useSyncExternalStore } from 'react'
import { orLoadAgain } from './load-again.ts'

/** At once, also on the server, or as soon as there is a line. */
export function whenOnline(): Promise<unknown> {
  if (typeof window === 'undefined' || navigator.onLine) return Promise.resolve()
  return new Promise((come) => window.addEventListener('online', come, { once: true }))
}

/**
 * A part whose script is fetched when it is first drawn. Without a connection it waits: browsers do not ask again for a script
 * that failed once, and the page would break with it. When the script no longer exists, the page is loaded again.
 */
export function lazyOnline<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => whenOnline().then(load).catch(orLoadAgain))
}

const offline = () => !navigator.onLine

/** Whether there is no line at the moment. */
export function useOffline(): boolean {
  return useSyncExternalStore(follow, offline, () => false)
}

const changes = ['online', 'offline'] as const

function follow(changed: () => void): () => void {
  for (const change of changes) addEventListener(change, changed)
  return () => {
    for (const change of changes) removeEventListener(change, changed)
  }
}

export const offlineWords = 'İnternet bağlantınız yok. Bağlantınız gelince kaldığınız yerden devam edebilirsiniz.'
