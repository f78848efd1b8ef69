import { Link } from 'react-router'
import type { Card } from '#shop/catalog/search/cards.ts'
import { everything } from '../../frame/areas.ts'
import { addressOf, askedNothing } from '../listing/address.ts'
import { ProductCard } from '../listing/card/product-card.tsx'
import { CardGrid } from '../listing/card-grid.tsx'

type NewArrivalsProps = { title: string; text: string; cards: Card[] }

/** The newest products side by side; on a phone the third one shows that there are more. */
export function NewArrivals({ title, text, cards }: NewArrivalsProps) {
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="yeni-gelenler" className="mx-auto max-w-page pt-20 md:pt-28">
      <div className="gutter flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="yeni-gelenler" className="font-display text-2xl md:text-3xl">
            {title}
          </h2>
          {text && <p className="mt-1 text-muted">{text}</p>}
        </div>
        <Link
          to={addressOf(everything, { ...askedNothing, sort: 'yeni' })}
          className="link-line flex min-h-11 items-center"
        >
          Tümünü görün
        </Link>
      </div>
      <CardGrid
        label={title}
        className="rail mt-6 auto-cols-[calc((100vw-16px)/2.3)] md:mt-8 md:auto-cols-[calc((min(100vw,90rem)-96px)/4.2)]"
      >
        {cards.map((card) => (
          <ProductCard key={card.id} card={card} />
        ))}
      </CardGrid>
    </section>
  )
}
