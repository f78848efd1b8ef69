import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Something is on its way. */
export function Loading() {
  return (
    <p className="py-2 text-muted text-sm" role="status">
      Yükleniyor…
    </p>
  )
}

type LoadFailedProps = {
  onAgain: () => void
  className?: string
  /** A sentence about what could not be fetched. */
  children: ReactNode
}

/** Something could not be fetched, and the button that tries again. */
export function LoadFailed({ onAgain, className = 'py-2 text-sm', children }: LoadFailedProps) {
  return (
    <p className={className} role="alert">
      {children}{' '}
      <button type="button" className="min-h-11 underline underline-offset-4" onClick={onAgain}>
        Tekrar Dene
      </button>
    </p>
  )
}

/** Stands where a list or a form would: a sentence about what could not be fetched, and the button that tries again. */
export function NotLoaded({ onAgain, children }: { onAgain: () => void; children: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="bad">{children}</Notice>
      <Button look="secondary" onClick={onAgain}>
        Tekrar Dene
      </Button>
    </div>
  )
}
