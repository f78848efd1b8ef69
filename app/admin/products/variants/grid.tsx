import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Confirm } from '#app/ui/confirm.tsx'
import { toast } from '#app/ui/toast.tsx'
import { ErrorLine } from '../error-line.tsx'
import type { Pictures } from '../pictures/use-pictures.ts'
import { VariantColors } from './colors.tsx'
import { columnBeside, focusCell } from './grid-keys.ts'
import { pasteBlock, pastedWords } from './grid-paste.ts'
import { type Column, columns, isEmpty, nameOf, nextRow, type Row } from './grid-rows.ts'
import { suggestLike, takenSkus } from './grid-sku.ts'
import { type RowActs, VariantRow } from './row.tsx'
import { VariantTools } from './tools.tsx'
import type { Grid } from './use-grid.ts'

type VariantGridProps = { grid: Grid; pictures: Pictures; productName: string; error: string | undefined }

/** The variants as a spreadsheet: arrows, Enter and Tab between cells, blocks pasted from Excel, undo and redo. */
export function VariantGrid({ grid, pictures, productName, error }: VariantGridProps) {
  const { rows } = grid
  const table = useRef<HTMLDivElement>(null)
  const [focusAt, goTo] = useFocusAfter(table)
  const [removing, setRemoving] = useState<string>()
  const removed = rows.find((row) => row.key === removing)

  function addRow() {
    const row = nextRow(rows)
    grid.change((rows) => [...rows, row])
    goTo({ index: rows.length, column: row.color ? 'size' : 'color' })
  }

  function remove(key: string) {
    const at = grid.read().findIndex((row) => row.key === key)
    grid.change((rows) => rows.filter((row) => row.key !== key))
    goTo({ index: Math.max(0, Math.min(at, rows.length - 2)), column: 'color' })
    setRemoving(undefined)
  }

  const acts = useRowActs(grid, table, { goTo, ask: setRemoving, remove })

  function onKeyDown(event: KeyboardEvent) {
    const step = historyStepOf(event)
    if (!step) return
    event.preventDefault()
    grid[step]()
    focusAt()
  }

  return (
    <div className="grid gap-4">
      <VariantTools grid={grid} productName={productName} onAdd={addRow} />
      <ErrorLine error={error} />
      <VariantColors grid={grid} pictures={pictures} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the cells in it */}
      <div ref={table} tabIndex={-1} onKeyDown={onKeyDown} className="outline-none">
        {rows.length > 0 && <VariantTable grid={grid} productName={productName} acts={acts} />}
      </div>
      <RemovalQuestion
        row={removed}
        index={removed ? rows.indexOf(removed) : 0}
        onClose={() => setRemoving(undefined)}
        onConfirm={remove}
      />
    </div>
  )
}

type RemovalProps = { row: Row | undefined; index: number; onClose: () => void; onConfirm: (key: string) => void }

function RemovalQuestion({ row, index, onClose, onConfirm }: RemovalProps) {
  return (
    <Confirm
      open={row !== undefined}
      title="Varyantı sil"
      action="Varyantı sil"
      onClose={onClose}
      onConfirm={() => row && onConfirm(row.key)}
    >
      {row && (
        <p>
          <strong>{nameOf(row, index)}</strong> listeden çıkarılır.{' '}
          {row.id === undefined
            ? 'Henüz kaydedilmemişti.'
            : 'Ürünü kaydettiğinizde satıştan kalkar; eski siparişlerde okunur kalır.'}
        </p>
      )}
    </Confirm>
  )
}

/** Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z; on a Mac with Cmd. */
function historyStepOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo'
    case 'y':
      return 'redo'
    default:
      return undefined
  }
}

function VariantTable({ grid, productName, acts }: { grid: Grid; productName: string; acts: RowActs }) {
  const { rows, errors } = grid
  const taken = takenSkus(rows)
  return (
    <table className="w-full border-collapse max-md:block max-md:border-line max-md:border-t md:table-fixed">
      <caption className="sr-only">Varyantlar: renk, beden, fiyat, stok ve SKU</caption>
      <thead className="text-left text-muted text-sm max-md:sr-only">
        <tr>
          <th scope="col" className="w-10">
            <span className="sr-only">Sıra</span>
          </th>
          {columns.map(({ name, label }) => (
            <th
              key={name}
              scope="col"
              className={`px-3 py-2 font-normal ${widths[name]} ${name === 'price' || name === 'stock' ? 'text-right' : ''}`}
            >
              {label}
            </th>
          ))}
          <th scope="col" className="w-11">
            <span className="sr-only">Sil</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row, index) => (
          <VariantRow
            key={row.key}
            row={row}
            index={index}
            errors={errors[row.key]}
            suggestion={row.sku === '' && row.color && row.size ? suggestLike(row, rows, productName, taken) : ''}
            acts={acts}
          />
        ))}
      </tbody>
    </table>
  )
}

const widths: Record<Column, string> = {
  color: 'w-[22%]',
  size: 'w-[13%]',
  price: 'w-[16%]',
  stock: 'w-[16%]',
  sku: '',
}

type Place = { index: number; column: Column }

/** Takes the focus to a cell once it is drawn; called without one, keeps the focus in the grid after an undo. */
function useFocusAfter(table: React.RefObject<HTMLDivElement | null>) {
  const [wanted, setWanted] = useState<{ place?: Place }>()
  const last = useRef<Place>({ index: 0, column: 'color' })
  useEffect(() => {
    if (!wanted) return
    if (wanted.place) {
      last.current = wanted.place
      focusCell(table.current, wanted.place.index, wanted.place.column) || table.current?.focus()
    } else if (!table.current?.contains(document.activeElement)) table.current?.focus()
  }, [wanted, table])
  return [() => setWanted({}), (place: Place) => setWanted({ place })] as const
}

type Ways = { goTo: (place: Place) => void; ask: (key: string) => void; remove: (key: string) => void }

/** The same acts for as long as the grid is there; they read the rows when they are called. */
function useRowActs(grid: Grid, table: React.RefObject<HTMLDivElement | null>, ways: Ways): RowActs {
  const now = useRef({ grid, ...ways })
  now.current = { grid, ...ways }
  return useMemo(() => {
    const indexOf = (key: string) => now.current.grid.read().findIndex((row) => row.key === key)
    return {
      type: (...cell) => now.current.grid.type(...cell),
      settle: (...cell) => now.current.grid.settle(...cell),
      step(key, column, { down, right }) {
        const index = indexOf(key) + down
        const beside = columnBeside(column, right)
        const rows = now.current.grid.read()
        const last = rows.at(-1)
        if (index >= 0 && index < rows.length && beside) focusCell(table.current, index, beside)
        // Enter or down in the very last cell goes on with a new row.
        else if (down === 1 && last && !isEmpty(last) && column === 'sku') {
          now.current.grid.change((rows) => [...rows, nextRow(rows)])
          now.current.goTo({ index: rows.length, column: 'size' })
        }
      },
      paste(key, column, text) {
        const index = indexOf(key)
        now.current.grid.change((rows) => pasteBlock(rows, { index, column }, text))
        now.current.goTo({ index, column })
        toast('good', pastedWords(column, text))
      },
      remove(key) {
        const row = now.current.grid.read()[indexOf(key)]
        if (row && isEmpty(row)) now.current.remove(key)
        else now.current.ask(key)
      },
    }
  }, [table])
}
