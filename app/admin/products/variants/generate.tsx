import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { type ChosenColor, ColorChoice } from './color-choice.tsx'
import { countNew, generateRows } from './grid-generate.ts'
import { settledText } from './grid-paste.ts'
import { hexOf, type Row } from './grid-rows.ts'
import { defaultPattern, suggestSku } from './grid-sku.ts'
import { distinct, SizeChoice } from './size-choice.tsx'
import type { Grid } from './use-grid.ts'

type GenerateProps = { open: boolean; onClose: () => void; grid: Grid; productName: string }

/** Colors × sizes in one step. */
export function GenerateDialog({ open, onClose, grid, productName }: GenerateProps) {
  return (
    <Panel open={open} onClose={onClose} title="Renk ve bedenlerden oluştur" side="right">
      {open && <GenerateForm onClose={onClose} grid={grid} productName={productName} />}
    </Panel>
  )
}

function colorsOf(rows: readonly Row[]): ChosenColor[] {
  return distinct(rows.map((row) => row.color.trim())).map((name) => ({ name, hex: hexOf(rows, name) }))
}

function GenerateForm({ onClose, grid, productName }: Omit<GenerateProps, 'open'>) {
  const { rows } = grid
  const [colors, setColors] = useState<ChosenColor[]>(() => colorsOf(rows))
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
      <PriceAndStock
        price={price}
        stock={stock}
        onPrice={setPrice}
        onPriceLeft={() => setPrice(wanted.price)}
        onStock={setStock}
      />
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

type PriceAndStockProps = {
  price: string
  stock: string
  onPrice: (text: string) => void
  onPriceLeft: () => void
  onStock: (text: string) => void
}

function PriceAndStock({ price, stock, onPrice, onPriceLeft, onStock }: PriceAndStockProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        label="Fiyat (TL)"
        inputMode="decimal"
        autoComplete="off"
        value={price}
        onChange={(event) => onPrice(event.target.value)}
        onBlur={onPriceLeft}
      />
      <Field
        label="Stok"
        inputMode="numeric"
        autoComplete="off"
        value={stock}
        onChange={(event) => onStock(event.target.value)}
      />
    </div>
  )
}
