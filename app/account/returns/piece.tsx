import type { ReactNode } from 'react'
import type { WireItem } from '#api/wire/orders.ts'
import { Checkbox } from '#app/ui/field.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { asSentence } from '#shop/catalog/withdrawal.ts'

type PieceRowProps = {
  item: WireItem
  /** How many of it may come back. */
  left: number
  /** Why it cannot be withdrawn from, and what she may do all the same. */
  exemption: string | null
  instead: string
  disabled?: boolean
  /** Undefined: it is not chosen. */
  quantity: number | undefined
  onToggle: (checked: boolean) => void
  onQuantity: (quantity: number) => void
  children?: ReactNode
}

/** A piece of an order that may come back: chosen or not, and how many of it. */
export function PieceRow(props: PieceRowProps) {
  const { item, left, exemption, instead, disabled = false, quantity, onToggle, onQuantity, children } = props
  const { product, color, size } = item.variant
  return (
    <li className="grid grid-cols-1 gap-3 border-line border-b pb-4">
      <div className="flex gap-4 text-sm">
        <Thumbnail address={product.mainImage} className="aspect-4/5 w-16 shrink-0 self-start rounded-xs" />
        <div className="min-w-0 grow">
          <Checkbox
            checked={quantity !== undefined}
            disabled={disabled}
            onChange={({ target }) => onToggle(target.checked)}
          >
            <span className="text-base">{product.name}</span>
            <br />
            <span className="text-muted">
              {color}, {size}
            </span>
          </Checkbox>
          {exemption && (
            <p className="text-muted">
              Cayma hakkı yok: {asSentence(exemption)} {instead}
            </p>
          )}
          {quantity !== undefined && left > 1 && (
            <div className="mt-2 flex">
              <Stepper
                label={`${product.name}, iade edilecek adet`}
                value={quantity}
                min={1}
                max={left}
                onChange={onQuantity}
              />
            </div>
          )}
        </div>
      </div>
      {children}
    </li>
  )
}
