import type { ReactNode } from 'react'

/** One of the numbered parts of the application. */
export function Part({
  number,
  title,
  note,
  children,
}: {
  number: number
  title: string
  note?: string
  children: ReactNode
}) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4">
      <legend className="mb-4 w-full border-line border-b pb-2 font-display text-xl">
        {number}. {title}
        {note && <span className="font-sans text-base text-muted"> ({note})</span>}
      </legend>
      {children}
    </fieldset>
  )
}
