import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { api } from '#app/browser/api-client.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import type { Area } from '#shop/catalog/contract.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { placeholderOf } from '../../frame/areas.ts'
import { closeCart } from './store.ts'

type Suggested = {
  id: string
  slug: string
  name: string
  mainImage: string | null
  price: number | null
  category: { area: Area }
  variants: { stockQuantity: number }[]
}

/** An empty cart says where to go, with the three newest things that can be bought. */
export function CartEmpty() {
  const products = useSuggestions()
  return (
    <div className="grid gap-8 py-8">
      <div className="grid justify-items-center gap-4 text-center">
        <p className="font-display text-xl">Sepetiniz henüz boş</p>
        <p className="text-muted">Beğendiğiniz bir parçayı bedenini seçip buraya ekleyin.</p>
        <Link to="/ust-giyim" onClick={closeCart} className={buttonClass()}>
          Alışverişe başla
        </Link>
      </div>
      {products.length > 0 && (
        <section aria-labelledby="cart-suggestions">
          <h3 id="cart-suggestions" className="mb-3 text-muted text-sm">
            Yeni gelenler
          </h3>
          <ul className="grid grid-cols-3 gap-3">
            {products.map((product) => (
              <li key={product.id}>
                <Link to={`/urun/${product.slug}`} onClick={closeCart} className="group grid gap-1 text-sm">
                  <Thumbnail
                    address={product.mainImage}
                    fallback={placeholderOf(product.category.area)}
                    className="aspect-4/5 w-full rounded-xs"
                  />
                  <span className="group-hover:underline">{product.name}</span>
                  {product.price !== null && (
                    <span className="text-muted tabular-nums">{formatKurus(fromTl(product.price) ?? 0)}</span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function useSuggestions(): Suggested[] {
  const [products, setProducts] = useState<Suggested[]>([])
  useEffect(() => {
    api
      .get<'GET /products'>('/products?limit=12', { guest: true })
      .then(({ products }) =>
        setProducts(products.filter((p) => p.variants.some((v) => v.stockQuantity > 0)).slice(0, 3)),
      )
      // Nothing to suggest is no reason to complain.
      .catch(() => undefined)
  }, [])
  return products
}
