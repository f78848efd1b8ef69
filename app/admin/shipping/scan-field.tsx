import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { inputClass } from '#app/ui/field.tsx'

type ScanFieldProps = {
  label: string
  hint: string
  busy?: boolean
  onScan: (code: string) => void
  /** Enter without a code: a reader always types one first. */
  onEmpty?: (() => void) | undefined
  /** Ctrl+Z in the empty field. */
  onUndo?: () => void
}

/** Takes what a barcode reader types and ends with Enter. Whatever is typed while nothing has the focus arrives here too. */
export function ScanField({ label, hint, busy = false, onScan, onEmpty, onUndo }: ScanFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  // Before it is seen: who scans at once loses nothing.
  useLayoutEffect(() => {
    field.current?.focus()
    const catchKeys = ({ key }: globalThis.KeyboardEvent) => {
      if (document.activeElement === document.body && key.length === 1) field.current?.focus()
    }
    document.addEventListener('keydown', catchKeys)
    return () => document.removeEventListener('keydown', catchKeys)
  }, [])

  function take(event: FormEvent) {
    event.preventDefault()
    const input = field.current
    const code = input?.value.trim() ?? ''
    if (!input || busy) return
    if (code === '') return onEmpty?.()
    input.value = ''
    onScan(code)
  }

  function undo(event: KeyboardEvent<HTMLInputElement>) {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 'z' || event.currentTarget.value !== '' || !onUndo) return
    event.preventDefault()
    onUndo()
  }

  return (
    <form onSubmit={take}>
      <label htmlFor="okut" className="mb-1 block font-medium text-sm">
        {label}
      </label>
      <input
        ref={field}
        id="okut"
        aria-describedby="okut-hint"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={64}
        onKeyDown={undo}
        className={`${inputClass} packing-scan`}
      />
      <p id="okut-hint" className="mt-1 text-muted text-sm">
        {hint}
      </p>
    </form>
  )
}
