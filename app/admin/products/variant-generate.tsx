import { type KeyboardEvent, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { fold } from '#shop/turkish.ts'
import { commonColors, commonSizes } from './color-names.ts'
import { countNew, generateRows } from './grid-generate.ts'
import { settledText } from './grid-paste.ts'
import { hexOf } from './grid-rows.ts'
import { defaultPattern, suggestSku } from './grid-sku.ts'
import type { Grid } from './use-grid.ts'

type GenerateProps = { open: boolean; onClose: () => void; grid: Grid; productName: string }

/** Colours × sizes in one step. */
export function GenerateDialog({ open, onClose, grid, productName }: GenerateProps) {
  return (
    <Panel open={open} onClose={onClose} title="Renk ve bedenlerden oluştur" side="right">
      {open && <GenerateForm onClose={onClose} grid={grid} productName={productName} />}
    </Panel>
  )
}

type ChosenColor = { name: string; hex: string }

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

function ColorChoice({ colors, onChange }: { colors: ChosenColor[]; onChange: (colors: ChosenColor[]) => void }) {
  const [name, setName] = useState('')
  const [picked, setPicked] = useState('')
  // The usual code of a usual name, until she picks one.
  const hex = picked || hexOf([], name)

  function add() {
    const color = name.trim()
    if (color === '' || colors.some((other) => fold(other.name) === fold(color))) return
    onChange([...colors, { name: color, hex }])
    setName('')
    setPicked('')
  }

  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Renkler</legend>
      <ul className="mb-2 flex flex-wrap gap-2 empty:hidden">
        {colors.map((color) => (
          <li key={color.name} className="flex items-center rounded-xs border border-edge pl-2 text-sm">
            <input
              type="color"
              aria-label={`${color.name} renk kodu`}
              value={color.hex || '#ffffff'}
              onChange={(event) =>
                onChange(
                  colors.map((other) => (other.name === color.name ? { ...other, hex: event.target.value } : other)),
                )
              }
              className="size-7 cursor-pointer bg-surface p-0.5"
            />
            <span className="px-2">{color.name}</span>
            <button
              type="button"
              aria-label={`${color.name} rengini çıkar`}
              onClick={() => onChange(colors.filter((other) => other.name !== color.name))}
              className="grid size-11 place-items-center text-muted hover:text-ink"
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex items-end gap-2">
        <Field
          label="Renk adı"
          list="renkler"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={onEnter(add)}
          className="min-w-0 grow"
        />
        <datalist id="renkler">
          {commonColors.map((color) => (
            <option key={color.name} value={color.name} />
          ))}
        </datalist>
        <input
          type="color"
          aria-label="Yeni rengin kodu"
          value={hex || '#ffffff'}
          onChange={(event) => setPicked(event.target.value)}
          className={`h-12 w-12 shrink-0 cursor-pointer rounded-xs border border-edge bg-surface p-1 ${hex ? '' : 'border-dashed'}`}
        />
        <Button
          look="secondary"
          className="min-h-12! px-4!"
          aria-label="Rengi ekle"
          disabled={name.trim() === ''}
          onClick={add}
        >
          Ekle
        </Button>
      </div>
    </fieldset>
  )
}

function SizeChoice({ sizes, onChange }: { sizes: string[]; onChange: (sizes: string[]) => void }) {
  const [own, setOwn] = useState('')
  const shown = [...commonSizes, ...sizes.filter((size) => !commonSizes.includes(size))]

  /** In the order of the buttons, not of the clicks. */
  function set(chosen: string[]) {
    onChange([
      ...commonSizes.filter((size) => chosen.includes(size)),
      ...chosen.filter((s) => !commonSizes.includes(s)),
    ])
  }

  function add() {
    set(distinct([...sizes, ...own.split(/[,;\s]+/)]))
    setOwn('')
  }

  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Bedenler</legend>
      <div className="mb-2 flex flex-wrap gap-2">
        {shown.map((size) => {
          const chosen = sizes.includes(size)
          return (
            <button
              key={size}
              type="button"
              aria-pressed={chosen}
              onClick={() => set(chosen ? sizes.filter((other) => other !== size) : [...sizes, size])}
              className={`min-h-11 min-w-11 rounded-xs border px-3 text-sm ${chosen ? 'border-ink bg-ink text-white' : 'border-edge hover:border-ink'}`}
            >
              {size}
            </button>
          )
        })}
      </div>
      <div className="flex items-end gap-2">
        <Field
          label="Başka bedenler"
          placeholder="36, 38, 40"
          autoComplete="off"
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          onKeyDown={onEnter(add)}
          className="min-w-0 grow"
        />
        <Button
          look="secondary"
          className="min-h-12! px-4!"
          aria-label="Bedenleri ekle"
          disabled={own.trim() === ''}
          onClick={add}
        >
          Ekle
        </Button>
      </div>
    </fieldset>
  )
}

function distinct(texts: string[]): string[] {
  return texts.filter((text, index) => text !== '' && texts.findIndex((other) => fold(other) === fold(text)) === index)
}

function onEnter(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    act()
  }
}
