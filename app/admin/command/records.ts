import { useEffect, useState } from 'react'
import { orderNumber } from '#app/account/orders/order-words.ts'
import type { Right } from '#shop/rights.ts'
import { adminCall } from '../parts/api.ts'
import { queryString } from '../parts/use-query.ts'
import type { Entry } from './places.ts'

/** One kind of records that the bar searches, by the call of its list. */
type Source = {
  title: string
  right: Right
  failure: string
  find: (asked: string, signal: AbortSignal) => Promise<Entry[]>
}

const sources: Source[] = [
  {
    title: 'Siparişler',
    right: 'orders-read',
    failure: 'Siparişlerde aranamadı.',
    async find(asked, signal) {
      const { data } = await adminCall<'GET /admin/orders'>('GET', `/admin/orders?${asked}`, undefined, { signal })
      return data.map(({ id, customerInfo: { firstName, lastName } }) => ({
        to: `/admin/siparisler?siparis=${id}`,
        label: orderNumber(id),
        about: `${firstName} ${lastName}`,
      }))
    },
  },
  {
    title: 'Ürünler',
    right: 'catalog',
    failure: 'Ürünlerde aranamadı.',
    async find(asked, signal) {
      const { data } = await adminCall<'GET /admin/products'>('GET', `/admin/products?${asked}`, undefined, { signal })
      return data.map(({ id, name, published, totalStock }) => ({
        to: `/admin/urunler/${id}`,
        label: name,
        about: published ? `${totalStock} adet` : 'Taslak',
      }))
    },
  },
  {
    title: 'Müşteriler',
    right: 'customers',
    failure: 'Müşterilerde aranamadı.',
    async find(asked, signal) {
      const { data } = await adminCall<'GET /admin/customers'>('GET', `/admin/customers?${asked}`, undefined, {
        signal,
      })
      return data.map(({ id, firstName, lastName, email }) => ({
        to: `/admin/musteriler/${id}`,
        label: `${firstName} ${lastName}`.trim() || email || 'Adsız müşteri',
        about: email ?? '',
      }))
    },
  },
]

export type Found = { title: string; entries: Entry[]; failure?: string }

/** A letter alone finds half of everything. */
const leastLetters = 2
const pause = 200
const most = 5

/** Searches orders, products and customers when the typing stops; each kind alone, as its right allows. */
export function useRecords(q: string, rights: readonly Right[]): { found: Found[]; searching: boolean } {
  const text = q.trim()
  const [state, setState] = useState<{ of: string; found: Found[] }>({ of: '', found: [] })
  const wanted = text.length >= leastLetters
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rights do not change while it is open
  useEffect(() => {
    if (!wanted) return
    const stopped = new AbortController()
    const timer = setTimeout(async () => {
      const asked = queryString({ q: text, limit: most })
      const found = await Promise.all(
        sources
          .filter(({ right }) => rights.includes(right))
          .map(async ({ title, failure, find }) => {
            const entries = await find(asked, stopped.signal).catch(() => undefined)
            return entries ? { title, entries } : { title, entries: [], failure }
          }),
      )
      if (!stopped.signal.aborted) setState({ of: text, found })
    }, pause)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [text, wanted])
  return wanted ? { found: state.found, searching: state.of !== text } : { found: [], searching: false }
}
