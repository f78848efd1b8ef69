import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  kind: text('kind').notNull(),
  toEmail: text('to_email').notNull(),
  /** Who gets an answer; without it the shop itself. */
  replyTo: text('reply_to'),
  subject: text('subject').notNull(),
  html: text('html').notNull(),
  text: text('text').notNull(),
  /** For mails that need consent: where one click takes it back. */
  unsubscribeUrl: text('unsubscribe_url'),
  /** The order whose accepted contracts go along. */
  contractsOf: uuid('contracts_of'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
