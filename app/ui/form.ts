import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#shop/fields/rules.ts'

/** How near each other two taps are one double tap; phones do not count them for the page. */
const doubleTap = { ms: 400, px: 24 }
let refusedAt = 0
let tap: MouseEvent | undefined

/**
 * A form that refuses its input scrolls the error into view. The second of two quick taps on its button would then land on
 * whatever has moved under the finger: it is ignored.
 */
export function leaveOutSecondTap(): void {
  refusedAt = performance.now()
}

function leaveOut(event: MouseEvent) {
  const isSecond =
    tap &&
    (tap.target as Node).isConnected &&
    tap.target !== event.target &&
    tap.timeStamp < refusedAt &&
    event.timeStamp - tap.timeStamp < doubleTap.ms &&
    Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) < doubleTap.px
  if (isSecond) {
    event.preventDefault()
    event.stopPropagation()
  } else if (event.type === 'click') tap = event.detail > 0 ? event : undefined
}

if (typeof window !== 'undefined')
  for (const type of ['mousedown', 'click'] as const) addEventListener(type, leaveOut, true)

/** The text of a form's fields and what is wrong with them. An error stays until its field changes. */
export function useFields<F extends string>(
  initial: Record<F, string> | (() => Record<F, string>),
  format: Partial<Record<NoInfer<F>, (text: string) => string>> = {},
  /** For two fields that must match: the other field, whose error goes when this one changes. */
  pairs: Partial<Record<NoInfer<F>, NoInfer<F>>> = {},
) {
  const [values, setValues] = useState(initial)
  const [wrong, setWrong] = useState<FieldErrors<F>>({})
  const [attempts, setAttempts] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  function set(name: F, text: string) {
    setValues((values) => ({ ...values, [name]: format[name]?.(text) ?? text }))
    const settled = [name, pairs[name]]
    setWrong(
      (wrong) => Object.fromEntries(Object.entries(wrong).filter(([n]) => !settled.includes(n as F))) as FieldErrors<F>,
    )
  }

  return {
    values,
    wrong,
    form: form as RefObject<HTMLFormElement>,
    set,
    clear: () => {
      setValues(initial)
      setWrong({})
    },
    /** Shows the errors and takes the focus to the first; true when there is none. */
    accept(errors: FieldErrors<F>): boolean {
      setWrong(errors)
      if (Object.keys(errors).length === 0) return true
      leaveOutSecondTap()
      setAttempts((n) => n + 1)
      return false
    },
    /** The props that make an input this field. */
    field: (name: F) => ({
      name,
      value: values[name],
      error: wrong[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
        set(name, event.target.value),
    }),
  }
}
