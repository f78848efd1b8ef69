import { useSyncExternalStore } from 'react'

let query: MediaQueryList | undefined

function screen(): MediaQueryList {
  query ??= matchMedia('(width < 48rem)')
  return query
}

function follow(changed: () => void): () => void {
  screen().addEventListener('change', changed)
  return () => screen().removeEventListener('change', changed)
}

/** Below Tailwind's md, where rows stand as cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(follow, () => screen().matches)
}
