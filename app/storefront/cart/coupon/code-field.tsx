import { type ComponentProps, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

type CodeFieldProps = Pick<
  ComponentProps<typeof Field>,
  'label' | 'name' | 'placeholder' | 'spellCheck' | 'disabled'
> & {
  initial?: string
  /** Takes the code, or says why not. */
  onUse: (code: string) => string | undefined
}

/** Where a code is typed and taken, also within the form that pays. */
export function CodeField({ initial = '', disabled, onUse, ...field }: CodeFieldProps) {
  const [text, setText] = useState(initial)
  const [error, setError] = useState('')
  const use = () => setError(onUse(text.trim()) ?? '')
  return (
    <div className="flex items-start gap-2">
      <Field
        {...field}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        maxLength={40}
        value={text}
        error={error}
        disabled={disabled}
        onChange={(event) => {
          setText(event.target.value)
          setError('')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          use()
        }}
        className="min-w-0 grow"
      />
      <Button look="secondary" disabled={disabled} onClick={use} className="mt-6">
        Uygula
      </Button>
    </div>
  )
}

/** The ref of the code that was taken: its field is gone, and the focus with it. Not its button, which the same Enter would press. */
export const takeFocus = (taken: HTMLElement | null) => taken?.focus()
