import type { WireAdminVariant } from '#api/wire/admin/catalog.ts'
import { compareSizes } from '#shop/catalog/sizes.ts'

/** At how many pieces of a size the shop says that it runs low; the filter of the list counts alike. */
export const low = 3

type Glance = { total: number; mark?: 'Tükendi' | 'Az kaldı'; sizes: { size: string; count: number }[] }

/** The stock of a product by size, over all its colors. */
export function glanceOf(variants: readonly WireAdminVariant[]): Glance {
  const total = variants.reduce((sum, { stockQuantity }) => sum + stockQuantity, 0)
  const runsLow = variants.some(({ stockQuantity }) => stockQuantity > 0 && stockQuantity <= low)
  const sizes = [...Map.groupBy(variants, ({ size }) => size)]
    .map(([size, list]) => ({ size, count: list.reduce((sum, { stockQuantity }) => sum + stockQuantity, 0) }))
    .sort((a, b) => compareSizes(a.size, b.size))
  return { total, mark: total === 0 ? 'Tükendi' : runsLow ? 'Az kaldı' : undefined, sizes }
}
