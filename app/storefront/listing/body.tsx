import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { partOnTouch } from '#app/browser/touched.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { everything, searchSlug } from '../../frame/areas.ts'
import { addressOf, countFilters } from './address.ts'
import { Bar } from './bar.tsx'
import { CardSkeleton } from './card/skeleton.tsx'
import { CardGrid } from './card-grid.tsx'
import { CardList } from './card-list.tsx'
import type { Listing } from './data.ts'
import type { NothingFitsProps } from './nothing-fits.tsx'

/** Drawn by the server; its script comes when she touches the page. */
const NothingFits = partOnTouch<NothingFitsProps>(() =>
  import('./nothing-fits.tsx').then((m) => ({ default: m.NothingFits })),
)

type BodyProps = {
  listing: Listing
  /** The slug in the address bar, where a navigation preselected another listing. */
  at: string
  /** The cards of this listing are still to come. */
  pending?: boolean
}

/** Bar, cards and what is said about them. */
export function ListingBody({ listing, at, pending = false }: BodyProps) {
  const underway = useNavigation().location
  const asking = underway?.pathname === `/${at}`
  const filtered = countFilters(listing.asked) > 0
  const [more, setMore] = useState({ of: listing, shown: listing.cards.length })
  const shown = more.of === listing ? more.shown : listing.cards.length
  return (
    <>
      <Bar listing={listing} at={at} shown={pending ? undefined : shown} />
      <p role="status" className="sr-only">
        {pending || asking ? '' : filtered ? `${listing.total} ürün bulundu` : `${listing.total} ürün`}
      </p>
      <div
        aria-busy={pending || asking}
        className={`under-row ${asking ? 'opacity-50 transition-opacity delay-100' : ''}`}
      >
        {pending ? (
          <CardGrid label="Ürünler yükleniyor">
            {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
              <CardSkeleton key={key} />
            ))}
          </CardGrid>
        ) : listing.total > 0 ? (
          <CardList key={addressOf(listing.slug, listing.asked)} listing={listing} at={at} onShown={setMore} />
        ) : filtered ? (
          <NothingFits listing={listing} at={at} />
        ) : (
          listing.slug !== searchSlug && <Empty listing={listing} />
        )}
      </div>
    </>
  )
}

function Empty({ listing }: { listing: Listing }) {
  const special = listing.area === 'special'
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <h2 className="font-display text-2xl">
        {special ? 'Henüz Özel Koleksiyon Ürünü Eklenmemiş' : 'Bu Kategoride Henüz Ürün Bulunmuyor'}
      </h2>
      <p className="mt-3 text-muted">
        {listing.category ?? listing.title} · Toplam {listing.total} ürün
      </p>
      <Link
        to={`/${(!special && listing.category && listing.area) || everything}`}
        className={buttonClass('secondary', 'mt-8')}
      >
        Diğer Ürünlere Bak
      </Link>
    </div>
  )
}
