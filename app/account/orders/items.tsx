import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import type { WireItem } from '#api/wire/orders.ts'
import type { WireReturn } from '#api/wire/returns.ts'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatKurus, formatTl, fromTl } from '#shop/money.ts'

/** Without its price for staff who may not see it. */
type ShownItem = Omit<WireItem, 'priceAtPurchase'> & { priceAtPurchase?: number | undefined }
type OrderItemsProps = Pick<ComponentProps<'ul'>, 'ref' | 'onFocus'> & {
  items: ShownItem[]
  onLeave?: () => void
  /** Tells what was exchanged from what was returned. */
  returns?: WireReturn[] | undefined
  /** Stands below the first piece of each product. */
  below?: ((productId: string) => ReactNode) | undefined
}

export function OrderItems({ items, onLeave, returns, below, ...list }: OrderItemsProps) {
  const ids = items.map(({ variant }) => variant.product?.id)
  return (
    <ul {...list} className="grid grid-cols-1 gap-4">
      {items.map(({ id, quantity, refundedQuantity, priceAtPurchase, variant }, index) => {
        const product = variant.product
        return (
          <li key={id} className="flex gap-4 text-sm">
            <Thumbnail
              address={product?.mainImage}
              className="aspect-4/5 w-16 max-w-[30%] shrink-0 self-start rounded-xs"
            />
            <div className="flex min-w-0 grow flex-wrap content-start items-baseline justify-between gap-x-4">
              <div className="w-32 grow">
                {product ? (
                  <Link to={`/urun/${product.slug}`} onClick={onLeave} className="text-base hover:underline">
                    {product.name}
                  </Link>
                ) : (
                  <span className="text-base">Ürün</span>
                )}
                <p className="text-muted">
                  {variant.color}, {variant.size}
                </p>
                <p className="text-muted tabular-nums">
                  {priceAtPurchase === undefined ? `${quantity} adet` : `${quantity} × ${formatTl(priceAtPurchase)}`}
                  {wordsOfBack(refundedQuantity, exchangedOf(id, returns)).map((words) => (
                    <span key={words} className="block">
                      {words}
                    </span>
                  ))}
                </p>
              </div>
              {priceAtPurchase !== undefined && (
                <span className="whitespace-nowrap tabular-nums">
                  {formatKurus((fromTl(priceAtPurchase) ?? 0) * quantity)}
                </span>
              )}
              {below && product?.id && ids.indexOf(product.id) === index && (
                <div className="mt-2 w-full empty:hidden">{below(product.id)}</div>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** How many pieces of a line came back for others. */
function exchangedOf(itemId: string, returns: WireReturn[] = []): number {
  const done = returns.filter(({ kind, status }) => kind === 'EXCHANGE' && status === 'COMPLETED')
  return done.flatMap(({ items }) => items).reduce((sum, item) => sum + (item.itemId === itemId ? item.quantity : 0), 0)
}

function wordsOfBack(back: number, exchanged: number): string[] {
  const swapped = Math.min(back, exchanged)
  const returned = back - swapped
  return [
    ...(returned > 0 ? [`${returned} adet iade edildi`] : []),
    ...(swapped > 0 ? [`${swapped} adet değiştirildi`] : []),
  ]
}
