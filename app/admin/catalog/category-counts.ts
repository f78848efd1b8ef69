import type { WireAdminCategory } from '#api/wire/admin/catalog.ts'

/** '12 ürün, 2 taslak'; what there is none of is left out. */
export function countsOf({ productCount, draftCount }: WireAdminCategory): string {
  const counts = [productCount > 0 && `${productCount} ürün`, draftCount > 0 && `${draftCount} taslak`]
  return counts.filter(Boolean).join(', ') || 'ürün yok'
}
