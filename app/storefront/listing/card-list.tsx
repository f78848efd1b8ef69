import { type MouseEvent, type ReactElement, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { keepMore } from '#app/browser/kept-pages.ts'
import { touch } from '#app/browser/touched.ts'
import { buttonClass } from '#app/ui/button.tsx'
import type { Card } from '#shop/catalog/search/cards.ts'
import { addressOf } from './address.ts'
import { ProductCard } from './card/product-card.tsx'
import { CardSkeleton } from './card/skeleton.tsx'
import { CardGrid } from './card-grid.tsx'
import { useKeepPlace } from './card-place.ts'
import type { Listing } from './data.ts'
import type { clientLoader as loadMore } from './more-cards.ts'
import { pack } from './packed.ts'
import { perStretch, stretchesOf, tileBefore } from './rhythm/rows.ts'
import { Tile } from './rhythm/tile.tsx'

/** Pictures at the top that are fetched before everything else. */
const urgent = 2

type CardListProps = {
  listing: Listing
  at: string
  /** Is told how many cards there are, as there come more. */
  onShown: (now: { of: Listing; shown: number }) => void
}

/**
 * The cards of a listing, more of them as she scrolls. How many there are stands in the address, so that a reload or
 * coming back shows the same page (`at` is the listing of the address, where a navigation preselected another); without script the link to more is a link to the longer page.
 */
export function CardList({ listing, at, onShown }: CardListProps) {
  const { cards, pages, shown, loading, failed, load } = useMoreCards(listing, at)
  useKeepPlace()
  useEffect(() => {
    if (shown > listing.cards.length) startTransition(() => onShown({ of: listing, shown }))
  }, [listing, shown, onShown])
  return (
    <>
      <div className="grid gap-y-8 md:gap-y-12">
        {stretchesOf(itemsOf(listing, cards, loading)).map((stretch) => (
          <CardGrid
            key={stretch[0]?.element.key}
            className={stretch.length >= perStretch ? 'cards card-stretch' : 'cards'}
          >
            {stretch.map(({ element }) => element)}
          </CardGrid>
        ))}
      </div>
      {shown < listing.total && (
        <More
          to={addressOf(at, listing.asked, pages + 1)}
          load={load}
          loading={loading}
          failed={failed}
          shown={shown}
          total={listing.total}
        />
      )}
    </>
  )
}

/** The items of the grid, each with the number of cells that it takes in four columns. */
function itemsOf({ rhythm }: Listing, cards: Card[], loading: boolean): { cells: number; element: ReactElement }[] {
  const items = cards.flatMap((card, index) => {
    const tile = rhythm?.tiles[tileBefore(rhythm, index) ?? -1]
    const lead = index === 0 && rhythm?.lead
    const element = <ProductCard key={card.id} card={card} priority={index < urgent} lead={lead} />
    return [
      ...(tile ? [{ cells: 2, element: <Tile key={tile.image.id} tile={tile} /> }] : []),
      { cells: lead ? 4 : 1, element },
    ]
  })
  const coming = loading ? ['a', 'b', 'c', 'd'] : []
  return [...items, ...coming.map((key) => ({ cells: 1, element: <CardSkeleton key={key} /> }))]
}

type MoreProps = { to: string; load: () => void; loading: boolean; failed: boolean; shown: number; total: number }

function More({ to, load, loading, failed, shown, total }: MoreProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const element = link.current
    if (!element) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: '900px' })
    const watch = () => {
      watcher.disconnect()
      watcher.observe(element)
    }
    if (!failed) watch()
    // She may have reached the end of the list without a line.
    addEventListener('online', watch)
    return () => {
      watcher.disconnect()
      removeEventListener('online', watch)
    }
  }, [load, failed])
  return (
    <div className="mt-16 flex flex-col items-center gap-4">
      {failed && <p role="alert">Ürünler yüklenemedi. Bağlantınızı kontrol edip yeniden deneyin.</p>}
      <p className="text-muted text-sm tabular-nums">{`${total - shown} ürün daha var`}</p>
      <Link
        ref={link}
        to={to}
        aria-busy={loading}
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          load()
        }}
        className={buttonClass('secondary')}
      >
        {failed ? 'Tekrar Dene' : 'Daha fazla göster'}
      </Link>
    </div>
  )
}

function useMoreCards(listing: Listing, at: string) {
  const fetcher = useFetcher<typeof loadMore>()
  const [more, setMore] = useState({ pages: listing.pages, cards: listing.cards.slice(0, 0) })
  const arrived = fetcher.data
  const [used, setUsed] = useState(arrived)
  if (arrived !== used) {
    setUsed(arrived)
    if (arrived && arrived.pages === more.pages + 1) {
      const known = new Set([...listing.cards, ...more.cards].map((card) => card.id))
      setMore({ pages: arrived.pages, cards: [...more.cards, ...arrived.cards.filter((card) => !known.has(card.id))] })
    }
  }
  useEffect(() => {
    if (more.pages === listing.pages) return
    window.history.replaceState(window.history.state, '', addressOf(at, listing.asked, more.pages))
    if (at === listing.slug)
      keepMore({ listing: pack({ ...listing, pages: more.pages, cards: [...listing.cards, ...more.cards] }) })
  }, [more, listing, at])

  const idle = fetcher.state === 'idle'
  const next = addressOf(`${listing.slug}/devami`, listing.asked, more.pages + 1)
  const fetcherLoad = fetcher.load
  const load = useCallback(() => {
    touch()
    // Offline the router, which may still lack the script for this, would reload the page and lose it.
    if (idle && navigator.onLine) fetcherLoad(next)
  }, [idle, next, fetcherLoad])
  const cards = more.cards.length > 0 ? [...listing.cards, ...more.cards] : listing.cards
  // An answer without cards, although some are missing, ends the list rather than asking for ever.
  const ended = arrived?.cards.length === 0
  return {
    cards,
    pages: more.pages,
    shown: ended ? listing.total : cards.length,
    loading: !idle,
    failed: idle && arrived === null,
    load,
  }
}
