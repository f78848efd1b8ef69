import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { countNew, generateRows } from './grid-generate.ts'
import { settledText } from './grid-paste.ts'
import { hexOf } from './grid-rows.ts'
import { defaultPattern, suggestSku } from './grid-sku.ts'
import type { Grid } from './use-grid.ts'
import { type ChosenColor, ColorChoice } from './variant-color-choice.tsx'
import { distinct, SizeChoice } from './variant-size-choice.tsx'

type GenerateProps = { open: boolean; onClose: () => void; grid: Grid; productName: string }

/** Colours × sizes in one step. */
export function GenerateDialog({ open, onClose, grid, productName }: GenerateProps) {
  return (
    <Panel open={open} onClose={onClose} title="Renk ve bedenlerden oluştur" side="right">
      {open && <GenerateForm onClose={onClose} grid={grid} productName={productName} />}
    </Panel>
  )
}

function GenerateForm({ onClose, grid, productName }: Omit<GenerateProps, 'open'>) {
  const { rows } = grid
  const [colors, setColors] = useState<ChosenColor[]>(() =>
    distinct(rows.map((row) => row.color.trim())).map((name) => ({ name, hex: hexOf(rows, name) })),
  )
  const [sizes, setSizes] = useState<string[]>(() => distinct(rows.map((row) => row.size.trim())))
  const [price, setPrice] = useState(rows.at(-1)?.price ?? '')
  const [stock, setStock] = useState('')
  const [pattern, setPattern] = useState(defaultPattern)
  const wanted = { colors, sizes, price: settledText('price', price), stock: settledText('stock', stock), pattern }
  const added = countNew(rows, wanted)
  const [first] = colors
  const sample = suggestSku({ color: first?.name ?? 'Renk', size: sizes[0] ?? 'M' }, productName, new Set(), pattern)

  function generate() {
    grid.change((rows) => generateRows(rows, wanted, productName))
    onClose()
  }

  return (
    <div className="grid gap-6">
      <ColorChoice colors={colors} onChange={setColors} />
      <SizeChoice sizes={sizes} onChange={setSizes} />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label="Fiyat (TL)"
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onChange={(event) => setPrice(event.target.value)}
          onBlur={() => setPrice(wanted.price)}
        />
        <Field
          label="Stok"
          inputMode="numeric"
          autoComplete="off"
          value={stock}
          onChange={(event) => setStock(event.target.value)}
        />
      </div>
      <Field
        label="SKU kalıbı"
        hint={`{ad}, {renk} ve {beden} yerine değerleri yazılır: ${sample || '—'}`}
        autoComplete="off"
        value={pattern}
        onChange={(event) => setPattern(event.target.value)}
      />
      <div className="grid gap-2">
        <Button disabled={added === 0} onClick={generate}>
          {added === 0 ? 'Eklenecek yeni satır yok' : `${added} satır ekle`}
        </Button>
        {rows.length > 0 && <p className="text-muted text-sm">Var olan satırlar olduğu gibi kalır.</p>}
      </div>
    </div>
  )
}
