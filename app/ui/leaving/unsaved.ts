import { createContext, useCallback, useContext, useLayoutEffect, useState } from 'react'

/** Counts the forms of a sheet or panel that hold something unsaved. */
export const CountUnsaved = createContext<((by: 1 | -1) => void) | undefined>(undefined)

/** How many forms inside hold something unsaved, and what they count with. */
export function useCounted() {
  const [forms, setForms] = useState(0)
  const count = useCallback((by: 1 | -1) => setForms((forms) => forms + by), [])
  return { unsaved: forms > 0, count }
}

/** Lets the sheet around a form ask before it closes something unsaved away. */
export function useUnsaved(unsaved: boolean): void {
  const count = useContext(CountUnsaved)
  // Before it is painted: closed right after sending, the sheet has nothing to ask.
  useLayoutEffect(() => {
    if (!unsaved) return
    count?.(1)
    return () => count?.(-1)
  }, [unsaved, count])
}

/** The same, where the form holds something else than when it was opened. */
export function useUnsavedChange(typed: unknown): void {
  const now = JSON.stringify(typed)
  const [first] = useState(now)
  useUnsaved(now !== first)
}
