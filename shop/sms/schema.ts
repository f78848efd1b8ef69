import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const sms = pgTable('sms', {
  id: uuid('id').primaryKey(),
  kind: text('kind').notNull(),
  /** The order that it is about; its buyer is told of it when she asks for her data. */
  orderId: uuid('order_id'),
  /** E.164. */
  toPhone: text('to_phone').notNull(),
  /** Empty once it is sent, or too late to be. */
  text: text('text').notNull(),
  /** It is of no use later. */
  until: moment('until').notNull(),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  /** The sender's name for it. */
  jobId: text('job_id'),
  sentAt: moment('sent_at'),
  createdAt: moment('created_at').notNull(),
})
