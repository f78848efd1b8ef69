import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * What each entry of the browser's history showed, so that going back shows it at once, on the slowest network too. Only
 * going back: a link fetches what is so now.
 */
const kept = new Map<string, unknown>()
/** So many entries back; what lies further is fetched again. */
const most = 12

/** The entry that she is on the way back to; set only while the router looks what it needs, for which root.tsx reads it off the page. */
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

/** What the entry showed that she goes back to; undefined on any other way. */
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
