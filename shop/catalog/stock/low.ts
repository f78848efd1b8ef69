import { type SQL, sql } from 'drizzle-orm'
import { products } from '../schema.ts'

/** The key of the shop's own limit in the settings. */
export const stockKey = 'stock'

/** The last piece: what is about to be sold out. With three a boutique that buys five of each would always be told of everything. */
export const usualLow = 1

/** At how many pieces of a size the owner is told of a product. */
export const lowLimit: SQL<number> = sql<number>`coalesce(${products.lowStock},
  (select (value->>'low')::int from settings where key = ${stockKey}), ${usualLow}::int)`
