import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Card } from '#shop/catalog/search/cards.ts'
import { placeholderOf } from '../../frame/areas.ts'

/** Products viewed before this one, newest first: this browser's memory, with names and prices of today. */
export function RecentlyViewed({ ids }: { ids: string[] }) {
  const cards = useCards(ids)
  if (cards.length === 0) return null
  return (
    <section aria-labelledby="son-bakilanlar" className="mt-20">
      <h2 id="son-bakilanlar" className="font-display text-2xl">
        Son Baktıklarınız
      </h2>
      <ul className="no-scrollbar -mx-4 mt-6 flex gap-3 overflow-x-auto px-4 md:mx-0 md:grid md:grid-cols-8 md:gap-4 md:px-0">
        {cards.map((card) => (
          <li key={card.id} className="group relative w-32 shrink-0 md:w-auto">
            <div className="aspect-4/5 overflow-hidden rounded-xs">
              <Picture
                image={card.images[0]}
                alt=""
                sizes="(min-width: 768px) 12vw, 128px"
                fallback={placeholderOf(card.area)}
                className="size-full object-cover"
              />
            </div>
            <h3 className="mt-2 text-sm">
              <Link
                to={`/urun/${card.slug}`}
                prefetch="intent"
                className="line-clamp-2 outline-none after:absolute after:inset-0 group-hover:underline focus-visible:after:outline-2 focus-visible:after:outline-ink"
              >
                {card.name}
              </Link>
            </h3>
            <Price kurus={card.priceKurus} className="text-muted text-sm" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function useCards(ids: string[]): Card[] {
  const [cards, setCards] = useState<Card[]>([])
  const query = new URLSearchParams(ids.map((id) => ['id', id])).toString()
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
