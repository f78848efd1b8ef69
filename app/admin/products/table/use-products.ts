import { useCallback, useEffect, useRef, useState } from 'react'
import type { WireAdminProduct } from '#api/wire/admin/catalog.ts'
import { adminCall } from '../../parts/api.ts'

/** Products that one call fetches. */
const perPage = 50

type Rows = { key: string; total: number; at: (WireAdminProduct | undefined)[] }

/** The products that `asked` names, fetched a page at a time as they come into view. */
export function useProducts(asked: string) {
  const [round, setRound] = useState(0)
  const [rows, setRows] = useState<Rows>()
  const [failed, setFailed] = useState<{ key: string; error: unknown }>()
  const key = `${round} ${asked}`
  const latest = useRef(key)
  const coming = useRef(new Set<number>())

  const fetchPage = useCallback(
    async (page: number) => {
      if (coming.current.has(page)) return
      const mine = coming.current.add(page)
      try {
        const address = `/admin/products?${asked}&page=${page}&limit=${perPage}` as const
        const { data, pagination } = await adminCall<'GET /admin/products'>('GET', address)
        if (latest.current === key) setRows((before) => withPage(before, key, page, data, pagination.total))
      } catch (error) {
        mine.delete(page)
        if (latest.current === key && page === 1) setFailed({ key, error })
      }
    },
    [asked, key],
  )
  useEffect(() => {
    latest.current = key
    coming.current = new Set()
    void fetchPage(1)
  }, [key, fetchPage])

  const need = useCallback((index: number) => void fetchPage(Math.floor(index / perPage) + 1), [fetchPage])
  const replace = useCallback(
    (product: WireAdminProduct) =>
      setRows(
        (before) => before && { ...before, at: before.at.map((one) => (one?.id === product.id ? product : one)) },
      ),
    [],
  )
  return {
    rows,
    error: failed?.key === key ? failed.error : undefined,
    refreshing: rows !== undefined && rows.key !== key,
    need,
    replace,
    again: useCallback(() => setRound((n) => n + 1), []),
  }
}

function withPage(before: Rows | undefined, key: string, page: number, data: WireAdminProduct[], total: number): Rows {
  const at = before?.key === key ? [...before.at] : Array<WireAdminProduct | undefined>(total).fill(undefined)
  at.length = total
  // Sales and new products may move a product to another page meanwhile: it is shown once.
  const known = new Set(at.flatMap((one) => one?.id ?? []))
  for (const [index, product] of data.entries()) {
    const place = (page - 1) * perPage + index
    if (place < total && (at[place]?.id === product.id || !known.has(product.id))) at[place] = product
  }
  return { key, total, at }
}
