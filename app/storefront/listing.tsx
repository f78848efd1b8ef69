import { useEffect, useSyncExternalStore } from 'react'
import { Link, useFetcher, useLocation, useNavigation } from 'react-router'
import { shopContext } from '#app/context.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { slugify } from '#shop/turkish.ts'
import type { Route } from './+types/listing.ts'
import { areaPage, everything, type ListingState, type SortName } from './areas.ts'
import { addressOf, CardList } from './card-list.tsx'
import { Banner, Blurbs } from './listing-banner.tsx'
import { findBanner, type Listing, loadListing, readPage, readSort } from './listing-data.ts'
import { pageMeta, shopOf } from './page-meta.ts'
import { CardSkeleton, cardGrid } from './product-card.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { listing } = loaderData
  const shop = shopOf(matches)
  // The special collection is one category: its two addresses show the same.
  const same = listing.area === 'special' && listing.tabs.length === 1
  return pageMeta(shop, {
    title: `${listing.title} | ${shop.name}`,
    description: listing.category
      ? `${listing.category} modelleri ve fiyatları. ${areaPage(listing.area)?.about ?? ''}`
      : (areaPage(listing.area)?.about ?? ''),
    path: same ? '/special' : `/${listing.slug}`,
    image: listing.cards[0]?.images[0],
  })
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const listing = await loadListing(ctx, params.listing, {
    sort: readSort(searchParams),
    pages: readPage(searchParams),
  })
  return { listing, area: listing.area, banner: await findBanner(ctx, listing.area) }
}

export default function ListingPage({ loaderData: { listing: own, banner } }: Route.ComponentProps) {
  const { listing, pending } = usePreselected(own)
  const leaving = useNavigation().location?.pathname
  const special = listing.area === 'special'
  return (
    <div
      className={leaving && leaving !== `/${own.slug}` ? 'opacity-60 transition-opacity delay-150 duration-300' : ''}
    >
      {banner && <Banner area={listing.area} title={listing.title} scene={banner} />}
      <div className="gutter mx-auto max-w-page">
        {!banner && (
          <h1 tabIndex={-1} className="pt-10 font-display text-2xl outline-none md:pt-16 md:text-3xl">
            {listing.title}
          </h1>
        )}
        <Bar listing={listing} />
        {pending ? (
          <ul aria-busy="true" aria-label="Ürünler yükleniyor" className={cardGrid}>
            {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
              <CardSkeleton key={key} />
            ))}
          </ul>
        ) : listing.total === 0 ? (
          <Empty listing={listing} />
        ) : (
          <CardList key={`${listing.slug} ${listing.sort}`} listing={listing} at={own.slug} />
        )}
        {special && <Blurbs />}
      </div>
    </div>
  )
}

/** The listing that the navigation asked for, where it is another than the address's own: every area, or one category. */
function usePreselected(own: Listing): { listing: Listing; pending: boolean } {
  const carried = useLocation().state as ListingState | null
  // A reload keeps what the navigation carried, but the server that drew the page did not know it.
  const state = useSyncExternalStore(
    nothing,
    () => carried,
    () => null,
  )
  const fetcher = useFetcher<typeof loader>()
  const wanted = preselected(state, own)
  const { load } = fetcher
  const address = wanted && addressOf({ slug: wanted, sort: own.sort }, own.pages)
  useEffect(() => {
    if (address) load(address)
  }, [address, load])
  if (!wanted) return { listing: own, pending: false }
  const listing = fetcher.data?.listing
  const right = listing?.slug === wanted && listing.sort === own.sort
  return right ? { listing, pending: false } : { listing: own, pending: true }
}

const nothing = () => () => {}

function preselected(state: ListingState | null, own: Listing): string | undefined {
  if (own.category) return undefined
  if (state?.showAllProducts && own.slug === 'ust-giyim') return everything
  const wanted = slugify(state?.selectedCategory ?? '')
  return own.tabs.find(({ slug, name }) => slug === wanted || slugify(name) === wanted)?.slug
}

function Bar({ listing }: { listing: Listing }) {
  const tabs = [{ slug: listing.area as string, name: 'Tüm Ürünler' }, ...listing.tabs]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-1 border-line border-b py-3 max-md:mb-5 md:mb-6 md:py-5">
      {listing.tabs.length > 1 || listing.area === 'aksesuar' ? (
        <nav
          aria-label="Kategoriler"
          className="no-scrollbar -mx-4 overflow-x-auto px-4 max-md:w-[calc(100%+2rem)] md:mx-0 md:px-0"
        >
          <ul className="flex gap-7">
            {tabs.map(({ slug, name }) => {
              const current = slug === listing.slug || (slug === listing.area && listing.slug === everything)
              return (
                <li key={slug}>
                  <Link
                    to={addressOf({ slug, sort: listing.sort })}
                    prefetch="intent"
                    aria-current={current ? 'page' : undefined}
                    className="flex h-11 items-center whitespace-nowrap text-muted hover:text-ink aria-[current]:text-nar"
                  >
                    <span className={`link-line py-0.5 ${current ? 'bg-size-[100%_1px]' : ''}`}>{name}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
      ) : (
        <p className="text-muted text-sm tabular-nums">{listing.total} ürün</p>
      )}
      <div className="flex items-center gap-5 max-md:w-full">
        <p className="mr-auto text-muted text-sm md:hidden">{listing.category ?? 'Tüm Ürünler'}</p>
        <p id="fiyat-sirasi" className="text-muted text-sm max-md:sr-only">
          Fiyata göre sırala
        </p>
        <ul aria-labelledby="fiyat-sirasi" className="flex gap-5">
          <SortLink listing={listing} sort="artan" name="Artan" sign="↑" />
          <SortLink listing={listing} sort="azalan" name="Azalan" sign="↓" />
        </ul>
      </div>
    </div>
  )
}

/** Sorts by price; once more, and the newest come first again. */
function SortLink({ listing, sort, name, sign }: { listing: Listing; sort: SortName; name: string; sign: string }) {
  const { state } = useLocation()
  const on = listing.sort === sort
  const slug = listing.slug === everything ? listing.area : listing.slug
  return (
    <li>
      <Link
        to={addressOf({ slug, sort: on ? undefined : sort })}
        state={state}
        replace
        preventScrollReset
        aria-current={on ? 'true' : undefined}
        className="flex h-11 items-center text-sm aria-[current]:text-nar"
      >
        <span className={`link-line py-0.5 ${on ? 'bg-size-[100%_1px]' : ''}`}>
          <span className="sr-only">Fiyata göre </span>
          {name} <span aria-hidden="true">{sign}</span>
        </span>
      </Link>
    </li>
  )
}

function Empty({ listing }: { listing: Listing }) {
  const special = listing.area === 'special'
  return (
    <div className="flex flex-col items-center py-24 text-center">
      <h2 className="font-display text-2xl">
        {special ? 'Henüz Özel Koleksiyon Ürünü Eklenmemiş' : 'Bu Kategoride Henüz Ürün Bulunmuyor'}
      </h2>
      <p className="mt-3 text-muted">
        {listing.category ?? listing.title} · Toplam {listing.total} ürün
      </p>
      <Link
        to={listing.category && !special ? `/${listing.area}` : '/ust-giyim'}
        className={buttonClass('secondary', 'mt-8')}
      >
        Diğer Ürünlere Bak
      </Link>
    </div>
  )
}
