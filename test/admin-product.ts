import type { WireAdminProduct, WireAdminVariant } from '#api/wire/admin/catalog.ts'
import { eachText } from '#shop/catalog/product-fields.ts'

export const aPicture = (id: string) => ({
  id,
  url: `/media/${id}-960.webp`,
  width: 960,
  height: 1200,
  tone: '#cccccc',
})

/** Makes a product as the API sends it to the panel. */
export function anAdminProduct(variants: WireAdminVariant[], given: Partial<WireAdminProduct> = {}): WireAdminProduct {
  return {
    id: 'p1',
    slug: 'keten-elbise',
    name: 'Keten Elbise',
    description: 'Yumuşak keten.',
    mainImage: '/media/aa-960.webp',
    images: ['/media/bb-960.webp'],
    imageIds: ['aa', 'bb'],
    pictures: ['aa', 'bb'].map(aPicture),
    price: 1199.9,
    originalPrice: 1499,
    struckPrice: null,
    cost: null,
    category: { id: 'c1', name: 'Elbise', slug: 'elbise', area: 'ust-giyim' },
    categoryId: 'c1',
    variants,
    published: true,
    version: 4,
    lowStock: null,
    lowLimit: 1,
    waiting: 0,
    totalStock: variants.reduce((sum, { stockQuantity }) => sum + stockQuantity, 0),
    groupId: null,
    outfit: [],
    outfitPieces: [],
    createdAt: '2026-11-20T10:00:00Z',
    updatedAt: '2026-11-20T10:00:00Z',
    ...eachText(() => null),
    ...given,
  }
}
