import { Suspense } from 'react'
import type { WireOrder, WireOrderWithHistory } from '#api/wire/orders.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { closeAccount } from '#app/browser/session-store.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { OrderWithdrawalProps } from '../returns/on-the-way.tsx'
import type { OrderReturnsProps } from '../returns/section.tsx'
import type { OrderReviewsProps } from '../reviews/section.tsx'
import { OrderItems } from './items.tsx'

const OrderReturns = lazyOnline<OrderReturnsProps>(() =>
  import('../returns/section.tsx').then((m) => ({ default: m.OrderReturns })),
)

const OrderReviews = lazyOnline<OrderReviewsProps>(() =>
  import('../reviews/section.tsx').then((m) => ({ default: m.OrderReviews })),
)

const OrderWithdrawal = lazyOnline<OrderWithdrawalProps>(() =>
  import('../returns/on-the-way.tsx').then((m) => ({ default: m.OrderWithdrawal })),
)

type AfterSaleProps = {
  order: WireOrder
  /** Undefined while it comes; null where it did not. */
  detail: WireOrderWithHistory | null | undefined
  onChanged: (order: WireOrderWithHistory) => void
}

/**
 * Her ways with the pieces: to withdraw from them on their way, then to change and return them. All come after the order, and
 * its scripts later still: the room is kept meanwhile, as what stands below must not move under her finger.
 */
export function AfterSale({ order, detail, onChanged }: AfterSaleProps) {
  if (detail === undefined) {
    const isHere = order.status === 'DELIVERED'
    return isHere || order.status === 'PREPARED' || order.status === 'SHIPPED' ? <ReturnsRoom isHere={isHere} /> : null
  }
  if (detail === null) return null
  const { returnable, withdrawable } = detail
  return (
    <>
      {returnable && (
        <Suspense fallback={<ReturnsRoom isHere />}>
          <OrderReturns order={detail} returnable={returnable} onChanged={onChanged} />
        </Suspense>
      )}
      {withdrawable && (
        <Suspense fallback={<ReturnsRoom isHere={false} />}>
          <OrderWithdrawal order={detail} withdrawable={withdrawable} onChanged={onChanged} />
        </Suspense>
      )}
    </>
  )
}

/** How long she may, and the buttons; of pieces on their way one sentence. */
function ReturnsRoom({ isHere }: { isHere: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-3 border-line border-t pt-6">
      <Skeleton className={isHere ? 'h-15 sm:h-10' : 'h-10 sm:h-5'} />
      <Skeleton className="h-11 w-60 max-w-full" />
    </div>
  )
}

/** The pieces that were bought. Once they are hers, each has her review, or the room for the button until that is there. */
export function Pieces({ order, detail, onChanged }: AfterSaleProps) {
  const hasReviews = useShop()?.shop.reviews
  const reviews = detail?.reviews ?? []
  const comes = detail === undefined ? hasReviews && order.status === 'DELIVERED' : reviews.length > 0
  const below = () => <Skeleton className="h-11 w-28" />
  const pieces = (
    <OrderItems
      items={order.items}
      returns={detail?.returnable?.returns}
      onLeave={closeAccount}
      below={comes ? below : undefined}
    />
  )
  if (!detail || reviews.length === 0) return pieces
  return (
    <Suspense fallback={pieces}>
      <OrderReviews order={detail} reviews={reviews} onChanged={onChanged} />
    </Suspense>
  )
}
