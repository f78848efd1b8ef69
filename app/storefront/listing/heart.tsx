import { useFavorite } from '#app/account/favorites/favorites-store.ts'
import { afterPaint } from '#app/browser/after-paint.ts'
import { Icon } from '#app/ui/icon.tsx'

/** Adds a product to her favorites, or removes it. */
export function Heart({ productId, name, className = '' }: { productId: string; name: string; className?: string }) {
  const { on, toggle } = useFavorite(productId)
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-label={`Favorilere ekle: ${name}`}
      onClick={() => afterPaint(toggle)}
      className={`grid size-11 place-items-center aria-pressed:text-nar transition-transform hover:scale-110 active:scale-95 ${className}`}
    >
      <Icon name="heart" filled={on} />
    </button>
  )
}
