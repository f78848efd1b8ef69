import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** The shoppers who wait to check out, or were called to, by place; the lowest waits longest. */
export const linePlaces = pgTable('line_places', {
  place: bigint('place', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  person: uuid('person').notNull(),
  /** A keyed hash of where she pays from. */
  network: text('network').notNull(),
  variantIds: uuid('variant_ids').array().notNull(),
  joinedAt: moment('joined_at').notNull(),
  /** Null while she waits. */
  calledAt: moment('called_at'),
  /** The order that she placed with it. The place stays good only if that order comes to nothing. */
  orderId: uuid('order_id'),
})

/** The sizes that anybody in line wants or wanted. */
export const lineWishes = pgTable('line_wishes', { variantId: uuid('variant_id').primaryKey() })
