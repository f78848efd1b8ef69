import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'
import type { GiftCause } from './contract.ts'

export const giftCards = pgTable('gift_cards', {
  id: uuid('id').primaryKey(),
  codeHash: text('code_hash').notNull(),
  codeTail: text('code_tail').notNull(),
  initialKurus: integer('initial_kurus').notNull(),
  /** The sum of its entries, and never below nought. */
  balanceKurus: integer('balance_kurus').notNull(),
  /** The owner's own. */
  note: text('note').notNull().default(''),
  recipientEmail: text('recipient_email'),
  recipientName: text('recipient_name').notNull().default(''),
  /** To the recipient, in her mail. */
  message: text('message').notNull().default(''),
  blockedAt: moment('blocked_at'),
  actorId: uuid('actor_id'),
  requestKey: text('request_key'),
  position: integer('position').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Why a balance grew or shrank; rows are only added. */
export const giftCardEntries = pgTable('gift_card_entries', {
  id: uuid('id').primaryKey(),
  cardId: uuid('card_id').notNull(),
  /** Below nought: taken. */
  amountKurus: integer('amount_kurus').notNull(),
  cause: text('cause').$type<GiftCause>().notNull(),
  orderId: uuid('order_id'),
  refundId: uuid('refund_id'),
  actorId: uuid('actor_id'),
  createdAt: moment('created_at').notNull(),
})

/** The part of an order that each card pays, and how much of it went back to the card by refunds. */
export const giftCardUses = pgTable(
  'gift_card_uses',
  {
    orderId: uuid('order_id').notNull(),
    cardId: uuid('card_id').notNull(),
    position: integer('position').notNull(),
    kurus: integer('kurus').notNull(),
    backKurus: integer('back_kurus').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.cardId] })],
)
