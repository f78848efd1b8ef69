import type { Area } from '#shop/catalog/contract.ts'

/** A product as the admin's calls write it; money in TL. */
export type AdminProduct = {
  id: string
  slug: string
  name: string
  description: string
  mainImage: string | null
  images: string[]
  /** The pictures' ids, the main one first. */
  imageIds: string[]
  /** The lowest of its variants. */
  price: number | null
  /** What the owner would strike through. */
  originalPrice: number | null
  /** What may be and is struck through. */
  struckPrice: number | null
  category: { id: string; name: string; slug: string; area: Area } | null
  categoryId: string | null
  variants: AdminVariant[]
  published: boolean
  withdrawalExemption: string | null
  version: number
  totalStock: number
  groupId: string | null
  createdAt: string
  updatedAt: string
}

export type AdminVariant = {
  id: string
  sku: string
  color: string
  colorHex: string | null
  size: string
  price: number
  stockQuantity: number
}

export type AdminCategory = { id: string; name: string; slug: string; area: Area }

/** A picture that the shop keeps. */
export type StoredPicture = { id: string; url: string }

export function picturesOf(product: AdminProduct): StoredPicture[] {
  const urls = [product.mainImage, ...product.images.filter((url) => url !== product.mainImage)]
  return product.imageIds.map((id) => ({ id, url: urls.find((url) => url?.includes(id)) ?? smallUrl(id) }))
}

/** The address of a picture's smallest file, for lists and tiles. */
export function smallUrl(id: string): string {
  return `/media/${id}-320.webp`
}
