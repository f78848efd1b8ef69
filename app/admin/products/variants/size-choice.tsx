import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { fold } from '#shop/turkish.ts'
import { commonSizes } from './color-names.ts'
import { onEnter } from './on-enter.ts'

/** Sizes by a touch, or others by typing. */
export function SizeChoice({ sizes, onChange }: { sizes: string[]; onChange: (sizes: string[]) => void }) {
  const shown = [...commonSizes, ...sizes.filter((size) => !commonSizes.includes(size))]

  /** In the order of the buttons, not of the clicks. */
  function set(chosen: string[]) {
    onChange([
      ...commonSizes.filter((size) => chosen.includes(size)),
      ...chosen.filter((s) => !commonSizes.includes(s)),
    ])
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
      <OtherSizes onAdd={(others) => set(distinct([...sizes, ...others]))} />
    </fieldset>
  )
}

function OtherSizes({ onAdd }: { onAdd: (sizes: string[]) => void }) {
  const [text, setText] = useState('')

  function add() {
    onAdd(text.split(/[,;\s]+/))
    setText('')
  }

  return (
    <div className="flex items-end gap-2">
      <Field
        label="Başka bedenler"
        placeholder="36, 38, 40"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onEnter(add)}
        className="min-w-0 grow"
      />
      <Button
        look="secondary"
        className="min-h-12! px-4!"
        aria-label="Bedenleri ekle"
        disabled={text.trim() === ''}
        onClick={add}
      >
        Ekle
      </Button>
    </div>
  )
}

/** Each once, however it is written. */
export function distinct(texts: string[]): string[] {
  return texts.filter((text, index) => text !== '' && texts.findIndex((other) => fold(other) === fold(text)) === index)
}
