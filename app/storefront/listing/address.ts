import { type SortName, sortNames } from '../../frame/areas.ts'

/** One stretch of cards; a listing holds as many products as the shop lists at most. */
export const stretch = 24
export const mostProducts = 1000

/** The query of a listing. All of it stands in the address, so that a reload and a shared link show the same. */
export type Asked = {
  q?: string
  sort?: SortName
  sizes: string[]
  /** Slugs of color families. */
  colors: string[]
  /** Prices in whole TL. */
  from?: number
  to?: number
  inStock: boolean
}

export const askedNothing: Asked = { sizes: [], colors: [], inStock: false }

const mostChoices = 30

export function readAsked(params: URLSearchParams): Asked {
  const choices = (name: string) =>
    [...new Set(params.getAll(name))].filter((value) => value !== '' && value.length <= 40).slice(0, mostChoices)
  return {
    q: params.get('q')?.trim().slice(0, 100) || undefined,
    sort: readSort(params.get('siralama')),
    sizes: choices('beden'),
    colors: choices('renk'),
    ...readPrices(params.get('en-az'), params.get('en-cok')),
    inStock: params.get('stokta') === '1',
  }
}

export function readSort(text: string | null): SortName | undefined {
  return sortNames.find((name) => name === text)
}

/** Typed the wrong way round, they are turned. */
function readPrices(least: string | null, most: string | null): Pick<Asked, 'from' | 'to'> {
  const [from, to] = [readPrice(least, Math.floor), readPrice(most, Math.ceil)]
  return (from ?? 0) > (to ?? 1e7) ? { from: to, to: from } : { from, to }
}

/** '1.000' is a thousand, '499,90 TL' and '500 lira' are read to whole ones; without a number it asks for nothing. */
function readPrice(text: string | null, round: (price: number) => number): number | undefined {
  const price = Number(text?.replace(/[^\d,-]/g, '').replace(',', '.') || -1)
  return price >= 0 && price < 1e7 ? round(price) : undefined
}

export function readPages(params: URLSearchParams): number {
  const given = Number(params.get('sayfa') ?? 1)
  return Number.isInteger(given) && given >= 1 ? Math.min(given, Math.ceil(mostProducts / stretch)) : 1
}

/** Where a listing's first `pages` stretches are. */
export function addressOf(slug: string, asked: Asked, pages = 1): string {
  const params = new URLSearchParams()
  if (pages > 1) params.set('sayfa', String(pages))
  if (asked.sort) params.set('siralama', asked.sort)
  for (const size of asked.sizes) params.append('beden', size)
  for (const color of asked.colors) params.append('renk', color)
  if (asked.from !== undefined) params.set('en-az', String(asked.from))
  if (asked.to !== undefined) params.set('en-cok', String(asked.to))
  if (asked.inStock) params.set('stokta', '1')
  if (asked.q) params.set('q', asked.q)
  return `/${slug}${params.size > 0 ? `?${params}` : ''}`
}

/** How many filters are on; both ends of a price are one. */
export function countFilters({ sizes, colors, from, to, inStock }: Asked): number {
  return sizes.length + colors.length + (from !== undefined || to !== undefined ? 1 : 0) + (inStock ? 1 : 0)
}

/** The same without filters: what is searched for and the order stay. */
export function withoutFilters({ q, sort }: Asked): Asked {
  return { ...askedNothing, q, sort }
}
