import { memo, Suspense, useRef, useState } from 'react'
import { lazyOnTouch } from '#app/browser/touched.ts'
import { useCanHover } from '#app/browser/use-can-hover.ts'
import { useHydrated } from '#app/browser/use-hydrated.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Discount, Price } from '#app/ui/price.tsx'
import type { Card } from '#shop/catalog/search/cards.ts'
import { placeholderOf } from '../../../frame/areas.ts'
import { Heart } from '../heart.tsx'
import { badgesOf } from './badges.ts'
import { Colors } from './colors.tsx'
import { ProductName } from './product-name.tsx'

const QuickAdd = lazyOnTouch<{ card: Card }>(() => import('./quick-add.tsx').then((m) => ({ default: m.QuickAdd })))

/** The `sizes` of a picture that is two columns wide. */
export const wideWidths = '(min-width: 768px) 48vw, 92vw'
const widths = '(min-width: 768px) min(24vw, 318px), 45vw'

type ProductCardProps = { card: Card; priority?: boolean; lead?: boolean | undefined }

/**
 * A product in a CardGrid, which follows its link. The whole card is the link; hearts and the like lie above it. A color
 * that she points at takes the card's place, and the card then leads to it.
 */
export const ProductCard = memo(function ProductCard({ card: own, priority = false, lead = false }: ProductCardProps) {
  const { card, show } = useShownColor(own)
  const [main, second] = card.images
  const soldOut = card.sizes.length === 0
  const sizes = lead ? wideWidths : widths
  const canHover = useCanHover()
  const hydrated = useHydrated()
  return (
    <li className={`card group relative flex flex-col ${lead ? 'lead' : ''}`}>
      <div className="relative aspect-4/5 overflow-hidden rounded-xs">
        <Picture
          image={main}
          alt={card.name}
          sizes={sizes}
          priority={priority}
          fallback={placeholderOf(card.area)}
          className={`size-full object-cover ${soldOut ? 'opacity-55' : ''}`}
        />
        {second && !soldOut && canHover && (
          <div className="absolute inset-0 opacity-0 transition-opacity duration-300 group-focus-within:opacity-100 group-hover:opacity-100 group-has-[.colors:is(:hover,:focus-within)]:opacity-0">
            <Picture image={second} alt="" sizes={sizes} className="size-full object-cover" />
          </div>
        )}
      </div>
      <div className="flex grow flex-col pt-3 pb-1">
        <h2 className="text-sm md:text-base">
          <a
            href={`/urun/${card.slug}`}
            className="-my-0.5 block py-0.5 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
          >
            <ProductName
              name={card.name}
              color={card.color ?? card.colors.find(({ slug }) => slug === card.slug)?.name}
            />
          </a>
        </h2>
        <Price kurus={card.priceKurus} originalKurus={card.originalPriceKurus} plain className="mt-0.5 text-sm" />
        <Badges card={card} />
        {card.colors.length > 1 && <Colors colors={card.colors} current={card.slug} onShow={show} />}
      </div>
      {/* Not in the server's HTML: without script it could do nothing. */}
      {!soldOut && hydrated && (
        <Suspense>
          <QuickAdd card={card} />
        </Suspense>
      )}
      <Heart productId={card.id} name={card.name} className="absolute top-0 right-0" />
    </li>
  )
})

/** The card of the color that she pointed at last; until it has arrived, the one before stays. */
function useShownColor(own: Card) {
  const [other, setOther] = useState<Card>()
  const wanted = useRef(own.slug)
  async function show(slug: string) {
    wanted.current = slug
    const { findColorCard } = await import('./color-cards.ts')
    const found = slug === own.slug ? own : await findColorCard(own.slug, slug)
    if (found && wanted.current === slug) setOther(found)
  }
  return { card: other ?? own, show }
}

/** Under the price, where they cover nothing of the clothing. */
function Badges({ card }: { card: Card }) {
  const badges = badgesOf(card)
  if (badges.length === 0) return null
  return (
    <div className="badges">
      {badges.map((badge) =>
        typeof badge === 'string' ? (
          <p key={badge}>{badge}</p>
        ) : (
          <p key="indirim" className="text-nar">
            <Discount percent={badge.percent} />
          </p>
        ),
      )}
    </div>
  )
}
