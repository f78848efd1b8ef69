import { type RefObject, useEffect, useRef, useState } from 'react'

/** True once the element has been scrolled near, or past. */
export function useNear<E extends HTMLElement>(): [element: RefObject<E | null>, near: boolean] {
  const element = useRef<E>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      // Also after a jump past it.
      rootMargin: '100000px 0px 400px',
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [])
  return [element, near]
}
