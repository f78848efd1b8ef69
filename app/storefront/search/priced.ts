import { readPriceWish } from '#shop/catalog/search/price-wish.ts'
import type { Asked } from '../listing/address.ts'

const sorts = { cheapest: 'artan', reduced: 'indirim' } as const

/** *1000 TL altı elbise* is a search for dresses with the filter set. Undefined where the words say nothing about prices, or she chose them. */
export function withPrices(asked: Asked): Asked | undefined {
  if (asked.from !== undefined || asked.to !== undefined || asked.sort) return undefined
  const { rest, from, to, first } = readPriceWish(asked.q ?? '')
  if (from === undefined && to === undefined && !first) return undefined
  return { ...asked, q: rest || undefined, from, to, sort: first && sorts[first] }
}
