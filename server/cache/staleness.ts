import type { CatalogChange } from '#shop/ports.ts'

/**
 * A cached response that shows something which has changed since. Which state it is in decides whether it may still be sent:
 *
 * | state        | reached when                                           | sent                                            |
 * |--------------|--------------------------------------------------------|-------------------------------------------------|
 * | revalidating | the catalog changed                                    | for `graceMs`, while it is rendered again       |
 * | overdue      | somebody who wrote waits no longer, hardly anybody asks for it, or it changed while it was rendered | only where rendering the new one fails or takes longer than `longestWaitMs` |
 * | failing      | rendering fails though the database is there           | for `longestFailingMs`, with a retry now and then |
 * | unavailable  | the database is gone, or says nothing for `longestWaitMs` | until it is back, with a retry now and then     |
 */
export type Stale = { state: 'revalidating' | 'overdue' | 'failing' | 'unavailable'; since: number; triedAt: number }

/** Milliseconds for which a stale response is sent while the new one is rendered. */
const graceMs = 1000
/** Milliseconds that a request waits for the new response where there is a stale one. */
export const longestWaitMs = 4000
/** Milliseconds for which a stale response is sent while rendering the new one fails, and may take its place at all. */
const longestFailingMs = 10 * 60_000
/** Milliseconds between retries of a failed rendering, while the response is asked for. */
const retryMs = 2000

/** A further change does not lengthen the time for which a stale response is sent. */
export function staleAfterChange(stale: Stale | undefined): Stale {
  if (stale && stale.state !== 'unavailable') return stale
  return { state: 'revalidating', since: performance.now(), triedAt: 0 }
}

/** Nobody gets it while the new one can be rendered. */
export function overdue(stale: Stale | undefined): Stale {
  return { ...staleAfterChange(stale), state: 'overdue' }
}

/** A response that has been stale for too long is not sent again because the database is gone now. */
export function staleAfterFailure(stale: Stale | undefined, databaseUnavailable: boolean): Stale {
  const now = performance.now()
  const since = stale?.since ?? now
  const isLate = stale?.state === 'overdue' && now - since >= longestFailingMs
  return { state: databaseUnavailable && !isLate ? 'unavailable' : 'failing', since, triedAt: now }
}

export function maySend({ state, since }: Stale): boolean {
  const age = performance.now() - since
  if (state === 'revalidating') return age < graceMs
  return state === 'unavailable' || (state === 'failing' && age < longestFailingMs)
}

/** Whether rendering failed and is to be tried again now; notes that it is. */
export function takeRetry(stale: Stale): boolean {
  const now = performance.now()
  if (stale.state === 'revalidating' || now - stale.triedAt <= retryMs) return false
  stale.triedAt = now
  return true
}

export function isTouched(tags: Set<string>, change: CatalogChange): boolean {
  return change === 'everything' || change.productIds.some((id) => tags.has(id))
}
