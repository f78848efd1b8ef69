import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { asksFor, useMySize } from '#app/account/my-size/saved.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Card } from '#shop/catalog/search/cards.ts'
import { placeholderOf } from '../../../frame/areas.ts'

export type RecentlyViewedProps = {
  ids: string[]
  /** Takes them out of this browser's memory. */
  onForget: () => void
  /** In a panel: smaller, and closing it when one is opened. */
  onLeave?: () => void
}

/** Products viewed before this one, newest first: this browser's memory, with names, prices and her size as they are today. */
export function RecentlyViewed({ ids, onForget, onLeave }: RecentlyViewedProps) {
  const cards = useCards(ids)
  // The empty cart may open over a page that has them too.
  const heading = useId()
  if (cards.length === 0) return null
  const panel = onLeave !== undefined
  const Heading = panel ? 'h3' : 'h2'
  return (
    <section aria-labelledby={heading} className={panel ? '' : 'mt-20'}>
      <div className="flex items-center justify-between gap-4">
        <Heading id={heading} className={panel ? 'text-muted text-sm' : 'font-display text-2xl'}>
          Son görüntülenenler
        </Heading>
        <button type="button" onClick={onForget} className="min-h-11 text-muted text-sm hover:text-ink">
          <span className="link-line py-0.5">Temizle</span>
          <span className="sr-only">: son görüntülenenler bu tarayıcıdan silinir</span>
        </button>
      </div>
      <ul
        className={`no-scrollbar -mx-4 mt-3 flex gap-3 overflow-x-auto px-4 ${panel ? '' : 'md:mx-0 md:mt-5 md:gap-4 md:px-0'}`}
      >
        {cards.map((card) => (
          <Piece key={card.id} card={card} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  )
}

function Piece({ card, onLeave }: { card: Card; onLeave: (() => void) | undefined }) {
  return (
    <li className={`group relative w-32 shrink-0 ${onLeave ? '' : 'md:w-40'}`}>
      <div className="aspect-4/5 overflow-hidden rounded-xs">
        <Picture
          image={card.images[0]}
          alt=""
          sizes="(min-width: 768px) 160px, 128px"
          least={160}
          fallback={placeholderOf(card.area)}
          className="size-full object-cover"
        />
      </div>
      <p className="mt-2 text-sm">
        <Link
          to={`/urun/${card.slug}`}
          prefetch="intent"
          onClick={onLeave}
          className="line-clamp-2 outline-none after:absolute after:inset-0 group-hover:underline focus-visible:after:outline-2 focus-visible:after:outline-ink"
        >
          {card.name}
        </Link>
      </p>
      <Price kurus={card.priceKurus} className="text-muted text-sm" />
      {(card.mine || card.sizes.length === 0) && <p className="text-sm">{card.mine ?? 'Tükendi'}</p>}
    </li>
  )
}

function useCards(ids: string[]): Card[] {
  const mine = useMySize()
  const [cards, setCards] = useState<Card[]>([])
  const query = new URLSearchParams([
    ...ids.map((id) => ['id', id]),
    ...asksFor(mine).map((size) => ['beden', size]),
  ]).toString()
  useEffect(() => {
    const stopped = new AbortController()
    fetch(`/son-bakilanlar?${query}`, { signal: stopped.signal })
      .then((response) => response.json())
      .then((answer: { cards: Card[] }) => setCards(answer.cards))
      // The page does without.
      .catch(() => undefined)
    return () => stopped.abort()
  }, [query])
  return cards
}
