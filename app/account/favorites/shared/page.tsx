import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { AccountPage } from '#app/account/page.tsx'
import { shopOf } from '#app/frame/page-meta.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { Route } from './+types/page.ts'

const KeptCart = lazy(() => import('./kept-cart.tsx').then((m) => ({ default: m.KeptCart })))

/** In the place of a list: the cart of a mail, whose token stands after the # (shop/news/carts). */
const cart = 'sepet'

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Sepetiniz | ${shopOf(matches).name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** Somebody's own: nothing keeps it. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ params }: Route.LoaderArgs) {
  if (params.token !== cart) throw data(null, 404)
  return null
}

/** What somebody was given a link to. */
export default function SharedPage() {
  return (
    <AccountPage title="Sepetiniz">
      <Suspense fallback={<Skeleton className="h-40" />}>
        <KeptCart />
      </Suspense>
    </AccountPage>
  )
}
