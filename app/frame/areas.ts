import type { IconName } from '#app/ui/icon.tsx'
import type { Area } from '#shop/catalog/contract.ts'

/** The shop's four areas in their order; each has its page at `/{area}`. */
export const areaPages: { area: Area; title: string; tab: string; about: string }[] = [
  {
    area: 'ust-giyim',
    title: 'Üst Giyim',
    tab: 'ÜST GİYİM',
    about: 'Crop, bluz, elbise, yelek, takım ve body modelleri.',
  },
  {
    area: 'alt-giyim',
    title: 'Alt Giyim',
    tab: 'ALT GİYİM',
    about: 'Etek ve pantolon modelleri.',
  },
  {
    area: 'aksesuar',
    title: 'Aksesuar',
    tab: 'AKSESUAR',
    about: 'Çanta ve aksesuar modelleri.',
  },
  {
    area: 'special',
    title: 'Özel Koleksiyon',
    tab: 'ÖZEL KOLEKSİYON',
    about: 'Özel tasarım, sınırlı sayıda üretilen parçalar.',
  },
]

/** The page of every area at once. */
export const everything = 'tum-urunler'

/** The page of what a search finds. */
export const searchSlug = 'ara'

const placeholders: Record<Area, IconName> = {
  'ust-giyim': 'top',
  'alt-giyim': 'skirt',
  aksesuar: 'bag',
  special: 'hanger',
}

/** The drawing in place of a picture that is missing or does not load. */
export function placeholderOf(area: Area): IconName {
  return placeholders[area]
}

export function areaPage(slug: string) {
  return areaPages.find((page) => page.area === slug)
}

/** An order, as the address says it; without it the recommended one: of a search the best hits first. */
export const sortNames = ['yeni', 'artan', 'azalan', 'indirim'] as const
export type SortName = (typeof sortNames)[number]

/** The state of a navigation: the category to preselect on an area's page, or the wish to see every area. */
export type ListingState = { selectedCategory?: string; showAllProducts?: boolean }
