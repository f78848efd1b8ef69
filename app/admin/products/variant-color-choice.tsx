import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { fold } from '#shop/turkish.ts'
import { commonColors } from './color-names.ts'
import { hexOf } from './grid-rows.ts'
import { onEnter } from './on-enter.ts'

export type ChosenColor = { name: string; hex: string }

/** Colours with their codes; usual ones are offered with the code they usually have. */
export function ColorChoice({
  colors,
  onChange,
}: {
  colors: ChosenColor[]
  onChange: (colors: ChosenColor[]) => void
}) {
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
