import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { asksFor, findMySize } from '#app/account/my-size/saved.ts'
import { repeatPress } from '#app/browser/touched.ts'
import type { Card } from '#shop/catalog/search/cards.ts'
import { useNear } from '../../frame/use-near.ts'
import { ProductCard } from '../listing/card/product-card.tsx'
import { CardSkeleton } from '../listing/card/skeleton.tsx'
import { CardGrid } from '../listing/card-grid.tsx'
import type { clientLoader } from './parts.ts'

/** Pieces beside their heading; on a phone they pass sideways. */
export function OutfitCards({ cards }: { cards: Card[] }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (section.current) repeatPress(section.current)
  }, [])
  if (cards.length === 0) return null
  return (
    <section ref={section} aria-labelledby="kombin" className="outfit mt-20 md:mt-28">
      <div>
        <h2 id="kombin" className="font-display text-2xl">
          Kombini tamamlayın
        </h2>
        <p className="mt-1 text-muted md:mt-3">Bu parçanın yanına yakışanlar.</p>
      </div>
      <CardGrid label="Kombini tamamlayın" className={`rail ${cards.length > 3 ? 'four' : ''}`}>
        {cards.map((card) => (
          <ProductCard key={card.id} card={card} />
        ))}
      </CardGrid>
    </section>
  )
}

const places = ['a', 'b', 'c', 'd']

export type RecommendedProps = {
  slug: string
  /** Beside a piece that is gone: what may take its place, at once. */
  similar?: boolean
}

/** Four other products, others on every visit: the page itself is the same for everybody, the lot is drawn here. */
export function RecommendedCards({ slug, similar = false }: RecommendedProps) {
  const fetcher = useFetcher<typeof clientLoader>({ key: `oneriler ${slug}` })
  const { load, data } = fetcher
  const [drawn, setDrawn] = useState<Card[]>()
  const [section, near] = useNear<HTMLElement>()
  useEffect(() => {
    if (near) load(`/urun/${slug}/oneriler${ownQuery()}`)
  }, [near, load, slug])
  useEffect(() => {
    if (data) setDrawn(draw(data.cards))
  }, [data])
  if (data === null || drawn?.length === 0) return null
  return (
    <section
      ref={section}
      aria-labelledby="oneriler"
      aria-busy={!drawn}
      // Drawn, it and its cards have their height though they are off the screen: what is below does not move when she comes back.
      className={similar ? 'mt-10' : `${drawn ? '' : 'below-fold'} mt-24`}
    >
      <h2 id="oneriler" className={`font-display ${similar ? 'text-xl' : 'text-2xl'}`}>
        {similar ? 'Benzer Parçalar' : 'Önerilen Diğer Ürünler'}
      </h2>
      <CardGrid className={similar ? 'cards pair mt-4' : 'cards few mt-8'}>
        {drawn
          ? drawn.map((card) => <ProductCard key={card.id} card={card} />)
          : places.map((key) => <CardSkeleton key={key} />)}
      </CardGrid>
    </section>
  )
}

/** Her sizes, where this browser knows them: pieces that are there in her size come first. */
function ownQuery(): string {
  const own = asksFor(findMySize())
  return own.length > 0 ? `?${new URLSearchParams(own.map((size) => ['beden', size]))}` : ''
}

/** As many as there are places: those in her size first, then what is in stock. */
function draw(cards: Card[]): Card[] {
  const inHers = cards.filter(({ mine }) => mine)
  const inStock = cards.filter(({ mine, sizes }) => !mine && sizes.length > 0)
  const soldOut = cards.filter(({ sizes }) => sizes.length === 0)
  return [...shuffled(inHers), ...shuffled(inStock), ...shuffled(soldOut)].slice(0, places.length)
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((item) => ({ item, lot: Math.random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ item }) => item)
}
