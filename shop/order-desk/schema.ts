import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const paymentLinks = pgTable('payment_links', {
  tokenHash: text('token_hash').primaryKey(),
  orderId: uuid('order_id').notNull(),
  createdBy: uuid('created_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
