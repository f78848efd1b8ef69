import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { Card } from '#shop/catalog/search/cards.ts'
import type { Scene } from '#shop/settings/scenes.ts'
import { ProductCard } from '../listing/card/product-card.tsx'
import { CardGrid } from '../listing/card-grid.tsx'

type SpecialProps = { title: string; text: string; cards: Card[]; scene: Scene | undefined }

/** The special collection: its scene, and two of its pieces. */
export function SpecialCollection({ title, text, cards, scene }: SpecialProps) {
  if (cards.length === 0) return null
  return (
    <section
      aria-labelledby="ozel-koleksiyon"
      className="below-fold gutter mx-auto grid max-w-page gap-x-6 gap-y-8 pt-24 md:pt-36 lg:grid-cols-2"
    >
      <div className="group relative flex flex-col">
        {scene && (
          <Picture
            image={scene.landscape}
            alt=""
            sizes="(min-width: 1024px) 48vw, 92vw"
            className="aspect-5/4 w-full grow rounded-xs object-cover"
          />
        )}
        <div className="mt-5 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 id="ozel-koleksiyon" className="font-display text-2xl md:text-3xl">
              {title}
            </h2>
            {text && <p className="mt-1 text-muted">{text}</p>}
          </div>
          <Link to="/special" state={{ selectedCategory: 'special' }} className={buttonClass('secondary')}>
            Koleksiyonu görün
          </Link>
        </div>
      </div>
      <CardGrid label={title} className="cards pair self-start">
        {cards.map((card) => (
          <ProductCard key={card.id} card={card} />
        ))}
      </CardGrid>
    </section>
  )
}
