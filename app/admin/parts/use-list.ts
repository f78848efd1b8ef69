import { useEffect } from 'react'
import type { Pagination } from '#api/wire/envelope.ts'
import { type Loaded, useLoaded } from '#app/browser/use-loaded.ts'
import type { useQuery } from './use-query.ts'

type Page = { data: unknown[]; pagination: Pagination }

/** `useLoaded` for a list whose page stands in the address; from a page that has emptied it goes to the last there is. */
export function useList<T extends Page>(
  { set }: ReturnType<typeof useQuery>,
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
) {
  const loaded = useLoaded(key, load)
  const last = lastPage(loaded.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (last) set({ sayfa: last > 1 ? String(last) : '' }, { replace: true })
  }, [last])
  // Not shown as empty: other pages are full.
  const state: Loaded<T> = last ? { kind: 'loading' } : loaded.state
  return { ...loaded, state }
}

/** Where to go from a page without rows; none from the first. */
function lastPage(state: Loaded<Page>): number | undefined {
  if (state.kind !== 'ready' || state.value.data.length > 0) return undefined
  const { page, totalPages } = state.value.pagination
  return page > 1 ? Math.max(1, Math.min(totalPages, page - 1)) : undefined
}
