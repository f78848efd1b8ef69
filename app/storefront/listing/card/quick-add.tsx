import { lazy, Suspense, useState } from 'react'
import { useCanHover } from '#app/browser/use-can-hover.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { Card } from '#shop/catalog/search/cards.ts'
import { addToCart, openCart } from '../../cart/store.ts'
import { byArrows } from './colors.tsx'
import { findPiece, lineOf, type Piece } from './piece.ts'

const SizesPanel = lazy(() => import('./sizes-panel.tsx').then((m) => ({ default: m.SizesPanel })))

/** Without a line, when the words cannot be fetched, the page says that. */
const sayNotAdded = () =>
  import('#app/browser/say.tsx')
    .then(({ say }) => say('Ürün sepete eklenemedi. Lütfen tekrar deneyin.'))
    .catch(() => {})

/** From the card into the cart: by its sizes where there is a pointer or a key, by a '+' under a finger. */
export function QuickAdd({ card }: { card: Card }) {
  const canHover = useCanHover()
  const [piece, setPiece] = useState<Piece>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  /** Without a size, or where its color is to be chosen too, the sheet asks. */
  async function add(size?: string) {
    if (busy) return
    setBusy(true)
    const found = await findPiece(card.id).catch(() => undefined)
    setBusy(false)
    if (!found) return sayNotAdded()
    const variant = found.variants.find((one) => one.size === size && one.stock > 0)
    if (variant && found.variants.every(({ color }) => color === variant.color)) {
      addToCart(lineOf(card, variant))
      return openCart()
    }
    setPiece(found)
    setOpen(true)
  }

  return (
    <>
      <div className="quick" aria-busy={busy}>
        {canHover ? (
          <fieldset aria-label={`Bedeniyle sepete ekleyin: ${card.name}`} onKeyDown={byArrows}>
            {card.sizes.map((size, index) => (
              <button
                key={size}
                type="button"
                tabIndex={index === 0 ? undefined : -1}
                aria-label={`${size} bedeni sepete ekle`}
                onClick={() => add(size)}
              >
                {size}
              </button>
            ))}
          </fieldset>
        ) : (
          <button type="button" aria-haspopup="dialog" aria-label={`Sepete ekle: ${card.name}`} onClick={() => add()}>
            <Icon name="plus" size={18} />
          </button>
        )}
      </div>
      {piece && (
        <Suspense>
          <SizesPanel open={open} card={card} piece={piece} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
