import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { products } from './schema.ts'

/** Condition for products that shoppers may see: neither deleted nor a draft. shown_products() in SQL is the same. */
export const onSale = onSaleIn(products)

/** The same of products that a statement knows by another name. */
export function onSaleIn({ deletedAt, publishedAt }: Record<'deletedAt' | 'publishedAt', AnyPgColumn>): SQL {
  return sql`(${deletedAt} is null and ${publishedAt} is not null)`
}
