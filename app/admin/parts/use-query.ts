import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** The filters of a list, which live in the address; a blank one is left out of it. */
export function useQuery() {
  const [params, setParams] = useSearchParams()

  // Two changes may come before the address has followed the first: the second builds on it.
  const latest = useRef(params)
  useEffect(() => {
    latest.current = params
  }, [params])

  function set(changes: Record<string, string>, options?: { replace: boolean }) {
    const next = new URLSearchParams(latest.current)
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
    latest.current = next
    setParams(next, options)
  }

  return {
    get: (name: string) => params.get(name) ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('sayfa'))) || 1),
    set,
    /** The named ones as the address has them, for a link that leads back here. */
    text: (names: readonly string[]) =>
      queryString(Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']))),
    /** Another filter begins at the first page. */
    filter: (changes: Record<string, string>, options?: { replace: boolean }) =>
      set({ ...changes, sayfa: '' }, options),
    clear(rest: Record<string, string> = {}) {
      latest.current = new URLSearchParams(rest)
      setParams(rest)
    },
  }
}

/** A query of the API, without what is blank. */
export function queryString(values: Record<string, string | number>): string {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  ).toString()
}
