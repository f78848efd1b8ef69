import type { KeyboardEvent } from 'react'

/** Where a key leads from a cell of the sheet. */
export type Step = 'up' | 'down' | 'left' | 'right'

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** A key in a cell that is not being edited: moves, starts editing with the typed letter, or is left alone. */
export function readKey(key: Key): { step: Step } | { edit: string | undefined } | undefined {
  if (key.ctrlKey || key.metaKey || key.altKey) return undefined
  const step = steps[key.key]
  if (step) return { step }
  if (key.key === 'Enter' || key.key === 'F2') return { edit: undefined }
  if (key.key === 'Delete' || key.key === 'Backspace') return { edit: '' }
  return key.key.length === 1 && key.key !== ' ' ? { edit: key.key } : undefined
}

/** A key in a cell that is being edited: saves or discards the text, and where to go then. */
export function readEditKey(key: Key): { done: 'save' | 'forget'; step?: Step } | undefined {
  if (key.ctrlKey || key.metaKey || key.altKey) return undefined
  switch (key.key) {
    case 'Escape':
      return { done: 'forget' }
    case 'Enter':
      return { done: 'save', step: key.shiftKey ? 'up' : 'down' }
    case 'Tab':
      return { done: 'save', step: key.shiftKey ? 'left' : 'right' }
    case 'ArrowUp':
    case 'ArrowDown':
      return { done: 'save', step: key.key === 'ArrowUp' ? 'up' : 'down' }
    default:
      return undefined
  }
}

type Place = { row: number; column: string }

/** The nearest cell in that direction: of the same column up and down, from row to row sideways. */
export function cellBeside<T extends Place>(cells: readonly T[], from: Place, step: Step): T | undefined {
  const index = cells.findIndex(({ row, column }) => row === from.row && column === from.column)
  if (step === 'left') return cells[index - 1]
  if (step === 'right') return index < 0 ? undefined : cells[index + 1]
  const same = cells.filter(({ column }) => column === from.column)
  return step === 'down' ? same.find(({ row }) => row > from.row) : same.findLast(({ row }) => row < from.row)
}

/** Takes the focus to the cell beside an element of the sheet; false at its edge. */
export function focusBeside(element: HTMLElement, step: Step): boolean {
  const rows = [...(element.closest('[role=grid]')?.querySelectorAll('[role=row]') ?? [])]
  const cells = rows.flatMap((each, row) =>
    [...each.querySelectorAll<HTMLElement>('[data-column]')]
      .filter((cell) => cell.offsetParent !== null)
      .map((cell) => ({ row, column: cell.dataset.column ?? '', cell })),
  )
  const here = cells.find(({ cell }) => cell === element || cell.contains(element))
  const next = here && cellBeside(cells, here, step)
  next?.cell.focus()
  return next !== undefined
}

/** For cells that are pressed, not typed into: arrows move, every other key is theirs. */
export function moveOnly(event: KeyboardEvent<HTMLElement>): void {
  const read = readKey(event)
  if (!read || !('step' in read)) return
  event.preventDefault()
  focusBeside(event.currentTarget, read.step)
}
