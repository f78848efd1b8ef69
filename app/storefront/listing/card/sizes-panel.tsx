import { Panel } from '#app/ui/panel.tsx'
import type { Card } from '#shop/catalog/search/cards.ts'
import { formatKurus } from '#shop/money.ts'
import { addToCart, openCart } from '../../cart/store.ts'
import { StockNotice } from '../../info/stock-notice-opener.tsx'
import { lineOf, type Piece } from './piece.ts'

type SizesPanelProps = { open: boolean; card: Card; piece: Piece; onClose: () => void }

/** The sizes of a piece: one that is there goes into the cart, of one that is gone its return is told. */
export function SizesPanel({ open, card, piece, onClose }: SizesPanelProps) {
  const several = new Set(piece.variants.map(({ color }) => color)).size > 1
  const nameOf = ({ size, color }: Piece['variants'][number]) => (several ? `${size} (${color})` : size)
  return (
    <Panel open={open} onClose={onClose} title="Beden seçin" side="center">
      <p className="text-muted">{piece.name}</p>
      <ul className="mt-3 divide-y divide-line">
        {piece.variants.map((variant) => (
          <li key={variant.id}>
            {variant.stock > 0 ? (
              <button
                type="button"
                className="flex min-h-12 w-full items-center justify-between gap-4 text-left"
                onClick={() => {
                  addToCart(lineOf(card, variant))
                  onClose()
                  openCart()
                }}
              >
                <span>
                  {nameOf(variant)}
                  <span className="sr-only"> bedeni sepete ekle</span>
                </span>
                <span className="text-muted tabular-nums">{formatKurus(variant.priceKurus)}</span>
              </button>
            ) : (
              <StockNotice
                product={piece}
                variantId={variant.id}
                className="flex min-h-12 w-full items-center justify-between gap-4 text-left text-muted"
              >
                <span>
                  <s>{nameOf(variant)}</s>
                  <span className="sr-only"> tükendi</span>
                </span>
                <span className="text-sm underline underline-offset-4">Gelince haber verin</span>
              </StockNotice>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
