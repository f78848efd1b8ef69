import { fold } from '#shop/turkish.ts'
import { onlyStored } from '../pictures/list.ts'
import type { Pictures } from '../pictures/use-pictures.ts'
import { ColorPictures } from './color-pictures.tsx'
import { type Row, setOfColor } from './grid-rows.ts'
import type { Grid } from './use-grid.ts'

type VariantColorsProps = { grid: Grid; pictures: Pictures }

/** The colors of the rows, each once, with the code that the shop draws it in, and the pictures that show it. */
export function VariantColors({ grid, pictures }: VariantColorsProps) {
  const colors = [
    ...Map.groupBy(
      grid.rows.filter((row) => row.color.trim() !== ''),
      (row) => fold(row.color.trim()),
    ).values(),
  ].flatMap(([first]) => first ?? [])
  if (colors.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
      <legend className="float-left mr-4 text-muted">{colors.length > 1 ? 'Renkler' : 'Renk kodları'}</legend>
      {colors.map((row) => (
        <div key={fold(row.color.trim())} className="flex flex-wrap items-center gap-x-2">
          <ColorCode grid={grid} row={row} />
          {/* The pictures of a product in one color are that color's. */}
          {colors.length > 1 && <ColorPictures grid={grid} row={row} pictures={onlyStored(pictures.list)} />}
        </div>
      ))}
    </fieldset>
  )
}

function ColorCode({ grid, row }: { grid: Grid; row: Row }) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="color"
        aria-label={`${row.color.trim()} renk kodu`}
        value={row.colorHex || '#ffffff'}
        onChange={(event) => {
          const colorHex = event.target.value
          grid.change((rows) => setOfColor(rows, row.key, { colorHex }), `hex ${fold(row.color)}`)
        }}
        className={`size-8 cursor-pointer rounded-xs border bg-surface p-0.5 ${row.colorHex ? 'border-edge' : 'border-bad border-dashed'}`}
      />
      {row.color.trim()}
      {row.colorHex === '' && <span className="text-muted">(kod seçilmedi)</span>}
    </label>
  )
}
