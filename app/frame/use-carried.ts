import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { ListingState } from './areas.ts'

/** The state that the navigation carried. A reload keeps it, but the server drew the page without it: null at first. */
export function useCarried(): ListingState | null {
  const carried = useLocation().state as ListingState | null
  return useSyncExternalStore(
    nothing,
    () => carried,
    () => null,
  )
}

const nothing = () => () => {}
