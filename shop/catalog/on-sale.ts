import { sql } from 'drizzle-orm'
import { products } from './schema.ts'

/** What shoppers may see of products: neither deleted nor a draft. shown_products() of the database says the same. */
export const onSale = sql`(${products.deletedAt} is null and ${products.publishedAt} is not null)`
