import type { WireOrderWithHistory } from '#api/wire/orders.ts'
import { api } from '#app/browser/api-client.ts'
import { Button } from '#app/ui/button.tsx'
import type { useSubmit } from '#app/ui/use-submit.ts'

type SizesProps = {
  order: WireOrderWithHistory
  saving: Pick<ReturnType<typeof useSubmit>, 'busy' | 'submit'>
  onChanged: (order: WireOrderWithHistory) => void
}

/** The sizes that each piece can be had in instead: one tap changes the order, another one changes it back. */
export default function Sizes({ order, saving: { busy, submit }, onChanged }: SizesProps) {
  const swap = (itemId: string, variantId: string) =>
    submit(async () => {
      const { data, message } = await api.call<'PUT /orders/{id}/items/{itemId}/size'>(
        'PUT',
        `/orders/${order.id}/items/${itemId}/size`,
        { variantId },
      )
      onChanged(data)
      return message
    })
  return (
    <ul className="grid grid-cols-1 gap-4">
      {order.changes.swaps.map(({ itemId, sizes }) => {
        const item = order.items.find(({ id }) => id === itemId)
        if (!item) return null
        const { product, color, size } = item.variant
        const open = item.quantity - item.refundedQuantity
        return (
          <li key={itemId} className="grid grid-cols-1 gap-2 text-sm">
            <p>
              {product.name}{' '}
              <span className="text-muted">
                ({color}, {size}
                {open > 1 && `; ${open} adedin hepsi değişir`})
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              {sizes.map(({ variantId, size }) => (
                <Button
                  key={variantId}
                  look="secondary"
                  size="small"
                  disabled={busy}
                  aria-label={`${product.name}: ${size} beden olsun`}
                  onClick={() => swap(itemId, variantId)}
                >
                  {size} olsun
                </Button>
              ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
