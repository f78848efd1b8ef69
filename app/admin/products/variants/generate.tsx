import { type FormEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { useFields } from '#app/ui/form.ts'
import { useUnsavedChange } from '#app/ui/leaving/unsaved.ts'
import { errorsOf } from '#shop/fields/rules.ts'
import { AskingPanel } from '../../parts/leaving/asking-panel.tsx'
import { type ChosenColor, ColorChoice } from './color-choice.tsx'
import { checkForAll } from './grid-checks.ts'
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
    <AskingPanel open={open} onClose={onClose} title="Renk ve bedenlerden oluştur" side="right">
      {open && <GenerateForm onClose={onClose} grid={grid} productName={productName} />}
    </AskingPanel>
  )
}

function colorsOf(rows: readonly Row[]): ChosenColor[] {
  return distinct(rows.map((row) => row.color.trim())).map((name) => ({ name, hex: hexOf(rows, name) }))
}

function GenerateForm({ onClose, grid, productName }: Omit<GenerateProps, 'open'>) {
  const { rows } = grid
  const [colors, setColors] = useState<ChosenColor[]>(() => colorsOf(rows))
  const [sizes, setSizes] = useState<string[]>(() => distinct(rows.map((row) => row.size.trim())))
  const fields = useFields({ price: rows.at(-1)?.price ?? '', stock: '', pattern: defaultPattern })
  useUnsavedChange([colors, sizes, fields.values])
  const { pattern } = fields.values
  const price = settledText('price', fields.values.price)
  const stock = settledText('stock', fields.values.stock)
  const wanted = { colors, sizes, price, stock, pattern }
  const added = countNew(rows, wanted)
  const [first] = colors
  const sample = suggestSku({ color: first?.name ?? 'Renk', size: sizes[0] ?? 'M' }, productName, new Set(), pattern)

  function generate(event: FormEvent) {
    event.preventDefault()
    if (!fields.accept(errorsOf({ price: checkForAll('price', price), stock: checkForAll('stock', stock) }))) return
    grid.change((rows) => generateRows(rows, wanted, productName))
    onClose()
  }

  return (
    <div className="grid gap-6">
      <ColorChoice colors={colors} onChange={setColors} />
      <SizeChoice sizes={sizes} onChange={setSizes} />
      <form ref={fields.form} onSubmit={generate} noValidate className="grid gap-6">
        <div className="grid grid-cols-2 gap-3">
          <Field
            label="Fiyat (TL)"
            inputMode="decimal"
            autoComplete="off"
            {...fields.field('price')}
            onBlur={() => price !== fields.values.price && fields.set('price', price)}
          />
          <Field label="Stok" inputMode="numeric" autoComplete="off" {...fields.field('stock')} />
        </div>
        <Field
          label="SKU kalıbı"
          hint={`{ad}, {renk} ve {beden} yerine değerleri yazılır: ${sample || '—'}`}
          autoComplete="off"
          {...fields.field('pattern')}
        />
        <div className="grid gap-2">
          <Button type="submit" disabled={added === 0}>
            {added === 0 ? 'Eklenecek yeni satır yok' : `${added} satır ekle`}
          </Button>
          {rows.length > 0 && <p className="text-muted text-sm">Var olan satırlar olduğu gibi kalır.</p>}
        </div>
      </form>
    </div>
  )
}
