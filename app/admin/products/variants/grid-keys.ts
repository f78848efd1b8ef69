import type { KeyboardEvent } from 'react'
import { type Column, columns } from './grid-rows.ts'

/** Where a key leads from a cell, as in a spreadsheet; undefined when the key belongs to the cell itself. */
export function stepOf(event: KeyboardEvent<HTMLInputElement>): { down: number; right: number } | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const all = selectionStart === 0 && selectionEnd === value.length
  const atStart = all || (selectionStart === 0 && selectionEnd === 0)
  const atEnd = all || (selectionStart === value.length && selectionEnd === value.length)
  if (event.key === 'Enter') return { down: event.shiftKey ? -1 : 1, right: 0 }
  if (event.shiftKey) return undefined
  if (event.key === 'ArrowDown') return { down: 1, right: 0 }
  if (event.key === 'ArrowUp') return { down: -1, right: 0 }
  if (event.key === 'ArrowRight' && atEnd) return { down: 0, right: 1 }
  if (event.key === 'ArrowLeft' && atStart) return { down: 0, right: -1 }
  return undefined
}

export function columnBeside(column: Column, right: number): Column | undefined {
  return columns[columns.findIndex(({ name }) => name === column) + right]?.name
}

/** Takes the focus to a cell, with its text chosen so that typing replaces it; false when there is none. */
export function focusCell(grid: HTMLElement | null, index: number, column: Column): boolean {
  const cell = grid?.querySelector<HTMLInputElement>(`input[data-row="${index}"][data-column="${column}"]`)
  cell?.focus()
  cell?.select()
  return cell !== null && cell !== undefined
}
