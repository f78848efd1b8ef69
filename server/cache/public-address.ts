import { LRUCache } from 'lru-cache'
import { readPages, readSort } from '#app/storefront/listing/address.ts'
import { fold } from '#shop/turkish.ts'

/** Parameters that change a public page; all others (campaign tags, typing errors) are dropped before it is made. */
const pageParams = ['sayfa', 'siralama', 'beden', 'renk', 'en-az', 'en-cok', 'stokta', 'q', 'section', '_routes']
/** A product's page depends on the color alone. The size is chosen in the browser. */
const productParams = ['renk', '_routes']
/** Cards recommended beside it show what is in stock in her size (app/storefront/product/recommended-cards.ts). */
const besideParams = ['beden', '_routes']
const apiParams = ['limit', 'page', 'area', 'category', 'sort', 'q']

const publicApi = /^\/api\/v1\/(products(\/|$)|categories$|sizes$|openapi\.json$)/
/** Somebody's own, or different for each who asks; of a product's editor there are as many addresses as anybody likes. */
const otherPages =
  /^\/(media\/|demo-bank\/|odeme\/banka\/|healthz|readyz|metrics|son-bakilanlar|liste\/|admin\/urunler\/)/

/** Staff look at what is not published (server/app.ts). */
export const isDraft = /[?&]taslak=/

/** A longer address asks for nothing that anybody else will ask for. */
const longestKept = 2000

/**
 * The one form of a public address, used as its key and for making its answer: known parameters in a fixed order.
 * Undefined when the answer is not the same for everybody.
 */
export function publicAddress(url: string): string | undefined {
  const mark = url.indexOf('?')
  if (mark >= 0 && isDraft.test(url)) return undefined
  const path = mark < 0 ? url : url.slice(0, mark)
  const api = path.startsWith('/api/')
  // A feed is the same whatever a channel adds to its address.
  if (path.startsWith('/feeds/')) return path
  if (api ? !publicApi.test(path) : otherPages.test(path)) return undefined
  if (mark < 0) return path
  return url.length > longestKnown ? inOneForm(url) : known.memo(url)
}

/** Letters that the shop's own addresses are made of, without an empty part and without a slash at the end. */
const ourSpelling = /^\/([a-z0-9._~-]+(\/[a-z0-9._~-]+)*)?$/

/** Whether its answer may be kept: there is but one such spelling of each address. */
export function mayBeKept(key: string): boolean {
  const mark = key.indexOf('?')
  return key.length <= longestKept && ourSpelling.test(mark < 0 ? key : key.slice(0, mark))
}

const turkishSpelling = /^[\x21-\x7eçğıöşüÇĞİÖŞÜ]+$/

/** Where a page is that was asked for in another spelling; undefined when it was not, or nothing of ours is meant. */
export function otherwiseSpelled(path: string): string | undefined {
  if (ourSpelling.test(path) || /\/\/|%2f/i.test(path) || path.length > 300) return undefined
  const given = decoded(path)
  // Turkish letters are spelled as in the addresses that the shop makes: /ELBİSE is /elbise.
  const plain = given && turkishSpelling.test(given) ? fold(given).replace(/\/$/, '') : undefined
  const isOurs = plain !== undefined && ourSpelling.test(plain) && !/\/\.{1,2}(\/|$)|^\/assets(\/|$)/.test(plain)
  return isOurs ? plain : undefined
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

/** Most requests with parameters ask for the same few addresses. */
const known = new LRUCache<string, string>({ max: 5000, memoMethod: inOneForm })
const longestKnown = 200

function inOneForm(url: string): string {
  const mark = url.indexOf('?')
  const path = url.slice(0, mark)
  const api = path.startsWith('/api/')
  const given = new URLSearchParams(url.slice(mark + 1))
  const kept = new URLSearchParams()
  const product = path.startsWith('/urun/')
  const params = api
    ? apiParams
    : product
      ? /\/oneriler(\.data)?$/.test(path)
        ? besideParams
        : productParams
      : pageParams
  for (const name of params) {
    const values = given
      .getAll(name)
      .slice(0, name === 'renk' && product ? 1 : undefined)
      .map((value) => (api ? apiValue(name, value) : pageValue(name, value)))
    // A form sends its empty fields too; they ask for nothing.
    for (const value of new Set(values)) if (value !== '') kept.append(name, value)
  }
  const query = kept.toString()
  return query ? `${path}?${query}` : path
}

/** '01', '+1' and '1e0' are one number to who reads them, and would each be a page of its own. */
function apiValue(name: string, value: string): string {
  if (name !== 'limit' && name !== 'page') return name === 'q' ? value.trim() : value
  const number = Number(value)
  return value.trim() !== '' && Number.isSafeInteger(number) ? String(number) : value
}

/** As the pages read it (app/storefront/listing/address.ts), and empty where they read nothing. */
function pageValue(name: string, value: string): string {
  switch (name) {
    case 'sayfa': {
      const pages = readPages(new URLSearchParams({ sayfa: value }))
      return pages === 1 ? '' : String(pages)
    }
    case 'en-az':
    case 'en-cok': {
      const digits = value.replace(/[.\s]/g, '')
      return /^\d{1,7}$/.test(digits) ? String(Number(digits)) : ''
    }
    case 'stokta':
      return value === '1' ? value : ''
    case 'siralama':
      return readSort(value) ?? ''
    case '_routes':
      return /^[\w/.,-]{1,200}$/.test(value) ? value : ''
    case 'q':
      return value.trim().slice(0, 100)
    case 'renk':
      return value.length <= 60 ? value : ''
    default:
      return value.length <= 40 ? value : ''
  }
}
