import { type FocusEvent, useEffect, useRef } from 'react'

type Held = { element: Element; place: number; dialog: Element | null }

/**
 * For a list from which the element that has the focus may go, such as a filter that is taken away: the browser then gives the
 * focus to nothing, and who listens to the page begins again at its top. The list gets the `onFocus` that comes back; `instead`
 * finds who has the focus next, by the place in the list where it was.
 */
export function useHeldFocus(instead: (place: number) => HTMLElement | null | undefined) {
  const held = useRef<Held>(undefined)
  useEffect(() => {
    if (!held.current || held.current.element.isConnected) return
    const { place, dialog } = held.current
    const isLost = document.activeElement === document.body
    // A question that lies over the list has the focus until it is closed.
    if (!isLost && document.activeElement?.closest('dialog') !== dialog) return
    held.current = undefined
    if (isLost) instead(place)?.focus({ preventScroll: true })
  })
  return ({ target, currentTarget }: FocusEvent) => {
    const place = [...currentTarget.children].findIndex((child) => child.contains(target))
    held.current = { element: target, place, dialog: currentTarget.closest('dialog') }
  }
}
