import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * The data that each entry of the browser's history showed, so that going back shows it at once, even on a slow network. Only
 * for going back: a link fetches the current data.
 */
const kept = new Map<string, unknown>()
/** Number of entries that are kept; an older one is fetched again. */
const most = 12

/** The entry that she goes back to. Set only while the router decides what to load; root.tsx reads it as `data-back` on the page. */
let goingTo: string | undefined

if (typeof window !== 'undefined')
  window.addEventListener(
    'popstate',
    ({ state }) => {
      const { dataset } = document.documentElement
      goingTo = keyOf(state)
      if (kept.has(goingTo)) dataset.back = ''
      setTimeout(() => {
        goingTo = undefined
        delete dataset.back
      })
    },
    true,
  )

/** As the router calls it: the first entry has none. */
function keyOf(state: { key?: string } | null): string {
  return state?.key ?? 'default'
}

/** The data of the entry that she goes back to; undefined on any other navigation. */
export function keptPage<T>(): T | undefined {
  return goingTo === undefined ? undefined : (kept.get(goingTo) as T | undefined)
}

/** Keeps what the page shows, for when she comes back to it. */
export function useKept(data: object): void {
  const { key } = useLocation()
  useEffect(() => {
    kept.delete(key)
    kept.set(key, data)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  }, [key, data])
}

/** The page shows more by now. */
export function keepMore(more: object): void {
  const key = keyOf(window.history.state)
  kept.set(key, { ...(kept.get(key) as object | undefined), ...more })
}
