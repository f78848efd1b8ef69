import { useState } from 'react'
import { data, Link } from 'react-router'
import { shopContext } from '#app/context.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Price } from '#app/ui/price.tsx'
import { findColorSiblings } from '#shop/catalog/groups.ts'
import { findProduct } from '#shop/catalog/products.ts'
import { sizeChartOf } from '#shop/catalog/size-charts.ts'
import { findPromises } from '#shop/settings/terms.ts'
import { areaPage } from '../../frame/areas.ts'
import { movedTo } from '../../frame/moved-to.ts'
import { pageMeta, shopOf } from '../../frame/page-meta.ts'
import { useGoBack } from '../../frame/use-go-back.ts'
import { Heart } from '../listing/heart.tsx'
import type { Route } from './+types/product.ts'
import { ProductChoice } from './choice.tsx'
import { productData } from './data.ts'
import { Description } from './description.tsx'
import { Garment } from './details/garment.tsx'
import { garmentDetails } from './details/garment-details.ts'
import { Gallery } from './gallery.tsx'
import { Installments } from './installments.tsx'
import { ProductMemory } from './memory.tsx'
import { Recommended } from './recommended.tsx'
import { Share } from './share.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { product, siblings, promises, details } = loaderData
  const shop = shopOf(matches)
  return [
    ...pageMeta(shop, {
      title: `${product.name} | ${shop.name}`,
      description: `${product.description.split('\n')[0]} ${shop.promise}`,
      path: `/urun/${product.slug}`,
      image: product.images[0],
      type: 'product',
    }),
    ...productData({ ...shop, returnDays: promises.returnDays }, product, details, siblings).map((ld) => ({
      'script:ld+json': ld,
    })),
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
  const { shipping, return: returns, dispatch, freeReturnDays } = await findPromises(ctx)
  const promises = { shipping, returns, dispatch, returnDays: Number(freeReturnDays) }
  return { product, siblings, charted, promises, details, area: product.category.area }
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return <ProductView key={loaderData.product.id} {...loaderData} />
}

function ProductView({ product, siblings, charted, promises, details }: Route.ComponentProps['loaderData']) {
  const [color, setColor] = useState<string>()
  const [variantId, setVariantId] = useState<string>()
  const own = product.variants.find((variant) => variant.color === color && variant.images.length > 0)
  const chosen = product.variants.find((variant) => variant.id === variantId)
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
          <Price
            kurus={chosen?.priceKurus ?? product.priceKurus}
            originalKurus={product.originalPriceKurus}
            className="mt-3 text-xl"
          />
          <ProductChoice
            product={product}
            siblings={siblings}
            charted={charted}
            color={color}
            onColor={setColor}
            variantId={variantId}
            onVariant={setVariantId}
          />
          <Promises promises={promises} exemption={product.withdrawalExemption} />
          <Description text={product.description} />
          <div className="mt-6 border-line border-b">
            <Garment details={details} />
            {product.priceKurus !== null && <Installments priceKurus={chosen?.priceKurus ?? product.priceKurus} />}
          </div>
        </div>
      </div>
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

type PromisesProps = {
  promises: Route.ComponentProps['loaderData']['promises']
  exemption: string | null
}

/** Delivery, returns and dispatch of this product. */
function Promises({ promises, exemption }: PromisesProps) {
  return (
    <ul className="mt-8 flex flex-col gap-3 border-line border-t pt-6">
      <Note icon="truck">{promises.shipping}</Note>
      <Note icon="return">{exemption ? `Cayma hakkı yoktur: ${exemption}` : promises.returns}</Note>
      <Note icon="box">{promises.dispatch}</Note>
    </ul>
  )
}

function Note({ icon, children }: { icon: 'truck' | 'return' | 'box'; children: string }) {
  return (
    <li className="flex items-center gap-3">
      <Icon name={icon} />
      {children}
    </li>
  )
}
