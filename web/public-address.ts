import { LRUCache } from 'lru-cache'

/** Parameters that change a public page; all others (campaign tags, typing errors) are dropped before it is made. */
const pageParams = ['sayfa', 'siralama', 'beden', 'renk', 'en-az', 'en-cok', 'stokta', 'q', 'section', '_routes']
const apiParams = ['limit', 'page', 'area', 'category', 'sort', 'q']

const publicApi = /^\/api\/v1\/(products(\/|$)|categories$|openapi\.json$)/

/**
 * The one form of a public address, used as its key and for making its answer: known parameters in a fixed order.
 * Undefined when the answer is not the same for everybody.
 */
export function publicAddress(url: string): string | undefined {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const api = path.startsWith('/api/')
  if (
    api
      ? !publicApi.test(path)
      : /^\/(media\/|demo-bank\/|odeme\/banka\/|healthz|readyz|metrics|son-bakilanlar)/.test(path)
  )
    return undefined
  if (mark < 0) return path
  return url.length > longestKnown ? inOneForm(url) : known.memo(url)
}

/** Of addresses with parameters most ask for the same few. */
const known = new LRUCache<string, string>({ max: 5000, memoMethod: inOneForm })
const longestKnown = 200

function inOneForm(url: string): string {
  const mark = url.indexOf('?')
  const path = url.slice(0, mark)
  const given = new URLSearchParams(url.slice(mark + 1))
  const kept = new URLSearchParams()
  for (const name of path.startsWith('/api/') ? apiParams : pageParams) {
    // A form sends its empty fields too; they ask for nothing.
    for (const value of new Set(given.getAll(name))) if (value !== '') kept.append(name, value)
  }
  const query = kept.toString()
  return query ? `${path}?${query}` : path
}
