import type { ReactNode } from 'react'

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
