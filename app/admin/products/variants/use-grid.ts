import { useMemo, useRef, useState } from 'react'
import { checkRows, type GridErrors } from './grid-checks.ts'
import { type History, record, redo, startHistory, undo } from './grid-history.ts'
import { settledText } from './grid-paste.ts'
import { type Column, hexOf, type Row, setCell } from './grid-rows.ts'

type State = { history: History<Row[]>; errors: GridErrors }

export type Grid = ReturnType<typeof useGrid>

/** The rows of the variant grid with their past, and what is wrong in their cells. */
export function useGrid(initial: () => Row[]) {
  const [{ history, errors }, setState] = useState<State>(() => ({ history: startHistory(initial()), errors: {} }))
  const rows = useRef(history.present)
  rows.current = history.present

  const acts = useMemo(() => {
    /** A change that can be undone; changes with the same mark are one step. */
    function change(by: (rows: Row[]) => Row[], mark?: string) {
      setState(({ history, errors }) => ({ history: record(history, by(history.present), mark), errors }))
    }
    return {
      change,
      /** A letter typed into a cell: its error goes, and that of any cell which was only wrong beside it. */
      type(key: string, column: Column, text: string) {
        setState(({ history, errors }) => ({
          history: record(history, setCell(history.present, key, column, text), `${key} ${column}`),
          errors: withoutError(errors, key, column),
        }))
      },
      /** A cell is left: its text takes its final form, and an error in it is shown at once. */
      settle(key: string, column: Column) {
        setState((state) => settled(state, key, column))
      },
      undo: () => setState(({ history }) => ({ history: undo(history), errors: {} })),
      redo: () => setState(({ history }) => ({ history: redo(history), errors: {} })),
      setErrors: (errors: GridErrors) => setState((state) => ({ ...state, errors })),
      reset: (rows: Row[]) => setState({ history: startHistory(rows), errors: {} }),
      /** For handlers that outlive a render. */
      read: () => rows.current,
    }
  }, [])

  return {
    rows: history.present,
    errors,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    ...acts,
  }
}

function settled({ history, errors }: State, key: string, column: Column): State {
  const row = history.present.find((row) => row.key === key)
  if (!row) return { history, errors }
  const text = settledText(column, row[column])
  const hex = column === 'color' && row.colorHex === '' ? hexOf(history.present, text) : row.colorHex
  const rows =
    text === row[column] && hex === row.colorHex
      ? history.present
      : history.present.map((other) => (other.key === key ? { ...row, [column]: text, colorHex: hex } : other))
  const wrong = text === '' ? undefined : checkRows(rows)[key]?.[column]
  return {
    history: record(history, rows, history.mark),
    errors: wrong ? { ...errors, [key]: { ...errors[key], [column]: wrong } } : errors,
  }
}

const besideOthers = /kullanılıyor|iki kez/

function withoutError(errors: GridErrors, key: string, column: Column): GridErrors {
  const own = errors[key]?.[column]
  if (!own && column !== 'color' && column !== 'size') return errors
  const changed: Column[] = column === 'color' ? ['color', 'size'] : [column]
  return Object.fromEntries(
    Object.entries(errors).map(([other, cells]) => {
      const kept = Object.entries(cells).filter(
        ([name, text]) => !(changed.includes(name as Column) && (other === key || besideOthers.test(text))),
      )
      return [other, Object.fromEntries(kept)]
    }),
  )
}
