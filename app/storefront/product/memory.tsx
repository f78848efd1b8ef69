import { lazy, Suspense, useEffect, useState } from 'react'
import { readStored, writeStored } from '#app/browser/browser-storage.ts'
import { useNear } from '../../frame/use-near.ts'

const RecentlyViewed = lazy(() => import('./recently-viewed.tsx').then((m) => ({ default: m.RecentlyViewed })))

const key = 'recentlyViewed'
const most = 8

/**
 * Remembers in this browser that the product was looked at, and shows what was looked at before once she scrolls
 * there. Nothing of it is in the page that everybody gets.
 */
export function ProductMemory({ productId }: { productId: string }) {
  const [end, near] = useNear<HTMLDivElement>()
  const [before, setBefore] = useState<string[]>([])
  useEffect(() => {
    const others = remembered().filter((id) => id !== productId)
    writeStored(key, JSON.stringify([productId, ...others].slice(0, most + 1)))
    setBefore(others.slice(0, most))
  }, [productId])
  return (
    <div ref={end}>
      {near && before.length > 0 && (
        <Suspense>
          <RecentlyViewed ids={before} />
        </Suspense>
      )}
    </div>
  )
}

function remembered(): string[] {
  try {
    const list: unknown = JSON.parse(readStored(key) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
