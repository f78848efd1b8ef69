import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const images = pgTable('images', {
  /** The first 32 hex digits of the SHA-256 of what was uploaded. */
  id: text('id').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** The picture's soft mean colour, '#rrggbb', shown until it arrives. */
  tone: text('tone').notNull(),
  avifAt: timestamp('avif_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
