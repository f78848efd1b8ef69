import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the title when a change of `state` removes the focused element: a screen reader would start again at the top
 * of the page.
 */
export function useTitleFocus(state: string): { ref: RefObject<HTMLHeadingElement | null>; tabIndex: -1 } {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each state other buttons stand there
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [state])
  return { ref: title, tabIndex: -1 }
}
