import { boolean, customType, date, integer, pgSchema, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#db/columns.ts'

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Money may still move at a provider while an attempt is in one of these. */
export const openStatuses = ['STARTED', 'AWAITING_3DS', 'PENDING', 'UNKNOWN'] as const
/** No provider is asked: a person or a bank's list says that the money came. */
export const waitingStatuses = ['AWAITING_TRANSFER', 'AWAITING_CODE', 'AWAITING_COLLECTION', 'AWAITING_LINK'] as const
type UnsettledStatus = (typeof openStatuses)[number] | (typeof waitingStatuses)[number]
export type AttemptStatus = UnsettledStatus | 'SUCCEEDED' | 'DECLINED' | 'EXPIRED' | 'REFUNDED'

export const paymentAttempts = pgTable('payment_attempts', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  provider: text('provider').notNull(),
  conversationId: text('conversation_id').notNull(),
  status: text('status').$type<AttemptStatus>().notNull(),
  amountKurus: integer('amount_kurus').notNull(),
  installments: integer('installments').notNull().default(1),
  /** Null where the shop sees no card. */
  cardBin: text('card_bin'),
  cardLast4: text('card_last4'),
  /** A keyed hash of the network that she paid from; null in attempts of earlier versions. */
  network: text('network'),
  providerPaymentId: text('provider_payment_id'),
  declineCode: text('decline_code'),
  declineMessage: text('decline_message'),
  /** Why a human should look: what the provider says does not fit our books. */
  heldReason: text('held_reason'),
  threeDsUrl: text('three_ds_url'),
  threeDsData: text('three_ds_data'),
  /** The provider's name of its page where she types her card; null where no page of its was opened. */
  pageReference: text('page_reference'),
  /** How the owner settled it elsewhere. */
  settledNote: text('settled_note'),
  /** When a payment that was given up is asked for once more. */
  recheckAt: moment('recheck_at'),
  /** Set for a try to pay by a link: the attempt that waits for it and holds the order. */
  linkOf: uuid('link_of'),
  /** The fee for installments; part of amountKurus. */
  feeKurus: integer('fee_kurus').notNull().default(0),
  /** The amount that the provider has, less the excess given back and refunds made past the shop; null where it never said. Read it with takenKurus. */
  chargedKurus: integer('charged_kurus'),
  /** Refunds that were asked for, confirmed or not. */
  refundKurus: integer('refund_kurus').notNull().default(0),
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
  /** The order that the money is for; an order that came in exchange may be refunded from the payment of the order before it. */
  orderId: uuid('order_id').notNull(),
  attemptId: uuid('attempt_id').notNull(),
  /** Money; nought where all of it is store credit. */
  amountKurus: integer('amount_kurus').notNull(),
  /** The part that goes back as store credit, on top of amountKurus. */
  creditKurus: integer('credit_kurus').notNull().default(0),
  /** Part of creditKurus that goes back to gift cards. */
  giftKurus: integer('gift_kurus').notNull().default(0),
  /** The part that stays in the payment because it pays the order that came in exchange. */
  movedKurus: integer('moved_kurus').notNull().default(0),
  status: text('status').$type<'REQUESTED' | 'SUCCEEDED' | 'FAILED'>().notNull(),
  /** 'cancellation': of the whole order. 'items': of some of it. 'late-charge': the money came when the order was no longer possible. 'excess': more was taken than the order costs. 'change': the order was made cheaper after it was paid. 'goodwill': a sum of the owner's choice. 'exchange': beside another refund of an order that pieces of the payment's own order paid for. */
  reason: text('reason')
    .$type<'cancellation' | 'late-charge' | 'items' | 'excess' | 'change' | 'goodwill' | 'exchange'>()
    .notNull(),
  actorId: uuid('actor_id'),
  /** The units of a cancelled order go back on sale. */
  restock: boolean('restock').notNull().default(true),
  /** The owner pays it herself, to the account that the shopper names, and says when: no provider is asked. */
  byHand: boolean('by_hand').notNull().default(false),
  iban: text('iban'),
  ibanHolder: text('iban_holder'),
  /** The refund beside which it was asked for: it goes once that one went, or is the owner's to pay, and fails with it. */
  afterRefundId: uuid('after_refund_id'),
  /** How often the provider was asked; a request that surely never reached it does not count. */
  askedTimes: integer('asked_times').notNull().default(0),
  /** When the money was last asked for. */
  sentAt: moment('sent_at'),
  /** The part of it, in kuruş, that the provider's books showed when they were last read. */
  shownKurus: integer('shown_kurus'),
  leaseUntil: moment('lease_until').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Refunds of what the shop has beyond the order's amount: once gone, it is as if it had never been taken. */
export const beyondTheOrder = ['excess', 'change'] as const

export const idempotencyKeys = pgTable('idempotency_keys', {
  userId: uuid('user_id').notNull(),
  key: text('key').notNull(),
  requestHash: text('request_hash').notNull(),
  attemptId: uuid('attempt_id').notNull(),
  createdAt: moment('created_at').notNull(),
})

/** The code that confirms an order paid at the door, until it is used. */
export const doorCodes = pgTable('door_codes', {
  attemptId: uuid('attempt_id').primaryKey(),
  codeHash: text('code_hash').notNull(),
  wrongTries: integer('wrong_tries').notNull().default(0),
  sentTimes: integer('sent_times').notNull().default(1),
  sentAt: moment('sent_at').notNull(),
  /** How the last one went. */
  sentBy: text('sent_by').$type<'EMAIL' | 'SMS'>().notNull().default('EMAIL'),
})

export const bankPages = pgTable('bank_pages', {
  tokenHash: text('token_hash').primaryKey(),
  content: bytes('content').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export const paymentWebhooks = pgTable(
  'payment_webhooks',
  {
    provider: text('provider').notNull(),
    reference: text('reference').notNull(),
    signed: boolean('signed').notNull(),
    eventType: text('event_type').notNull(),
    status: text('status').notNull(),
    conversationId: text('conversation_id').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.reference, table.signed] })],
)

export type DiscrepancyKind = 'charged-without-order' | 'order-without-charge' | 'amount-differs'

export const paymentDiscrepancies = pgTable('payment_findings', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<DiscrepancyKind>().notNull(),
  day: date('day').notNull(),
  attemptId: uuid('attempt_id'),
  orderId: uuid('order_id'),
  providerPaymentId: text('provider_payment_id'),
  oursKurus: integer('ours_kurus').notNull(),
  theirsKurus: integer('theirs_kurus').notNull(),
  foundAt: moment('found_at').notNull(),
  resolvedAt: moment('resolved_at'),
  resolution: text('resolution'),
  resolvedBy: uuid('resolved_by'),
  /** The owner looked at it and settled it elsewhere. */
  settledOutside: boolean('settled_outside').notNull().default(false),
})

/** The demo bank's books; only demo/demo.ts touches them. */
const demoBank = pgSchema('demo_bank')

export const demoCharges = demoBank.table('charges', {
  paymentId: uuid('payment_id').primaryKey(),
  conversationId: text('conversation_id').notNull(),
  orderId: uuid('order_id').notNull(),
  amountKurus: integer('amount_kurus').notNull(),
  refundedKurus: integer('refunded_kurus').notNull().default(0),
  status: text('status').$type<'CHARGED' | 'DECLINED' | 'AWAITING_3DS'>().notNull(),
  declineCode: text('decline_code'),
  /** Whether the shopper passed on the bank's page; null before she was there. */
  threeDsOk: boolean('three_ds_ok'),
  /** The card is typed on a page of the bank's own, and no last call is needed. */
  onPage: boolean('on_page').notNull().default(false),
  callbackUrl: text('callback_url'),
  createdAt: moment('created_at').notNull(),
})

export const demoRefunds = demoBank.table('refunds', {
  refundId: uuid('refund_id').primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  amountKurus: integer('amount_kurus').notNull(),
  createdAt: moment('created_at').notNull(),
})
