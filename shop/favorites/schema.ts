import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const favorites = pgTable(
  'favorites',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').notNull(),
    productId: uuid('product_id').notNull(),
    /** The product's price then; null for favorites older than this column, and for products without a price. */
    priceKurus: integer('price_kurus'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [unique('favorites_user_product_key').on(table.userId, table.productId)],
)

/** The link by which she shows them to others. */
export const favoriteLists = pgTable('favorite_lists', {
  userId: uuid('user_id').primaryKey(),
  /** Random; it stands in the address. */
  token: text('token').notNull(),
  title: text('title').notNull(),
  createdAt: moment('created_at').notNull(),
})
