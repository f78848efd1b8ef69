import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, memo, useRef } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import type { GridErrors } from './grid-checks.ts'
import { stepOf } from './grid-keys.ts'
import { isBlock } from './grid-paste.ts'
import { type Column, columns, nameOf, type Row } from './grid-rows.ts'

/** The grid's functions for its rows. The object never changes, so that typing draws one row only. */
export type RowActs = {
  type: (key: string, column: Column, text: string) => void
  settle: (key: string, column: Column) => void
  step: (key: string, column: Column, step: { down: number; right: number }) => void
  paste: (key: string, column: Column, text: string) => void
  remove: (key: string) => void
}

type VariantRowProps = {
  row: Row
  index: number
  errors: GridErrors[string] | undefined
  /** A possible SKU, while it has none. */
  suggestion: string
  acts: RowActs
}

/** A row of the table; on a phone a card of its own. */
export const VariantRow = memo(function VariantRow({ row, index, errors, suggestion, acts }: VariantRowProps) {
  const name = nameOf(row, index)
  return (
    <tr className="align-top max-md:grid max-md:grid-cols-[calc(50%-4px)_minmax(0,1fr)_2.75rem] max-md:gap-x-2 max-md:gap-y-1 max-md:border-line max-md:border-b max-md:py-3">
      <th
        scope="row"
        className="text-left font-normal text-muted text-sm max-md:col-span-3 md:border md:border-line md:pt-3 md:text-center"
      >
        {index + 1}
        <span className="md:sr-only">. varyant</span>
      </th>
      {columns.map(({ name: column, label }) => (
        <td
          key={column}
          className={`md:border md:border-line md:bg-surface md:p-0 ${column === 'color' || column === 'price' ? '' : 'max-md:col-span-2'}`}
        >
          <span aria-hidden="true" className="text-muted text-sm md:hidden">
            {label}
          </span>
          <Cell
            row={row}
            index={index}
            column={column}
            label={`${label.replace(/ .*/, '')}, ${index + 1}. satır`}
            error={errors?.[column]}
            placeholder={column === 'sku' ? suggestion : ''}
            acts={acts}
          />
        </td>
      ))}
      <td className="md:w-11 md:border-line md:border md:p-0 max-md:mt-5.5 max-md:justify-self-end">
        <button
          type="button"
          data-remove={index}
          onClick={() => acts.remove(row.key)}
          aria-label={`Sil: ${name}`}
          title="Sil"
          className="grid size-11 place-items-center rounded-xs text-muted hover:text-bad"
        >
          <Icon name="close" size={18} />
        </button>
      </td>
    </tr>
  )
})

type CellProps = {
  row: Row
  index: number
  column: Column
  label: string
  error: string | undefined
  placeholder: string
  acts: RowActs
}

function Cell({ row, index, column, label, error, placeholder, acts }: CellProps) {
  const typing = useTyping(row, column, acts)
  const errorId = `${row.key}-${column}-error`
  return (
    <>
      <div className="relative">
        {column === 'color' && <Patch hex={row.colorHex} />}
        <input
          data-row={index}
          data-column={column}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          autoComplete="off"
          autoCapitalize={column === 'sku' ? 'characters' : undefined}
          spellCheck={false}
          inputMode={column === 'price' ? 'decimal' : column === 'stock' ? 'numeric' : undefined}
          placeholder={placeholder}
          value={row[column]}
          {...typing}
          className={`block min-h-11 w-full min-w-0 bg-surface px-3 text-base placeholder:text-muted placeholder:italic focus-visible:outline-offset-[-2px] aria-invalid:shadow-[inset_0_0_0_1px_var(--color-bad)] md:text-sm max-md:rounded-xs max-md:border max-md:border-edge ${column === 'color' ? 'pl-11' : ''} ${column === 'price' || column === 'stock' ? 'text-right tabular-nums' : ''}`}
        />
      </div>
      {error && (
        <p id={errorId} className="px-3 py-1 text-bad text-sm max-md:px-0">
          {error}
        </p>
      )}
    </>
  )
}

/** The handlers of a cell. Esc brings its old text back; a pasted block fills the cells from here on. */
function useTyping(row: Row, column: Column, acts: RowActs) {
  const before = useRef(row[column])
  return {
    onFocus() {
      before.current = row[column]
    },
    onBlur: () => acts.settle(row.key, column),
    onChange: (event: ChangeEvent<HTMLInputElement>) => acts.type(row.key, column, event.target.value),
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key === 'Escape' && row[column] !== before.current) {
        event.stopPropagation()
        acts.type(row.key, column, before.current)
      }
      const step = stepOf(event)
      if (!step) return
      event.preventDefault()
      acts.step(row.key, column, step)
    },
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData('text/plain')
      if (!isBlock(text)) return
      event.preventDefault()
      acts.paste(row.key, column, text)
    },
  }
}

function Patch({ hex }: { hex: string }) {
  return (
    <span
      aria-hidden="true"
      className={`pointer-events-none absolute top-3 left-3 size-5 rounded-full border border-edge ${hex ? '' : 'border-dashed'}`}
      style={hex ? { backgroundColor: hex } : undefined}
    />
  )
}
