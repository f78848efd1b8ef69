import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

export const transfers = pgTable('transfers', {
  attemptId: uuid('attempt_id').primaryKey(),
  /** Short, and no other order's: the bank's line is told by it. */
  reference: text('reference').notNull(),
  deadline: moment('deadline').notNull(),
  remindedAt: moment('reminded_at'),
})

export const transferReceipts = pgTable('transfer_receipts', {
  id: uuid('id').primaryKey(),
  attemptId: uuid('attempt_id').notNull(),
  amountKurus: integer('amount_kurus').notNull(),
  receivedAt: moment('received_at').notNull(),
  note: text('note').notNull().default(''),
  /** Names the line of a bank's statement that it was read from. */
  lineKey: text('line_key'),
  /** Names the request by which it was entered by hand. */
  requestKey: text('request_key'),
  actorId: uuid('actor_id'),
  createdAt: moment('created_at').notNull(),
  /** It was entered by mistake and no longer counts. */
  takenBackAt: moment('taken_back_at'),
  takenBackBy: uuid('taken_back_by'),
})

export const bankStatements = pgTable('bank_statements', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  lines: jsonb('lines').$type<{ key: string; day: string; amountKurus: number; text: string }[]>().notNull(),
  actorId: uuid('actor_id'),
  createdAt: moment('created_at').notNull(),
})
