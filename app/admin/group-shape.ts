import type { Image } from '#shop/media/images.ts'

/** A product group as the admin's calls write it: the colours of one design, in order. */
export type AdminGroup = { id: string; name: string; createdAt: string; members: { product: GroupProduct }[] }

export type GroupProduct = {
  id: string
  name: string
  slug: string
  picture: Image | null
  /** TL. */
  price: number | null
  published: boolean
}
