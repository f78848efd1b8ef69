import { boolean, customType, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const logos = pgTable('logos', {
  id: text('id').primaryKey(),
  type: text('type').$type<'image/svg+xml' | 'image/png' | 'image/webp'>().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  opaque: boolean('opaque').notNull(),
  image: bytea('image').notNull(),
  /** For mails and papers, at most 800 × 320. */
  png: bytea('png').notNull(),
  icon64: bytea('icon_64').notNull(),
  icon180: bytea('icon_180').notNull(),
  icon512: bytea('icon_512').notNull(),
  iconMaskable: bytea('icon_maskable').notNull(),
  createdAt: moment('created_at').notNull(),
})
