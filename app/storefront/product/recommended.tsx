import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Card } from '#shop/catalog/search/cards.ts'
import { useNear } from '../../frame/use-near.ts'
import { CardSkeleton, ProductCard } from '../listing/card/product-card.tsx'
import { CardGrid } from '../listing/card-grid.tsx'
import type { clientLoader } from './recommended-cards.ts'

const places = ['a', 'b', 'c', 'd']

/** Four other products, others on every visit: the page itself is the same for everybody, the lot is drawn here. */
export function Recommended({ slug }: { slug: string }) {
  const fetcher = useFetcher<typeof clientLoader>({ key: `oneriler ${slug}` })
  const { load, data } = fetcher
  const [drawn, setDrawn] = useState<Card[]>()
  const [section, near] = useNear<HTMLElement>()
  useEffect(() => {
    if (near) load(`/urun/${slug}/oneriler`)
  }, [near, load, slug])
  useEffect(() => {
    if (data) setDrawn(draw(data.cards))
  }, [data])
  if (data === null || drawn?.length === 0) return null
  return (
    <section ref={section} aria-labelledby="oneriler" aria-busy={!drawn} className="below-fold mt-24">
      <h2 id="oneriler" className="font-display text-2xl">
        Önerilen Diğer Ürünler
      </h2>
      <CardGrid className="cards mt-8">
        {drawn
          ? drawn.map((card) => <ProductCard key={card.id} card={card} />)
          : places.map((key) => <CardSkeleton key={key} />)}
      </CardGrid>
    </section>
  )
}

/** As many as there are places, those in stock first. */
function draw(cards: Card[]): Card[] {
  const inStock = cards.filter((card) => card.sizes.length > 0)
  const soldOut = cards.filter((card) => card.sizes.length === 0)
  return [...shuffled(inStock), ...shuffled(soldOut)].slice(0, places.length)
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((item) => ({ item, lot: Math.random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ item }) => item)
}
