import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { ListingState } from './areas.ts'

/** What the navigation carried. A reload keeps it, but the server that drew the page did not know it: first null. */
export function useCarried(): ListingState | null {
  const carried = useLocation().state as ListingState | null
  return useSyncExternalStore(
    nothing,
    () => carried,
    () => null,
  )
}

const nothing = () => () => {}
