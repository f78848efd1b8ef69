import { type RefObject, useEffect, useRef } from 'react'

/** The title takes the focus when what had it goes with a change of `state`: who listens would begin anew at the top of the page. */
export function useTitleFocus(state: string): { ref: RefObject<HTMLHeadingElement | null>; tabIndex: -1 } {
  const title = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each state other buttons stand there
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [state])
  return { ref: title, tabIndex: -1 }
}
