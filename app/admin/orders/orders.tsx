import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'

const OrderList = lazy(() => import('./list.tsx'))

/** By the last part of their address. */
const views = {
  yeni: lazy(() => import('./manual/new.tsx')),
  paketleme: lazy(() => import('../shipping/packing.tsx')),
  takip: lazy(() => import('../shipping/tracking.tsx')),
  iadeler: lazy(() => import('../returns/page.tsx')),
}

/**
 * The list, or one of the views beside it: a new order, those in which many are sent, and what comes back. All come by
 * themselves, as what a route imports is named in every page of the shop.
 */
export default function Orders() {
  const { view = '' } = useParams()
  const View = isView(view) ? views[view] : OrderList
  return (
    <Suspense>
      <View />
    </Suspense>
  )
}

function isView(view: string): view is keyof typeof views {
  return Object.hasOwn(views, view)
}
