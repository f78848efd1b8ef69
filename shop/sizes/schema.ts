import { jsonb, pgTable, smallint, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The sizes that a shopper says she wears. */
export const ownSizes = pgTable('own_sizes', {
  userId: uuid('user_id').primaryKey(),
  /** By area, or by slug of a category. */
  sizes: jsonb('sizes').$type<Record<string, string[]>>().notNull(),
  /** In cm. */
  bust: smallint('bust'),
  waist: smallint('waist'),
  hips: smallint('hips'),
  height: smallint('height'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})
