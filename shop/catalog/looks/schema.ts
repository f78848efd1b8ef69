import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** Put together by the owner. */
export const looks = pgTable('looks', {
  id: uuid('id').primaryKey(),
  title: text('title').notNull(),
  /** A picture of the whole. */
  imageId: text('image_id'),
  position: integer('position').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const lookPieces = pgTable(
  'look_pieces',
  {
    lookId: uuid('look_id').notNull(),
    productId: uuid('product_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ name: 'look_pieces_pk', columns: [table.lookId, table.productId] })],
)
