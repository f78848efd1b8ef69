import { partOnTouch } from '#app/browser/touched.ts'
import type { Card } from '#shop/catalog/search/cards.ts'
import type { RecommendedProps } from './beside-cards.tsx'
import type { LooksProps } from './looks.tsx'

const place = <div className="below-fold" />

/** The owner's looks with the product. */
export const Looks = partOnTouch<LooksProps>(() => import('./looks.tsx').then((m) => ({ default: m.Looks })), place)

/** Products to wear with this one. */
export const Outfit = partOnTouch<{ cards: Card[] }>(
  () => import('./beside-cards.tsx').then((m) => ({ default: m.OutfitCards })),
  place,
)

/** Four other products. */
export const Recommended = partOnTouch<RecommendedProps>(
  () => import('./beside-cards.tsx').then((m) => ({ default: m.RecommendedCards })),
  place,
)
