import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const images = pgTable('images', {
  /** The first 32 hex digits of the uploaded file's SHA-256. */
  id: text('id').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** The picture's mean color, lightened, '#rrggbb'; shown until it loads. */
  tone: text('tone').notNull(),
  /** When all that is drawn ahead was there. */
  avifAt: moment('avif_at'),
  createdAt: moment('created_at').notNull(),
})
