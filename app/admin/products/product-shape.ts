import type { Area } from '#shop/catalog/contract.ts'
import type { Image } from '#shop/media/images.ts'
import { imageUrl, widthsOf } from '#shop/media/urls.ts'

/** A product as the admin's calls write it; money in TL. */
export type AdminProduct = {
  id: string
  slug: string
  name: string
  description: string
  /** The main one first. */
  pictures: StoredPicture[]
  /** The lowest of its variants. */
  price: number | null
  /** What the owner would strike through. */
  originalPrice: number | null
  /** What may be and is struck through. */
  struckPrice: number | null
  category: AdminCategory
  categoryId: string
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
export type StoredPicture = Image

/** The smallest file of a picture, for tiles. */
export function smallUrl({ id, width }: StoredPicture): string {
  return imageUrl(id, widthsOf(width)[0] ?? width, 'webp')
}

/** The largest file, for cutting. */
export function largeUrl({ id, width }: StoredPicture): string {
  return imageUrl(id, widthsOf(width).at(-1) ?? width, 'webp')
}
