import type { Area } from '#shop/catalog/contract.ts'

/** A category as the admin's calls write it. */
export type AdminCategory = {
  id: string
  name: string
  slug: string
  area: Area
  position: number
  version: number
  /** On sale. */
  productCount: number
  draftCount: number
}

/** '12 ürün, 2 taslak'; what there is none of is left out. */
export function countsOf({ productCount, draftCount }: AdminCategory): string {
  const counts = [productCount > 0 && `${productCount} ürün`, draftCount > 0 && `${draftCount} taslak`]
  return counts.filter(Boolean).join(', ') || 'ürün yok'
}
