import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#app/browser/api-client.ts'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { Area } from '#shop/catalog/contract.ts'
import { formatTl } from '#shop/money.ts'
import { placeholderOf } from '../../frame/areas.ts'

type Suggested = {
  id: string
  slug: string
  name: string
  mainImage: string | null
  price: number | null
  category: { area: Area }
  variants: { stockQuantity: number }[]
}

const places = ['a', 'b', 'c', 'd']
const inPanel = 3

/** The three newest pieces that can be bought, in a panel. */
export function NewestInPanel({ onLeave }: { onLeave: () => void }) {
  const products = useNewest(inPanel)
  if (products?.length === 0) return null
  return (
    <section aria-labelledby="newest" aria-busy={!products}>
      <h3 id="newest" className="mb-3 text-muted text-sm">
        Yeni gelenler
      </h3>
      <ul className="grid grid-cols-3 gap-3">
        {products
          ? products.map((product) => <Piece key={product.id} product={product} onLeave={onLeave} />)
          : places.slice(0, inPanel).map((key) => (
              <li key={key} className="pb-12">
                <Skeleton className="aspect-4/5" />
              </li>
            ))}
      </ul>
    </section>
  )
}

/** The four newest pieces that can be bought, on a page that has nothing else to show. */
export function NewestOnPage() {
  const products = useNewest(places.length)
  if (products?.length === 0) return null
  return (
    <section aria-labelledby="newest" aria-busy={!products}>
      <h2 id="newest" className="font-display text-2xl">
        Yeni gelenler
      </h2>
      <ul className="mt-6 grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-4 md:gap-x-6">
        {products
          ? products.map((product) => <Piece key={product.id} product={product} large />)
          : places.map((key) => (
              <li key={key} className="pb-10">
                <Skeleton className="aspect-4/5" />
              </li>
            ))}
      </ul>
    </section>
  )
}

function Piece({ product, large = false, onLeave }: { product: Suggested; large?: boolean; onLeave?: () => void }) {
  return (
    <li>
      <Link to={`/urun/${product.slug}`} onClick={onLeave} className="group grid gap-1 text-sm">
        <Thumbnail
          address={product.mainImage}
          fallback={placeholderOf(product.category.area)}
          sizes={large ? '(min-width: 768px) 23vw, 45vw' : 130}
          className="aspect-4/5 w-full rounded-xs"
        />
        <span className="group-hover:underline">{product.name}</span>
        {product.price !== null && <span className="text-muted tabular-nums">{formatTl(product.price)}</span>}
      </Link>
    </li>
  )
}

/** Undefined while they are on their way, empty when there are none. */
function useNewest(most: number): Suggested[] | undefined {
  const [products, setProducts] = useState<Suggested[]>()
  useEffect(() => {
    api
      .get<'GET /products'>('/products?limit=12', { guest: true })
      .then(({ products }) =>
        setProducts(products.filter((p) => p.variants.some((v) => v.stockQuantity > 0)).slice(0, most)),
      )
      // Nothing to suggest is no reason to complain.
      .catch(() => setProducts([]))
  }, [most])
  return products
}
