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

/** Whether she points with a mouse. False in the server's HTML: what only a hand on a mouse sees is not sent to phones. */
export function useCanHover(): boolean {
  return useSyncExternalStore(
    follow,
    () => pointer().matches,
    () => false,
  )
}
