import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

/** A row for each customer, kept by the database (fold_customers). */
export const customers = pgTable('customers', {
  userId: uuid('user_id').primaryKey(),
  guest: boolean('guest').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  /** E.164, or blank; of her last order or of her address book. */
  phone: text('phone').notNull(),
  city: text('city').notNull(),
  joinedAt: moment('joined_at').notNull(),
  /** Sold: neither cancelled nor still to be paid by transfer or link; an exchange is none. */
  orders: integer('orders').notNull(),
  spentKurus: bigint('spent_kurus', { mode: 'number' }).notNull(),
  lastOrderAt: moment('last_order_at'),
  openReturns: integer('open_returns').notNull(),
})

/** How many customers there are by how often they bought: differences that triggers add, summed up hourly. */
export const customerCounts = pgTable('customer_counts', {
  bought: text('bought', { enum: ['never', 'once', 'several'] }).notNull(),
  n: integer('n').notNull(),
})

export const customerNotes = pgTable('customer_notes', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  text: text('text').notNull(),
  authorId: uuid('author_id'),
  authorName: text('author_name').notNull(),
  createdAt: moment('created_at').notNull(),
})
