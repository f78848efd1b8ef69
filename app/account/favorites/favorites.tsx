import { useState } from 'react'
import { Link } from 'react-router'
import type { WireFavorite, WireVariant } from '#api/wire/products.ts'
import { useSession } from '#app/browser/session-store.ts'
import { useLoaded } from '#app/browser/use-loaded.ts'
import { openCart } from '#app/storefront/cart/store.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Thumbnail } from '#app/ui/thumbnail.tsx'
import { formatKurus } from '#shop/money.ts'
import { closeAccount } from '../../browser/session-store.ts'
import { ListEmpty, ListFailed } from '../list-states.tsx'
import { FavoriteSizes } from './favorite-sizes.tsx'
import { putInCart, sellable, stateOf } from './favorite-state.ts'
import { listFavorites } from './favorites-server.ts'
import { closeFavorites, favoritesKnown, useFavorite } from './favorites-store.ts'
import { ShareFavorites } from './share-list.tsx'

/** Her favorites, those of her account or of this browser, wherever they are shown. */
export function FavoriteList() {
  const { user } = useSession()
  const { state, again } = useLoaded(user?.id ?? 'guest', async (signal) => {
    await favoritesKnown()
    return listFavorites(signal)
  })
  const [asked, setAsked] = useState<WireFavorite>()
  const [asking, setAsking] = useState(false)
  const [added, setAdded] = useState<string>()

  if (state.kind === 'loading') return <FavoritesComing />
  if (state.kind === 'failed')
    return <ListFailed error={state.error} otherwise="Favoriler yüklenirken hata oluştu" onRetry={again} />
  if (state.value.length === 0) return <NoFavorites />

  function add(favorite: WireFavorite, variant: WireVariant) {
    putInCart(favorite, variant)
    setAsking(false)
    setAdded(`${favorite.product.name} (${variant.size}) sepetinize eklendi.`)
  }

  /** With one size to choose from there is nothing to ask. */
  function wish(favorite: WireFavorite) {
    const variants = sellable(favorite)
    const [only] = variants
    if (only && variants.length === 1) return add(favorite, only)
    setAsked(favorite)
    setAsking(true)
  }

  return (
    <>
      {user && <ShareFavorites />}
      {added && <AddedNotice text={added} />}
      <ul className="grid grid-cols-3 gap-x-3 gap-y-6 sm:gap-x-5">
        {state.value.map((favorite) => (
          <Favorite key={favorite.id} favorite={favorite} onWish={() => wish(favorite)} />
        ))}
      </ul>
      {asked && (
        <FavoriteSizes
          favorite={asked}
          open={asking}
          onClose={() => setAsking(false)}
          onChosen={(variant) => add(asked, variant)}
        />
      )}
    </>
  )
}

/** Closes whichever panel the list stands in. */
function leave(): void {
  closeAccount()
  closeFavorites()
}

function NoFavorites() {
  return (
    <ListEmpty title="Henüz favoriniz yok">
      <p className="text-muted">Beğendiğiniz parçaların kalbine dokunun, burada bulun.</p>
      <Link to="/ust-giyim" onClick={leave} className={buttonClass()}>
        Parçalara göz at
      </Link>
    </ListEmpty>
  )
}

function AddedNotice({ text }: { text: string }) {
  return (
    <Notice tone="good" className="sticky top-0 z-10 mb-4">
      <span className="mr-3">{text}</span>
      <button
        type="button"
        onClick={() => {
          leave()
          openCart()
        }}
        className="min-h-6 underline underline-offset-4"
      >
        Sepete git
      </button>
    </Notice>
  )
}

/** Taken out, it stays in place for as long as the panel is open, so that a slip can be undone. */
function Favorite({ favorite, onWish }: { favorite: WireFavorite; onWish: () => void }) {
  const { productId, product } = favorite
  const { on, toggle } = useFavorite(productId)
  const { soldOut, priceKurus, dropKurus } = stateOf(favorite)
  return (
    <li className="relative flex flex-col text-sm">
      <Link to={`/urun/${product.slug}`} onClick={leave} className="group grid gap-1 pb-2">
        <span className="relative">
          <Thumbnail
            address={product.mainImage}
            className={`aspect-4/5 w-full rounded-xs ${on ? (soldOut ? 'opacity-55' : '') : 'opacity-40'}`}
          />
          {soldOut && <span className="absolute bottom-0 left-0 bg-paper px-2 py-0.5">Tükendi</span>}
        </span>
        <span className="line-clamp-2 group-hover:underline">{product.name}</span>
        {priceKurus !== null && <span className="text-muted tabular-nums">{formatKurus(priceKurus)}</span>}
        {dropKurus > 0 && (
          <span className="text-nar">
            Fiyatı düştü: <span className="whitespace-nowrap tabular-nums">−{formatKurus(dropKurus)}</span>
          </span>
        )}
      </Link>
      {!soldOut && (
        <Button
          look="secondary"
          aria-label={`Sepete ekle: ${product.name}`}
          onClick={onWish}
          className="mt-auto w-full px-1! text-sm!"
        >
          Sepete ekle
        </Button>
      )}
      <FavoriteHeart name={product.name} on={on} onToggle={toggle} />
    </li>
  )
}

function FavoriteHeart({ name, on, onToggle }: { name: string; on: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={`Favori: ${name}`}
      onClick={onToggle}
      className="absolute top-0 right-0 grid size-11 place-items-center aria-pressed:text-nar"
    >
      <Icon name="heart" filled={on} />
    </button>
  )
}

function FavoritesComing() {
  return (
    <div role="status" aria-label="Favoriler yükleniyor" className="grid grid-cols-3 gap-x-3 gap-y-6 sm:gap-x-5">
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <div key={n} className="grid gap-2">
          <Skeleton className="aspect-4/5" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-11" />
        </div>
      ))}
    </div>
  )
}
