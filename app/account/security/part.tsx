import { type ReactNode, useId } from 'react'

/** One way of the second step, with its name and what it is. */
export function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3 border-line border-t pt-5">
      <div>
        <h4 id={id} className="font-medium">
          {title}
        </h4>
        <p className="max-w-text text-muted text-sm">{note}</p>
      </div>
      {children}
    </section>
  )
}
