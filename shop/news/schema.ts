import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { CartPiece } from './carts/contract.ts'
import type { Audience, NewsBlock, NewsletterMailState, NewsletterState } from './contract.ts'

export const newsletters = pgTable('newsletters', {
  id: uuid('id').primaryKey(),
  subject: text('subject').notNull(),
  preheader: text('preheader').notNull(),
  blocks: jsonb('blocks').$type<NewsBlock[]>().notNull(),
  audience: jsonb('audience').$type<Audience>().notNull(),
  state: text('state').$type<NewsletterState>().notNull().default('DRAFT'),
  /** When it may begin. */
  sendAt: moment('send_at'),
  startedAt: moment('started_at'),
  endedAt: moment('ended_at'),
  /** Recipients up to this address have their row; `filledAt`: all have. */
  filledTo: text('filled_to').notNull().default(''),
  filledAt: moment('filled_at'),
  leaseUntil: moment('lease_until'),
  /** Why nothing goes out, in the mail server's words. */
  trouble: text('trouble'),
  /** Written at its end; while it is sent the rows say it. */
  total: integer('total').notNull().default(0),
  sent: integer('sent').notNull().default(0),
  failed: integer('failed').notNull().default(0),
  skipped: integer('skipped').notNull().default(0),
  unsubscribed: integer('unsubscribed').notNull().default(0),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const newsletterMails = pgTable('newsletter_mails', {
  id: uuid('id').primaryKey(),
  newsletterId: uuid('newsletter_id').notNull(),
  recipient: text('recipient').notNull(),
  state: text('state').$type<NewsletterMailState>().notNull().default('WAITING'),
  dueAt: moment('due_at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  claimedAt: moment('claimed_at'),
  sentAt: moment('sent_at'),
  error: text('error'),
  unsubscribedAt: moment('unsubscribed_at'),
})

/** The last price fall that a shopper was told of for each favorite, with its price. */
export const priceFallsTold = pgTable(
  'price_falls_told',
  {
    userId: uuid('user_id').notNull(),
    productId: uuid('product_id').notNull(),
    priceKurus: integer('price_kurus').notNull(),
    toldAt: moment('told_at').notNull(),
  },
  (table) => [primaryKey({ name: 'price_falls_told_pk', columns: [table.userId, table.productId] })],
)

/** The cart of each shopper who agreed to mails. */
export const keptCarts = pgTable('kept_carts', {
  userId: uuid('user_id').primaryKey(),
  /** Empty once it is too old; that it was told stays. */
  lines: jsonb('lines').$type<CartPiece[]>().notNull(),
  changedAt: moment('changed_at').notNull(),
  toldAt: moment('told_at'),
  /** The mail that tells of the cart: it is not sent once the cart is gone. */
  mailId: uuid('mail_id'),
  /** The hash of the token in the link of that mail. */
  tokenHash: text('token_hash'),
})
