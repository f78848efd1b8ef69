import { useDeferredValue, useEffect, useState } from 'react'
import { data, Link, redirect } from 'react-router'
import { partOnTouch, touch } from '#app/browser/touched.ts'
import { shopContext } from '#app/context.ts'

import { Icon } from '#app/ui/icon.tsx'
import { Price } from '#app/ui/price.tsx'
import { type ColorSibling, findColorSiblings } from '#shop/catalog/groups.ts'
import { findLooksOf } from '#shop/catalog/looks/shown.ts'
import { findProduct, type Product } from '#shop/catalog/products.ts'
import { findShownSale, saleLine } from '#shop/catalog/sales/shown-sale.ts'
import { type Beside, findBeside, findOutfit } from '#shop/catalog/search/outfit.ts'
import { sizeOf } from '#shop/catalog/sharing/layout.ts'
import { shareAddress } from '#shop/catalog/sharing/picture.ts'
import { sizeChartOf } from '#shop/catalog/size-charts.ts'
import { isSoldOut } from '#shop/catalog/sizes.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Image } from '#shop/media/images.ts'
import { findShownReviews } from '#shop/reviews/shown.ts'
import { type DeliveryFee, findDeliveryFee } from '#shop/settings/delivery-fee.ts'
import { findProductSettings } from '#shop/settings/face/product-settings.ts'
import { ownChartOf } from '#shop/settings/face/size-charts.ts'
import { promisesOf, type Terms, untilHour } from '#shop/settings/promises.ts'
import { findTerms } from '#shop/settings/terms.ts'
import { areaPage } from '../../frame/areas.ts'
import { movedTo } from '../../frame/moved-to.ts'
import { pageMeta, shopOf } from '../../frame/page-meta.ts'
import { useGoBack } from '../../frame/use-go-back.ts'
import { ProductName } from '../listing/card/product-name.tsx'
import { Heart } from '../listing/heart.tsx'
import type { Route } from './+types/product.ts'
import { AskOnWhatsapp } from './ask-on-whatsapp.tsx'
import { Looks, Outfit, Recommended } from './beside.tsx'
import { ProductChoice } from './choice.tsx'
import { productData } from './data.ts'
import type { DetailsProps } from './details/details.tsx'
import { garmentDetails } from './details/garment-details.ts'
import { Gallery } from './gallery/gallery.tsx'
import { ProductMemory } from './recent/memory.tsx'
import { Rating, Reviews } from './reviews/place.tsx'
import { Share } from './share.tsx'
import { type Chosen, useAddressedChoice } from './use-addressed-choice.ts'
import { variantOf } from './use-choice.ts'

const Details = partOnTouch<DetailsProps>(() => import('./details/details.tsx').then((m) => ({ default: m.Details })))

type ProductData = Route.ComponentProps['loaderData']

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { product, color, structured, preview } = loaderData
  const shop = shopOf(matches)
  return [
    ...pageMeta(shop, {
      title: `${product.name} | ${shop.name}`,
      description: `${product.description.split('\n')[0]} ${shop.promise}`,
      path: `/urun/${product.slug}`,
      image: picturesOf(product, color)[0],
      // The preview shows the product's first picture: a color with pictures of its own shows those instead.
      preview: picturesOf(product, color) === product.images ? preview : undefined,
      type: 'product',
    }),
    ...structured.map((ld) => ({ 'script:ld+json': ld })),
  ]
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const [found, beside, { brand, ownCharts, reviewsOn }, terms, fee] = await Promise.all([
    findProduct(ctx, params.slug),
    findBeside(ctx, params.slug),
    findProductSettings(ctx),
    findTerms(ctx),
    findDeliveryFee(ctx),
  ])
  if (!found) throw data(null, { status: 404 })
  const { saleFrom: _from, saleUntil: _until, ...product } = found
  if (product.slug !== params.slug) throw movedTo(`/urun/${product.slug}`)
  const color = new URL(request.url).searchParams.get('renk') ?? undefined
  if (color !== undefined && !ownColors(product).has(color)) throw redirect(`/urun/${product.slug}`)
  const soldOut = isSoldOut(product)
  const [colors, reviews, sale, worn] = await Promise.all([
    beside?.hasColors ? findColorSiblings(ctx, [product.id]) : new Map<string, ColorSibling[]>(),
    reviewsOn ? findShownReviews(ctx, product.id) : undefined,
    findShownSale(ctx, found),
    soldOut ? { looks: [], outfit: [] } : findWornWith(ctx, product.id, beside),
  ])
  const siblings = colors.get(product.id) ?? []
  const sizes = product.variants.map((variant) => variant.size)
  const details = garmentDetails(product)
  const { shopName: name, publicUrl } = brand
  const charted = ownChartOf(ownCharts, product.category.id) ?? sizeChartOf(product.category, sizes) !== undefined
  const preview = shareAddress('preview', product, { shopName: name, publicUrl })
  return {
    ...(sale && { sale: saleLine(sale) }),
    ...{ product, color, siblings, charted, terms, details, soldOut },
    ...(reviews && { reviews: { count: reviews.summary.count, average: reviews.summary.average ?? 0 } }),
    ...(reviews && { votes: reviews.summary.fitVotes }),
    ...(preview && { preview: { path: preview, ...sizeOf('preview') } }),
    ...worn,
    promises: promisesFor(terms, fee, product),
    // Made here, so that no browser loads what only search engines read.
    structured: productData(
      { name, publicUrl, returnDays: terms.freeReturnDays, fee, sale, reviews: reviews?.told },
      product,
      details,
      siblings,
    ).map(told),
    area: product.category.area,
  }
}

/** The owner's looks; where she made none with it, what the shop looks for. */
async function findWornWith(ctx: Ctx, productId: string, beside: Beside | undefined) {
  const looks = beside?.hasLooks ? await findLooksOf(ctx, productId) : []
  return { looks, outfit: looks.length > 0 ? [] : await findOutfit(ctx, productId, beside) }
}

/** The colors to choose from on its page; of a product that comes in one color there is none to choose. */
function ownColors({ variants }: Product): Set<string> {
  const colors = new Set(variants.map(({ color }) => color))
  return colors.size > 1 ? colors : new Set()
}

/** The pictures of the chosen color where it has its own, otherwise the product's. */
function picturesOf({ images, variants }: Product, chosen: string | undefined): Image[] {
  const own = variants.find(({ color, images }) => color === chosen && images.length > 0)
  return own ? own.images : images
}

/** Without the names of what is not said: the page's data would carry them. */
function told<T>(structured: T): T {
  return JSON.parse(JSON.stringify(structured))
}

/** Its words of delivery and returns. */
function promisesFor(terms: Terms, fee: DeliveryFee, product: Product) {
  const { shipping, return: returns, dispatch, deliveryDays, rules } = promisesOf(terms, fee, product)
  return {
    ...{ shipping, returns, dispatch, deliveryDays },
    untilHour: untilHour(terms.dispatchHour),
    rules: {
      delivery: [rules.dispatch, rules.delivery],
      returns: [rules.withdrawal, rules.returnCost, rules.exchange],
    },
  }
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return <ProductView key={`${loaderData.product.id} ${loaderData.color}`} {...loaderData} />
}

function ProductView(props: ProductData) {
  const { product, reviews, votes, sale, color, siblings, charted, looks, outfit, terms, promises, details, soldOut } =
    props
  const { chosen, choose, address } = useAddressedChoice(product, color)
  const [installments, setInstallments] = useState<string>()
  const priceKurus = variantOf(product, chosen)?.priceKurus ?? product.priceKurus
  // A page of a piece that is gone promises nothing, and shows its like at once.
  useEffect(() => {
    if (soldOut) touch()
  }, [soldOut])
  // Parts that she has not touched yet keep the server's drawing while the price changes.
  const promised = useDeferredValue(soldOut ? null : priceKurus)
  const pictures = picturesOf(product, chosen.color)
  return (
    <div className="gutter mx-auto max-w-page">
      <WayBack category={product.category} />
      <div className="product">
        <Gallery key={pictures[0]?.id} images={pictures.slice(0, 4)} name={product.name} area={product.category.area} />
        <div className="pt-6 md:sticky md:top-28 md:self-start md:pt-0">
          <Head product={product} address={address} />
          {reviews && <Rating {...reviews} />}
          <Price kurus={priceKurus} originalKurus={product.originalPriceKurus} className="mt-3 text-xl" />
          {sale && (priceKurus ?? 0) < (product.originalPriceKurus ?? 0) && (
            <p className="mt-1 text-muted text-sm">{sale}</p>
          )}
          {!soldOut && <p className="mt-1 min-h-5 text-muted text-sm tabular-nums">{installments}</p>}
          <ProductChoice {...{ product, siblings, charted, votes, chosen }} onChoose={choose} />
          <AskOnWhatsapp about={askedAbout(product, chosen)} path={address} />
          {soldOut && <Recommended slug={product.slug} similar />}
          <Details
            product={product}
            details={details}
            terms={terms}
            promises={promises}
            priceKurus={promised}
            onInstallments={setInstallments}
          />
        </div>
      </div>
      <Looks looks={looks} productId={product.id} size={chosen.size} />
      {reviews && votes && <Reviews slug={product.slug} count={reviews.count} votes={votes} />}
      <Outfit cards={outfit} />
      {!soldOut && <Recommended slug={product.slug} />}
      <ProductMemory productId={product.id} />
    </div>
  )
}

/** The piece as she has chosen it, in a message to the shop. */
function askedAbout({ name }: Product, { color, size }: Chosen): string {
  return [name, color, size && `${size} beden`].filter(Boolean).join(', ')
}

/** Its name, and what else can be done with it than buying. */
function Head({ product: { id, name, variants }, address }: { product: Product; address: string }) {
  return (
    <div className="flex items-start justify-between gap-2">
      <h1 tabIndex={-1} className="min-w-0 font-display text-2xl outline-none lg:text-3xl">
        <ProductName name={name} color={variants[0]?.color} />
      </h1>
      <div className="-mt-1 -mr-[12px] flex shrink-0">
        <Share name={name} address={address} />
        <Heart productId={id} name={name} />
      </div>
    </div>
  )
}

/** Back to the previous page of the shop; opened by itself, the page leads to its category. */
function WayBack({ category }: { category: { name: string; slug: string; area: string } }) {
  const area = areaPage(category.area)
  return (
    <nav
      aria-label="Sayfa yolu"
      className="flex items-center gap-5 text-sm max-md:absolute max-md:left-2 max-md:z-10 max-md:mt-2 md:py-4"
    >
      <Link
        to={`/${category.slug}`}
        onClick={useGoBack()}
        className="max-md:disc flex h-11 items-center gap-2 max-md:px-4"
      >
        <Icon name="back" size={18} />
        <span className="link-line">Geri</span>
      </Link>
      <ol className="flex gap-2 text-muted max-md:hidden">
        {area && (
          <li>
            <Link to={`/${area.area}`} className="link-line py-2">
              {area.title}
            </Link>
          </li>
        )}
        {area && area.title !== category.name && (
          <li className="flex gap-2">
            <span aria-hidden="true">/</span>
            <Link to={`/${category.slug}`} className="link-line">
              {category.name}
            </Link>
          </li>
        )}
      </ol>
    </nav>
  )
}
