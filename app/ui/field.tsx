import { type ComponentProps, type ReactNode, useId } from 'react'

export const inputClass =
  'block min-h-12 w-full rounded-xs border border-edge bg-surface px-3 text-base text-ink placeholder:text-muted disabled:bg-paper aria-invalid:border-bad aria-invalid:shadow-[inset_0_0_0_1px_var(--color-bad)]'

type Around = { label: string; error?: string; hint?: ReactNode; optional?: boolean; className?: string }

export type FieldProps = Around & ComponentProps<'input'> & { trailing?: ReactNode }

/** A labelled input with its hint and its error, tied together for a screen reader. */
export function Field({ label, error, hint, optional, trailing, className = '', ...input }: FieldProps) {
  const ids = useIds(input.id, error, hint)
  return (
    <div className={className}>
      <Label htmlFor={ids.input} optional={optional}>
        {label}
      </Label>
      <div className="relative">
        <input {...input} {...ids.control} className={`${inputClass} ${trailing ? 'pr-20' : ''}`} />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</div>}
      </div>
      <Below ids={ids} error={error} hint={hint} />
    </div>
  )
}

type TextAreaProps = Around & ComponentProps<'textarea'>

export function TextArea({ label, error, hint, optional, className = '', ...input }: TextAreaProps) {
  const ids = useIds(input.id, error, hint)
  return (
    <div className={className}>
      <Label htmlFor={ids.input} optional={optional}>
        {label}
      </Label>
      <textarea rows={3} {...input} {...ids.control} className={`${inputClass} py-2.5`} />
      <Below ids={ids} error={error} hint={hint} />
    </div>
  )
}

type CheckboxProps = Omit<Around, 'label'> & ComponentProps<'input'>

export function Checkbox({ error, hint, className = '', children, ...input }: CheckboxProps) {
  const ids = useIds(input.id, error, hint)
  return (
    <div className={className}>
      <label className="flex gap-3 py-1 text-sm">
        <input type="checkbox" {...input} {...ids.control} className="mt-0.5 size-5 shrink-0 accent-ink" />
        <span className="min-w-0">{children}</span>
      </label>
      <Below ids={ids} error={error} hint={hint} />
    </div>
  )
}

export function useIds(given: string | undefined, error: string | undefined, hint: ReactNode) {
  const made = useId()
  const input = given ?? made
  const errorId = error ? `${input}-error` : undefined
  const hintId = hint ? `${input}-hint` : undefined
  return {
    input,
    error: errorId,
    hint: hintId,
    /** For the input element itself. */
    control: {
      id: input,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    },
  }
}

export function Label({ htmlFor, optional, children }: { htmlFor: string; optional?: boolean; children: ReactNode }) {
  return (
    <label htmlFor={htmlFor} className="mb-1 block font-medium text-sm">
      {children}
      {optional && <span className="font-normal text-muted"> (isteğe bağlı)</span>}
    </label>
  )
}

export function Below({
  ids,
  error,
  hint,
}: {
  ids: { error?: string; hint?: string }
  error?: string
  hint?: ReactNode
}) {
  return (
    <>
      {error && (
        <p id={ids.error} className="mt-1 text-bad text-sm">
          {error}
        </p>
      )}
      {hint && (
        <p id={ids.hint} className="mt-1 text-muted text-sm">
          {hint}
        </p>
      )}
    </>
  )
}
