import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const paymentLinks = pgTable('payment_links', {
  tokenHash: text('token_hash').primaryKey(),
  orderId: uuid('order_id').notNull(),
  createdBy: uuid('created_by'),
  createdAt: moment('created_at').notNull(),
})
