import { useLocation, useSearchParams } from 'react-router'

/** The products that a change is for: ticked ones, or all that a filter finds. */
export type Scope = { ids: string[] } | { filter: Record<string, string> }

/** Says in the address that products were ticked: without them the page must not take all. */
const ticked = 'secim'

export function scopeAddress(scope: Scope): { to: string; state: unknown } {
  const to = '/admin/urunler/toplu'
  if ('ids' in scope) return { to: `${to}?${ticked}=${scope.ids.length}`, state: { ids: scope.ids } }
  const filter = new URLSearchParams(Object.entries(scope.filter).filter(([, value]) => value !== '')).toString()
  return { to: filter ? `${to}?${filter}` : to, state: null }
}

/** Undefined: products were ticked, but this window does not know which. */
export function useScope(): Scope | undefined {
  const [params] = useSearchParams()
  const { state } = useLocation()
  if (!params.has(ticked)) {
    // 'sayfa' is of the list of earlier changes below.
    return { filter: Object.fromEntries([...params].filter(([name]) => name !== 'sayfa')) }
  }
  const ids: unknown = (state as { ids?: unknown } | null)?.ids
  return Array.isArray(ids) && ids.length > 0 ? { ids: ids.map(String) } : undefined
}
