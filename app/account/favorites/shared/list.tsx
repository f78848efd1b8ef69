import { Link } from 'react-router'
import { placeholderOf } from '#app/frame/areas.ts'
import { ProductName } from '#app/storefront/listing/card/product-name.tsx'
import { CardGrid } from '#app/storefront/listing/card-grid.tsx'
import { Heart } from '#app/storefront/listing/heart.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Card } from '#shop/catalog/search/cards.ts'

/** Somebody's favorites, for whoever has the link: each with the sizes that there are. */
export function SharedList({ title, cards }: { title: string; cards: Card[] }) {
  return (
    <div className="gutter mx-auto max-w-page pb-16">
      <h1 tabIndex={-1} className="break-words pt-6 font-display text-2xl outline-none md:pt-10 md:text-3xl">
        {title}
      </h1>
      {cards.length > 0 ? (
        <>
          <p className="mt-1 text-muted">{cards.length} parça</p>
          <CardGrid label={title} className="cards mt-6">
            {cards.map((card) => (
              <Piece key={card.id} card={card} />
            ))}
          </CardGrid>
        </>
      ) : (
        <div className="mt-6 grid justify-items-start gap-6">
          <p>Bu listede şu anda satışta olan bir parça yok.</p>
          <Link to="/ust-giyim" className={buttonClass('secondary')}>
            Mağazaya bakın
          </Link>
        </div>
      )}
    </div>
  )
}

function Piece({ card }: { card: Card }) {
  const { id, slug, name, color, images, area, sizes, priceKurus, originalPriceKurus } = card
  const soldOut = sizes.length === 0
  return (
    <li className="card group relative flex flex-col">
      <Picture
        image={images[0]}
        alt=""
        sizes="(min-width: 768px) min(24vw, 318px), 45vw"
        fallback={placeholderOf(area)}
        className={`aspect-4/5 w-full rounded-xs object-cover ${soldOut ? 'opacity-55' : ''}`}
      />
      <div className="flex grow flex-col pt-3 pb-1">
        <h2 className="text-sm md:text-base">
          <a
            href={`/urun/${slug}`}
            className="-my-0.5 block py-0.5 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
          >
            <ProductName name={name} color={color} />
          </a>
        </h2>
        <Price kurus={priceKurus} originalKurus={originalPriceKurus} plain className="mt-0.5 text-sm" />
        <p className="mt-1 text-muted text-sm">{soldOut ? 'Tükendi' : `Beden: ${sizes.join(', ')}`}</p>
      </div>
      <Heart productId={id} name={name} className="absolute top-0 right-0" />
    </li>
  )
}
