import { useState } from 'react'
import { Field, type FieldProps } from '#app/ui/field.tsx'

/** A password that can be shown, to check what was typed. */
export function PasswordField(props: FieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      maxLength={128}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-pressed={shown}
          aria-description={props.label}
          onClick={() => setShown(!shown)}
          className="min-h-11 rounded-xs px-3 text-muted text-sm hover:text-ink"
        >
          {shown ? 'Gizle' : 'Göster'}
        </button>
      }
    />
  )
}
