import type { ColorSibling } from '#shop/catalog/groups.ts'
import type { Product } from '#shop/catalog/products.ts'
import type { ShownSale } from '#shop/catalog/sales/shown-sale.ts'
import type { Image } from '#shop/media/images.ts'
import { imageUrl, jpegWidth } from '#shop/media/urls.ts'
import { toTl } from '#shop/money.ts'
import type { ShownReviews } from '#shop/reviews/shown.ts'
import { type DeliveryFee, feeFor } from '#shop/settings/delivery-fee.ts'
import { istanbulDay } from '#shop/time.ts'
import { areaPage } from '../../frame/areas.ts'
import type { GarmentDetails } from './details/garment-details.ts'

type Shop = {
  name: string
  publicUrl: string
  returnDays: number
  fee: DeliveryFee
  sale: ShownSale | undefined
  reviews: ShownReviews['told']
}
type Json = { [key: string]: string | number | Json | Json[] | string[] | undefined }

/** Structured data for search engines: the design with its variants, and the path to the page. */
export function productData(shop: Shop, product: Product, details: GarmentDetails, siblings: ColorSibling[]): Json[] {
  const url = `${shop.publicUrl}/urun/${product.slug}`
  const others = siblings.filter((sibling) => sibling.id !== product.id)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ProductGroup',
      name: product.name,
      description: product.description,
      url,
      brand: { '@type': 'Brand', name: shop.name },
      productGroupID: siblings[0]?.id ?? product.id,
      variesBy: ['https://schema.org/size', 'https://schema.org/color'],
      image: product.images.map((image) => pictureUrl(shop, image)),
      material: details.fabric,
      additionalProperty: propertiesOf(details),
      ...reviewsOf(shop),
      hasVariant: [
        ...product.variants.map((variant) => ({
          '@type': 'Product',
          name: variantName(product.name, variant),
          sku: variant.sku,
          size: variant.size,
          color: variant.color,
          hasMeasurement: measurementsOf(details, variant.size),
          image: [variant.images[0] ?? product.images[0]].flatMap((image) => (image ? pictureUrl(shop, image) : [])),
          offers: offer(url, shop, product, variant),
        })),
        ...others.map((sibling) => ({ '@type': 'Product', url: `${shop.publicUrl}/urun/${sibling.slug}` })),
      ],
    },
    breadcrumbs(shop, product),
  ]
}

/** A color that ends the product's name is not said once more. */
function variantName(name: string, { color, size }: { color: string; size: string }): string {
  const lower = (text: string) => text.toLocaleLowerCase('tr')
  return lower(name).endsWith(` ${lower(color)}`) ? `${name} ${size}` : `${name} ${color} ${size}`
}

/** The characters of a review's words that are told. */
const longestTold = 300

function reviewsOf({ reviews }: Shop): Json {
  if (!reviews) return {}
  const { summary, newest } = reviews
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: summary.average ?? undefined,
      reviewCount: summary.count,
      bestRating: 5,
    },
    review: newest.map(({ author, stars, text, createdAt }) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: author },
      reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5 },
      reviewBody: text.slice(0, longestTold),
      datePublished: istanbulDay(createdAt),
    })),
  }
}

function propertiesOf({ fit, care }: GarmentDetails): Json[] | undefined {
  const properties = [
    ...(fit ? [{ name: 'Kalıp', value: fit.name }] : []),
    ...(care ? [{ name: 'Bakım', value: care.map(({ name }) => name).join(', ') }] : []),
  ]
  return properties.length > 0 ? properties.map((property) => ({ '@type': 'PropertyValue', ...property })) : undefined
}

function measurementsOf({ measurements }: GarmentDetails, size: string): Json[] | undefined {
  const row = measurements?.rows.find((row) => row.size === size)
  return row?.values.flatMap((value, index) =>
    value === null ? [] : [{ '@type': 'QuantitativeValue', name: measurements?.names[index], value, unitCode: 'CMT' }],
  )
}

/** Zero days: it is not taken back. */
function offer(
  url: string,
  { fee, sale, ...shop }: Shop,
  { withdrawalExemption, weightClass }: Product,
  { id, priceKurus, stock }: Product['variants'][number],
): Json {
  const returnDays = withdrawalExemption ? 0 : shop.returnDays
  return {
    '@type': 'Offer',
    url,
    priceCurrency: 'TRY',
    price: (priceKurus / 100).toFixed(2),
    priceValidUntil: sale?.variantIds.includes(id) ? sale.until?.toISOString() : undefined,
    availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
    itemCondition: 'https://schema.org/NewCondition',
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: {
        '@type': 'MonetaryAmount',
        value: toTl(feeFor(fee, priceKurus, { classes: [weightClass] })),
        currency: 'TRY',
      },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'TR' },
    },
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'TR',
      ...(returnDays === 0
        ? { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
        : {
            returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
            merchantReturnDays: returnDays,
            returnFees: 'https://schema.org/FreeReturn',
          }),
    },
  }
}

function breadcrumbs(shop: Shop, { name, slug, category }: Product): Json {
  const area = areaPage(category.area)
  const steps = [
    { name: area?.title ?? category.name, path: `/${category.area}` },
    ...(area?.title === category.name ? [] : [{ name: category.name, path: `/${category.slug}` }]),
    { name, path: `/urun/${slug}` },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: shop.publicUrl + step.path,
    })),
  }
}

function pictureUrl(shop: Shop, image: Image): string {
  return shop.publicUrl + imageUrl(image.id, jpegWidth(image.width), 'jpg')
}
