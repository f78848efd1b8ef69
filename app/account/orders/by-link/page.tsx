import { Suspense } from 'react'
import { data } from 'react-router'
import { AccountPage } from '#app/account/page.tsx'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { shopContext } from '#app/context.ts'
import { shopOf } from '#app/frame/page-meta.ts'
import { haveGuests } from '#shop/orders/guests/links.ts'
import { findGuestCheckout } from '#shop/settings/guests/guest-checkout.ts'
import { findReviewSettings } from '#shop/settings/reviews/reviews.ts'
import type { Route } from './+types/page.ts'

/** By itself: every page names the files that a route brings along. */
const Follow = lazyOnline(async () => ({ default: (await import('./follow.tsx')).FollowOrder }))

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Sipariş takip | ${shopOf(matches).name}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** Nothing is here while nobody buys without an account, or is asked for a review; links that were mailed before work on. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const [guests, reviews] = [await findGuestCheckout(ctx), await findReviewSettings(ctx)]
  if (!guests.on && !reviews.on && !(await haveGuests(ctx))) throw data(null, 404)
  return null
}

/** Where who has no account comes to her order: by the link of a mail, or for a new one. */
export default function FollowOrder() {
  return (
    <Suspense fallback={<AccountPage title="Sipariş takip">{null}</AccountPage>}>
      <Follow />
    </Suspense>
  )
}
