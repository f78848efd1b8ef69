import { type ComponentType, memo, Suspense } from 'react'
import { lazyOnTouch } from '#app/browser/touched.ts'
import type { Card } from '#shop/catalog/search/cards.ts'

/** What is worn with the product. */
export const Outfit = onTouch<{ cards: Card[] }>(() => import('./beside-cards.tsx').then((m) => m.OutfitCards))

/** Four other products. */
export const Recommended = onTouch<{ slug: string }>(() => import('./beside-cards.tsx').then((m) => m.RecommendedCards))

/**
 * Drawn by the server; its script comes when she touches the page. Drawn again only for other props, as React would ask
 * for its script.
 */
function onTouch<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = lazyOnTouch<P>(() => load().then((part) => ({ default: part })))
  return memo((props: P) => (
    <Suspense fallback={<div className="below-fold" />}>
      <Part {...props} />
    </Suspense>
  ))
}
