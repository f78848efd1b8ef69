import { boolean, integer, pgSchema, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export type AttemptStatus = 'STARTED' | 'AWAITING_3DS' | 'UNKNOWN' | 'SUCCEEDED' | 'DECLINED' | 'EXPIRED' | 'REFUNDED'

export const paymentAttempts = pgTable('payment_attempts', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  provider: text('provider').notNull(),
  conversationId: text('conversation_id').notNull(),
  status: text('status').$type<AttemptStatus>().notNull(),
  amountKurus: integer('amount_kurus').notNull(),
  installments: integer('installments').notNull().default(1),
  cardBin: text('card_bin').notNull(),
  cardLast4: text('card_last4').notNull(),
  providerPaymentId: text('provider_payment_id'),
  declineCode: text('decline_code'),
  declineMessage: text('decline_message'),
  /** Until then somebody is busy with the attempt, or the shopper with her bank. */
  leaseUntil: moment('lease_until').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const paymentEvents = pgTable('payment_events', {
  id: uuid('id').primaryKey(),
  attemptId: uuid('attempt_id').notNull(),
  fromStatus: text('from_status').$type<AttemptStatus>(),
  toStatus: text('to_status').$type<AttemptStatus>().notNull(),
  cause: text('cause').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  attemptId: uuid('attempt_id').notNull(),
  amountKurus: integer('amount_kurus').notNull(),
  status: text('status').$type<'REQUESTED' | 'SUCCEEDED' | 'FAILED'>().notNull(),
  /** 'cancellation': by an admin. 'late-charge': the money came when the order was no longer possible. */
  reason: text('reason').$type<'cancellation' | 'late-charge'>().notNull(),
  actorId: uuid('actor_id'),
  leaseUntil: moment('lease_until').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const idempotencyKeys = pgTable('idempotency_keys', {
  userId: uuid('user_id').notNull(),
  key: text('key').notNull(),
  requestHash: text('request_hash').notNull(),
  attemptId: uuid('attempt_id').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** The demo bank's books; only payments/demo.ts touches them. */
const demoBank = pgSchema('demo_bank')

export const demoCharges = demoBank.table('charges', {
  paymentId: uuid('payment_id').primaryKey(),
  conversationId: text('conversation_id').notNull(),
  orderId: uuid('order_id').notNull(),
  amountKurus: integer('amount_kurus').notNull(),
  refundedKurus: integer('refunded_kurus').notNull().default(0),
  status: text('status').$type<'CHARGED' | 'DECLINED' | 'AWAITING_3DS'>().notNull(),
  declineCode: text('decline_code'),
  /** What the bank's page found: null before the shopper was there. */
  threeDsOk: boolean('three_ds_ok'),
  callbackUrl: text('callback_url'),
  createdAt: moment('created_at').notNull(),
})

export const demoRefunds = demoBank.table('refunds', {
  refundId: uuid('refund_id').primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  amountKurus: integer('amount_kurus').notNull(),
  createdAt: moment('created_at').notNull(),
})
