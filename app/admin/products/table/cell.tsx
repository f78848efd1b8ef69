import { type ClipboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { isBlock, readBlock } from '../variants/grid-paste.ts'
import { focusBeside, readEditKey, readKey, type Step } from './steps.ts'
import type { CellMark } from './use-cells.ts'

type CellProps = {
  column: string
  /** For a screen reader: product, size and column. */
  label: string
  /** The text to edit; `children` show it. */
  text: string
  children: ReactNode
  mark: CellMark | undefined
  numeric?: 'numeric' | 'decimal'
  onSave: (text: string) => void
  /** Called when more than one cell is pasted here. */
  onBlock: (cells: number) => void
}

/** A cell that is edited in its place: by Enter, by typing, or by a tap. */
export function Cell({ column, label, text, children, mark, numeric = 'numeric', onSave, onBlock }: CellProps) {
  const [draft, setDraft] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const back = useRef(false)
  useEffect(() => {
    if (draft !== undefined || !back.current) return
    back.current = false
    button.current?.focus()
  }, [draft])

  function refuseBlock(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text/plain')
    if (!isBlock(pasted)) return
    event.preventDefault()
    onBlock(readBlock(pasted).flat().filter(Boolean).length)
  }

  function finish(value: string | undefined) {
    setDraft(undefined)
    if (value !== undefined && value.trim() !== text) onSave(value.trim())
  }

  if (draft !== undefined)
    return (
      <Editor
        {...{ column, label, numeric }}
        onPaste={refuseBlock}
        first={draft}
        whole={draft === text}
        onDone={(value, step, element) => {
          if (step && focusBeside(element, step)) return finish(value)
          back.current = step !== undefined || value === undefined
          finish(value)
        }}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      data-column={column}
      aria-label={`${label}: ${text || 'boş'}`}
      onClick={() => setDraft(text)}
      onPaste={refuseBlock}
      onKeyDown={(event) => {
        const read = readKey(event)
        if (!read) return
        event.preventDefault()
        if ('step' in read) focusBeside(event.currentTarget, read.step)
        else setDraft(read.edit ?? text)
      }}
      className={`inline-flex min-h-11 min-w-16 scroll-mt-40 scroll-mb-28 cursor-text items-center justify-end gap-1 rounded-xs border px-2 tabular-nums hover:border-edge md:min-h-9 ${
        mark === 'failed' ? 'border-bad bg-surface' : 'border-transparent max-md:border-line'
      } ${mark === 'saving' ? 'text-muted' : ''}`}
    >
      <Mark is={mark} />
      {children}
    </button>
  )
}

export function Mark({ is }: { is: CellMark | undefined }) {
  if (is === 'saving') return <span aria-hidden="true">…</span>
  if (is === 'saved')
    return (
      <span className="text-good">
        <Icon name="check" size={16} />
      </span>
    )
  return null
}

/** Without a value nothing is saved. */
type Done = (value: string | undefined, step: Step | undefined, element: HTMLElement) => void

type EditorProps = Pick<CellProps, 'column' | 'label'> & {
  numeric: 'numeric' | 'decimal'
  first: string
  /** All of it is chosen, so that typing replaces it. */
  whole: boolean
  onPaste: (event: ClipboardEvent) => void
  onDone: Done
}

function Editor({ column, label, numeric, first, whole, onPaste, onDone }: EditorProps) {
  const input = useRef<HTMLInputElement>(null)
  const over = useRef(false)
  const end: Done = (value, step, element) => {
    if (over.current) return
    over.current = true
    onDone(value, step, element)
  }
  // A row that is scrolled out of sight is removed without a blur: its text is saved as if the field were left.
  const leave = useEffectEvent((field: HTMLInputElement) => end(field.value, undefined, field))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    const field = input.current
    field?.focus()
    if (whole) field?.select()
    return () => {
      if (field && !field.isConnected) leave(field)
    }
  }, [])
  return (
    <input
      ref={input}
      data-column={column}
      aria-label={label}
      defaultValue={first}
      inputMode={numeric}
      enterKeyHint="done"
      autoComplete="off"
      maxLength={12}
      onPaste={onPaste}
      onBlur={({ currentTarget }) => end(currentTarget.value, undefined, currentTarget)}
      onKeyDown={(event) => {
        const read = readEditKey(event)
        if (!read) return
        event.preventDefault()
        event.stopPropagation()
        end(read.done === 'save' ? event.currentTarget.value : undefined, read.step, event.currentTarget)
      }}
      className="min-h-11 w-24 scroll-mt-40 rounded-xs border border-ink bg-surface px-2 text-right text-base tabular-nums md:min-h-9 md:text-sm"
    />
  )
}
