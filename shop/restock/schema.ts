import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** Shoppers who wait for a size, in the order of `createdAt`, and the piece that is kept for each once it is her turn. */
export const stockRequests = pgTable('stock_requests', {
  id: uuid('id').primaryKey(),
  productId: uuid('product_id').notNull(),
  email: text('email').notNull(),
  size: text('size').notNull(),
  /** Null: any. */
  color: text('color'),
  /** Null while her address is not confirmed: she is not in line. */
  confirmedAt: moment('confirmed_at'),
  /** When her turn came; null while she is in line. */
  notifiedAt: moment('notified_at'),
  /** The size of which a piece is, or was, kept. */
  variantId: uuid('variant_id'),
  /** held: a piece is out of stock for her; bought: an order has it; over: it was kept long enough. Null: none, as for those told before pieces were kept. */
  hold: text('hold').$type<'held' | 'bought' | 'over'>(),
  /** Null while she has not been told. */
  heldUntil: moment('held_until'),
  openedAt: moment('opened_at'),
  /** When she took her old place again, after a turn that she slept through. */
  cameBackAt: moment('came_back_at'),
  /** The order that has the piece, or that had it and did not come about. */
  orderId: uuid('order_id'),
  createdAt: moment('created_at').notNull(),
})
