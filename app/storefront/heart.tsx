import { useFavorite } from '#app/account/favorites-store.ts'
import { afterPaint } from '#app/after-paint.ts'
import { Icon } from '#app/ui/icon.tsx'

/** Keeps a product among her favourites, or lets it go. */
export function Heart({ productId, name, className = '' }: { productId: string; name: string; className?: string }) {
  const { on, toggle } = useFavorite(productId)
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={`Favorilere ekle: ${name}`}
      onClick={() => afterPaint(toggle)}
      className={`grid size-11 place-items-center transition-transform hover:scale-110 active:scale-95 ${className}`}
    >
      <Icon name="heart" filled={on} />
    </button>
  )
}
