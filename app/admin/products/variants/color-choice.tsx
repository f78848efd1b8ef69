import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { fold } from '#shop/turkish.ts'
import { commonColors } from './color-names.ts'
import { hexOf } from './grid-rows.ts'
import { onEnter } from './on-enter.ts'

export type ChosenColor = { name: string; hex: string }

type ColorChoiceProps = { colors: ChosenColor[]; onChange: (colors: ChosenColor[]) => void }

/** Colors with their codes; usual ones are offered with the code they usually have. */
export function ColorChoice({ colors, onChange }: ColorChoiceProps) {
  function add(color: ChosenColor): boolean {
    if (color.name === '' || colors.some(({ name }) => fold(name) === fold(color.name))) return false
    onChange([...colors, color])
    return true
  }

  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Renkler</legend>
      <ul className="mb-2 flex flex-wrap gap-2 empty:hidden">
        {colors.map((color) => (
          <Chosen
            key={color.name}
            color={color}
            onHex={(hex) => onChange(colors.map((other) => (other.name === color.name ? { ...other, hex } : other)))}
            onRemove={() => onChange(colors.filter((other) => other.name !== color.name))}
          />
        ))}
      </ul>
      <NewColor onAdd={add} />
    </fieldset>
  )
}

type ChosenProps = { color: ChosenColor; onHex: (hex: string) => void; onRemove: () => void }

function Chosen({ color, onHex, onRemove }: ChosenProps) {
  return (
    <li className="flex items-center rounded-xs border border-edge pl-2 text-sm">
      <input
        type="color"
        aria-label={`${color.name} renk kodu`}
        value={color.hex || '#ffffff'}
        onChange={(event) => onHex(event.target.value)}
        className="size-7 cursor-pointer bg-surface p-0.5"
      />
      <span className="px-2">{color.name}</span>
      <button
        type="button"
        aria-label={`${color.name} rengini çıkar`}
        onClick={onRemove}
        className="grid size-11 place-items-center text-muted hover:text-ink"
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}

/** `onAdd` tells whether the color was added. */
function NewColor({ onAdd }: { onAdd: (color: ChosenColor) => boolean }) {
  const [name, setName] = useState('')
  const [picked, setPicked] = useState('')
  // The usual code of a usual name, until another is picked.
  const hex = picked || hexOf([], name)

  function add() {
    if (!onAdd({ name: name.trim(), hex })) return
    setName('')
    setPicked('')
  }

  return (
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
  )
}
