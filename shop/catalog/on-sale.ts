import { sql } from 'drizzle-orm'
import { products } from './schema.ts'

/** Condition for products that shoppers may see: neither deleted nor a draft. shown_products() in SQL is the same. */
export const onSale = sql`(${products.deletedAt} is null and ${products.publishedAt} is not null)`
