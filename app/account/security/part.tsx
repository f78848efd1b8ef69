import { createContext, type ReactNode, use, useId } from 'react'

/** What the ways' names are: the account has them under a heading of its own, a page of the panel right under its title. */
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
