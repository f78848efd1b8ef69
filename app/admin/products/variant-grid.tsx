import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Confirm } from '#app/ui/confirm.tsx'
import { columnBeside, focusCell } from './grid-keys.ts'
import { pasteBlock } from './grid-paste.ts'
import { type Column, columns, isEmpty, nameOf, nextRow } from './grid-rows.ts'
import { suggestLike, takenSkus } from './grid-sku.ts'
import type { Grid } from './use-grid.ts'
import { VariantColors } from './variant-colors.tsx'
import { type RowActs, VariantRow } from './variant-row.tsx'
import { VariantTools } from './variant-tools.tsx'

type VariantGridProps = { grid: Grid; productName: string; error: string | undefined }

/** The variants as a spreadsheet: arrows, Enter and Tab between cells, blocks pasted from Excel, undo and redo. */
export function VariantGrid({ grid, productName, error }: VariantGridProps) {
  const { rows, errors } = grid
  const table = useRef<HTMLDivElement>(null)
  const [focusAt, goTo] = useFocusAfter(table)
  const [removing, setRemoving] = useState<string>()
  const removed = rows.find((row) => row.key === removing)
  const taken = takenSkus(rows)

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
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const back = key === 'z' && !event.shiftKey
    if (!back && key !== 'y' && key !== 'z') return
    event.preventDefault()
    if (back) grid.undo()
    else grid.redo()
    focusAt()
  }

  return (
    <div className="grid gap-4">
      <VariantTools grid={grid} productName={productName} onAdd={addRow} />
      {error && (
        <p tabIndex={-1} data-wrong className="text-bad text-sm">
          {error}
        </p>
      )}
      <VariantColors grid={grid} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the cells in it */}
      <div ref={table} tabIndex={-1} onKeyDown={onKeyDown} className="outline-none">
        {rows.length > 0 && (
          <table className="w-full border-collapse max-md:block max-md:border-line max-md:border-t md:table-fixed">
            <caption className="sr-only">Varyantlar: renk, beden, fiyat, stok ve SKU</caption>
            <thead className="text-left text-muted text-sm max-md:sr-only">
              <tr>
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
        )}
      </div>
      <Confirm
        open={removed !== undefined}
        title="Varyantı sil"
        action="Varyantı sil"
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removed && remove(removed.key)}
      >
        {removed && (
          <p>
            <strong>{nameOf(removed, rows.indexOf(removed))}</strong> listeden çıkarılır.{' '}
            {removed.id
              ? 'Ürünü kaydettiğinizde satıştan kalkar; eski siparişlerde okunur kalır.'
              : 'Henüz kaydedilmemişti.'}
          </p>
        )}
      </Confirm>
    </div>
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
      },
      remove(key) {
        const row = now.current.grid.read()[indexOf(key)]
        if (row && isEmpty(row)) now.current.remove(key)
        else now.current.ask(key)
      },
    }
  }, [table])
}
