import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const orderInvoices = pgTable('order_invoices', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  number: text('number').notNull(),
  fileKey: text('file_key').notNull(),
  attachedBy: uuid('attached_by'),
  createdAt: moment('created_at').notNull(),
  /** When another one took its place. */
  replacedAt: moment('replaced_at'),
})
