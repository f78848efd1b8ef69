import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and until the page works: a form sent before would leave the page with what was typed. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
