import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import type { Sort } from './contract.ts'
import { products } from './schema.ts'

/** The columns of each order, down to the id: no two products stand at the same place, so that pages never overlap. */
export function orderOf(sort: Sort): SQL[] {
  const newest = [desc(products.createdAt), desc(products.id)]
  switch (sort) {
    case 'recommended':
      return [asc(products.designPlace), ...newest]
    case 'newest':
      return newest
    case 'price-asc':
      return [sql`${products.priceKurus} asc nulls last`, asc(products.id)]
    case 'price-desc':
      return [sql`${products.priceKurus} desc nulls last`, asc(products.id)]
    case 'discount':
      return [sql`discount_of(${products.priceKurus}, ${products.struckPriceKurus}) desc nulls last`, desc(products.id)]
  }
}

/** Tag of answers that any product's price may change, whichever they show. Tags are ids; nothing else has this one. */
export const pricesTag = '00000000-0000-7000-8000-707269636573'

/** Tags a list that stands in the order of prices or holds some of them only: another price may move another product into it. */
export function notePrices(
  ctx: Ctx,
  sort: Sort,
  { fromKurus, toKurus }: { fromKurus?: number; toKurus?: number } = {},
) {
  const isInOrder = sort === 'price-asc' || sort === 'price-desc' || sort === 'discount'
  if (isInOrder || fromKurus !== undefined || toKurus !== undefined) ctx.tags?.add(pricesTag)
}
