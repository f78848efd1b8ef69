import type { WirePiece } from '#api/wire/admin/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatTl } from '#shop/money.ts'
import { PiecePicker } from '../change/picker.tsx'

export type Chosen = { piece: WirePiece; quantity: number }

type ChosenPiecesProps = {
  chosen: Chosen[]
  onAdd: (piece: WirePiece) => void
  onChange: (chosen: Chosen[]) => void
  disabled: boolean
}

/** The pieces of the order, and the search that adds to them. */
export function ChosenPieces({ chosen, onAdd, onChange, disabled }: ChosenPiecesProps) {
  return (
    <>
      <PiecePicker onPick={onAdd} />
      {chosen.length > 0 && (
        <ul aria-label="Siparişteki ürünler" className="divide-y divide-line border-line border-y">
          {chosen.map(({ piece, quantity }) => (
            <li key={piece.variantId} className="flex flex-wrap items-center gap-3 py-2 text-sm">
              <Thumbnail address={piece.image} className="aspect-4/5 w-10 shrink-0 rounded-xs" />
              <span className="min-w-0 grow basis-48">
                {piece.name}
                <span className="block text-muted">
                  {piece.color}, {piece.size} · {formatTl(piece.price)}
                </span>
              </span>
              <Stepper
                value={quantity}
                min={1}
                max={Math.max(1, piece.stock)}
                disabled={disabled}
                label={`${piece.name}, ${piece.size}, adet`}
                onChange={(next) =>
                  onChange(
                    chosen.map((one) => (one.piece.variantId === piece.variantId ? { ...one, quantity: next } : one)),
                  )
                }
              />
              <Button
                look="quiet"
                size="small"
                disabled={disabled}
                aria-label={`${piece.name}, ${piece.size}: çıkar`}
                onClick={() => onChange(chosen.filter((one) => one.piece.variantId !== piece.variantId))}
              >
                Çıkar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
