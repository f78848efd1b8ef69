import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import type { TypedDraft } from '../form/use-draft.ts'
import {
  addMeasure,
  removeMeasure,
  renameMeasure,
  setCell,
  tableOf,
  textOf,
  usualMeasures,
} from './measurement-table.ts'

/** The garment in cm: a row for each size of the variants, a column for each measure. */
export function MeasurementsField({ typed }: { typed: TypedDraft }) {
  const { fields, set, wrong, grid } = typed
  const sizes = [...new Set(grid.rows.map(({ size }) => size.trim()).filter((size) => size !== ''))]
  const table = tableOf(fields.measurements, sizes)
  const [measure, setMeasure] = useState('')
  const change = (next: typeof table) => set('measurements', textOf(next))

  function add() {
    if (measure.trim() === '') return
    change(addMeasure(table, measure.trim()))
    setMeasure('')
  }

  return (
    <fieldset className="min-w-0" data-wrong={wrong.measurements ? '' : undefined} tabIndex={-1}>
      <legend className="mb-1 font-medium text-sm">Ürün ölçüleri (cm)</legend>
      {table.names.length > 0 && table.rows.length > 0 && <Table table={table} onChange={change} />}
      {table.rows.length === 0 && <p className="text-muted text-sm">Önce varyantlarda bedenleri yazın.</p>}
      {table.rows.length > 0 && table.names.length < 8 && (
        <div className="mt-3 flex gap-2">
          <input
            aria-label="Ölçünün adı"
            list="olculer"
            maxLength={30}
            value={measure}
            onChange={(event) => setMeasure(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
            className={`${inputClass} max-w-48`}
          />
          <datalist id="olculer">
            {usualMeasures.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button look="secondary" onClick={add}>
            Ölçü ekle
          </Button>
        </div>
      )}
      {wrong.measurements && <p className="mt-1 text-bad text-sm">{wrong.measurements}</p>}
    </fieldset>
  )
}

type TableProps = { table: ReturnType<typeof tableOf>; onChange: (table: ReturnType<typeof tableOf>) => void }

function Table({ table, onChange }: TableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="pr-3 text-left font-medium">
              Beden
            </th>
            {table.names.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the name is what is typed here
              <th key={column} scope="col" className="min-w-28 pr-2 pb-1 text-left font-medium">
                <span className="flex items-center">
                  <input
                    aria-label={`${column + 1}. ölçünün adı`}
                    maxLength={30}
                    value={name}
                    onChange={(event) => onChange(renameMeasure(table, column, event.target.value))}
                    className={`${inputClass} min-h-11`}
                  />
                  <button
                    type="button"
                    aria-label={`${name} ölçüsünü kaldır`}
                    onClick={() => onChange(removeMeasure(table, column))}
                    className="min-h-11 min-w-9 text-muted hover:text-ink"
                  >
                    ×
                  </button>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ size, cells }, row) => (
            <tr key={size}>
              <th scope="row" className="pr-3 text-left font-normal">
                {size}
              </th>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={column} className="pr-2 pb-1">
                  <input
                    aria-label={`${size} ${table.names[column]}`}
                    inputMode="decimal"
                    maxLength={5}
                    value={cell}
                    onChange={(event) => onChange(setCell(table, row, column, event.target.value))}
                    className={`${inputClass} min-h-11`}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
