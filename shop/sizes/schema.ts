import { jsonb, pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

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
  updatedAt: moment('updated_at').notNull(),
})
