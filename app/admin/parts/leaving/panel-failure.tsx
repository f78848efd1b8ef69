import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#app/ui/notice.tsx'

/** Comes into view: the button that was pressed stands below a form that may be scrolled far down. */
export function PanelFailure({ children, className = '' }: { children: ReactNode; className?: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className={className}>
      <Notice tone="bad">{children}</Notice>
    </div>
  )
}
