import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  kind: text('kind').notNull(),
  toEmail: text('to_email').notNull(),
  /** Where replies go; the shop itself when null. */
  replyTo: text('reply_to'),
  subject: text('subject').notNull(),
  html: text('html').notNull(),
  text: text('text').notNull(),
  /** For mails that need consent: the address that withdraws it in one click. */
  unsubscribeUrl: text('unsubscribe_url'),
  /** The order whose accepted contracts are attached. */
  contractsOf: uuid('contracts_of'),
  /** The order whose link is written into it when it is sent. */
  orderLinkOf: uuid('order_link_of'),
  /** A stored file that comes along, and its name there. */
  fileKey: text('file_key'),
  fileName: text('file_name'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
  /** Sent means written to the folder: there was no mail server. */
  toFolder: boolean('to_folder').notNull().default(false),
  sentAt: moment('sent_at'),
  /** It came back: status and words of the server that refused it. */
  returned: text('returned'),
  createdAt: moment('created_at').notNull(),
})

/** The last mail that came back, for each address (bounces/bounces.ts). */
export const bounces = pgTable('bounces', {
  email: text('email').primaryKey(),
  /** The address does not work. */
  hard: boolean('hard').notNull(),
  status: text('status').notNull(),
  reason: text('reason').notNull(),
  bouncedAt: moment('bounced_at').notNull(),
})
