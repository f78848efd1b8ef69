import { useEffect, useMemo } from 'react'
import { useFetcher, useNavigation } from 'react-router'
import { keptPage, useKept } from '#app/browser/kept-pages.ts'
import { touch } from '#app/browser/touched.ts'
import { shopContext } from '#app/context.ts'
import { slugify } from '#shop/turkish.ts'
import { areaPage, everything, type ListingState } from '../../frame/areas.ts'
import { pageMeta, shopOf } from '../../frame/page-meta.ts'
import { useCarried } from '../../frame/use-carried.ts'
import type { Route } from './+types/listing.ts'
import { addressOf, readAsked, readPages } from './address.ts'
import { Banner, Blurbs } from './banner.tsx'
import { ListingBody } from './body.tsx'
import { findBanner, type Listing, loadListing } from './data.ts'
import { pack, unpack, useUnpacked } from './packed.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const listing = unpack(loaderData.listing)
  const shop = shopOf(matches)
  const about = `${listing.area ? (areaPage(listing.area)?.about ?? '') : 'Bütün ürünler bir arada.'} ${shop.promise}`
  // The special collection is one category: its two addresses show the same.
  const same = listing.area === 'special' && listing.tabs.length === 1
  return pageMeta(shop, {
    title: `${listing.title} | ${shop.name}`,
    description: listing.category ? `${listing.category} modelleri ve fiyatları. ${about}` : about,
    path: same ? '/special' : `/${listing.slug}`,
    image: listing.cards[0]?.images[0],
  })
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const { searchParams } = new URL(request.url)
  const listing = await loadListing(
    ctx,
    params.listing,
    { ...readAsked(searchParams), q: undefined },
    readPages(searchParams),
  )
  return { listing: pack(listing), area: listing.area, banner: await findBanner(ctx, listing.area) }
}

/** Back at a list she sees at once what she left. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return keptPage<Awaited<ReturnType<typeof serverLoader>>>() ?? serverLoader()
}

export default function ListingPage({ loaderData }: Route.ComponentProps) {
  const { listing: packed, banner } = loaderData
  useKept(loaderData)
  const own = useUnpacked(packed)
  const { listing, pending } = usePreselected(own)
  const leaving = useNavigation().location?.pathname
  return (
    <div
      className={
        leaving && leaving !== `/${own.slug}`
          ? 'opacity-60 transition-opacity delay-150 duration-300 max-md:has-[.opening]:opacity-100'
          : ''
      }
    >
      {banner && listing.area && <Banner area={listing.area} title={listing.title} scene={banner} />}
      <div className="gutter mx-auto max-w-page">
        {!banner && (
          <h1 tabIndex={-1} className="pt-3 pb-1 font-display text-2xl outline-none md:pt-6 md:text-3xl">
            {listing.title}
          </h1>
        )}
        <ListingBody listing={listing} at={own.slug} pending={pending} />
        {listing.area === 'special' && <Blurbs />}
      </div>
    </div>
  )
}

/** The listing that the navigation asked for, where it is another than the address's own: every area, or one category. */
function usePreselected(own: Listing): { listing: Listing; pending: boolean } {
  const state = useCarried()
  const fetcher = useFetcher<typeof loader>()
  const wanted = preselected(state, own)
  const { load } = fetcher
  const address = wanted && addressOf(wanted, own.asked, own.pages)
  useEffect(() => {
    if (!address) return
    touch()
    load(address)
  }, [address, load])
  // While it is asked for in another way, the last answer stays.
  const answer = fetcher.data?.listing
  const listing = useMemo(() => answer && unpack(answer), [answer])
  if (!wanted) return { listing: own, pending: false }
  return listing?.slug === wanted ? { listing, pending: false } : { listing: own, pending: true }
}

function preselected(state: ListingState | null, own: Listing): string | undefined {
  if (own.category) return undefined
  if (state?.showAllProducts && own.slug === 'ust-giyim') return everything
  const wanted = slugify(state?.selectedCategory ?? '')
  return own.tabs.find(({ slug, name }) => slug === wanted || slugify(name) === wanted)?.slug
}
