import { useState } from 'react'
import type { WireAdminOrder, WireStaffItem } from '#api/wire/admin/orders.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/field.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatKurus } from '#shop/money.ts'
import { sumText } from '../../parts/sums.ts'
import { PiecePicker } from './picker.tsx'
import { type LineDraft, newPrice, type useLineChanges } from './use-line-changes.ts'

type ChangedLinesProps = { order: WireAdminOrder; lines: ReturnType<typeof useLineChanges>; disabled: boolean }

/** Each line with how many of it stay, and what comes in its place. */
export function ChangedLines({ order, lines: { drafts, set }, disabled }: ChangedLinesProps) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {order.items.map((item) => (
        <Line
          key={item.id}
          item={item}
          draft={drafts[item.id] ?? {}}
          disabled={disabled}
          onChange={(draft) => set(item.id, draft)}
        />
      ))}
    </ul>
  )
}

type LineProps = { item: WireStaffItem; draft: LineDraft; disabled: boolean; onChange: (draft: LineDraft) => void }

function Line({ item, draft, disabled, onChange }: LineProps) {
  const [choosing, setChoosing] = useState(false)
  const { product, color, size } = item.variant
  const open = item.quantity - item.refundedQuantity
  const { swap, quantity = item.quantity } = draft
  return (
    <li className="grid grid-cols-1 gap-3 py-3 text-sm">
      <div className="flex items-start gap-3">
        <Thumbnail address={product.mainImage} className="aspect-4/5 w-12 shrink-0 rounded-xs" />
        <div className="min-w-0 grow">
          <p className={`text-base ${swap?.quantity === item.quantity || quantity === 0 ? 'line-through' : ''}`}>
            {product.name}
          </p>
          <p className="text-muted">
            {color}, {size} · {sumText(item.priceAtPurchase)}
            {item.refundedQuantity > 0 && ` · ${item.refundedQuantity} adet iade edildi`}
          </p>
        </div>
        {open > 0 && !swap && (
          <Stepper
            value={quantity}
            min={item.refundedQuantity}
            max={item.quantity}
            disabled={disabled}
            onChange={(quantity) => onChange({ quantity })}
            label={`${product.name}, ${size}, adet`}
          />
        )}
      </div>
      {swap && <Swapped item={item} swap={swap} open={open} disabled={disabled} onChange={onChange} />}
      {open > 0 && (
        <div className="-ml-2 flex flex-wrap">
          <Button
            look="quiet"
            size="small"
            disabled={disabled}
            onClick={() => setChoosing(!choosing)}
            aria-expanded={choosing}
          >
            {choosing ? 'Vazgeç' : 'Beden, renk ya da ürün değiştir'}
          </Button>
          {!swap && quantity > item.refundedQuantity && item.refundedQuantity === 0 && (
            <Button look="quiet" size="small" disabled={disabled} onClick={() => onChange({ quantity: 0 })}>
              Çıkar
            </Button>
          )}
          {(swap || quantity !== item.quantity) && (
            <Button look="quiet" size="small" disabled={disabled} onClick={() => onChange({})}>
              Geri al
            </Button>
          )}
        </div>
      )}
      {choosing && (
        <PiecePicker
          productId={product.id}
          onPick={(piece) => {
            setChoosing(false)
            onChange(piece.variantId === item.variant.id ? {} : { swap: { piece, quantity: open, keepPrice: false } })
          }}
        />
      )}
    </li>
  )
}

type SwappedProps = LineProps & { swap: NonNullable<LineDraft['swap']>; open: number }

function Swapped({ item, swap, open, disabled, onChange }: Omit<SwappedProps, 'draft'>) {
  const { piece } = swap
  const isDearer = piece.productId !== item.variant.product.id && piece.price > (item.priceAtPurchase ?? 0)
  return (
    <div className="grid grid-cols-1 gap-2 border-good border-l-2 pl-3">
      <div className="flex items-start justify-between gap-3">
        <p>
          Yerine: <span className="font-medium">{piece.name}</span>
          <span className="block text-muted">
            {piece.color}, {piece.size} · {formatKurus(newPrice(item, swap))}
          </span>
        </p>
        {open > 1 && (
          <Stepper
            value={swap.quantity}
            min={1}
            max={open}
            disabled={disabled}
            onChange={(quantity) => onChange({ swap: { ...swap, quantity } })}
            label={`${piece.name}, değişecek adet`}
          />
        )}
      </div>
      {isDearer && (
        <Checkbox
          checked={swap.keepPrice}
          onChange={({ target }) => onChange({ swap: { ...swap, keepPrice: target.checked } })}
        >
          Farkı almadan eski fiyata ver
        </Checkbox>
      )}
    </div>
  )
}
