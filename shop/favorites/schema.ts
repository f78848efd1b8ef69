import { integer, pgTable, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

export const favorites = pgTable(
  'favorites',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    productId: uuid('product_id').notNull(),
    /** The product's price then; null for favorites older than this column, and for products without a price. */
    priceKurus: integer('price_kurus'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [unique('favorites_user_product_key').on(table.userId, table.productId)],
)
