import { useState } from 'react'
import type { WireFavorite, WireVariant } from '#api/wire/products.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { formatTl } from '#shop/money.ts'

type FavoriteSizesProps = {
  favorite: WireFavorite
  open: boolean
  onClose: () => void
  onChosen: (variant: WireVariant) => void
}

/** Asks for the size before a favorite goes into the cart. */
export function FavoriteSizes({ favorite, open, onClose, onChosen }: FavoriteSizesProps) {
  return (
    <Panel open={open} onClose={onClose} title={favorite.product.name} side="center">
      <Sizes key={favorite.id} favorite={favorite} onChosen={onChosen} />
    </Panel>
  )
}

function Sizes({ favorite, onChosen }: Pick<FavoriteSizesProps, 'favorite' | 'onChosen'>) {
  const { variants } = favorite.product
  const [id, setId] = useState<string>()
  const [missed, setMissed] = useState(false)
  const chosen = variants.find((variant) => variant.id === id)
  const colors = [...new Set(variants.map((variant) => variant.color))]
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) onChosen(chosen)
        else setMissed(true)
      }}
      className="grid gap-6"
    >
      {colors.map((color) => (
        <fieldset key={color} role="radiogroup">
          <legend className="mb-2">Beden{colors.length > 1 && <span className="text-muted">: {color}</span>}</legend>
          <div className="flex flex-wrap gap-2">
            {variants
              .filter((variant) => variant.color === color)
              .map((variant) => (
                <SizeRadio
                  key={variant.id}
                  variant={variant}
                  checked={variant.id === id}
                  onChoose={() => {
                    setId(variant.id)
                    setMissed(false)
                  }}
                />
              ))}
          </div>
        </fieldset>
      ))}
      <p role="status" className="text-bad text-sm empty:hidden">
        {missed && 'Lütfen önce bedeninizi seçin.'}
      </p>
      <Button type="submit" className="w-full">
        Sepete ekle
        {chosen && <span className="font-normal tabular-nums">{formatTl(chosen.price)}</span>}
      </Button>
    </form>
  )
}

type SizeRadioProps = { variant: WireVariant; checked: boolean; onChoose: () => void }

function SizeRadio({ variant, checked, onChoose }: SizeRadioProps) {
  const soldOut = variant.stockQuantity === 0
  return (
    <label className="flex min-h-11 min-w-12 items-center justify-center rounded-xs border border-edge px-3 transition-colors has-disabled:border-line has-disabled:text-muted has-disabled:line-through has-checked:border-ink has-checked:bg-ink has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2">
      <input type="radio" name="size" className="sr-only" checked={checked} disabled={soldOut} onChange={onChoose} />
      {variant.size}
      {soldOut && <span className="sr-only"> (tükendi)</span>}
    </label>
  )
}
