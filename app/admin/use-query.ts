import { useSearchParams } from 'react-router'

/** The filters of a list, which live in the address; a blank one is left out of it. */
export function useQuery() {
  const [params, setParams] = useSearchParams()

  function set(changes: Record<string, string>, options?: { replace: boolean }) {
    setParams((params) => {
      for (const [name, value] of Object.entries(changes)) value ? params.set(name, value) : params.delete(name)
      return params
    }, options)
  }

  return {
    get: (name: string) => params.get(name) ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('sayfa'))) || 1),
    set,
    /** Another filter begins at the first page. */
    filter: (changes: Record<string, string>, options?: { replace: boolean }) =>
      set({ ...changes, sayfa: '' }, options),
    clear: (rest: Record<string, string> = {}) => setParams(rest),
  }
}

/** A query of the API, without what is blank. */
export function queryString(values: Record<string, string | number>): string {
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  ).toString()
}
