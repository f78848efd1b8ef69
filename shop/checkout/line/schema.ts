import { bigint, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Who waits to check out, or was called to, by place; the lowest waits longest. */
export const linePlaces = pgTable('line_places', {
  place: bigint('place', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  person: uuid('person').notNull(),
  /** A keyed hash of where she pays from. */
  network: text('network').notNull(),
  variantIds: uuid('variant_ids').array().notNull(),
  joinedAt: moment('joined_at').notNull(),
  /** Null while she waits. */
  calledAt: moment('called_at'),
  /** What she has ordered with it: a place is good for one order that comes about. */
  orderId: uuid('order_id'),
})

/** The sizes that anybody in line wants or wanted. */
export const lineWishes = pgTable('line_wishes', { variantId: uuid('variant_id').primaryKey() })
