import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { buttonClass } from '#app/ui/button.tsx'
import type { RecentlyViewedProps } from '../product/recent/recently-viewed.tsx'
import { forgetViewed, readViewed } from '../product/recent/viewed.ts'
import { NewestInPanel } from './newest.tsx'
import { closeCart } from './store.ts'

const RecentlyViewed = lazyOnline<RecentlyViewedProps>(() =>
  import('../product/recent/recently-viewed.tsx').then((m) => ({ default: m.RecentlyViewed })),
)

/** As many as she sees without looking for them. */
const mostViewed = 12

/** An empty cart says where to go, with what she looked at and the three newest things that can be bought. */
export function CartEmpty() {
  const [viewed, setViewed] = useState(readViewed)
  return (
    <div className="grid gap-8 py-8">
      <div className="grid justify-items-center gap-4 text-center">
        <p className="font-display text-xl">Sepetiniz henüz boş</p>
        <p className="text-muted">Beğendiğiniz bir parçayı bedenini seçip buraya ekleyin.</p>
        <Link to="/ust-giyim" onClick={closeCart} className={buttonClass()}>
          Alışverişe başla
        </Link>
      </div>
      {viewed.length > 0 && (
        <Suspense>
          <RecentlyViewed
            ids={viewed.slice(0, mostViewed)}
            onLeave={closeCart}
            onForget={() => {
              forgetViewed()
              setViewed([])
            }}
          />
        </Suspense>
      )}
      <NewestInPanel onLeave={closeCart} />
    </div>
  )
}
