import { Field } from '#app/ui/field.tsx'
import { type TextField, textField } from '#shop/catalog/product-fields.ts'
import type { TypedDraft } from '../form/use-draft.ts'

/** A text of one line. */
export function LineField({ typed, name, hint }: { typed: TypedDraft; name: TextField; hint: string }) {
  const { label, maxLength } = textField(name)
  return (
    <Field
      label={label}
      autoComplete="off"
      maxLength={maxLength}
      value={typed.fields[name]}
      error={typed.wrong[name]}
      hint={hint}
      onChange={(event) => typed.set(name, event.target.value)}
    />
  )
}
