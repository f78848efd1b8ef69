import { Suspense } from 'react'
import type { WireOrder, WireOrderWithHistory } from '#api/wire/orders.ts'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { useShop } from '#app/frame/use-shop.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { OrderWithdrawalProps } from '../returns/on-the-way.tsx'
import type { OrderReturnsProps } from '../returns/section.tsx'
import type { OrderReviewsProps } from '../reviews/section.tsx'

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
 * Her ways with the pieces: to withdraw from them on their way, then to change, return and review them. All come after the
 * order, and its scripts later still: the room is kept meanwhile, as what stands below must not move under her finger.
 */
export function AfterSale({ order, detail, onChanged }: AfterSaleProps) {
  const hasReviews = useShop()?.shop.reviews
  if (detail === undefined) {
    const products = new Set(order.items.flatMap(({ variant }) => variant.product.id ?? []))
    const isHere = order.status === 'DELIVERED'
    return (
      <>
        {(isHere || order.status === 'PREPARED' || order.status === 'SHIPPED') && <ReturnsRoom isHere={isHere} />}
        {isHere && hasReviews && products.size > 0 && <ReviewsRoom products={[...products]} />}
      </>
    )
  }
  if (detail === null) return null
  const { returnable, withdrawable, reviews = [] } = detail
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
      {reviews.length > 0 && (
        <Suspense fallback={<ReviewsRoom products={reviews.map(({ productId }) => productId)} />}>
          <OrderReviews order={detail} reviews={reviews} onChanged={onChanged} />
        </Suspense>
      )}
    </>
  )
}

const room = 'grid grid-cols-1 border-line border-t pt-6'

/** How long she may, and the buttons; of pieces on their way one sentence. */
function ReturnsRoom({ isHere }: { isHere: boolean }) {
  return (
    <div className={`${room} gap-3`}>
      <Skeleton className={isHere ? 'h-15 sm:h-10' : 'h-10 sm:h-5'} />
      <Skeleton className="h-11 w-60" />
    </div>
  )
}

function ReviewsRoom({ products }: { products: string[] }) {
  return (
    <div className={`${room} gap-4`}>
      <Skeleton className="h-5 w-24" />
      {products.map((id) => (
        <div key={id} className="flex h-26 gap-4">
          <Skeleton className="aspect-4/5 w-16 self-start" />
          <Skeleton className="h-11 w-1/2" />
        </div>
      ))}
    </div>
  )
}
