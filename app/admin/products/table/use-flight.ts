import type { VirtualItem } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'

/**
 * Whether the list is scrolled so fast that nothing that was drawn is near any more, as by End or by dragging the bar. Whole rows would be
 * drawn for every place on the way, which takes longer than the way; true until it rests.
 */
export function useFlight(isScrolling: boolean, shown: VirtualItem[]): boolean {
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  const drawn = useRef({ first, last })
  const flying = isScrolling && (first > drawn.current.last || last < drawn.current.first)
  useLayoutEffect(() => {
    if (!flying) drawn.current = { first, last }
  }, [flying, first, last])
  return flying
}
