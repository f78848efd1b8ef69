import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { CreditCause } from './contract.ts'

/** Each customer's balance: the sum of her entries, never below 0. */
export const creditAccounts = pgTable('credit_accounts', {
  userId: uuid('user_id').primaryKey(),
  balanceKurus: integer('balance_kurus').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Why a balance grew or shrank; rows are only added. */
export const creditEntries = pgTable('credit_entries', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** Negative: taken. */
  amountKurus: integer('amount_kurus').notNull(),
  cause: text('cause').$type<CreditCause>().notNull(),
  orderId: uuid('order_id'),
  refundId: uuid('refund_id'),
  actorId: uuid('actor_id'),
  /** A note by the owner; the customer reads it too. */
  note: text('note').notNull().default(''),
  requestKey: text('request_key'),
  createdAt: moment('created_at').notNull(),
})
