import { useState } from 'react'
import { data, Link } from 'react-router'
import { shopContext } from '#app/context.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Price } from '#app/ui/price.tsx'
import { findColorSiblings } from '#shop/catalog/groups.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { findOutfit } from '#shop/catalog/search/outfit.ts'
import { sizeChartOf } from '#shop/catalog/size-charts.ts'
import { findBrand } from '#shop/settings/brand.ts'
import { promisesOf, type Terms, untilHour } from '#shop/settings/promises.ts'
import { findTerms } from '#shop/settings/terms.ts'
import { areaPage } from '../../frame/areas.ts'
import { movedTo } from '../../frame/moved-to.ts'
import { pageMeta, shopOf } from '../../frame/page-meta.ts'
import { useGoBack } from '../../frame/use-go-back.ts'
import { Heart } from '../listing/heart.tsx'
import type { Route } from './+types/product.ts'
import { Outfit, Recommended } from './beside.tsx'
import { ProductChoice } from './choice.tsx'
import { productData } from './data.ts'
import { Delivery, Promises } from './details/delivery.tsx'
import { Description } from './details/description.tsx'
import { Garment } from './details/garment.tsx'
import { garmentDetails } from './details/garment-details.ts'
import { Installments } from './details/installments.tsx'
import { useLive } from './details/use-live.ts'
import { Gallery } from './gallery/gallery.tsx'
import { ProductMemory } from './memory.tsx'
import { Share } from './share.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { product, structured } = loaderData
  const shop = shopOf(matches)
  return [
    ...pageMeta(shop, {
      title: `${product.name} | ${shop.name}`,
      description: `${product.description.split('\n')[0]} ${shop.promise}`,
      path: `/urun/${product.slug}`,
      image: product.images[0],
      type: 'product',
    }),
    ...structured.map((ld) => ({ 'script:ld+json': ld })),
  ]
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(shopContext)
  const product = await findProduct(ctx, params.slug)
  if (!product) throw data(null, { status: 404 })
  if (product.slug !== params.slug) throw movedTo(`/urun/${product.slug}`)
  const siblings = (await findColorSiblings(ctx, [product.id])).get(product.id) ?? []
  const sizes = product.variants.map((variant) => variant.size)
  const details = garmentDetails(product)
  const charted = sizeChartOf(product.category, sizes) !== undefined
  const terms = await findTerms(ctx)
  const { shopName: name, publicUrl } = await findBrand(ctx)
  return {
    ...{ product, siblings, charted, terms, details },
    outfit: await findOutfit(ctx, product.id),
    promises: promisesFor(terms),
    // Made here, so that no browser loads what only search engines read.
    structured: productData({ name, publicUrl, returnDays: terms.freeReturnDays }, product, details, siblings).map(
      told,
    ),
    area: product.category.area,
  }
}

/** Without the names of what is not said: the page's data would carry them. */
function told<T>(structured: T): T {
  return JSON.parse(JSON.stringify(structured))
}

/** Its words of delivery and returns. */
function promisesFor(terms: Terms) {
  const { shipping, return: returns, dispatch, deliveryDays, rules } = promisesOf(terms)
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
  return <ProductView key={loaderData.product.id} {...loaderData} />
}

function ProductView(props: Route.ComponentProps['loaderData']) {
  const { product, siblings, charted, terms, promises, details } = props
  const [color, setColor] = useState<string>()
  const [variantId, setVariantId] = useState<string>()
  const own = product.variants.find((variant) => variant.color === color && variant.images.length > 0)
  const chosen = product.variants.find((variant) => variant.id === variantId)
  const priceKurus = chosen?.priceKurus ?? product.priceKurus
  // A page of a piece that is gone promises nothing.
  const soldOut = product.variants.every(({ stock }) => stock === 0)
  const { dates, installments } = useLive(terms, soldOut ? null : priceKurus)
  const pictures = own ? own.images : product.images
  return (
    <div className="gutter mx-auto max-w-page">
      <WayBack category={product.category} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 md:grid-cols-[auto_minmax(0,1fr)] lg:gap-x-20">
        <Gallery key={pictures[0]?.id} images={pictures.slice(0, 4)} name={product.name} area={product.category.area} />
        <div className="pt-6 md:sticky md:top-28 md:self-start md:pt-0">
          <div className="flex items-start justify-between gap-2">
            <h1 tabIndex={-1} className="font-display text-2xl outline-none lg:text-3xl">
              {product.name}
            </h1>
            <div className="-mt-1 -mr-3 flex shrink-0">
              <Share name={product.name} />
              <Heart productId={product.id} name={product.name} />
            </div>
          </div>
          <Price kurus={priceKurus} originalKurus={product.originalPriceKurus} className="mt-3 text-xl" />
          {!soldOut && <p className="mt-1 min-h-5 text-muted text-sm tabular-nums">{installments}</p>}
          <ProductChoice
            product={product}
            siblings={siblings}
            charted={charted}
            color={color}
            onColor={setColor}
            variantId={variantId}
            onVariant={setVariantId}
          />
          {!soldOut && <Promises promises={promises} dates={dates} exemption={product.withdrawalExemption} />}
          <Description text={product.description} />
          <div className="mt-6 border-line border-b">
            <Garment details={details} />
            {!soldOut && <Delivery promises={promises} dates={dates} exemption={product.withdrawalExemption} />}
            {!soldOut && priceKurus !== null && <Installments priceKurus={priceKurus} />}
          </div>
        </div>
      </div>
      <Outfit cards={props.outfit} />
      <Recommended slug={product.slug} />
      <ProductMemory productId={product.id} />
    </div>
  )
}

/** Back to the previous page of the shop; opened by itself, the page leads to its category. */
function WayBack({ category }: { category: { name: string; slug: string; area: string } }) {
  const area = areaPage(category.area)
  return (
    <nav aria-label="Sayfa yolu" className="flex items-center gap-5 text-sm max-md:absolute max-md:z-10 md:py-4">
      <Link to={`/${category.slug}`} onClick={useGoBack()} className="flex h-11 items-center gap-2">
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
