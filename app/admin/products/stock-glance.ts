import type { WireAdminVariant } from '#api/wire/admin/catalog.ts'
import { compareSizes } from '#shop/catalog/sizes.ts'

type Glance = { total: number; mark?: 'Tükendi' | 'Az kaldı'; sizes: { size: string; count: number }[] }

/** The stock of a product by size, over all its colors; `low`: at how many pieces of one its owner is told. */
export function glanceOf(variants: readonly WireAdminVariant[], low: number): Glance {
  const total = variants.reduce((sum, { stockQuantity }) => sum + stockQuantity, 0)
  const runsLow = variants.some(({ stockQuantity }) => stockQuantity > 0 && stockQuantity <= low)
  const sizes = [...Map.groupBy(variants, ({ size }) => size)]
    .map(([size, list]) => ({ size, count: list.reduce((sum, { stockQuantity }) => sum + stockQuantity, 0) }))
    .sort((a, b) => compareSizes(a.size, b.size))
  return { total, mark: total === 0 ? 'Tükendi' : runsLow ? 'Az kaldı' : undefined, sizes }
}
