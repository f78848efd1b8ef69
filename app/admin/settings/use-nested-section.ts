import { type FormEvent, useState } from 'react'
import { useFields } from '#app/ui/form.ts'
import { type Send, useSave } from './use-section.ts'

type NestedSection<T, Saved> = {
  send: Send<Saved>
  initial: T
  version: number
  /** The value of each field on the screen, by the path that the server gives it: 'parts.2.title'. */
  valuesOf: (edited: T) => Record<string, unknown>
  /** Takes what was saved, and gives this section of it. */
  onSaved: (saved: Saved) => T
}

/** A section that holds lists of parts with fields of their own. An error stays until what stands at its place changes. */
export function useNestedSection<T extends object, Saved>(section: NestedSection<T, Saved>) {
  const [kept, setKept] = useState(section.initial)
  const [edited, setEdited] = useState(kept)
  const { form, wrong, accept } = useFields<string>({})
  const values = section.valuesOf(edited)
  const [sent, setSent] = useState(values)
  const { busy, conflict, save } = useSave(section.send, { values, accept })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    setSent(values)
    save({ settings: edited, version: section.version }, take)
  }

  /** Goes on with what is saved now. */
  function take(saved: Saved) {
    accept({})
    const now = section.onSaved(saved)
    setKept(now)
    setEdited(now)
  }

  return {
    edited,
    restored: take,
    change: (changed: Partial<T>) => setEdited((edited) => ({ ...edited, ...changed })),
    wrong: (name: string) => (sent[name] === values[name] ? wrong[name] : undefined),
    form: { ref: form, onSubmit, noValidate: true },
    bar: { busy, conflict, unsaved: JSON.stringify(edited) !== JSON.stringify(kept) },
  }
}
