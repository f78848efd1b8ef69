import { useId, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { inputClass } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Filter } from '../../parts/search-box.tsx'
import { GenerateDialog } from './generate.tsx'
import { checkForAll } from './grid-checks.ts'
import { settledText } from './grid-paste.ts'
import { type Column, columns, setColumn } from './grid-rows.ts'
import { fillSkus } from './grid-sku.ts'
import type { Grid } from './use-grid.ts'

type VariantToolsProps = { grid: Grid; productName: string; onAdd: () => void }

/** Tools for the whole grid: making rows, filling a column, undo and redo. */
export function VariantTools({ grid, productName, onAdd }: VariantToolsProps) {
  const [generating, setGenerating] = useState(false)
  const { rows } = grid
  const withoutSku = rows.filter((row) => row.sku.trim() === '' && row.color.trim() && row.size.trim()).length
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button
          look={rows.length === 0 ? 'primary' : 'secondary'}
          className="px-4!"
          onClick={() => setGenerating(true)}
        >
          Renk ve bedenlerden oluştur
        </Button>
        <Button look="secondary" className="px-4!" onClick={onAdd}>
          <Icon name="plus" size={18} />
          Satır ekle
        </Button>
        {withoutSku > 0 && (
          <Button look="secondary" className="px-4!" onClick={() => grid.change((rows) => fillSkus(rows, productName))}>
            SKU öner ({withoutSku})
          </Button>
        )}
        <span className="-mr-2 ml-auto flex">
          <Button look="quiet" disabled={!grid.canUndo} onClick={grid.undo} title="Ctrl+Z">
            Geri al
          </Button>
          <Button look="quiet" disabled={!grid.canRedo} onClick={grid.redo} title="Ctrl+Y">
            Yinele
          </Button>
        </span>
      </div>
      {rows.length > 1 && <FillColumn grid={grid} />}
      <p className="text-muted text-sm">
        {rows.length === 0
          ? 'Renk ve bedenleri seçin, satırlar birlikte oluşsun; ya da satır ekleyip Excel’den yapıştırın.'
          : 'Excel’den kopyaladığınız hücreleri bir hücreye yapıştırabilirsiniz.'}
        {rows.length > 0 && (
          <span className="pointer-coarse:hidden"> Ok tuşları ve Enter hücreler arasında gezdirir.</span>
        )}
      </p>
      <GenerateDialog open={generating} onClose={() => setGenerating(false)} grid={grid} productName={productName} />
    </div>
  )
}

/** One value into a whole column. */
function FillColumn({ grid }: { grid: Grid }) {
  const [column, setColumnName] = useState<Column>('price')
  const [text, setText] = useState('')
  const [onlyEmpty, setOnlyEmpty] = useState(false)

  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const wrongId = useId()

  function apply() {
    const found = checkForAll(column, text)
    setWrong(found)
    if (found) return field.current?.focus()
    grid.change((rows) => setColumn(rows, column, settledText(column, text), onlyEmpty))
    setText('')
  }

  return (
    <fieldset className="flex flex-wrap items-center gap-2 text-sm">
      <legend className="sr-only">Bütün sütunu doldur</legend>
      <Filter
        label="Doldurulacak sütun"
        value={column}
        options={columns.filter(({ name }) => name !== 'sku').map(({ name, label }) => ({ value: name, label }))}
        onChange={(column) => {
          setColumnName(column)
          setWrong(undefined)
        }}
      />
      <input
        ref={field}
        aria-label="Bütün sütuna yazılacak değer"
        placeholder="Bütün satırlara"
        value={text}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong && wrongId}
        onChange={(event) => {
          setText(event.target.value)
          setWrong(undefined)
        }}
        onKeyDown={(event) => event.key === 'Enter' && text.trim() !== '' && apply()}
        className={`${inputClass} min-h-11! w-40!`}
      />
      <Button look="secondary" className="px-4!" disabled={text.trim() === ''} onClick={apply}>
        Uygula
      </Button>
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={onlyEmpty}
          onChange={(event) => setOnlyEmpty(event.target.checked)}
          className="size-5 accent-ink"
        />
        Yalnız boş hücreler
      </label>
      {wrong && (
        <p id={wrongId} role="alert" className="w-full text-bad">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}
