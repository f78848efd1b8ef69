import { Suspense, useEffect, useState } from 'react'
import { lazyOnline } from '#app/browser/lazy-online.ts'
import { useNear } from '../../../frame/use-near.ts'
import { forgetViewed, readViewed, rememberViewed } from './viewed.ts'

const RecentlyViewed = lazyOnline(async () => ({ default: (await import('./recently-viewed.tsx')).RecentlyViewed }))

/**
 * Remembers in this browser that the product was looked at, and shows what was looked at before once she scrolls
 * there. Nothing of it is in the page that everybody gets.
 */
export function ProductMemory({ productId }: { productId: string }) {
  const [end, near] = useNear<HTMLDivElement>()
  const [before, setBefore] = useState<string[]>([])
  useEffect(() => {
    rememberViewed(productId)
    setBefore(readViewed().filter((id) => id !== productId))
  }, [productId])
  return (
    <div ref={end}>
      {near && before.length > 0 && (
        <Suspense>
          <RecentlyViewed
            ids={before}
            onForget={() => {
              forgetViewed()
              setBefore([])
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
