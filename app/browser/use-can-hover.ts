import { useSyncExternalStore } from 'react'

let query: MediaQueryList | undefined

function pointer(): MediaQueryList {
  query ??= matchMedia('(hover: hover)')
  return query
}

function follow(changed: () => void): () => void {
  pointer().addEventListener('change', changed)
  return () => pointer().removeEventListener('change', changed)
}

/** True for a mouse. False in the server's HTML, so phones are not sent what only a mouse can show. */
export function useCanHover(): boolean {
  return useSyncExternalStore(
    follow,
    () => pointer().matches,
    () => false,
  )
}
