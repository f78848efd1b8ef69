import type { MetaDescriptor } from 'react-router'
import type { Image } from '#shop/media/images.ts'
import { imageUrl, jpegWidth } from '#shop/media/urls.ts'

type Shop = { name: string; publicUrl: string; promise: string }
type RootMatch = { loaderData?: { shop: Shop } } | undefined

type PageMeta = {
  title: string
  description: string
  /** The page's one true address, without the shop's. */
  path: string
  image?: Image
  /** A picture made for link previews, relative to the shop; it comes before `image`. */
  preview?: { path: string; width: number; height: number } | undefined
  type?: 'website' | 'product'
}

/** The shop, as the root's loader read it. */
export function shopOf(matches: readonly unknown[]): Shop {
  return (matches[0] as RootMatch)?.loaderData?.shop ?? { name: '', publicUrl: '', promise: '' }
}

/** Title, description, canonical address and link preview of a page. */
export function pageMeta(
  shop: Shop,
  { title, description, path, image, preview, type = 'website' }: PageMeta,
): MetaDescriptor[] {
  const address = shop.publicUrl + path
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: type },
    { property: 'og:site_name', content: shop.name },
    { property: 'og:locale', content: 'tr_TR' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...previewPicture(shop, preview ?? (image && ofImage(image))),
  ]
}

function previewPicture(shop: Shop, preview: PageMeta['preview']): MetaDescriptor[] {
  if (!preview) return []
  const { path, width, height } = preview
  return [
    { property: 'og:image', content: shop.publicUrl + path },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

function ofImage({ id, width, height }: Image) {
  const jpeg = jpegWidth(width)
  return { path: imageUrl(id, jpeg, 'jpg'), width: jpeg, height: Math.round((height * jpeg) / width) }
}
