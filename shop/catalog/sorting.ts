import { asc, desc, type SQL, sql } from 'drizzle-orm'
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
