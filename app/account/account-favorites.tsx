import { Link } from 'react-router'
import { ApiError, api } from '#app/api-client.ts'
import { thumbnail } from '#app/order-shape.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { useLoaded } from '#app/use-loaded.ts'
import { formatKurus, fromTl } from '#shop/money.ts'
import { ListEmpty, ListFailed } from './account-list-states.tsx'
import { useFavorite } from './favorites-store.ts'
import { closeAccount } from './session-store.ts'

type ShownFavorite = {
  id: string
  productId: string
  product: { id: string; slug: string; name: string; mainImage: string | null; price: number | null }
}

export function AccountFavorites() {
  const { state, again } = useLoaded('favorites', (signal) => api.get<ShownFavorite[]>('/favorites/my', { signal }))
  if (state.kind === 'loading') {
    return (
      <div role="status" aria-label="Favoriler yükleniyor" className="grid grid-cols-3 gap-3">
        {[1, 2, 3, 4, 5, 6].map((n) => (
          <Skeleton key={n} className="aspect-4/5" />
        ))}
      </div>
    )
  }
  if (state.kind === 'failed') {
    const { error } = state
    return (
      <ListFailed
        message={error instanceof ApiError ? error.message : 'Favoriler yüklenirken hata oluştu'}
        onRetry={again}
      />
    )
  }
  if (state.value.length === 0) {
    return (
      <ListEmpty title="Henüz favoriniz yok">
        <p className="text-muted">Beğendiğiniz parçaların kalbine dokunun, burada bulun.</p>
        <Link to="/ust-giyim" onClick={closeAccount} className={buttonClass()}>
          Parçalara göz at
        </Link>
      </ListEmpty>
    )
  }
  return (
    <ul className="grid grid-cols-3 gap-x-3 gap-y-6">
      {state.value.map((favorite) => (
        <Favorite key={favorite.id} favorite={favorite} />
      ))}
    </ul>
  )
}

/** Taken out, it stays in place for as long as the panel is open, so that a slip can be undone. */
function Favorite({ favorite: { productId, product } }: { favorite: ShownFavorite }) {
  const { on, toggle } = useFavorite(productId)
  return (
    <li className="relative text-sm">
      <Link to={`/urun/${product.slug}`} onClick={closeAccount} className="group grid gap-1">
        {product.mainImage ? (
          <img
            src={thumbnail(product.mainImage)}
            alt=""
            className={`aspect-4/5 w-full rounded-xs bg-line object-cover ${on ? '' : 'opacity-40'}`}
          />
        ) : (
          <span className="aspect-4/5 bg-line" />
        )}
        <span className="group-hover:underline">{product.name}</span>
        {product.price !== null && (
          <span className="text-muted tabular-nums">{formatKurus(fromTl(product.price) ?? 0)}</span>
        )}
      </Link>
      <button
        type="button"
        aria-pressed={on}
        aria-label={`Favori: ${product.name}`}
        onClick={toggle}
        className="absolute top-0 right-0 grid size-11 place-items-center"
      >
        <span className="grid size-8 place-items-center rounded-full bg-surface/90">
          <svg
            viewBox="0 0 24 24"
            width="18"
            height="18"
            fill={on ? 'var(--color-nar)' : 'none'}
            stroke={on ? 'var(--color-nar)' : 'currentColor'}
            strokeWidth="1.5"
            aria-hidden="true"
          >
            <path d="M12 20S4 15.2 4 9.4A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.4C20 15.2 12 20 12 20Z" />
          </svg>
        </span>
      </button>
    </li>
  )
}
