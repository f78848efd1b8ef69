import { createContext, type ReactNode, use, useId } from 'react'

/** The heading level of the ways: the account has a heading above them, a page of the panel has them right under its title. */
export const PartHeading = createContext<'h2' | 'h4'>('h4')

/** One way of the second step, with its name and what it is. */
export function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const id = useId()
  const Heading = use(PartHeading)
  return (
    <section aria-labelledby={id} className="grid gap-3 border-line border-t pt-5">
      <div>
        <Heading id={id} className="font-medium">
          {title}
        </Heading>
        <p className="max-w-text text-muted text-sm">{note}</p>
      </div>
      {children}
    </section>
  )
}
