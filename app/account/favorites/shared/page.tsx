import { Suspense } from 'react'
import { data } from 'react-router'
import { AccountPage } from '#app/account/page.tsx'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { shopContext } from '#app/context.ts'
import { shopOf } from '#app/frame/page-meta.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { ShopError } from '#shop/errors.ts'
import { openSharedList } from '#shop/favorites/shared.ts'
import type { Route } from './+types/page.ts'
import { SharedList } from './list.tsx'

const KeptCart = lazyOnline(async () => ({ default: (await import('./kept-cart.tsx')).KeptCart }))

/** In the place of a list: the cart of a mail, whose token stands after the # (shop/news/carts). */
const cart = 'sepet'
const untitled = 'Favori listem'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData ? loaderData.title || untitled : 'Sepetiniz'} | ${shopOf(matches).name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** Somebody's own, and gone with the link: nothing keeps it. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.token === cart) return null
  const list = await openSharedList(context.get(shopContext), params.token).catch((error: unknown) => {
    throw error instanceof ShopError && error.code === 'RATE_LIMITED' ? data(null, 429) : error
  })
  if (!list) throw data(null, 404)
  return list
}

/** The page behind a link: a shared list, or the cart of a mail. */
export default function SharedPage({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <SharedList title={loaderData.title || untitled} cards={loaderData.cards} />
  return (
    <AccountPage title="Sepetiniz">
      <Suspense fallback={<Skeleton className="h-40" />}>
        <KeptCart />
      </Suspense>
    </AccountPage>
  )
}
