import { fold } from '#shop/turkish.ts'
import { setHex } from './grid-rows.ts'
import type { Grid } from './use-grid.ts'

/** The colors of the rows, each once, with the code that the shop draws it in. */
export function VariantColors({ grid }: { grid: Grid }) {
  const colors = [
    ...Map.groupBy(
      grid.rows.filter((row) => row.color.trim() !== ''),
      (row) => fold(row.color.trim()),
    ).values(),
  ].flatMap(([first]) => first ?? [])
  if (colors.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 text-sm">
      <legend className="float-left mr-4 text-muted">Renk kodları</legend>
      {colors.map((row) => (
        <label key={fold(row.color.trim())} className="flex min-h-11 items-center gap-2">
          <input
            type="color"
            aria-label={`${row.color.trim()} renk kodu`}
            value={row.colorHex || '#ffffff'}
            onChange={(event) => {
              const hex = event.target.value
              grid.change((rows) => setHex(rows, row.key, hex), `hex ${fold(row.color)}`)
            }}
            className={`size-8 cursor-pointer rounded-xs border bg-surface p-0.5 ${row.colorHex ? 'border-edge' : 'border-bad border-dashed'}`}
          />
          {row.color.trim()}
          {row.colorHex === '' && <span className="text-muted">(kod seçilmedi)</span>}
        </label>
      ))}
    </fieldset>
  )
}
